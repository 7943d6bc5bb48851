import { STORAGE_KEYS } from '../lib/state/storage-keys.ts';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { useEffect } from 'react';
import { afterFirstPaint } from '../lib/page/after-first-paint.ts';
import { readCurrentUser } from '../lib/session/current-user.ts';
import { useGlobalState } from '../lib/state/global-state.ts';
import { readStored } from '../lib/state/storage.ts';
import { showToast } from '../lib/state/toast.ts';

/** Everything that talks to the server is imported lazily, so that the first screen does not wait for it. */
async function startSession(): Promise<void> {
  const [{ ensureSession }, { refreshCredits }] = await Promise.all([
    import('../lib/session/session.ts'),
    import('../lib/plans/credits.ts'),
  ]);
  await ensureSession();
  // An unreadable balance leaves the pill empty; the call that needs the balance explains why.
  refreshCredits().catch(() => undefined);
  // A guest's noted results wait for an account.
  if (readCurrentUser()?.is_guest !== false) return;
  // The stored user may be outdated: another device may have confirmed the address or changed the name.
  void import('../lib/session/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo());
  if (readStored(STORAGE_KEYS.unfiled) !== null)
    import('../lib/filing/file-unfiled.ts').then(({ fileUnfiled }) => fileUnfiled()).catch(() => undefined);
}

let inFlight: Promise<string | null> | null = null;

/**
 * Starts the session (a guest's if there is none) and reads the balances; concurrent calls share one run.
 * @param isAskedFor whether the visitor is waiting, so that a failure shows a toast
 * @returns false if the server refused a session
 */
export async function requestSession({ isAskedFor }: { readonly isAskedFor: boolean }): Promise<boolean> {
  inFlight ??= startSession()
    .then(() => null, readableMessage)
    .finally(() => {
      inFlight = null;
    });
  const failure = await inFlight;
  if (failure !== null && isAskedFor) showToast('error', failure);
  return failure === null;
}

/** The error's message; if even the script with the messages cannot be loaded, there is no connection. */
async function readableMessage(error: unknown): Promise<string> {
  try {
    const { getErrorMessage: messageOf } = await import('../lib/api/api-error.ts');
    return messageOf(error);
  } catch {
    return SHELL_MESSAGES.offline;
  }
}

export function useSessionAfterFirstPaint(): void {
  useEffect(() => afterFirstPaint(() => void requestSession({ isAskedFor: false })), []);
  useEffect(retryMissingBalances, []);
}

/** Delays between attempts to read missing balances; afterwards only a returning connection triggers another. */
const RETRY_AFTER_MS = [2000, 5000, 15_000, 60_000];

/**
 * Retries missing balances when the connection is back, and a few times by itself.
 * @returns a function that stops the retries
 */
export function retryMissingBalances(): () => void {
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
