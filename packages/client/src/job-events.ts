/** Parses server-sent events (WHATWG HTML, section 9.2), limited to the features that the API uses. */
import { isJob } from './answers.ts';
import { PackshotError } from './errors.ts';
import type { Job } from './generated.ts';
import { badAnswer } from './read-answer.ts';

/** Silence after which the connection counts as lost. The server sends a comment every 15 s. */
const SILENCE_MAX_MS = 60_000;

const EVENT_MAX_LENGTH = 1_000_000;

/** @throws PackshotError BAD_ANSWER if the response isn't an event stream */
export function requireStream(answer: Response): Response {
  if (/^text\/event-stream(?:;|$)/i.test(answer.headers.get('content-type') ?? '')) return answer;
  answer.body?.cancel().catch(() => undefined);
  throw badAnswer(answer, 'The server answered with something that is no stream of events.');
}

/**
 * Yields the job whenever it changes, and ends with the stream.
 * @throws PackshotError BAD_ANSWER for an event that isn't a job
 */
export async function* jobsIn(answer: Response, signal: AbortSignal): AsyncGenerator<Job> {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), signal);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split(/\r?\n\r?\n/);
      if (events.some(({ length }) => length > EVENT_MAX_LENGTH))
        throw badAnswer(answer, 'The server sent an event that is too long.');
      text = events.pop() ?? '';
      for (const event of events) {
        const job = parseJobEvent(event, answer);
        if (job !== null) yield job;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseJobEvent(event: string, answer: Response): Job | null {
  const lines = event.split(/\r?\n/);
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length));
  if (data.length === 0) return null;
  try {
    const value: unknown = JSON.parse(data.join('\n'));
    if (isJob(value)) return value;
  } catch {
    // Invalid JSON is treated like JSON that isn't a job.
  }
  throw badAnswer(answer, 'The server sent an event that is no job.');
}

async function withinSilence<Value>(next: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  const abort = (): void => stop(signal.reason);
  const timer = setTimeout(
    () => stop(new PackshotError('NETWORK', 'The connection has gone silent.')),
    SILENCE_MAX_MS,
  );
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([next, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
