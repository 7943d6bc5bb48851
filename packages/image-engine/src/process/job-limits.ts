import { availableParallelism, loadavg } from 'node:os';
import { IMAGE_MAX_PIXELS } from '../pixels/file/header/probe.ts';
import type { Allowance } from '../tools/tool.ts';

/** How the engine's process ends when a job holds more memory than it may; nothing else sends it. */
export const MEMORY_LIMIT_SIGNAL = 'SIGUSR2';

/** A job took more time or memory than it may. It would again, so it is not tried again. */
export class JobLimitError extends Error {
  override readonly name = 'JobLimitError';
  readonly limit: 'time' | 'memory';
  /** True: so much else ran on the machine that the photo need not be at fault. */
  readonly isMachineBusy: boolean;

  constructor(limit: 'time' | 'memory', isMachineBusy = false) {
    super(`The job took more ${limit} than it may${isMachineBusy ? ', on a machine that is busy' : ''}`);
    this.limit = limit;
    this.isMachineBusy = isMachineBusy;
  }
}

/** A job by itself keeps each core busy once. */
const BUSY_LOAD_PER_CORE = 2;

/** True when others take half of the machine or more. Always false where the system does not count its load (Windows). */
export const isMachineBusy = (): boolean =>
  (loadavg()[0] ?? 0) >= BUSY_LOAD_PER_CORE * availableParallelism();

export interface JobLimits {
  /** From the start of its work; waiting for others does not count. */
  readonly timeoutMs: number;
  /** Beyond what the process holds when the work begins. */
  readonly memoryBytes: number;
  /** What it takes of that, as measured. */
  readonly neededBytes: number;
  /** The part of it that is there already where a job of the same tool has been done. */
  readonly startBytes: number;
  /** What the process should stay below, where that is possible by forgetting what the job does not need. */
  readonly roomBytes: number;
}

const MIB = 1024 ** 2;
/** How many times what was measured a job may hold: room for other processors' kernels, and an end for what grows. */
const MEMORY_RESERVE = 2;
/** What a segmentation network may take beyond that: an operator's own, or ours in single precision. */
const OTHER_NETWORK_MIB = 400;
/**
 * Below the 750 MB that are promised for photos of phones, and below the 1200 MB for larger ones (docs/benchmarks.md). What is forgotten for
 * a job has to be opened again after it, which takes longer than many a job: no more room is made than that.
 */
const ROOM_MIB = 720;
const LARGE_ROOM_MIB = 900;
const USUAL_MEGAPIXELS = 12.5;

/**
 * What a job may take.
 * @param pixels of the largest picture that it reads or makes; 0 when the header did not say
 */
export function limitsOf(
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
