import { readCurrentUser } from './current-user.ts';
import { request } from '../api/api-client.ts';
import { forgetSession } from './session-store.ts';
import { deleteStudioDatabase } from '../handover/studio-database.ts';
import { readTokens } from './tokens.ts';
import { forgetUnfiledForUser } from '../filing/unfiled.ts';

export interface SignOutOptions {
  /** Called when all data is cleared, before the page reloads. */
  readonly onDone?: () => void;
  /** Whether to reload the page; false if the caller navigates. */
  readonly reload?: boolean;
}

/**
 * Ends the session on the server and in this browser: removes tokens, user data, session storage and the user's work
 * in the studio. Without a connection, the session expires on the server by itself.
 */
export async function signOut({ onDone, reload = true }: SignOutOptions = {}): Promise<void> {
  const { refresh } = readTokens();
  const userId = readCurrentUser()?.id;
  if (refresh !== null) await request('logout', { body: { refresh } }).catch(() => undefined);
  await forgetSession();
  clearSessionStorage();
  if (userId !== undefined) {
    forgetUnfiledForUser(userId);
    await deleteStudioDatabase(userId);
  }
  onDone?.();
  if (reload) location.reload();
}

function clearSessionStorage(): void {
  try {
    globalThis.sessionStorage?.clear();
  } catch {
    // If the browser blocks storage, there is nothing to clear.
  }
}
