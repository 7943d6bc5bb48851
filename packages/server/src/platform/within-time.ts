/**
 * Abort reason of all time limits. Shared, because a new error would keep its stack frames in memory as long as the
 * signal exists.
 */
const TIME_IS_UP = new Error('The time is up');

/** Whether the time limit of `withinTime` aborted a signal, rather than the parent signal. */
export const isTimeUp = (signal: AbortSignal): boolean => signal.reason === TIME_IS_UP;

/**
 * Does work with a signal that aborts after a time limit or with a parent signal. Timer and listener end with the
 * work, whereas `AbortSignal.timeout` would stay in memory until the limit.
 */
export async function withinTime<Result>(
  limitMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const onParentAbort = () => ending.abort(parent?.reason);
  const timer = setTimeout(() => ending.abort(TIME_IS_UP), limitMs);
  if (parent?.aborted === true) onParentAbort();
  parent?.addEventListener('abort', onParentAbort, { once: true });
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onParentAbort);
  }
}
