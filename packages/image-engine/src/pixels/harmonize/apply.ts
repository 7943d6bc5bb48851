import { expanded } from '../box.ts';
import { gainRows, lightFieldOf } from '../light-field/light-field.ts';
import { linearOfOklab, linearOfSrgb, oklabOfLinear, srgbOfLinear } from '../oklab.ts';
import type { Triple } from '../oklab.ts';
import { distanceInside, DISTANCE_UNITS_PER_PX } from '../mask-distance.ts';
import { crop } from '../raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster.ts';
import { portion } from '../work.ts';
import type { Work } from '../work.ts';
import type { ContactShadow } from './contact-shadow.ts';
import { grainAt } from './grain.ts';
import { limitChange } from './guard.ts';
import type { HarmonizePlan } from './plan.ts';
import { sampleAt } from './smooth.ts';

/** Light wrap reaches over this share of the photo's longer side, and at least over MIN_WRAP_PX. */
const WRAP_SHARE = 0.005;
const MIN_WRAP_PX = 2;
const WRAP_WEIGHT = 0.3;
/** Softening needs neighbors that are product as well. */
const INNER_UNITS = 2 * DISTANCE_UNITS_PER_PX;
const ROWS_PER_STEP = 8;

/** Multiplies the background around the product's base by the shadow, in place. Alpha masks the product. */
export function* applyShadow(
  image: RgbaRaster,
  alpha: AlphaRaster,
  { scene, strength, shadow }: { scene: HarmonizePlan['scene']; strength: number; shadow: ContactShadow },
): Work {
  const { data, widthPx: w, heightPx: h } = image;
  const { cellsPerPxX, cellsPerPxY } = scene;
  const left = Math.max(0, Math.floor((shadow.left - 1) / cellsPerPxX));
  const right = Math.min(w - 1, Math.ceil((shadow.right + 2) / cellsPerPxX));
  const top = Math.max(0, Math.floor((shadow.top - 1) / cellsPerPxY));
  const bottom = Math.min(h - 1, Math.ceil((shadow.bottom + 2) / cellsPerPxY));
  for (let y = top; y <= bottom; y++) {
    if (y % ROWS_PER_STEP === 0) yield (y - top) / (bottom - top + 1);
    const cellY = (y + 0.5) * cellsPerPxY;
    for (let x = left; x <= right; x++) {
      const i = y * w + x;
      if (alpha.data[i] === 255) continue;
      const density = sampleAt(shadow.density, scene.widthPx, scene.heightPx, (x + 0.5) * cellsPerPxX, cellY);
      if (density <= 0) continue;
      const kept = 1 - strength * density * (1 - alpha.data[i] / 255);
      for (let at = i * 4; at < i * 4 + 3; at++)
        data[at] = Math.round(srgbOfLinear(linearOfSrgb(data[at]) * kept));
    }
  }
}

/**
 * Lights the product's pixels by one smooth field; then wraps, softens and grains them, each within the guard's
 * limits. In place.
 */
export function* applyToProduct(
  image: RgbaRaster,
  alpha: AlphaRaster,
  product: Box,
  { plan, strength, seed }: { plan: HarmonizePlan; strength: number; seed: number },
): Work {
  const { data, widthPx: w } = image;
  const { columns, rows, gains } = plan.light;
  const gainsOf = gainRows(lightFieldOf(gains, columns, rows, strength), product);
  // One extra pixel on each side, so that the distance transform sees the outline.
  const box = expanded(product, 1, image);
  const distance = yield* portion(distanceInside(crop(alpha, box), 128), 0, 0.25);
  const wrapPx = Math.max(MIN_WRAP_PX, WRAP_SHARE * Math.max(image.widthPx, image.heightPx));
  const detail = plan.softening > 0 ? new DetailRows(image) : undefined;
  const lit: Triple = [0, 0, 0];
  const was: Triple = [0, 0, 0];
  const now: Triple = [0, 0, 0];
  for (let y = product.yPx; y < product.yPx + product.heightPx; y++) {
    if (y % ROWS_PER_STEP === 0) yield 0.25 + (0.75 * (y - product.yPx)) / product.heightPx;
    detail?.moveTo(y);
    const gain = gainsOf(y - product.yPx);
    for (let x = product.xPx; x < product.xPx + product.widthPx; x++) {
      const i = y * w + x;
      if (alpha.data[i] === 0) continue;
      const cover = alpha.data[i] / 255;
      const at = i * 4;
      for (let c = 0; c < 3; c++) {
        const more = 1 + cover * (gain[3 * (x - product.xPx) + c] - 1);
        lit[c] = Math.min(1, linearOfSrgb(data[at + c]) * more);
      }
      oklabOfLinear(lit[0], lit[1], lit[2], was);
      const units = distance[(y - box.yPx) * box.widthPx + x - box.xPx];
      finishPixel(plan, was, x, y, units / DISTANCE_UNITS_PER_PX / wrapPx, now);
      if (detail !== undefined && units >= INNER_UNITS) now[0] -= plan.softening * detail.at(x);
      if (plan.grain > 0) now[0] += plan.grain * grainAt(x, y, seed) * grainWeight(was[0]);
      for (let c = 0; c < 3; c++) now[c] -= was[c];
      limitChange(now, was);
      const share = strength * cover;
      linearOfOklab(was[0] + share * now[0], was[1] + share * now[1], was[2] + share * now[2], now);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(srgbOfLinear(now[c]));
    }
  }
}

