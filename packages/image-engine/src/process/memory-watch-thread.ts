/** Script of the thread that `watchMemory` starts. */
import { workerData } from 'node:worker_threads';
import { MEMORY_LIMIT_SIGNAL } from './job-limits.ts';

export interface WatchedMemory {
  /** Memory limit as a single number, shared with the main thread. */
  readonly limitBytes: Float64Array;
  readonly parentPid: number;
}

/**
 * Interval between memory checks. A job that grows by a gigabyte per second is stopped within 50 MB of its limit; a
 * check takes microseconds.
 */
const INTERVAL_MS = 50;

const { limitBytes, parentPid } = workerData as WatchedMemory;
setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes[0]) process.kill(process.pid, MEMORY_LIMIT_SIGNAL);
  // Ends the process if its parent has ended. The main thread couldn't do this while native code runs.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
