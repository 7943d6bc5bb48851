import { STORAGE_KEYS } from '../lib/storage-keys.ts';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { useEffect } from 'react';
import { afterFirstPaint } from '../lib/after-first-paint.ts';
import { readCurrentUser } from '../lib/current-user.ts';
import { useGlobalState } from '../lib/global-state.ts';
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
  useEffect(keepBalancesKnown, []);
}

/** Waits between tries to read balances that could not be read. After the last one only a connection that comes back asks again. */
const RETRY_AFTER_MS = [2000, 5000, 15_000, 60_000];

/**
 * Asks again for balances that are not known: when the connection comes back, and a few times by itself.
 * @returns a function that ends it
 */
export function keepBalancesKnown(): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void requestSession({ isAskedFor: false }).finally(look);
  };
  const look = (): void => {
    if (useGlobalState.getState().areCreditsKnown) {
      clearTimeout(timer);
      timer = undefined;
      tries = 0;
      return;
    }
    const waitMs = RETRY_AFTER_MS[tries];
    if (timer !== undefined || waitMs === undefined) return;
    tries += 1;
    timer = setTimeout(ask, waitMs);
  };
  const onBack = (): void => {
    tries = 0;
    ask();
  };
  const stop = useGlobalState.subscribe(look);
  addEventListener('online', onBack);
  look();
  return () => {
    stop();
    clearTimeout(timer);
    removeEventListener('online', onBack);
  };
}
