import { withinTime } from '../within-time.ts';
import { TrackerBusyError, TrackerRefusedError } from './event-tracker.ts';

const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
/** Number of characters of a service's refusal that are logged. */
const QUOTED_CHARACTERS = 300;

export interface TrackerRequest {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Posts JSON to an analytics service.
 * @returns the response's text
 * @throws TrackerBusyError without a response, or for 429 and 5xx; TrackerRefusedError for any other refusal. Neither
 * error contains the URL, which may hold a key.
 */
export async function postToTracker(url: string, { body, headers = {} }: TrackerRequest): Promise<string> {
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
  };
  let response: Response;
  let text: string;
  try {
    [response, text] = await withinTime(TIMEOUT_MS, undefined, async (signal) => {
      const answer = await fetch(url, { ...init, signal });
      return [answer, await answer.text()];
    });
  } catch (cause) {
    throw new TrackerBusyError('No answer', { cause });
  }
  if (response.status === TOO_MANY_REQUESTS || response.status >= 500) {
    throw new TrackerBusyError(`Answered ${response.status}`);
  }
  if (!response.ok) {
    throw new TrackerRefusedError(`Answered ${response.status}: ${text.slice(0, QUOTED_CHARACTERS)}`);
  }
  return text;
}

/** Parses text as JSON; returns null for invalid JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
