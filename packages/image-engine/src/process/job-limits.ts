import { IMAGE_MAX_PIXELS } from '../pixels/header/probe.ts';
import type { ToolName } from './tool-jobs.ts';

/** How the engine's process ends when a job holds more memory than it may; nothing else sends it. */
export const MEMORY_LIMIT_SIGNAL = 'SIGUSR2';

/** A job took more time or memory than it may. It would again, so it is not tried again. */
export class JobLimitError extends Error {
  override readonly name = 'JobLimitError';
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super(`The job took more ${limit} than it may`);
    this.limit = limit;
  }
}

export interface JobLimits {
  /** From the start of its work; waiting for others does not count. */
  readonly timeoutMs: number;
  /** Beyond what the process holds when the work begins. */
  readonly memoryBytes: number;
  /** What it takes of that, as measured. */
  readonly neededBytes: number;
}

interface Allowance {
  /** For start-up, the network and small pictures. */
  readonly baseMs: number;
  readonly msPerMegapixel: number;
  /** As measured: see docs/benchmarks.md. What a job adds to a process that has just started. */
  readonly baseMiB: number;
  readonly mibPerMegapixel: number;
}

const MIB = 1024 ** 2;
/** How many times what was measured a job may hold: room for other processors' kernels, and an end for what grows. */
const MEMORY_RESERVE = 2;
/** What a network may take beyond that: an operator's own, or ours in single precision. */
const OTHER_NETWORK_MIB = 400;
const WITH_SEGMENTATION: ReadonlySet<ToolName> = new Set(['remove-background', 'describe', 'generate-scene']);
/**
 * Eight times and more what a job takes on two idle cores: room for slow and busy machines and for single precision, an end for what
 * hangs.
 */
const ALLOWANCES: Readonly<Record<ToolName, Allowance>> = {
  'remove-background': { baseMs: 60_000, msPerMegapixel: 1_000, baseMiB: 370, mibPerMegapixel: 5 },
  // Masks and products may cover more of the photo than those that were measured.
  magic: { baseMs: 60_000, msPerMegapixel: 6_000, baseMiB: 225, mibPerMegapixel: 13 },
  upscale: { baseMs: 60_000, msPerMegapixel: 20_000, baseMiB: 250, mibPerMegapixel: 9 },
  harmonize: { baseMs: 30_000, msPerMegapixel: 2_000, baseMiB: 200, mibPerMegapixel: 13 },
  'encode-avif': { baseMs: 30_000, msPerMegapixel: 10_000, baseMiB: 60, mibPerMegapixel: 50 },
  refine: { baseMs: 30_000, msPerMegapixel: 2_000, baseMiB: 150, mibPerMegapixel: 18 },
  moderate: { baseMs: 30_000, msPerMegapixel: 1_000, baseMiB: 120, mibPerMegapixel: 5 },
  describe: { baseMs: 60_000, msPerMegapixel: 1_000, baseMiB: 390, mibPerMegapixel: 6 },
  // Sets that stay in memory for the next job count as well.
  'generate-scene': { baseMs: 60_000, msPerMegapixel: 1_000, baseMiB: 600, mibPerMegapixel: 5 },
  'prepare-for-engine': { baseMs: 30_000, msPerMegapixel: 2_000, baseMiB: 250, mibPerMegapixel: 20 },
  'finish-of-engine': { baseMs: 30_000, msPerMegapixel: 3_000, baseMiB: 300, mibPerMegapixel: 25 },
};

/**
 * What a job of a tool may take.
 * @param pixels of the largest picture that it reads or makes; 0 when the header did not say
 */
export function limitsOf(tool: ToolName, pixels: number): JobLimits {
  const { baseMs, msPerMegapixel, baseMiB, mibPerMegapixel } = ALLOWANCES[tool];
  const megapixels = (pixels || IMAGE_MAX_PIXELS) / 1e6;
  const neededMiB = baseMiB + mibPerMegapixel * megapixels;
  const networkMiB = WITH_SEGMENTATION.has(tool) ? OTHER_NETWORK_MIB : 0;
  return {
    timeoutMs: Math.round(baseMs + msPerMegapixel * megapixels),
    memoryBytes: Math.round((neededMiB * MEMORY_RESERVE + networkMiB) * MIB),
    neededBytes: Math.round(neededMiB * MIB),
  };
}
