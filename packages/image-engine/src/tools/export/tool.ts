import type { Tool } from '../tool.ts';
import type { ExportInput, ExportResult } from './run.ts';

/** Writes a picture as AVIF, which browsers cannot. */
export const exportPicture: Tool<ExportInput, ExportResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 10_000, baseMiB: 60, mibPerMegapixel: 50 },
  files: ({ photo }) => [photo],
  load: () => import('./run.ts'),
};
