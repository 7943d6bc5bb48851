import { MESSAGES } from '@packshot/contract/messages';
import { sessionResponseSchema } from '@packshot/contract/accounts/session';
import type { Session, TokenPair } from '@packshot/contract/accounts/session';
import { SHELL_ENDPOINTS } from '@packshot/contract/shell-endpoints';
import { ROUTES } from '@packshot/contract/routes';
import { CAPTCHA_HEADER } from '@packshot/contract/accounts/captcha';
import { ApiError, errorOfResponse, noAnswerError } from '../api/api-error.ts';
import { readCurrentUser } from './current-user.ts';
import { endpointUrl } from '../api/endpoint-url.ts';
import { useGlobalState } from '../state/global-state.ts';
import { navigateTo } from '../state/navigation.ts';
import { endSession, storeExchange, storeGuestSession, takeExpiredGuestId } from './session-store.ts';
import { showToast } from '../state/toast.ts';
import { hasToken, readTokens } from './tokens.ts';

/** Lock shared by all tabs: only one at a time starts a guest session or exchanges the tokens. */
const LOCK_NAME = 'packshot-session';
const HTTP_OK = 200;
const UNAUTHENTICATED = 401;
const CAPTCHA_REQUIRED = 428;

let guestSessionInFlight: Promise<void> | null = null;
let exchangeInFlight: Promise<string> | null = null;

/** Runs `work` exclusively across tabs if the browser has Web Locks; otherwise each tab runs independently. */
function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(LOCK_NAME, work).then((result) => result) : work();
}

/**
 * Ensures that there is a session: uses the current one, or starts a guest session if there is no token.
 * @throws {ApiError} if a guest session is needed and the server refuses
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
  // Checks again, because another tab may have started a session while this one waited for the lock.
  if (!hasToken()) {
    let response = await post('createGuestSession');
    if (response.status === CAPTCHA_REQUIRED) {
      const { solveCaptcha } = await import('../captcha/captcha.ts');
      response = await post('createGuestSession', undefined, await solveCaptcha());
    }
    if (!response.ok) throw await errorOfResponse(response);
    await keepGuestSession(sessionResponseSchema.parse(await response.json()).data);
  }
  useGlobalState.setState({ userLoggedIn: true });
}

/**
 * Stores the guest session. If another session was stored while the server created it, ends the guest session on the
 * server.
 */
async function keepGuestSession(guest: Session): Promise<void> {
  if (await storeGuestSession(guest)) return adoptExpiredGuestWork();
  void post('logout', { refresh: guest.refresh }).catch(() => undefined);
}

/** Transfers the work of a guest whose session has expired to the new guest; guests can't sign in again. */
async function adoptExpiredGuestWork(): Promise<void> {
  const user = readCurrentUser();
  const guestId = user === null ? null : takeExpiredGuestId();
  if (guestId === null || user === null) return;
  try {
    const { moveStudioDatabase } = await import('../handover/studio-database.ts');
    await moveStudioDatabase(guestId, user.id, 'left-behind');
  } catch (error) {
    console.warn('What was made before stays behind in this browser.', error);
  }
}

/** Thrown if the server refused a refresh token, or returned no new pair of tokens. */
class ExchangeRefused extends Error {
  override readonly name = 'ExchangeRefused';
  /** Refresh token that was sent; null if there was none. */
  readonly spent: string | null;

  constructor(message: string, spent: string | null) {
    super(message);
    this.spent = spent;
  }
}

/**
 * Exchanges the refresh token only once for all callers. Calls of this tab share one request. Exchanges by other tabs
 * are detected inside the lock.
 * @param rejectedAccess access token that was answered with 401
 * @returns a newer access token
 * @throws {ApiError} SESSION_EXPIRED after the session was ended, caused by 'Token refresh failed' or 'Invalid token
 * response'; NETWORK or OFFLINE if there was no answer, in which case the session stays
 */
export async function refreshSession(rejectedAccess: string | null): Promise<string> {
  try {
    return await newerAccess(rejectedAccess);
  } catch (cause) {
    // Without an answer the session may still be valid, so it stays until the connection is back.
    if (!(cause instanceof ExchangeRefused)) throw cause;
    if (await endSession(cause.spent)) {
      navigateTo(ROUTES.home);
      showToast('error', MESSAGES.sessionExpired);
    } else {
      const { access } = readTokens();
      if (access !== null) return access;
    }
    throw new ApiError('SESSION_EXPIRED', UNAUTHENTICATED, MESSAGES.sessionExpired, { cause });
  }
}

/**
 * Like `refreshSession`, for calls that also work without a session, such as signing in: a refused session isn't
 * reported, and the user stays on the current form.
 * @returns null if the session can't be continued
 * @throws {ApiError} if there was no answer
 */
export function refreshIfPossible(rejectedAccess: string | null): Promise<string | null> {
  return newerAccess(rejectedAccess).catch((error: unknown) => {
    if (error instanceof ExchangeRefused) return null;
    throw error;
  });
}

function newerAccess(rejectedAccess: string | null): Promise<string> {
  exchangeInFlight ??= withSessionLock(() => exchangeTokens(rejectedAccess)).finally(() => {
    exchangeInFlight = null;
  });
  return exchangeInFlight;
}

async function exchangeTokens(rejectedAccess: string | null): Promise<string> {
  const { access, refresh } = readTokens();
  if (access !== null && access !== rejectedAccess) return access;
  if (refresh === null) throw new ExchangeRefused(MESSAGES.tokenRefreshFailed, refresh);
  const response = await post('refreshSession', { refresh });
  if (response.status !== HTTP_OK) throw new ExchangeRefused(MESSAGES.tokenRefreshFailed, refresh);
  const pair = await readTokenPair(response);
  if (pair === null) throw new ExchangeRefused(MESSAGES.invalidTokenResponse, refresh);
  if (await storeExchange(refresh, pair)) return pair.access;
  // The user has signed in or out meanwhile, so another session is stored now.
  return exchangeTokens(rejectedAccess);
}

async function readTokenPair(response: Response): Promise<TokenPair | null> {
  const body = (await response.json().catch(() => null)) as { access?: unknown; refresh?: unknown } | null;
  const { access, refresh } = body ?? {};
  const isPair = typeof access === 'string' && typeof refresh === 'string' && access !== '' && refresh !== '';
  return isPair ? { access, refresh } : null;
}

/** @throws {ApiError} if there is no answer */
async function post(
  name: 'createGuestSession' | 'refreshSession' | 'logout',
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
    return await fetch(endpointUrl(SHELL_ENDPOINTS[name]), init);
  } catch (cause) {
    throw noAnswerError(cause);
  }
}
