const IDLE_LIMIT_MS = 2000;
/** Delay in milliseconds in browsers without `requestIdleCallback`. */
const PAINT_ALLOWANCE_MS = 300;

/**
 * Runs `work` once the browser has painted the first screen, including its pictures, and is idle. Waits at most two
 * seconds for the pictures, and two more until the browser is idle.
 * @returns a function that cancels it
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