/** Grain is visible in mid-tones; pure white and black stay clean. */
const grainWeight = (lightness: number): number => 4 * lightness * (1 - lightness);

/**
 * Writes what the scene does to a lit color, besides lighting it, to `into`: haze, saturation, and light that spills over
 * the edge. `edge` is 0 at the outline and 1 beyond the light wrap.
 */
function finishPixel(
  { grade, scene, soft }: HarmonizePlan,
  was: Triple,
  x: number,
  y: number,
  edge: number,
  into: Triple,
): void {
  const { widthPx, heightPx } = scene;
  const cellX = (x + 0.5) * scene.cellsPerPxX;
  const cellY = (y + 0.5) * scene.cellsPerPxY;
  const darkness = 1 - was[0];
  into[0] = was[0] + grade.blackShift * darkness * darkness * darkness;
  into[1] = grade.saturation * was[1];
  into[2] = grade.saturation * was[2];
  if (edge >= 1) return;
  const weight = WRAP_WEIGHT * (1 - edge) * (1 - edge);
  const brighter = sampleAt(soft.lightness, widthPx, heightPx, cellX, cellY) - into[0];
  if (brighter <= 0) return;
  // Light is added, not blended: only a brighter background spills over the edge.
  const lift = weight * brighter;
  into[0] += lift;
  into[1] += lift * (sampleAt(soft.a, widthPx, heightPx, cellX, cellY) - into[1]);
  into[2] += lift * (sampleAt(soft.b, widthPx, heightPx, cellX, cellY) - into[2]);
}

/**
 * The finest detail of lightness (pixel minus 3×3 binomial mean) of the original picture, read row by row
 * ahead of writing.
 */
class DetailRows {
  readonly #image: RgbaRaster;
  #rows: [Float32Array, Float32Array, Float32Array];
  #y = -2;

  constructor(image: RgbaRaster) {
    this.#image = image;
    this.#rows = [0, 1, 2].map(() => new Float32Array(image.widthPx)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
  }

  /** Visit rows from top to bottom, each before it is written. */
  moveTo(y: number): void {
    const [above, here, sampleBelow] = this.#rows;
    if (this.#y === y - 1) {
      this.#rows = [here, sampleBelow, above];
      this.#read(y + 1, above);
    } else {
      for (let k = 0; k < 3; k++) this.#read(y + k - 1, this.#rows[k]);
    }
    this.#y = y;
  }

  at(x: number): number {
    const last = this.#image.widthPx - 1;
    const left = Math.max(0, x - 1);
    const right = Math.min(last, x + 1);
    const [above, here, sampleBelow] = this.#rows;
    const across = (row: Float32Array): number => row[left] + 2 * row[x] + row[right];
    return here[x] - (across(above) + 2 * across(here) + across(sampleBelow)) / 16;
  }

  /** Luma approximates lightness: for differences this small the two are proportional. */
  #read(y: number, into: Float32Array): void {
    const { data, widthPx, heightPx } = this.#image;
    const row = Math.max(0, Math.min(heightPx - 1, y)) * widthPx;
    for (let x = 0, at = row * 4; x < widthPx; x++, at += 4)
      into[x] = (0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]) / 255;
  }
}
