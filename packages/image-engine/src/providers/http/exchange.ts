import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { assertPublicLiteral, publicLookup } from './addresses.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** From the first byte sent to the last one read. */
  readonly timeoutMs: number;
  /** An answer with more is given up. */
  readonly maxBytes: number;
  /** The host may be in a private network: the operator has said so. */
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
/** The answer went on beyond `maxBytes`; it is not read any further. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}
/** The connection ended in the middle of the answer. */
export class AnswerCut extends Error {
  override readonly name = 'AnswerCut';
}

const lookup = publicLookup();

/**
 * One request and its whole answer. Redirects are answers like any other: nothing is followed. Not by fetch, which does not let the
 * addresses be seen that it connects to.
 */
export function exchange({
  url,
  method,
  headers,
  body,
  timeoutMs,
  maxBytes,
  mayBePrivate,
  signal,
}: Exchange): Promise<HttpAnswer> {
  signal.throwIfAborted();
  if (!mayBePrivate) assertPublicLiteral(url.hostname);
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const send = url.protocol === 'https:' ? requestTls : requestPlain;
  const request = send(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(body.byteLength) }) },
    ...(!mayBePrivate && { lookup }),
    // A pooled connection may have been closed on the other side: each of these calls takes seconds, a new one milliseconds.
    agent: false,
  });
  /** Why we have ended it; what the connection then says of itself is only a consequence. */
  let ending: Error | null = null;
  const end = (reason: Error) => {
    ending = reason;
    request.destroy(reason);
    reject(reason);
  };
  const timer = setTimeout(
    () => end(new ExchangeTimeout(`No whole answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const onAbort = () => end(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  request.on('error', (error) => reject(ending ?? error));
  request.on('response', (response) => {
    readWhole(response, maxBytes).then(
      (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      (error: unknown) => end(error as Error),
    );
  });
  request.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  });
}

function readWhole(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(new AnswerTooLarge(`More than ${maxBytes} bytes`));
      else chunks.push(chunk);
    });
    const onCut = () => reject(new AnswerCut('The connection ended in the middle of the answer'));
    response.on('error', onCut);
    response.on('close', () => {
      if (!response.complete) onCut();
    });
    response.on('end', () => resolve(Buffer.concat(chunks)));
  });
}
