import type { CurrentUser, Session, TokenPair } from '@packshot/contract/accounts/session';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { DEFAULT_TAB } from '@packshot/contract/routes';
import { readCurrentUser } from './current-user.ts';
import { useGlobalState } from '../state/global-state.ts';
import { readStored, removeStored, writeStored } from '../state/storage.ts';
import { hasToken, readTokens } from './tokens.ts';

/**
 * Writes the session. Responses arrive in any order, in this tab and in others: a guest session requested before a
 * sign-in, exchanged tokens that were replaced meanwhile, data of a user who has signed out. So each write states on
 * which session it is based, checks the storage again, and doesn't overwrite a newer session.
 */
const LOCK_NAME = 'packshot-session-write';

/** Runs writes of all tabs in turn if the browser has Web Locks; otherwise only those of the same tab. */
function exclusively<T>(change: () => T): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(LOCK_NAME, async () => change()) : Promise.resolve().then(change);
}

export type UserToSave = Pick<CurrentUser, 'user' | 'organization_detail' | 'role_detail' | 'user_pilot_id'> &
  Partial<CurrentUser>;

/** User of a session, in the form that is stored. */
export const userOfSession = (
  session: Pick<
    Session,
    'info' | 'organization_detail' | 'role' | 'user_pilot_id' | 'gcp_user_identity' | 'freemium_credits'
  >,
): UserToSave => ({
  user: session.info.user,
  organization_detail: session.organization_detail,
  role_detail: session.role,
  user_pilot_id: session.user_pilot_id,
  gcp_user_identity: session.gcp_user_identity,
  freemium_credits: session.freemium_credits,
});

/**
 * Stores a guest session that was started automatically.
 * @returns false if the user has signed in, or another tab has started a guest session meanwhile
 */
export function storeGuestSession(session: Session): Promise<boolean> {
  return exclusively(() => {
    if (hasToken()) return false;
    writeTokens(session);
    writeUser(userOfSession(session));
    return true;
  });
}

/**
 * Stores a sign-in, replacing any other session.
 * @param tokens either may be missing
 * @param user null if the response didn't include the user
 */
export function storeSignIn(
  tokens: { readonly access: string | null; readonly refresh: string | null },
  user: UserToSave | null,
): Promise<void> {
  return exclusively(() => {
    writeTokens(tokens);
    if (user === null) removeStored(STORAGE_KEYS.currentUser);
    else writeUser(user);
  });
}

/**
 * Stores exchanged tokens.
 * @param spent refresh token for which the server issued them
 * @returns false if the session has another token now, because the user has signed in or out meanwhile
 */
export function storeExchange(spent: string, pair: TokenPair): Promise<boolean> {
  return exclusively(() => {
    if (readTokens().refresh !== spent) return false;
    writeTokens(pair);
    return true;
  });
}

/**
 * Stores new data of the signed-in user.
 * @returns false without a session, and for data of another user, including the guest who has become this user
 */
export function storeUser(news: UserToSave): Promise<boolean> {
  return exclusively(() => {
    const stored = readCurrentUser();
    const isOfAnother = stored !== null && stored.id !== news.user.id;
    const isOutdated = stored !== null && !stored.is_guest && news.user.is_guest;
    if (!hasToken() || isOfAnother || isOutdated) return false;
    writeUser(news);
    return true;
  });
}

/**
 * Removes a session that the server has refused to renew. If it was a guest's, the guest's ID is stored, so that the
 * next guest gets the work.
 * @param spent refresh token that was refused; null if there was none
 * @returns false if another session has replaced it, or there is no session
 */
export function endSession(spent: string | null): Promise<boolean> {
  return exclusively(() => {
    if (!hasToken() || readTokens().refresh !== spent) return false;
    const user = readCurrentUser();
    if (user?.is_guest === true) writeStored(STORAGE_KEYS.expiredGuest, user.id);
    forget();
    return true;
  });
}

/** Removes all session data from this browser; the default tab becomes active. */
export const forgetSession = (): Promise<void> => exclusively(forget);

/** ID of the expired guest whose work the next guest takes over; removed when it is read. */
export function takeExpiredGuestId(): string | null {
  const guestId = readStored(STORAGE_KEYS.expiredGuest);
  removeStored(STORAGE_KEYS.expiredGuest);
  return guestId;
}

/** Writes the refresh token first: if the page closes before the second write, the next page can still exchange it. */
function writeTokens(tokens: { readonly access: string | null; readonly refresh: string | null }): void {
  const { refreshToken, accessToken } = STORAGE_KEYS;
  if (tokens.refresh === null) removeStored(refreshToken);
  else writeStored(refreshToken, tokens.refresh);
  if (tokens.access === null) removeStored(accessToken);
  else writeStored(accessToken, tokens.access);
}

/** Stores the user under agreed keys, which other pages of the operator may read. */
function writeUser({ role_detail, ...currentUser }: UserToSave): void {
  writeStored(STORAGE_KEYS.currentUser, JSON.stringify(currentUser));
  writeStored(STORAGE_KEYS.roleDetail, JSON.stringify(role_detail));
  writeStored(STORAGE_KEYS.isGuestUser, String(currentUser.user.is_guest));
  writeStored(STORAGE_KEYS.isGcpUser, String(typeof currentUser.gcp_user_identity === 'string'));
  useGlobalState.setState({ userLoggedIn: true, currentUser: readCurrentUser() });
}

function forget(): void {
  removeStored(
    STORAGE_KEYS.accessToken,
    STORAGE_KEYS.refreshToken,
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
