/**
 * An invitation's token, kept while the invited person signs in or up: it survives page loads and ends with
 * the tab.
 */
const KEY = 'invitation';

/** @param token null removes it */
export function keepInvitation(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // Where storage is blocked, the link in the mail has to be opened again after signing in.
  }
}

export function readInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
