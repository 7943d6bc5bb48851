import { setImmediate } from 'node:timers/promises';

/**
 * Measures the longest time this thread's event loop was blocked by computation. Uses CPU time, so that other programs
 * on the machine don't matter.
 * @returns milliseconds
 */
export async function longestHoldUp(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  const measure = async (): Promise<void> => {
    await setImmediate();
    while (!isOver) {
      const before = process.threadCpuUsage();
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const measuring = measure();
  try {
    await work();
  } finally {
    isOver = true;
    await measuring;
  }
  return longest;
}
