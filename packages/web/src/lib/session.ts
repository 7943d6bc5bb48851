import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { MESSAGES } from '@packshot/contract/messages';
import { sessionResponseSchema } from '@packshot/contract/session';
import type { Session } from '@packshot/contract/session';
import { DEFAULT_TAB, ROUTES } from '@packshot/contract/tabs';
import { ApiError, errorFromAnswer, noAnswerError } from './api-error.ts';
import { endpointUrl } from './endpoint-url.ts';
import { useGlobalState } from './global-state.ts';
import { navigateTo } from './navigation.ts';
import { removeStored, writeStored } from './storage.ts';
import { showToast } from './toast.ts';
import { hasToken, readTokens, removeTokens, writeTokens } from './tokens.ts';

/** Tabs of one browser share it: only one of them at a time starts a session or exchanges the tokens. */
const LOCK_NAME = 'packshot-session';
const HTTP_OK = 200;
const UNAUTHENTICATED = 401;

let guestSessionInFlight: Promise<void> | null = null;
let refreshInFlight: Promise<string> | null = null;

/** Runs `work` alone, across tabs where the browser has Web Locks. Without them each tab is on its own. */
function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(LOCK_NAME, work).then((result) => result) : work();
}

/**
 * Makes sure that there is a session: keeps the one there is, or starts one as a guest when neither token exists.
 * @throws {ApiError} when a guest session is needed and the server does not give one
 */
export function ensureSession(): Promise<void> {
  if (hasToken()) {
    useGlobalState.setState({ userLoggedIn: true });
    return Promise.resolve();
  }
  guestSessionInFlight ??= withSessionLock(startGuestSession).finally(() => {
    guestSessionInFlight = null;
  });
  return guestSessionInFlight;
}

async function startGuestSession(): Promise<void> {
  // Another tab may have started one while this one waited for the lock.
  if (!hasToken()) {
    const response = await post('createGuestSession');
    if (!response.ok) throw errorFromAnswer(response.status, await response.text());
    saveSession(sessionResponseSchema.parse(await response.json()).data);
  }
  useGlobalState.setState({ userLoggedIn: true });
}

/** Stores what signing in, registering and starting as a guest answer. */
export function saveSession(session: Session): void {
  const { info, organization_detail, role, user_pilot_id, is_guest } = session;
  const currentUser = { user: info.user, organization_detail, user_pilot_id };
  writeStored(STORAGE_KEYS.currentUser, JSON.stringify(currentUser));
  writeStored(STORAGE_KEYS.roleDetail, JSON.stringify(role));
  writeStored(STORAGE_KEYS.isGuestUser, String(is_guest));
  writeTokens(session.access, session.refresh);
}

/**
 * Exchanges the refresh token once, whoever asks and however often: calls of this tab share one request, and other
 * tabs' exchanges are noticed inside the lock.
 * @param rejectedAccess the access token that was answered with 401
 * @returns a newer access token
 * @throws {ApiError} SESSION_EXPIRED after the session was ended, its cause saying 'Token refresh failed' or 'Invalid
 *   token response'; NETWORK or OFFLINE when there was no answer, with the session kept
 */
export function refreshSession(rejectedAccess: string | null): Promise<string> {
  refreshInFlight ??= withSessionLock(() => exchangeTokens(rejectedAccess)).finally(() => {
    refreshInFlight = null;
  });
  return refreshInFlight;
}

async function exchangeTokens(rejectedAccess: string | null): Promise<string> {
  const { access, refresh } = readTokens();
  if (access !== null && access !== rejectedAccess) return access;
  try {
    if (refresh === null) throw new Error(MESSAGES.tokenRefreshFailed);
    const response = await post('refreshSession', { refresh });
    if (response.status !== HTTP_OK) throw new Error(MESSAGES.tokenRefreshFailed);
    const pair = await readTokenPair(response);
    writeTokens(pair.access, pair.refresh);
    return pair.access;
  } catch (cause) {
    // No answer at all says nothing about the session: it is kept for when the connection is back.
    if (cause instanceof ApiError) throw cause;
    endExpiredSession();
    throw new ApiError('SESSION_EXPIRED', UNAUTHENTICATED, MESSAGES.sessionExpired, { cause });
  }
}

async function readTokenPair(response: Response): Promise<{ access: string; refresh: string }> {
  const body = (await response.json().catch(() => null)) as { access?: unknown; refresh?: unknown } | null;
  const { access, refresh } = body ?? {};
  if (typeof access !== 'string' || typeof refresh !== 'string' || access === '' || refresh === '') {
    throw new Error(MESSAGES.invalidTokenResponse);
  }
  return { access, refresh };
}

function endExpiredSession(): void {
  forgetSession();
  navigateTo(ROUTES.home);
  showToast('error', MESSAGES.sessionExpired);
}

/** Removes everything that belongs to the session from this browser; the tab falls back to home. */
export function forgetSession(): void {
  removeTokens();
  removeStored(
    STORAGE_KEYS.currentUser,
    STORAGE_KEYS.roleDetail,
    STORAGE_KEYS.isGuestUser,
    STORAGE_KEYS.isGcpUser,
    STORAGE_KEYS.calledApiCredits,
  );
  writeStored(STORAGE_KEYS.activeTab, DEFAULT_TAB);
  useGlobalState.setState({
    userLoggedIn: false,
    activeTab: DEFAULT_TAB,
    areCreditsKnown: false,
    currentFreemiumCredits: 0,
    currentAvailableDownloadImageCount: 0,
  });
}

/** @throws {ApiError} when there is no answer */
async function post(name: 'createGuestSession' | 'refreshSession', body?: unknown): Promise<Response> {
  const init: RequestInit = { method: 'POST' };
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(endpointUrl(name), init);
  } catch (cause) {
    throw noAnswerError(cause);
  }
}
