/** Thread of `watchMemory`. */
import { workerData } from 'node:worker_threads';
import { MEMORY_LIMIT_SIGNAL } from './job-limits.ts';

export interface WatchedMemory {
  /** Limit as a single number, shared with the main thread. */
  readonly limitBytes: Float64Array;
  readonly parentPid: number;
}

/** Interval that stops a job growing by a gigabyte per second within 50 MB of its limit; a check takes microseconds. */
const INTERVAL_MS = 50;

const { limitBytes, parentPid } = workerData as WatchedMemory;
setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes[0]) process.kill(process.pid, MEMORY_LIMIT_SIGNAL);
  // Checked here, because the main thread can't notice it while in native code.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
