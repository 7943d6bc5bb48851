import type { EngineTool } from '../tool.ts';
import type { ModerateInput, ModerateResult } from './run.ts';

/**
 * Tool that scores how much a photo looks like each of five classes, including indecent ones. The caller decides on
 * the consequences.
 */
export const moderate: EngineTool<ModerateInput, ModerateResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_000, baseMiB: 120, mibPerMegapixel: 5, startMiB: 80 },
  model: 'nsfw',
  files: ({ photo }) => [photo],
  load: () => import('./run.ts'),
};
