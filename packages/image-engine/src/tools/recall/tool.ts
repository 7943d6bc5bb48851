import { BYTES_PER_PIXEL } from '../sign/tool.ts';
import type { Tool } from '../tool.ts';
import type { RecallInput, RecallResult } from './run.ts';

/** What this installation has signed of how a file came to be. */
export const recall: Tool<RecallInput, RecallResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_000, baseMiB: 70, mibPerMegapixel: 25 },
  // It is not decoded.
  files: () => [],
  pixels: ({ file }) => Math.max(1, Math.ceil(file.length / BYTES_PER_PIXEL)),
  load: () => import('./run.ts'),
};
