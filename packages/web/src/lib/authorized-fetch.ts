import type { ErrorCode } from '@packshot/contract/errors';
import { codeOfResponse, noAnswerError } from './api-error.ts';
import { ensureSession, refreshIfPossible, refreshSession } from './session.ts';
import { hasToken, readTokens } from './tokens.ts';

/** Streamed calls and the session helper try again at most this often. */
export const MAX_RETRIES = 2;

/** What the server says of an access token that it does not accept, before it looks at anything else of the call. */
const TOKEN_REFUSED: ErrorCode = 'UNAUTHENTICATED';
const HTTP_UNAUTHORIZED = 401;

/**
 * fetch with the session's bearer token. Starts a guest session when there is none; when the server refuses the token,
 * the tokens are exchanged (once for everybody who waits) and the call is made again, at most twice.
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
 * fetch with the bearer token of a session that there may be: signing in brings a guest's work along. What is sent is
 * tried once. Only when the token itself was refused, and hence nothing was tried, the call goes out again: with a newer
 * token, or with none when the session is over.
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

/** A wrong password is a 401 too, and no reason to send it again. */
const isTokenRefused = async (response: Response): Promise<boolean> =>
  response.status === HTTP_UNAUTHORIZED && (await codeOfResponse(response)) === TOKEN_REFUSED;

function fetchAs(access: string | null, url: string, init: RequestInit): Promise<Response> {
  if (access === null) return plainFetch(url, init);
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${access}`);
  return plainFetch(url, { ...init, headers });
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
