import { Worker } from 'node:worker_threads';
import type { WatchedMemory } from './memory-watch-thread.ts';

const WATCH_FILE = new URL('./memory-watch-thread.ts', import.meta.url);

/**
 * Watches this process' resident memory, native code's included, from a thread of its own, so that it sees what happens
 * while the main thread computes. A process that holds more than it may is ended by MEMORY_LIMIT_SIGNAL.
 */
export function watchMemory() {
  const limitBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  limitBytes[0] = Infinity;
  const workerData: WatchedMemory = { limitBytes, parentPid: process.ppid };
  new Worker(WATCH_FILE, { workerData, execArgv: [] }).unref();
  return {
    /** From now on the process may hold this much more than it holds now. */
    allow(bytes: number): void {
      limitBytes[0] = process.memoryUsage.rss() + bytes;
    },
  };
}
