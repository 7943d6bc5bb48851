import { magicInstruction } from '../../pixels/words/prompts/read-magic-prompt.ts';
import type { Tool } from '../tool.ts';
import type { MagicInput, MagicResult } from './run.ts';

/** Fills or edits what the mask covers; outside it no pixel changes. */
export const magic: Tool<MagicInput, MagicResult> = {
  // Masks and products may cover more of the photo than those that were measured.
  allowance: { baseMs: 60_000, msPerMegapixel: 6_000, baseMiB: 225, mibPerMegapixel: 13 },
  files: ({ photo, mask }) => [photo, mask],
  check: ({ prompt }) => void magicInstruction(prompt),
  load: () => import('./run.ts'),
};
