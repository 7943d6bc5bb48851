import { HARMONIZE_DEFAULT_STRENGTH } from '@packshot/contract';
import { createLightField } from '../light-field.ts';
import type { ProductLight } from '../light-field.ts';
import { maskBounds } from '../../raster/mask.ts';
import type { AlphaRaster, RgbaRaster } from '../../raster/raster.ts';
import { ImageRefusal } from '../../raster/refusal.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { applyShadow, applyToProduct, shadeBackground } from './apply-light.ts';
import { planFor } from './plan-light.ts';
import type { PlanOptions } from './plan-light.ts';

export interface HarmonizeOptions extends PlanOptions {
  /** Strength of the change, from 0 (no byte changes) to 1. Default HARMONIZE_DEFAULT_STRENGTH. */
  readonly strength?: number | undefined;
}

const PLAN_SHARE = 0.3;
const SHADOW_SHARE = 0.4;

/**
 * Harmonizes a product with the light of the photo it was placed in, in place. `alpha` is the product's mask, 255
 * inside the product. Pixels inside are only multiplied by one smooth light field. Mixed pixels at the edge take on
 * light of the background within HARMONIZE_LIMITS. Outside, only missing shadows are painted. The image's own alpha
 * never changes. Does nothing at strength 0, or if too little product or background is visible for an estimate.
 * @returns the light field; undefined if nothing changed
 * @throws ImageRefusal (EMPTY_MASK, FULL_MASK); RangeError for a strength out of range or sizes that differ
 */
export function* harmonize(
  image: RgbaRaster,
  alpha: AlphaRaster,
  { strength = HARMONIZE_DEFAULT_STRENGTH, ...options }: HarmonizeOptions = {},
): Work<ProductLight | undefined> {
  if (!(strength >= 0 && strength <= 1)) throw new RangeError(`A strength is from 0 to 1, not ${strength}`);
  if (alpha.widthPx !== image.widthPx || alpha.heightPx !== image.heightPx)
    throw new RangeError('An alpha needs the size of its image');
  const product = maskBounds(alpha);
  if (product === undefined) throw new ImageRefusal('EMPTY_MASK');
  if (touchesAll(alpha)) throw new ImageRefusal('FULL_MASK');
  if (strength === 0) return undefined;
  yield 0;
  const plan = yield* portion(planFor(image, alpha, product, options), 0, PLAN_SHARE);
  if (plan === undefined) return undefined;
  const shaded = shadeBackground([plan.thrown, plan.shadow], strength);
  if (shaded !== undefined)
    yield* portion(applyShadow(image, alpha, { plan, shaded }), PLAN_SHARE, SHADOW_SHARE);
  const { gains, columns, rows } = plan.light;
  const light = { ...product, field: createLightField(gains, columns, rows, strength) };
  yield* portion(applyToProduct(image, alpha, { plan, light, strength, shaded }), SHADOW_SHARE, 1);
  return light;
}

function touchesAll({ data }: AlphaRaster): boolean {
  // Uses an indexed loop for speed, because it may run over every pixel of the photo.
  for (let i = 0; i < data.length; i++) if (data[i] < 255) return false;
  return true;
}
