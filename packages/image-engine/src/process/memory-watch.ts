import { Worker } from 'node:worker_threads';
import type { WatchedMemory } from './memory-watch-thread.ts';

const WATCH_FILE = new URL('./memory-watch-thread.ts', import.meta.url);

/**
 * Watches this process' resident memory, including native code, from a separate thread that runs while the main thread
 * computes. Sends MEMORY_LIMIT_SIGNAL to a process that exceeds its limit.
 */
export function watchMemory() {
  const limitBytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  limitBytes[0] = Infinity;
  const workerData: WatchedMemory = { limitBytes, parentPid: process.ppid };
  new Worker(WATCH_FILE, { workerData, execArgv: [] }).unref();
  return {
    /** Sets the limit to this many bytes above the current usage. */
    allow(bytes: number): void {
      limitBytes[0] = process.memoryUsage.rss() + bytes;
    },
  };
}
