import type { EngineTool } from '../tool.ts';
import type { WatermarkInput, WatermarkResult } from './run.ts';

/** Tool that adds the watermark for test API keys to a picture. */
export const watermark: EngineTool<WatermarkInput, WatermarkResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 4_000, baseMiB: 60, mibPerMegapixel: 40 },
  files: ({ picture }) => [picture],
  load: () => import('./run.ts'),
};
