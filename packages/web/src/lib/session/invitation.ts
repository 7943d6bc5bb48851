/** Token of an invitation, kept while the invited user signs in or up. It survives page loads and ends with the tab. */
const KEY = 'invitation';

/** @param token null to remove it */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // If storage is blocked, the user has to open the mail's link again after signing in.
  }
}

export function readInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
