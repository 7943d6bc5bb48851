import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { MESSAGES } from '@packshot/contract/messages';
import { sessionResponseSchema } from '@packshot/contract/session';
import type { CurrentUser, Session } from '@packshot/contract/session';
import { DEFAULT_TAB, ROUTES } from '@packshot/contract/tabs';
import { CAPTCHA_HEADER } from '@packshot/contract/captcha';
import { ApiError, errorFromAnswer, noAnswerError } from './api-error.ts';
import { readCurrentUser } from './current-user.ts';
import { endpointUrl } from './endpoint-url.ts';
import { useGlobalState } from './global-state.ts';
import { navigateTo } from './navigation.ts';
import { readStored, removeStored, writeStored } from './storage.ts';
import { showToast } from './toast.ts';
import { hasToken, readTokens, removeTokens, writeTokens } from './tokens.ts';

/** Tabs of one browser share it: only one of them at a time starts a session or exchanges the tokens. */
const LOCK_NAME = 'packshot-session';
const HTTP_OK = 200;
const UNAUTHENTICATED = 401;
const CAPTCHA_REQUIRED = 428;

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
    let response = await post('createGuestSession');
    if (response.status === CAPTCHA_REQUIRED) {
      const { solveCaptcha } = await import('./captcha.ts');
      response = await post('createGuestSession', undefined, await solveCaptcha());
    }
    if (!response.ok) throw errorFromAnswer(response.status, await response.text());
    saveSession(sessionResponseSchema.parse(await response.json()).data);
    await bringExpiredWork();
  }
  useGlobalState.setState({ userLoggedIn: true });
}

/** A guest cannot sign in again: what their browser kept for them goes to the guest that comes after. */
async function bringExpiredWork(): Promise<void> {
  const guestId = readStored(STORAGE_KEYS.expiredGuest);
  const user = readCurrentUser();
  if (guestId === null || user === null) return;
  removeStored(STORAGE_KEYS.expiredGuest);
  try {
    const { handOverStudioDatabase } = await import('./studio-database.ts');
    await handOverStudioDatabase(guestId, user.id, 'of-another');
  } catch (error) {
    console.warn('What was made before stays behind in this browser.', error);
  }
}

/** Stores what signing in, registering and starting as a guest answer. */
export function saveSession(session: Session): void {
  writeTokens(session.access, session.refresh);
  const { info, organization_detail, role, user_pilot_id, gcp_user_identity } = session;
  saveUser({ user: info.user, organization_detail, role_detail: role, user_pilot_id, gcp_user_identity });
}

export type UserToSave = Pick<CurrentUser, 'user' | 'organization_detail' | 'role_detail' | 'user_pilot_id'> &
  Partial<CurrentUser>;

/** Stores who is signed in, under the specification's keys. */
export function saveUser({ role_detail, ...currentUser }: UserToSave): void {
  writeStored(STORAGE_KEYS.currentUser, JSON.stringify(currentUser));
  writeStored(STORAGE_KEYS.roleDetail, JSON.stringify(role_detail));
  writeStored(STORAGE_KEYS.isGuestUser, String(currentUser.user.is_guest));
  writeStored(STORAGE_KEYS.isGcpUser, String(typeof currentUser.gcp_user_identity === 'string'));
  useGlobalState.setState({ userLoggedIn: true, currentUser: readCurrentUser() });
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
    // Signing in ends the session that it takes the place of: a call that was under way must not end the new one.
    const newest = readTokens();
    if (newest.access !== null && newest.access !== access) return newest.access;
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
  const user = readCurrentUser();
  if (user?.is_guest === true) writeStored(STORAGE_KEYS.expiredGuest, user.id);
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
    currentUser: null,
    activeTab: DEFAULT_TAB,
    areCreditsKnown: false,
    subscriptionDetails: null,
    subscriptionPrices: [],
    currentFreemiumCredits: 0,
    currentAvailableDownloadImageCount: 0,
  });
}

/** @throws {ApiError} when there is no answer */
async function post(
  name: 'createGuestSession' | 'refreshSession',
  body?: unknown,
  captcha: string | null = null,
): Promise<Response> {
  const headers = new Headers();
  const init: RequestInit = { method: 'POST', headers };
  if (captcha !== null) headers.set(CAPTCHA_HEADER, captcha);
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(endpointUrl(name), init);
  } catch (cause) {
    throw noAnswerError(cause);
  }
}
