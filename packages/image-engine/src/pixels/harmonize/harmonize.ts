import { HARMONIZE_DEFAULT_STRENGTH } from '@packshot/contract';
import type { Surroundings } from '@packshot/contract';
import { maskBounds } from '../mask.ts';
import type { AlphaRaster, RgbaRaster } from '../raster.ts';
import { ImageRefusal } from '../refusal.ts';
import { portion } from '../work.ts';
import type { Work } from '../work.ts';
import { applyShadow, applyToProduct } from './apply.ts';
import { planFor } from './plan.ts';

export interface HarmonizeOptions {
  /** 0 (no byte changes) to 1. Default HARMONIZE_DEFAULT_STRENGTH. */
  readonly strength?: number | undefined;
  /** For the grain; the same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /** What is known of light and ground; the rest is estimated. */
  readonly surroundings?: Surroundings | undefined;
}

const PLAN_SHARE = 0.3;
const SHADOW_SHARE = 0.4;

/**
 * Harmonizes a product with the light of the photo it was placed in, in place: color and tone, soft shading,
 * a contact shadow, light wrap, grain. `alpha` is the product's, 255 inside. Within it each pixel stays
 * inside HARMONIZE_LIMITS; outside it only a missing contact shadow is painted. The image's own alpha never
 * changes. Nothing is done at strength 0, or with too little product or background to compare.
 * @throws ImageRefusal (EMPTY_MASK, FULL_MASK); RangeError for a strength out of range or sizes that differ
 */
export function* harmonize(
  image: RgbaRaster,
  alpha: AlphaRaster,
  { strength = HARMONIZE_DEFAULT_STRENGTH, seed = 0, surroundings }: HarmonizeOptions = {},
): Work {
  if (!(strength >= 0 && strength <= 1)) throw new RangeError(`A strength is from 0 to 1, not ${strength}`);
  if (alpha.widthPx !== image.widthPx || alpha.heightPx !== image.heightPx)
    throw new RangeError('An alpha needs the size of its image');
  const product = maskBounds(alpha);
  if (product === undefined) throw new ImageRefusal('EMPTY_MASK');
  if (touchesAll(alpha)) throw new ImageRefusal('FULL_MASK');
  if (strength === 0) return;
  yield 0;
  const plan = yield* portion(planFor(image, alpha, product, surroundings), 0, PLAN_SHARE);
  if (plan === undefined) return;
  const { scene } = plan;
  for (const shadow of [plan.thrown, plan.shadow]) {
    if (shadow === undefined) continue;
    yield* portion(applyShadow(image, alpha, { scene, strength, shadow }), PLAN_SHARE, SHADOW_SHARE);
  }
  yield* portion(applyToProduct(image, alpha, product, { plan, strength, seed }), SHADOW_SHARE, 1);
}

function touchesAll({ data }: AlphaRaster): boolean {
  // An indexed loop, because it may run over every pixel of the photo.
  for (let i = 0; i < data.length; i++) if (data[i] < 255) return false;
  return true;
}
