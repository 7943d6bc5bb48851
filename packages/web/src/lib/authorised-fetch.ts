import { MAX_RETRIES } from '@packshot/contract/limits';
import { noAnswerError } from './api-error.ts';
import { ensureSession, refreshSession } from './session.ts';
import { readTokens } from './tokens.ts';

const UNAUTHENTICATED = 401;

/**
 * fetch with the session's bearer token. Starts a guest session when there is none; on a 401 the tokens are
 * exchanged (once for everybody who waits) and the call is made again, at most twice.
 * @throws {ApiError} without an answer; DOMException 'AbortError' when the signal fires
 */
export async function authorisedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  await ensureSession();
  let { access } = readTokens();
  if (access === null) access = await refreshSession(null);
  for (let retries = 0; ; retries += 1) {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${access}`);
    const response = await plainFetch(url, { ...init, headers });
    if (response.status !== UNAUTHENTICATED || retries === MAX_RETRIES) return response;
    if (readTokens().refresh === null) return response;
    init.signal?.throwIfAborted();
    access = await refreshSession(access);
  }
}

/** fetch whose missing answer is an ApiError and whose abort stays an abort. */
export async function plainFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw noAnswerError(error);
  }
}
