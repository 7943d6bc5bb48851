import type { ErrorCode } from '@packshot/contract/errors';
import { codeOfResponse, noAnswerError } from './api-error.ts';
import { ensureSession, refreshIfPossible, refreshSession } from '../session/session.ts';
import { hasToken, readTokens } from '../session/tokens.ts';

/** Maximum number of retries of a call with a token, of a streamed call, and of saving a record. */
export const MAX_RETRIES = 2;

/** Error code of the server for a rejected access token; the server checks the token before anything else. */
const TOKEN_REFUSED: ErrorCode = 'UNAUTHENTICATED';
const HTTP_UNAUTHORIZED = 401;

/**
 * Like fetch, with the session's bearer token. Starts a guest session if there is none. If the server rejects the
 * token, exchanges the tokens (once for all waiting calls) and repeats the call, at most twice.
 * @throws {ApiError} without an answer; DOMException 'AbortError' when the signal fires
 */
export async function authorizedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  await ensureSession();
  let { access } = readTokens();
  if (access === null) access = await refreshSession(null);
  for (let retries = 0; ; retries += 1) {
    const response = await fetchAs(access, url, init);
    if (retries === MAX_RETRIES || !(await isTokenRefused(response))) return response;
    if (readTokens().refresh === null) return response;
    init.signal?.throwIfAborted();
    access = await refreshSession(access);
  }
}

/**
 * Like fetch, with the session's bearer token if there is a session: the server needs the token for transferring a
 * guest's work on sign-in. The call is repeated only if the server rejected the token itself, so that the call had no
 * effect yet: with a newer token, or without one if the session is over.
 * @throws {ApiError} without an answer
 */
export async function fetchWithSessionIfAny(url: string, init: RequestInit): Promise<Response> {
  if (!hasToken()) return plainFetch(url, init);
  const { access } = readTokens();
  const token = access ?? (await refreshIfPossible(null));
  const response = await fetchAs(token, url, init);
  if (token === null || !(await isTokenRefused(response))) return response;
  init.signal?.throwIfAborted();
  return fetchAs(await refreshIfPossible(token), url, init);
}

/** Whether the server rejected the token; other 401 responses have other reasons, such as a wrong password. */
const isTokenRefused = async (response: Response): Promise<boolean> =>
  response.status === HTTP_UNAUTHORIZED && (await codeOfResponse(response)) === TOKEN_REFUSED;

function fetchAs(access: string | null, url: string, init: RequestInit): Promise<Response> {
  if (access === null) return plainFetch(url, init);
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${access}`);
  return plainFetch(url, { ...init, headers });
}

/** Like fetch, but throws an ApiError if no answer comes. The exception of an aborted request stays unchanged. */
export async function plainFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw noAnswerError(error);
  }
}
