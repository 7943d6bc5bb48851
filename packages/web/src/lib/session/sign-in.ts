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
  /** Path of the page to open after signing in; by default the path in the address, or the studio. */
  readonly path?: string;
  /** Set in a popup, which closes after signing in. */
  readonly isPopup?: boolean;
  /** Time in milliseconds for which a popup stays open after reporting the outcome. */
  readonly popupDelayMs?: number;
}

/**
 * Completes any kind of sign-in:
 * - after a failed one, shows the server's message and opens home;
 * - stores the access token; without one, uses the refresh token alone; without either, the sign-in fails;
 * - stores the user; if the response contains none, exchanges the tokens and reads the user, and if that fails,
 * clears the storage;
 * - opens `after.path`, by default the path in the address.
 * @returns true if a user is signed in
 */
export async function completeSignIn(response: Response, after: AfterSignIn = {}): Promise<boolean> {
  const before = readCurrentUser();
  // Reads the path first: as soon as there is a user, the page navigates and its address changes.
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
  // Doesn't wait for the balances, which appear when they arrive.
  refreshCredits().catch(() => undefined);
  const hasBroughtWork = await adoptGuestDocuments(before);
  if (before?.is_guest === true && user !== null) await fileGuestResults(before.id, user.id);
  if (after.isPopup === true) closePopup(STORAGE_KEYS.loginSuccess, 'true', after.popupDelayMs);
  // Reloads the page, because the studio may be open with the guest's documents, which are now the user's.
  else if (hasBroughtWork) location.assign(path);
  else navigateTo(path);
  return true;
}

/** Stores a guest's results in the history of the guest's new account; after a failure, the next page tries again. */
async function fileGuestResults(guestId: string, userId: string): Promise<void> {
  try {
    const [{ passUnfiledOn }, { fileUnfiled }] = await Promise.all([
      import('../filing/unfiled.ts'),
      import('../filing/file-unfiled.ts'),
    ]);
    passUnfiledOn(guestId, userId);
    // Doesn't wait until the pictures are stored.
    void fileUnfiled();
  } catch (error) {
    console.warn('What was made as a guest is not in history yet.', error);
  }
}

/**
 * Transfers the documents of a guest who signs in to an existing account.
 * @returns true if there were any documents
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

/** Handles a failed sign-in: shows the message and opens home; a popup leaves both to its opener. */
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

/** Reports the outcome through the storage, because a popup can't reach its opener, and closes the popup. */
function closePopup(
  flag: typeof STORAGE_KEYS.loginSuccess | typeof STORAGE_KEYS.loginFailure,
  value: string,
  delayMs = 0,
): void {
  // Removes the value first, because browsers notify other tabs only if the value changes.
  removeStored(flag);
  writeStored(flag, value);
  setTimeout(() => globalThis.close(), delayMs);
}
