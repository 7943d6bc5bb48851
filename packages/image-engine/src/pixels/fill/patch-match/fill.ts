import { touchedShare } from '../../raster/mask.ts';
import type { AlphaRaster, RgbaRaster } from '../../raster/raster.ts';
import { ImageRefusal } from '../../raster/refusal.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { blendAcross, compose } from './compose.ts';
import { seededRandom } from '../../raster/random.ts';
import { workingRegions } from './fill-regions.ts';
import { solve } from './solve.ts';

/** Minimum share of the photo that must be unmasked for filling. */
const MIN_KNOWN_SHARE = 0.02;
const DEFAULT_SEED = 1;

/**
 * Inpaints the masked area of a photo from its surroundings, in place: PatchMatch completion (Barnes et al., 2009)
 * with multi-scale voting (Wexler et al., 2007; initialization and texture features after Newson et al., 2017). Equal
 * photo, mask and seed give equal bytes.
 *
 * Every pixel with a nonzero mask counts as unknown. From a mask value of 128 on it is fully replaced; below, old and
 * new content are blended in proportion, so a soft mask edge gives a soft seam. Pixels with mask value 0 don't change,
 * including alpha and hidden color. In a cut-out, alpha is filled as a fourth channel.
 *
 * @throws ImageRefusal EMPTY_MASK; FULL_MASK if less than 2 % of the photo is unmasked
 */
export function* fillMasked(
  image: RgbaRaster,
  mask: AlphaRaster,
  { seed = DEFAULT_SEED }: { seed?: number } = {},
): Work {
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new RangeError('A mask needs the size of its image');
  const share = touchedShare(mask);
  if (share === 0) throw new ImageRefusal('EMPTY_MASK');
  if (share > 1 - MIN_KNOWN_SHARE) throw new ImageRefusal('FULL_MASK');
  const random = seededRandom(seed);
  const regions = workingRegions(mask);
  for (const [i, region] of regions.entries()) {
    const from = i / regions.length;
    const to = (i + 1) / regions.length;
    const middle = from + 0.9 * (to - from);
    const solution = yield* portion(solve(image, mask, region.box, region.scale, random), from, middle);
    if (solution === undefined) blendAcross(image, mask, region);
    else yield* portion(compose(image, mask, region, solution), middle, to);
  }
}
