import { boxMean } from '../../raster/box-filter.ts';
import type { Work } from '../../raster/work.ts';
import type { Field } from './field.ts';
import { halveLevel } from './level.ts';
import type { Level } from './level.ts';
import { Membrane } from './membrane.ts';
import type { Patches } from './patches.ts';

/**
 * Limits for a smooth backdrop: the maximum share of pixels that differ from their neighbor by more than the step
 * (8-bit levels).
 */
const SMOOTH_STEPS = [
  { step: 4, atMost: 0.05 },
  { step: 12, atMost: 0.01 },
] as const;
/** Radius of the blur that separates a backdrop's smooth base from its grain. */
const BASE_RADIUS_PX = 10;
const MIDDLE = 128;
/**
 * Distance, as a share of the hole's shorter side, over which shadows that reach into the hole fade out; removing an
 * object should usually remove its shadow.
 */
const FADE_SHARE = 0.15;
const MIN_FADE_PX = 16;
/** Approximate number of samples for fitting the plane; many more wouldn't improve it. */
const FIT_SAMPLES = 4000;
const FIT_ROUNDS = 8;
/** Distance from the fitted plane, in 8-bit steps, at which a sample has almost no weight. */
const FIT_TOLERANCE = 6;

/**
 * True if the hole's surroundings are a single opaque surface in soft light: at a quarter of the scale, where grain
 * averages out, almost no pixel differs much from its neighbor.
 */
export function isBackdrop(working: Level): boolean {
  const { widthPx: w, heightPx: h, channels, samples, hole } = halveLevel(halveLevel(working));
  if (channels === 6) return false;
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = 0; y + 1 < h; y++) {
    for (let x = 0; x + 1 < w; x++) {
      const i = y * w + x;
      if (hole[i] === 1 || hole[i + 1] === 1 || hole[i + w] === 1) continue;
      let most = 0;
      for (let c = 0; c < 3; c++) {
        const here = samples[i * channels + c];
        most = Math.max(
          most,
          Math.abs(here - samples[(i + 1) * channels + c]),
          Math.abs(here - samples[(i + w) * channels + c]),
        );
      }
      counts[most]++;
      total++;
    }
  }
  const share = (step: number): number => counts.subarray(step + 1).reduce((sum, n) => sum + n, 0) / total;
  return total > 0 && SMOOTH_STEPS.every(({ step, atMost }) => share(step) <= atMost);
}

/**
 * Splits a backdrop into a smooth base (light, soft shadows) and its grain. Returns the base, three channels of the
 * level's size, continued smoothly through the hole, and replaces the level's content by the grain around mid-gray. A
 * light gradient keeps patches from fitting elsewhere; the grain alone fits.
 */
export function* separateBase(level: Level): Work<Float32Array> {
  const { widthPx: w, heightPx: h, channels, samples, hole } = level;
  const size = w * h;
  const isKnown = Float32Array.from(hole, (unknown) => 1 - unknown);
  const scratch = new Float32Array(size);
  const knownMean = new Float32Array(size);
  boxMean(isKnown, knownMean, w, h, BASE_RADIUS_PX, scratch);
  const base = new Float32Array(3 * size);
  for (let c = 0; c < 3; c++) {
    const plane = base.subarray(c * size, (c + 1) * size);
    for (let i = 0; i < size; i++) plane[i] = isKnown[i] === 1 ? samples[i * channels + c] : 0;
    yield 0;
    boxMean(plane, plane, w, h, BASE_RADIUS_PX, scratch);
    yield 0;
    for (let i = 0; i < size; i++) if (knownMean[i] > 0) plane[i] /= knownMean[i];
  }
  yield 0;
  extendBase(level, base);
  yield 0;
  for (let i = 0; i < size; i++) {
    if (hole[i] === 1) continue;
    for (let c = 0; c < 3; c++) {
      const grain = samples[i * channels + c] - base[c * size + i] + MIDDLE + 0.5;
      samples[i * channels + c] = grain < 0 ? 0 : grain > 255 ? 255 : grain;
    }
  }
  return base;
}

/**
 * Continues the base through the hole: a plane fitted to the surrounding light, plus the base's deviation from the
 * plane at the hole's edge, which fades toward the inside.
 */
