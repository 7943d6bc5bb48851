import { magicInstruction } from '../../pixels/words/prompts/read-magic-prompt.ts';
import type { EngineTool } from '../tool.ts';
import type { MagicJobInput, MagicResult } from './run.ts';

/** Tool that inpaints or edits the masked area; no pixel outside of it changes. */
export const magic: EngineTool<MagicJobInput, MagicResult> = {
  // Limits for time and memory. They allow for masks and products that cover more of the photo than the measured ones.
  allowance: { baseMs: 60_000, msPerMegapixel: 6_000, baseMiB: 225, mibPerMegapixel: 13 },
  files: ({ photo, mask }) => [photo, mask],
  check: ({ prompt }) => void magicInstruction(prompt),
  load: () => import('./run.ts'),
};
