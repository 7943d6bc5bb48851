import type { Tool } from '../tool.ts';
import type { RecognizeInput, RecognizeResult } from './run.ts';

/** Checks whether a file shows the pictures that it was allegedly drawn from. */
export const recognize: Tool<RecognizeInput, RecognizeResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_500, baseMiB: 90, mibPerMegapixel: 25 },
  files: ({ file, pictures }) => [file, ...pictures.map(({ bytes }) => bytes)],
  load: () => import('./run.ts'),
};
