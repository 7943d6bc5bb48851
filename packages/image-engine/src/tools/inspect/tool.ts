import type { EngineTool } from '../tool.ts';
import type { InspectInput, InspectResult } from './run.ts';

/** Tool that reports a picture's pixel facts and credentials, with a small preview. */
export const inspect: EngineTool<InspectInput, InspectResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 3_000, baseMiB: 130, mibPerMegapixel: 55 },
  files: ({ picture }) => [picture],
  load: () => import('./run.ts'),
};
