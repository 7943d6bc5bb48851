/** The secret of an invitation, while its guest signs in or up: it outlives the page, and ends with the tab. */
const KEY = 'invitation';

/** @param token null forgets it */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // Where storage is blocked the link in the mail has to be opened again after signing in.
  }
}

export function readInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
