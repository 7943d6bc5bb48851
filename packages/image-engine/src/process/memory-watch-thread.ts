/** The thread behind `watchMemory`. */
import { workerData } from 'node:worker_threads';
import { MEMORY_LIMIT_SIGNAL } from './job-limits.ts';

export interface WatchedMemory {
  /** One number, shared with the main thread. */
  readonly limitBytes: Float64Array;
  readonly parentPid: number;
}

/** Often enough that a job at a gigabyte a second is stopped 50 MB beyond its limit; a look takes microseconds. */
const INTERVAL_MS = 50;

const { limitBytes, parentPid } = workerData as WatchedMemory;
setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes[0]) process.kill(process.pid, MEMORY_LIMIT_SIGNAL);
  // The main thread would not hear of it in the middle of native code.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);
