/** Waits for a time; rejects with the signal's reason if it aborts first. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** Pause before a retry. It doubles after each failure, with jitter so that clients don't retry simultaneously. */
export const pauseMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2);
