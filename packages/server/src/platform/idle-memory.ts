import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECKED_EVERY_MS = 15_000;
/** Event loop utilization, from 0 to 1, below which the process has time for a garbage collection. */
const IDLE_UTILIZATION = 0.05;
/** Growth above the lowest memory since the last garbage collection that triggers another one. */
const GROWTH_BYTES = 64 * 1024 * 1024;

type CollectGarbage = (options: {
  readonly type: 'major';
  readonly execution: 'async';
  readonly flavor: 'last-resort';
}) => Promise<void>;

/**
 * Returns memory to the operating system after a burst of work. V8 and the allocator keep freed pages until a
 * last-resort garbage collection, which an idle process never runs.
 * @returns a function that ends the checks
 */
export function returnMemoryWhenIdle(
  checkedEveryMs = CHECKED_EVERY_MS,
  growthBytes = GROWTH_BYTES,
): () => void {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as CollectGarbage;
  let leastBytes = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const rssBytes = process.memoryUsage.rss();
    leastBytes = Math.min(leastBytes, rssBytes);
    if (utilization > IDLE_UTILIZATION || rssBytes < leastBytes + growthBytes) return;
    void collectGarbage({ type: 'major', execution: 'async', flavor: 'last-resort' }).then(() => {
      leastBytes = process.memoryUsage.rss();
    });
  }, checkedEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
