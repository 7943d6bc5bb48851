const IDLE_LIMIT_MS = 2000;
/** For browsers that cannot tell when they are idle. */
const PAINT_ALLOWANCE_MS = 300;

/**
 * Runs `work` once the first screen has been painted, its pictures too, and the browser has nothing better to do; after
 * two seconds in any case, because one picture may be slow.
 * @returns a function that calls it off
 */
export function afterFirstPaint(work: () => void): () => void {
  if (document.readyState === 'complete') return whenIdle(work);
  let stopWaiting = (): void => {
    clearTimeout(timer);
    removeEventListener('load', begin);
  };
  const begin = (): void => {
    stopWaiting();
    stopWaiting = whenIdle(work);
  };
  const timer = setTimeout(begin, IDLE_LIMIT_MS);
  addEventListener('load', begin);
  return () => stopWaiting();
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, PAINT_ALLOWANCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_LIMIT_MS });
  return () => cancelIdleCallback(handle);
}
