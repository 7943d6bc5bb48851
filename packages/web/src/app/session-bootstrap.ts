import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { useEffect } from 'react';
import { afterFirstPaint } from '../lib/after-first-paint.ts';
import { readCurrentUser } from '../lib/current-user.ts';
import { readStored } from '../lib/storage.ts';
import { showToast } from '../lib/toast.ts';

/** Everything that talks to the server is in scripts of its own, so that the first screen does not wait for it. */
async function startSession(): Promise<void> {
  const [{ ensureSession }, { refreshCredits }] = await Promise.all([
    import('../lib/session.ts'),
    import('../lib/credits.ts'),
  ]);
  await ensureSession();
  // A balance that cannot be read leaves the pill empty; the call that needs it says why.
  refreshCredits().catch(() => undefined);
  // What is stored may be old: another device may have confirmed the address, or changed the name.
  if (readCurrentUser()?.is_guest === false)
    void import('../lib/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo());
  if (readStored(STORAGE_KEYS.unfiled) !== null)
    import('../lib/file-unfiled.ts').then(({ fileUnfiled }) => fileUnfiled()).catch(() => undefined);
}

let inFlight: Promise<string | null> | null = null;

/**
 * Starts the session (a guest's when there is none) and reads the balances, once at a time.
 * @param isAskedFor true when the visitor waits for it: a failure then says so
 * @returns false when the server gave none
 */
export async function requestSession({ isAskedFor }: { readonly isAskedFor: boolean }): Promise<boolean> {
  inFlight ??= startSession()
    .then(() => null, sentenceOf)
    .finally(() => {
      inFlight = null;
    });
  const failure = await inFlight;
  if (failure !== null && isAskedFor) showToast('error', failure);
  return failure === null;
}

/** The error's sentence; when the script that knows it cannot be fetched either, there is no connection. */
async function sentenceOf(error: unknown): Promise<string> {
  try {
    const { messageOf } = await import('../lib/api-error.ts');
    return messageOf(error);
  } catch {
    return SHELL_MESSAGES.offline;
  }
}

export function useSessionAfterFirstPaint(): void {
  useEffect(() => afterFirstPaint(() => void requestSession({ isAskedFor: false })), []);
}
