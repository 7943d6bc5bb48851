import { availableParallelism, loadavg } from 'node:os';
import { IMAGE_MAX_PIXELS } from '../pixels/file/header/probe.ts';
import type { Allowance } from '../tools/tool.ts';

/** Signal that ends the engine's process if a job exceeds its memory limit; used for nothing else. */
export const MEMORY_LIMIT_SIGNAL = 'SIGUSR2';

export class JobLimitError extends Error {
  override readonly name = 'JobLimitError';
  readonly limit: 'time' | 'memory';
  /** True if the machine was busy, so the photo may not be the cause. */
  readonly isMachineBusy: boolean;

  constructor(limit: 'time' | 'memory', isMachineBusy = false) {
    super(`The job took more ${limit} than it may${isMachineBusy ? ', on a machine that is busy' : ''}`);
    this.limit = limit;
    this.isMachineBusy = isMachineBusy;
  }
}

/** System load per core from which the machine counts as busy; a job alone causes a load of one. */
const BUSY_LOAD_PER_CORE = 2;

/** True if other processes take half of the machine or more. Always false on systems without a load average (Windows). */
export const isMachineBusy = (): boolean =>
  (loadavg()[0] ?? 0) >= BUSY_LOAD_PER_CORE * availableParallelism();

export interface JobLimits {
  /** Time limit, measured from the start of the work; waiting in the queue doesn't count. */
  readonly timeoutMs: number;
  /** Memory that the job may use in addition to the memory in use when it begins. */
  readonly memoryBytes: number;
  /** Memory that the tool needs, as measured; part of the limit. */
  readonly neededBytes: number;
  /** Part of this need that is already in use after an earlier job of the same tool. */
  readonly startBytes: number;
  /** Total memory of the process to stay below, by evicting cached resources that the job doesn't need. */
  readonly roomBytes: number;
}

const MIB = 1024 ** 2;
/**
 * Ratio of the memory limit to the measured need. It allows for the network kernels of other processors, but stops
 * leaks.
 */
const MEMORY_RESERVE = 2;
/** Additional memory of another segmentation network: an operator's own, or ours in single precision. */
const OTHER_NETWORK_MIB = 400;
/**
 * Total memory to stay below, for phone photos and for larger ones. It is below the documented 750 MB and 1200 MB
 * (docs/benchmarks.md), but not much lower, because evicted resources must be reopened, which takes longer than many
 * jobs.
 */
const ROOM_MIB = 720;
const LARGE_ROOM_MIB = 900;
const USUAL_MEGAPIXELS = 12.5;

/**
 * Computes the limits of a job.
 * @param pixels pixels of the largest picture that it reads or writes; 0 if unknown
 */
export function computeLimits(
  { baseMs, msPerMegapixel, baseMiB, mibPerMegapixel, startMiB = 0, segments = false }: Allowance,
  pixels: number,
): JobLimits {
  const megapixels = (pixels || IMAGE_MAX_PIXELS) / 1e6;
  const neededMiB = baseMiB + mibPerMegapixel * megapixels;
  const networkMiB = segments ? OTHER_NETWORK_MIB : 0;
  return {
    timeoutMs: Math.round(baseMs + msPerMegapixel * megapixels),
    memoryBytes: Math.round((neededMiB * MEMORY_RESERVE + networkMiB) * MIB),
    neededBytes: Math.round(neededMiB * MIB),
    startBytes: startMiB * MIB,
    roomBytes: (megapixels > USUAL_MEGAPIXELS ? LARGE_ROOM_MIB : ROOM_MIB) * MIB,
  };
}
