import { HARMONIZE_DEFAULT_STRENGTH } from '@packshot/contract';
import type { Surroundings } from '@packshot/contract';
import { encodeRenditions } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { harmonize } from '../../pixels/light/harmonize/harmonize.ts';
import { expectedInLight, productWithin } from '../../pixels/quality/expected-product.ts';
import { maskBounds } from '../../pixels/raster/mask.ts';
import { decodeMasked } from '../decode-masked.ts';
import { measureIntegrity } from '../integrity-report.ts';
import type { IntegrityReport } from '../integrity-report.ts';
import { restsOnSurface } from './rests.ts';
import { drive, createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface HarmonizeJobInput {
  /** File of the photo with the product already in it. */
  readonly composite: Uint8Array;
  /** Mask of the product, as a picture with the photo's aspect ratio; see `maskFromRaster`. */
  readonly productAlpha: Uint8Array;
  /** Strength from 0 (no change) to 1 (maximum). Default HARMONIZE_DEFAULT_STRENGTH. */
  readonly strength?: number | undefined;
  /** Light and background of the photo as far as the user set them; the rest is estimated. */
  readonly surroundings?: Surroundings | undefined;
}

export interface HarmonizeResult extends Renditions {
  /** Integrity report of the product's pixels, measured in the written file. */
  productPixels?: IntegrityReport;
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, match: 0.15, encode: 0.7, prove: 0.9 } as const;

/**
 * Decodes an untrusted photo and the mask of its product, matches the product to the photo's light, and encodes the
 * result.
 * @throws ImageRefusal for an invalid file, EMPTY_MASK, FULL_MASK or MASK_MISMATCH
 * @throws RangeError for a strength out of range
 * @throws the signal's reason
 */
export async function run(
  { composite, productAlpha, strength = HARMONIZE_DEFAULT_STRENGTH, surroundings }: HarmonizeJobInput,
  context: ToolContext,
): Promise<HarmonizeResult> {
  const stages = createStages(STAGES, context);
  const { image, mask } = await stages.run('decode', () => decodeMasked(composite, productAlpha, context));
  const box = maskBounds(mask);
  // Copy of the product's pixels before they are changed in place, for the comparison afterwards.
  const before = box && productWithin(image, mask, box);
  const light = await stages.run('match', () =>
    drive(
      harmonize(image, mask, { strength, surroundings, isResting: !box || restsOnSurface(image, mask, box) }),
      { name: 'match', start: STAGES.match, end: STAGES.encode },
      context,
    ),
  );
  const renditions = await stages.run('encode', () => encodeRenditions(image));
  const productPixels =
    box &&
    before &&
    (await stages.run('prove', () =>
      measureIntegrity(expectedInLight(before, box, light), renditions.full, {
        comparedWith: 'pasted',
        strength,
      }),
    ));
  return { ...renditions, ...(productPixels && { productPixels }), stagesMs: stages.durationsMs };
}
