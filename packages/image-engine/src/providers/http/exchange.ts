import { Agent, request } from 'undici';
import { assertPublicLiteral, publicLookup } from './addresses.ts';
import type { Resolve } from './addresses.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** From the first byte sent to the last byte read. */
  readonly timeoutMs: number;
  /** The operator allows the host to be in a private network. */
  readonly mayBePrivate: boolean;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
}

/** The answer was not complete in time. */
export class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout';
}
/** The answer began but was not read to its end: it was cut off or too large. */
export class IncompleteAnswer extends Error {
  override readonly name = 'IncompleteAnswer';
}

/** A picture of 25 MB in base64, with some JSON around it. */
export const MAX_ANSWER_BYTES = 36 * 1024 * 1024;

const OPTIONS: Agent.Options = {
  maxResponseSize: MAX_ANSWER_BYTES,
  // No keep-alive: the other side may have closed a pooled connection, and these calls take seconds while a
  // new connection takes milliseconds.
  pipelining: 0,
  allowH2: false,
  // `timeoutMs` covers everything.
  connectTimeout: 0,
  headersTimeout: 0,
  bodyTimeout: 0,
};
const anyHost = new Agent(OPTIONS);
/** Connects only to addresses on the internet. `Resolve` is for tests. */
export const publicHosts = (resolve?: Resolve): Agent =>
  new Agent({ ...OPTIONS, connect: { lookup: publicLookup(resolve) } });
const onlyPublicHosts = publicHosts();

/** One error for all limits, because a new one would hold the frames that it was made in. */
const TIME_IS_UP = new Error('The time is up');

/** Sends one request and reads the whole answer. Redirects are returned, not followed. */
export async function exchange(
  { url, method, headers, body, timeoutMs, mayBePrivate, signal }: Exchange,
  dispatcher = mayBePrivate ? anyHost : onlyPublicHosts,
): Promise<HttpAnswer> {
  signal.throwIfAborted();
  if (!mayBePrivate) assertPublicLiteral(url.hostname);
  const timeout = new AbortController();
  // AbortSignal.timeout would keep the request in memory until the time is over.
  const timer = setTimeout(() => timeout.abort(TIME_IS_UP), timeoutMs);
  try {
    const either = AbortSignal.any([signal, timeout.signal]);
    const answer = await request(url, { method, headers, body: body ?? null, signal: either, dispatcher });
    const bytes = await answer.body.bytes().catch((cause: unknown) => {
      throw new IncompleteAnswer(`The answer is not whole: ${String(cause)}`, { cause });
    });
    return { status: answer.statusCode, headers: answer.headers, bytes };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.signal.aborted)
      throw new ExchangeTimeout(`No whole answer within ${timeoutMs} ms`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