function extendBase(level: Level, base: Float32Array): void {
  const { widthPx: w, heightPx: h, hole } = level;
  const size = w * h;
  const planes = [0, 1, 2].map((c) => fitPlane(level, base.subarray(c * size, (c + 1) * size)));
  const membrane = new Membrane({ xPx: 0, yPx: 0, widthPx: w, heightPx: h }, 3);
  const color = new Float64Array(3);
  let [left, right, top, bottom] = [w, 0, h, 0];
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if (hole[i] === 1) {
        membrane.want(x, y);
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      } else if (
        (x > 0 && hole[i - 1] === 1) ||
        (x + 1 < w && hole[i + 1] === 1) ||
        (y > 0 && hole[i - w] === 1) ||
        (y + 1 < h && hole[i + w] === 1)
      ) {
        for (let c = 0; c < 3; c++) color[c] = base[c * size + i] - planes[c](x, y);
        membrane.give(x, y, color);
      }
    }
  }
  membrane.settle(Math.max(MIN_FADE_PX, FADE_SHARE * Math.min(right - left, bottom - top)));
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if (hole[i] === 0) continue;
      membrane.read(x, y, color);
      for (let c = 0; c < 3; c++) base[c * size + i] = color[c] + planes[c](x, y);
    }
  }
}

/** Fits a plane to the known values by iteratively reweighted least squares, so that shadows and objects have little weight. */
function fitPlane(
  { widthPx: w, heightPx: h, hole }: Level,
  values: Float32Array,
): (x: number, y: number) => number {
  const step = Math.max(1, Math.round(Math.sqrt((w * h) / FIT_SAMPLES)));
  const samples: { x: number; y: number; value: number }[] = [];
  for (let y = step >> 1; y < h; y += step) {
    for (let x = step >> 1; x < w; x += step) {
      if (hole[y * w + x] === 0) samples.push({ x: x / w - 0.5, y: y / h - 0.5, value: values[y * w + x] });
    }
  }
  const middle = samples.map(({ value }) => value).toSorted((a, b) => a - b)[samples.length >> 1] ?? 0;
  let [offset, across, down] = [middle, 0, 0];
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const sums = { w: 1e-9, x: 0, y: 0, xx: 1e-6, xy: 0, yy: 1e-6, v: 1e-9 * middle, xv: 0, yv: 0 };
    for (const { x, y, value } of samples) {
      const off = (value - offset - across * x - down * y) / FIT_TOLERANCE;
      const weight = 1 / (1 + off * off) ** 2;
      sums.w += weight;
      sums.x += weight * x;
      sums.y += weight * y;
      sums.xx += weight * x * x;
      sums.xy += weight * x * y;
      sums.yy += weight * y * y;
      sums.v += weight * value;
      sums.xv += weight * x * value;
      sums.yv += weight * y * value;
    }
    const [mx, my, mv] = [sums.x / sums.w, sums.y / sums.w, sums.v / sums.w];
    const xx = sums.xx - sums.x * mx;
    const xy = sums.xy - sums.x * my;
    const yy = sums.yy - sums.y * my;
    const xv = sums.xv - sums.x * mv;
    const yv = sums.yv - sums.y * mv;
    const determinant = xx * yy - xy * xy;
    // Samples on a single line don't determine the slope across the line.
    if (determinant > 1e-9) {
      across = (xv * yy - yv * xy) / determinant;
      down = (yv * xx - xv * xy) / determinant;
    }
    offset = mv - across * mx - down * my;
  }
  return (x, y) => offset + across * (x / w - 0.5) + down * (y / h - 0.5);
}

/**
 * Makes patches contribute only their grain: the offset of each match becomes the base's difference between target and
 * source.
 */
export function matchGrainToBase(
  base: Float32Array,
  { targets }: Patches,
  field: Field,
  widthPx: number,
): void {
  const size = base.length / 3;
  for (let t = 0; t < targets.length; t++) {
    const source = field.sourceY[t] * widthPx + field.sourceX[t];
    for (let c = 0; c < 3; c++)
      field.offsets[3 * t + c] = base[c * size + targets[t]] - base[c * size + source];
  }
}
