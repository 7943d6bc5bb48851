import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { useEffect } from 'react';
import { afterFirstPaint } from '../lib/page/after-first-paint.ts';
import { useGlobalState } from '../lib/state/global-state.ts';
import { showToast } from '../lib/state/toast.ts';

let inFlight: Promise<string | null> | null = null;

/**
 * Starts the session (a guest session if there is none) and reads the balances; concurrent calls share one run.
 * @param isAskedFor whether the visitor is waiting, so that a failure shows a toast
 * @returns false if the server refused a session
 */
export async function requestSession({ isAskedFor }: { readonly isAskedFor: boolean }): Promise<boolean> {
  inFlight ??= import('./start-session.ts')
    .then(({ startSession }) => startSession())
    .then(() => null, readableMessage)
    .finally(() => {
      inFlight = null;
    });
  const failure = await inFlight;
  if (failure !== null && isAskedFor) showToast('error', failure);
  return failure === null;
}

/** Message of an error; if even the script with the messages can't load, there is no connection. */
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
  useEffect(keepBalancesCurrent, []);
}

/**
 * Delays in milliseconds between attempts to read missing balances; after the last one, only a returning connection
 * triggers another attempt.
 */
const RETRY_AFTER_MS = [2000, 5000, 15_000, 60_000];

/** Time in milliseconds for which a page must have been hidden for its balances to count as outdated. */
const OUTDATED_AFTER_MS = 10_000;

/**
 * Reads the balances and the user again when the visitor returns to the page, because another tab or device may have
 * changed them. Retries reading missing balances when the connection is back, and a few times by itself.
 * @returns a function that stops this
 */
export function keepBalancesCurrent(): () => void {
  let hiddenAtMs: number | null = null;
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
  const onVisibility = (): void => {
    if (document.hidden) {
      hiddenAtMs = Date.now();
      return;
    }
    if (hiddenAtMs !== null && Date.now() - hiddenAtMs >= OUTDATED_AFTER_MS) onBack();
    hiddenAtMs = null;
  };
  const stop = useGlobalState.subscribe(look);
  addEventListener('online', onBack);
  document.addEventListener('visibilitychange', onVisibility);
  look();
  return () => {
    stop();
    clearTimeout(timer);
    removeEventListener('online', onBack);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
