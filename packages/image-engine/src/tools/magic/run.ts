import { encodeRenditions } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { magicInstruction } from '../../pixels/words/prompts/read-magic-prompt.ts';
import type { MagicInstruction } from '../../pixels/words/prompts/read-magic-prompt.ts';
import { touchedShare } from '../../pixels/raster/mask.ts';
import { applyMaskedEdits } from '../../pixels/fill/masked-edit/apply-edits.ts';
import { fillMasked } from '../../pixels/fill/patch-match/fill.ts';
import type { AlphaRaster, RgbaRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import type { Work } from '../../pixels/raster/work.ts';
import { decodeMasked } from '../decode-masked.ts';
import { drive, createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface MagicJobInput {
  readonly photo: Uint8Array;
  /** Mask as a picture with the photo's aspect ratio; see `maskFromRaster`. */
  readonly mask: Uint8Array;
  /** Instruction for the masked area, in the user's words; see `readMagicPrompt`. Without one the area is inpainted. */
  readonly prompt?: string | undefined;
}

export interface MagicResult extends Renditions {
  /** Share of the photo's pixels with a nonzero mask, 0 to 1. */
  changedFraction: number;
  stagesMs: Record<string, number>;
}

export interface InstructedInput extends Omit<MagicJobInput, 'prompt'> {
  readonly instruction: MagicInstruction;
}

export const run = async ({ prompt, ...input }: MagicJobInput, context: ToolContext): Promise<MagicResult> =>
  magic({ ...input, instruction: magicInstruction(prompt) }, context);

const STAGES = { decode: 0, change: 0.1, encode: 0.85 } as const;

/**
 * Decodes an untrusted photo and its mask, inpaints the masked area or edits it, and encodes the result. Pixels where
 * the mask is 0 equal the decoded photo's exactly.
 * @throws ImageRefusal for an invalid file, EMPTY_MASK, FULL_MASK, MASK_MISMATCH, or NO_SUBJECT if nothing in the
 * photo is visible
 * @throws the signal's reason
 */
export async function magic(
  { photo, mask: maskBytes, instruction }: InstructedInput,
  context: ToolContext,
): Promise<MagicResult> {
  const stages = createStages(STAGES, context);
  const { image, mask } = await stages.run('decode', () => decodeMasked(photo, maskBytes, context));
  // Refuses a photo without visible content, so that users don't pay for an invisible result.
  if (!showsSubject(image)) throw new ImageRefusal('NO_SUBJECT');
  await stages.run('change', () =>
    drive(
      workOn(image, mask, instruction),
      { name: 'change', start: STAGES.change, end: STAGES.encode },
      context,
    ),
  );
  const renditions = await stages.run('encode', () => encodeRenditions(image));
  return { ...renditions, changedFraction: touchedShare(mask), stagesMs: stages.durationsMs };
}

function workOn(image: RgbaRaster, mask: AlphaRaster, instruction: MagicInstruction): Work {
  if (instruction.kind === 'edit') return applyMaskedEdits(image, mask, instruction.edits);
  return fillMasked(image, mask);
}
