/** Storage key of an invitation's token while the user signs in or up. The stored token ends with the tab. */
const KEY = 'invitation';

/** @param token null to remove it */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // If storage is blocked, the user has to open the invitation link again after signing in.
  }
}

export function readInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
