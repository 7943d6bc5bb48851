import type { Tool } from '../tool.ts';
import type { WatermarkInput, WatermarkResult } from './run.ts';

/** Marks a picture as a test. */
export const watermark: Tool<WatermarkInput, WatermarkResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 4_000, baseMiB: 60, mibPerMegapixel: 40 },
  files: ({ picture }) => [picture],
  load: () => import('./run.ts'),
};
