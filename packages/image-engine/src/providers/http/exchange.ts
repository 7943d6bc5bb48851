import { Agent, request } from 'undici';
import { assertPublicLiteral, publicLookup } from './addresses.ts';
import type { Resolve } from './addresses.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Time limit of the whole exchange, including the connection. */
  readonly timeoutMs: number;
  /** True if the operator allows hosts in a private network. */
  readonly mayBePrivate: boolean;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
}

export class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout';
}
/** Error for a response that was cut off or is too large. */
export class IncompleteAnswer extends Error {
  override readonly name = 'IncompleteAnswer';
}

/** Maximum size of a response: a picture of 25 MB in base64, with some JSON around it. */
export const MAX_ANSWER_BYTES = 36 * 1024 * 1024;

const OPTIONS: Agent.Options = {
  maxResponseSize: MAX_ANSWER_BYTES,
  // Disables keep-alive: the server may have closed a pooled connection, and these calls take seconds, while a new
  // connection takes milliseconds.
  pipelining: 0,
  allowH2: false,
  // undici's own time limits are disabled, because `timeoutMs` covers the whole exchange.
  connectTimeout: 0,
  headersTimeout: 0,
  bodyTimeout: 0,
};
const anyHost = new Agent(OPTIONS);
/** Connects only to public addresses. `Resolve` is replaced in tests. */
export const publicHosts = (resolve?: Resolve): Agent =>
  new Agent({ ...OPTIONS, connect: { lookup: publicLookup(resolve) } });
const onlyPublicHosts = publicHosts();

/** Error that all timeouts share. The stack trace of a new error would keep the request's objects in memory. */
const TIME_IS_UP = new Error('The time is up');

/** Sends one HTTP request and reads the whole response. Redirects are returned, not followed. */
export async function exchange(
  { url, method, headers, body, timeoutMs, mayBePrivate, signal }: Exchange,
  dispatcher = mayBePrivate ? anyHost : onlyPublicHosts,
): Promise<HttpAnswer> {
  signal.throwIfAborted();
  if (!mayBePrivate) assertPublicLiteral(url.hostname);
  const timeout = new AbortController();
  // Uses a timer that is cleared after the exchange; AbortSignal.timeout would keep the request in memory until the
  // timeout.
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
