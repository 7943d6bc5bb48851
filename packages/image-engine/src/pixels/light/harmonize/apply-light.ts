import { expandBox } from '../../raster/box.ts';
import { gainRows } from '../light-field.ts';
import type { ProductLight } from '../light-field.ts';
import { linearOfOklab, linearOfSrgb, oklabOfLinear, srgbOfLinear } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { distanceInside, DISTANCE_UNITS_PER_PX } from '../../raster/mask-distance.ts';
import { crop } from '../../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../raster/raster.ts';
import { srgbSample } from '../../color/tone.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import type { ContactShadow } from './contact-shadow.ts';
import { limitChange } from './guard.ts';
import type { HarmonizePlan } from './plan-light.ts';
import { sampleAt } from '../../raster/smooth.ts';

/**
 * Width of the light wrap (background light that spills over the product's edge), as a share of the photo's longer
 * side, and at least MIN_WRAP_PX.
 */
const WRAP_SHARE = 0.005;
const MIN_WRAP_PX = 2;
const WRAP_WEIGHT = 0.3;
const ROWS_PER_STEP = 8;

/** Light that all shadows together leave on the background. */
export interface ShadedBackground {
  /** Share of light that remains in each cell, above 0 to 1. */
  readonly remaining: Float32Array;
  /** Range of cells outside of which all light remains. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Combines shadows at the given strength; undefined without any. */
export function shadeBackground(
  shadows: readonly (ContactShadow | undefined)[],
  strength: number,
): ShadedBackground | undefined {
  const cast = shadows.filter((shadow) => shadow !== undefined);
  if (cast.length === 0) return undefined;
  return {
    remaining: cast[0].density.map((_, i) =>
      cast.reduce((light, { density }) => light * (1 - density[i]) ** strength, 1),
    ),
    left: Math.min(...cast.map(({ left }) => left)),
    top: Math.min(...cast.map(({ top }) => top)),
    right: Math.max(...cast.map(({ right }) => right)),
    bottom: Math.max(...cast.map(({ bottom }) => bottom)),
  };
}

/**
 * Darkens the background around the product's base, in place. Alpha masks the product, which isn't darkened. A mixed
 * pixel loses the light that the shadow takes from its share of background: if the product is darker than the
 * background, more than that share of the pixel's light.
 */
export function* applyShadow(
  image: RgbaRaster,
  alpha: AlphaRaster,
  { plan: { scene, soft }, shaded }: { plan: HarmonizePlan; shaded: ShadedBackground },
): Work {
  const { data, widthPx: w, heightPx: h } = image;
  const { cellsPerPxX, cellsPerPxY } = scene;
  const left = Math.max(0, Math.floor((shaded.left - 1) / cellsPerPxX));
  const right = Math.min(w - 1, Math.ceil((shaded.right + 2) / cellsPerPxX));
  const top = Math.max(0, Math.floor((shaded.top - 1) / cellsPerPxY));
  const bottom = Math.min(h - 1, Math.ceil((shaded.bottom + 2) / cellsPerPxY));
  const behind: Triple = [0, 0, 0];
  for (let y = top; y <= bottom; y++) {
    if (y % ROWS_PER_STEP === 0) yield (y - top) / (bottom - top + 1);
    const cellY = (y + 0.5) * cellsPerPxY;
    for (let x = left; x <= right; x++) {
      const i = y * w + x;
      if (alpha.data[i] === 255) continue;
      const cellX = (x + 0.5) * cellsPerPxX;
      const remaining = sampleAt(shaded.remaining, scene.widthPx, scene.heightPx, cellX, cellY);
      if (remaining >= 1) continue;
      if (alpha.data[i] === 0) behind.fill(0);
      else readBackground({ scene, soft }, cellX, cellY, behind);
      const loss = (1 - remaining) * (1 - alpha.data[i] / 255);
      for (let c = 0; c < 3; c++) {
        const light = linearOfSrgb(data[i * 4 + c]);
        const lost = loss * Math.max(light, behind[c]);
        data[i * 4 + c] = Math.round(srgbOfLinear(Math.max(light * remaining, light - lost)));
      }
    }
  }
}

/** Writes the linear light of the background behind a position to `into`. */
function readBackground(
  { scene: { widthPx, heightPx }, soft }: Pick<HarmonizePlan, 'scene' | 'soft'>,
  cellX: number,
  cellY: number,
  into: Triple,
): void {
  const sample = (layer: Float32Array): number => sampleAt(layer, widthPx, heightPx, cellX, cellY);
  linearOfOklab(sample(soft.lightness), sample(soft.a), sample(soft.b), into);
  for (let c = 0; c < 3; c++) into[c] = Math.max(0, into[c]);
}

/**
 * Multiplies the product's pixels by one smooth light field, in place; fully covered pixels change in no other way.
 * Pixels at the product's edge also contain background; on them, background light wraps around the edge, within
 * HARMONIZE_LIMITS.
 */
export function* applyToProduct(
  image: RgbaRaster,
  alpha: AlphaRaster,
  {
    plan,
    light,
    strength,
    shaded,
  }: { plan: HarmonizePlan; light: ProductLight; strength: number; shaded: ShadedBackground | undefined },
): Work {
  const { data, widthPx: w } = image;
  const readGains = gainRows(light.field, light);
  // Adds one pixel on each side, so that the distance transform finds the outline.
  const box = expandBox(light, 1, image);
  const distance = yield* portion(distanceInside(crop(alpha, box), 128), 0, 0.25);
  const wrapPx = Math.max(MIN_WRAP_PX, WRAP_SHARE * Math.max(image.widthPx, image.heightPx));
  const lit: Triple = [0, 0, 0];
  const was: Triple = [0, 0, 0];
  const now: Triple = [0, 0, 0];
  for (let y = light.yPx; y < light.yPx + light.heightPx; y++) {
    if (y % ROWS_PER_STEP === 0) yield 0.25 + (0.75 * (y - light.yPx)) / light.heightPx;
    const gain = readGains(y - light.yPx);
    for (let x = light.xPx, g = 0; x < light.xPx + light.widthPx; x++, g += 3) {
      const i = y * w + x;
      const at = i * 4;
      if (alpha.data[i] === 0) continue;
      if (alpha.data[i] === 255) {
        for (let c = 0; c < 3; c++)
          data[at + c] = Math.round(srgbSample(linearOfSrgb(data[at + c]) * gain[g + c]));
        continue;
      }
      const cover = alpha.data[i] / 255;
      for (let c = 0; c < 3; c++) {
        const more = 1 + cover * (gain[g + c] - 1);
        lit[c] = Math.min(1, linearOfSrgb(data[at + c]) * more);
      }
      oklabOfLinear(lit[0], lit[1], lit[2], was);
      const units = distance[(y - box.yPx) * box.widthPx + x - box.xPx];
      wrapLight(plan, shaded, was, x, y, units / DISTANCE_UNITS_PER_PX / wrapPx, now);
      for (let c = 0; c < 3; c++) now[c] -= was[c];
      limitChange(now, was);
      const share = strength * cover;
      linearOfOklab(was[0] + share * now[0], was[1] + share * now[1], was[2] + share * now[2], now);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(srgbOfLinear(now[c]));
    }
  }
}

/**
 * Writes a lit color, plus the background's light that spills over the edge, to `into`. `edge` is 0 at the outline and
 * 1 beyond the light wrap.
 */
function wrapLight(
  { scene, soft }: HarmonizePlan,
  shaded: ShadedBackground | undefined,
  was: Triple,
  x: number,
  y: number,
  edge: number,
  into: Triple,
): void {
  for (let c = 0; c < 3; c++) into[c] = was[c];
  if (edge >= 1) return;
  const { widthPx, heightPx } = scene;
  const cellX = (x + 0.5) * scene.cellsPerPxX;
  const cellY = (y + 0.5) * scene.cellsPerPxY;
  const weight = WRAP_WEIGHT * (1 - edge) * (1 - edge);
  const remaining = shaded ? sampleAt(shaded.remaining, widthPx, heightPx, cellX, cellY) : 1;
  // Oklab values are proportional to the cube root of light.
  const dimmed = Math.cbrt(remaining);
  const brighter = dimmed * sampleAt(soft.lightness, widthPx, heightPx, cellX, cellY) - into[0];
  if (brighter <= 0) return;
  // Light is added, not blended, so only a brighter background spills over the edge.
  const lift = weight * brighter;
  into[0] += lift;
  into[1] += lift * (dimmed * sampleAt(soft.a, widthPx, heightPx, cellX, cellY) - into[1]);
  into[2] += lift * (dimmed * sampleAt(soft.b, widthPx, heightPx, cellX, cellY) - into[2]);
}
