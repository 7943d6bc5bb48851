import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { MESSAGES } from '@packshot/contract/messages';
import { currentUserSchema, sessionSchema } from '@packshot/contract/session';
import { ROUTES } from '@packshot/contract/tabs';
import { EVENTS, resetIdentity, track } from './analytics.ts';
import { ApiError, call, errorFromAnswer, messageOf } from './api-client.ts';
import { refreshCredits } from './credits.ts';
import { readCurrentUser } from './current-user.ts';
import type { StoredUser } from './current-user.ts';
import { navigateTo } from './navigation.ts';
import { readNextPath } from './next-path.ts';
import { forgetSession, refreshSession, saveUser } from './session.ts';
import { removeStored, writeStored } from './storage.ts';
import { showToast } from './toast.ts';
import { removeTokens, writeTokens } from './tokens.ts';

const UNAUTHENTICATED = 401;

export interface AfterSignIn {
  /** Where to go; by default what the address says, or the studio. */
  readonly path?: string;
  /** True in a window of its own, which closes when it is done. */
  readonly isPopup?: boolean;
  /** How long a popup stays open after it has said that it succeeded. */
  readonly popupDelayMs?: number;
}

/**
 * Ends a sign-in by the rules of the specification, whatever way it came:
 * - not successful: an error toast with the server's sentence, and home;
 * - an access token is stored; without one the refresh token alone is used; with neither nobody is verified;
 * - a user with an id is stored and goes to the studio; without one the tokens are exchanged first, and if that fails
 *   the storage is cleared.
 * @returns true when somebody is signed in
 */
export async function completeSignIn(response: Response, after: AfterSignIn = {}): Promise<boolean> {
  const before = readCurrentUser();
  // Read first: the page itself goes on as soon as there is a user, and takes its address along.
  const path = after.path ?? readNextPath();
  try {
    if (!response.ok) throw errorFromAnswer(response.status, await response.text());
    await acceptAnswer(await response.json().catch(() => null));
  } catch (error) {
    failSignIn(messageOf(error));
    return false;
  }
  resetIdentity();
  void track(EVENTS.signedIn);
  // What is left is shown when it is known; signing in does not wait for it.
  refreshCredits().catch(() => undefined);
  const hasBroughtWork = await bringDocuments(before);
  if (after.isPopup === true) closePopup(after.popupDelayMs);
  // The studio may have been open as the guest's: it begins anew, with the documents where they are now.
  else if (hasBroughtWork) location.assign(path);
  else navigateTo(path);
  return true;
}

/**
 * A guest who signs in to an account that is there already brings their documents along.
 * @returns true when there were any
 */
async function bringDocuments(before: StoredUser | null): Promise<boolean> {
  const user = readCurrentUser();
  if (before?.is_guest !== true || user === null || user.id === before.id) return false;
  try {
    const { handOverStudioDatabase } = await import('./studio-database.ts');
    return await handOverStudioDatabase(before.id, user.id);
  } catch (error) {
    console.warn('What was made as a guest stays behind in this browser.', error);
    return false;
  }
}

/** The end of a sign-in that did not succeed: the sentence, and home. */
export function failSignIn(message: string): void {
  showToast('error', message);
  navigateTo(ROUTES.home);
}

async function acceptAnswer(body: unknown): Promise<void> {
  const data = ((body as { data?: unknown } | null)?.data ?? {}) as Readonly<Record<string, unknown>>;
  const access = textOf(data['access']);
  const refresh = textOf(data['refresh']);
  if (access === '' && refresh === '') {
    throw new ApiError('UNAUTHENTICATED', UNAUTHENTICATED, MESSAGES.unableToVerify);
  }
  storeTokens(access, refresh);
  const session = sessionSchema
    .pick({ info: true, organization_detail: true, role: true, user_pilot_id: true, gcp_user_identity: true })
    .safeParse(data);
  if (session.success) {
    const { info, organization_detail, role, user_pilot_id, gcp_user_identity } = session.data;
    saveUser({ user: info.user, organization_detail, role_detail: role, user_pilot_id, gcp_user_identity });
    return;
  }
  try {
    await refreshSession(access === '' ? null : access);
    saveUser(currentUserSchema.parse((await call('getUserDetails')).data));
  } catch (error) {
    forgetSession();
    throw error;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function storeTokens(access: string, refresh: string): void {
  removeTokens();
  if (access !== '' && refresh !== '') writeTokens(access, refresh);
  else if (refresh !== '') writeStored(STORAGE_KEYS.refreshToken, refresh);
  else writeStored(STORAGE_KEYS.accessToken, access);
}

/** Tells the page that opened this window, which cannot be spoken to directly, and goes. */
function closePopup(delayMs = 0): void {
  removeStored(STORAGE_KEYS.loginSuccess);
  writeStored(STORAGE_KEYS.loginSuccess, 'true');
  setTimeout(() => globalThis.close(), delayMs);
}
