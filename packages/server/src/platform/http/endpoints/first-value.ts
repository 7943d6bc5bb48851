export const HEARTBEAT = Symbol('heartbeat');
export const ABORTED = Symbol('aborted');

/** Waits for the first of three events: the next value, the end of a time limit, or the abort signal. */
export async function waitForFirst<T>(
  next: Promise<T>,
  silenceMs: number,
  signal: AbortSignal,
): Promise<T | typeof HEARTBEAT | typeof ABORTED> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const heartbeat = new Promise<typeof HEARTBEAT>((resolve) => {
    timer = setTimeout(resolve, silenceMs, HEARTBEAT);
  });
  const aborted = new Promise<typeof ABORTED>((resolve) => {
    onAbort = () => resolve(ABORTED);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([next, heartbeat, aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
