import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { MESSAGES } from '@packshot/contract/messages';
import { currentUserSchema, sessionSchema } from '@packshot/contract/accounts/session';
import { HOME_TAB } from '@packshot/contract/routes';
import { EVENTS, resetIdentity, setIdentity, track } from '../analytics/analytics.ts';
import { ApiError, call, errorOfResponse, getErrorMessage } from '../api/api-client.ts';
import { refreshCredits } from '../plans/credits.ts';
import { readCurrentUser } from './current-user.ts';
import type { StoredUser } from './current-user.ts';
import { rememberDevice } from './known-device.ts';
import { navigateTo } from '../state/navigation.ts';
import { readNextPath } from './next-path.ts';
import { refreshSession } from './session.ts';
import { forgetSession, storeSignIn, storeUser, userOfSession } from './session-store.ts';
import { removeStored, writeStored } from '../state/storage.ts';
import { showToast } from '../state/toast.ts';

const UNAUTHENTICATED = 401;

export interface AfterSignIn {
  /** Path to open afterwards; by default the path in the address, or the studio. */
  readonly path?: string;
  /** Set in a popup, which closes at the end. */
  readonly isPopup?: boolean;
  /** Time in ms that a popup stays open after it has reported its outcome. */
  readonly popupDelayMs?: number;
}

/**
 * Completes any kind of sign-in:
 * - a failed one shows the server's message and goes home;
 * - an access token is stored; without one the refresh token alone is used; without either the sign-in fails;
 * - a user with an ID is stored and goes to the studio; without one the tokens are exchanged first, and if that fails
 * the storage is cleared.
 * @returns true if a user is signed in
 */
export async function completeSignIn(response: Response, after: AfterSignIn = {}): Promise<boolean> {
  const before = readCurrentUser();
  // Read first, because the page navigates as soon as there is a user, and the address is lost.
  const path = after.path ?? readNextPath();
  try {
    if (!response.ok) throw await errorOfResponse(response);
    await acceptAnswer(await response.json().catch(() => null));
  } catch (error) {
    failSignIn(getErrorMessage(error), after);
    return false;
  }
  resetIdentity();
  const user = readCurrentUser();
  if (user !== null) setIdentity(user.id);
  void track(EVENTS.signedIn);
  // The balances appear when they arrive; signing in does not wait for them.
  refreshCredits().catch(() => undefined);
  const hasBroughtWork = await adoptGuestDocuments(before);
  if (before?.is_guest === true && user !== null) await fileGuestResults(before.id, user.id);
  if (after.isPopup === true) closePopup(STORAGE_KEYS.loginSuccess, 'true', after.popupDelayMs);
  // The studio may have been open as the guest's, so reload it with the transferred documents.
  else if (hasBroughtWork) location.assign(path);
  else navigateTo(path);
  return true;
}

/** Files a guest's results in the history of their account; failures are retried by the next page. */
async function fileGuestResults(guestId: string, userId: string): Promise<void> {
  try {
    const [{ passUnfiledOn }, { fileUnfiled }] = await Promise.all([
      import('../filing/unfiled.ts'),
      import('../filing/file-unfiled.ts'),
    ]);
    passUnfiledOn(guestId, userId);
    // Signing in does not wait for the pictures.
    void fileUnfiled();
  } catch (error) {
    console.warn('What was made as a guest is not in history yet.', error);
  }
}

/**
 * Transfers the documents of a guest who signs in to an existing account.
 * @returns true if there were any
 */
async function adoptGuestDocuments(before: StoredUser | null): Promise<boolean> {
  const user = readCurrentUser();
  if (before?.is_guest !== true || user === null || user.id === before.id) return false;
  try {
    const { moveStudioDatabase } = await import('../handover/studio-database.ts');
    return await moveStudioDatabase(before.id, user.id);
  } catch (error) {
    console.warn('What was made as a guest stays behind in this browser.', error);
    return false;
  }
}

/** Handles a failed sign-in: shows the message and goes home. A popup leaves both to the page that opened it, and closes. */
export function failSignIn(message: string, { isPopup, popupDelayMs }: AfterSignIn = {}): void {
  if (isPopup === true) return closePopup(STORAGE_KEYS.loginFailure, message, popupDelayMs);
  showToast('error', message);
  navigateTo(HOME_TAB);
}

async function acceptAnswer(body: unknown): Promise<void> {
  const data = ((body as { data?: unknown } | null)?.data ?? {}) as Readonly<Record<string, unknown>>;
  const access = toText(data['access']);
  const refresh = toText(data['refresh']);
  if (access === null && refresh === null) {
    throw new ApiError('UNAUTHENTICATED', UNAUTHENTICATED, MESSAGES.unableToVerify);
  }
  const session = sessionSchema.omit({ access: true, refresh: true }).safeParse(data);
  await storeSignIn({ access, refresh }, session.success ? userOfSession(session.data) : null);
  rememberDevice(toText(data['device_token']));
  if (session.success) return;
  try {
    await refreshSession(access);
    await storeUser(currentUserSchema.parse((await call('getUserDetails')).data));
  } catch (error) {
    await forgetSession();
    throw error;
  }
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reports the outcome through storage, because the opening page cannot be reached directly, and closes. */
function closePopup(
  flag: typeof STORAGE_KEYS.loginSuccess | typeof STORAGE_KEYS.loginFailure,
  value: string,
  delayMs = 0,
): void {
  // Other tabs are notified only if the value changes.
  removeStored(flag);
  writeStored(flag, value);
  setTimeout(() => globalThis.close(), delayMs);
}
