import type { EngineTool } from '../tool.ts';
import type { RecognizeInput, RecognizeResult } from './run.ts';

/** Tool that checks whether a file shows the pictures from which it was drawn according to the client. */
export const recognize: EngineTool<RecognizeInput, RecognizeResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_500, baseMiB: 90, mibPerMegapixel: 25 },
  files: ({ file, pictures }) => [file, ...pictures.map(({ bytes }) => bytes)],
  load: () => import('./run.ts'),
};
