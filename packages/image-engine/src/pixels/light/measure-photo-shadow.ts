import type { Backdrop } from '../matte/backdrop.ts';
import { boxMean, windowExtremes } from '../raster/box-filter.ts';
import { ramp } from '../raster/smooth.ts';
import { regionsOf } from '../raster/regions.ts';
import { luminance, linearOfSrgb } from '../color/oklab.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { fillSmoothly } from '../raster/fill-smoothly.ts';

/** The product covers what is inside; a little around it its light bleeds into the ground. */
const COVERED_FROM = 6;
const BLEED_CELLS = 2;
/** Darkness below this is grain and the backdrop's own error; from the second on it is believed. */
const BELIEVED = { from: 0.012, to: 0.045 } as const;
/** A shadow hangs together from this darkness on, and begins within this share of the frame from the product. */
const SHADE_FROM = 0.03;
/** …and from this share of how dark it is beside the product, where that is more, up to the third: veins of marble hang together with a deep shadow, too. */
const SHADE = { quantile: 0.95, share: 0.25, most: 0.08 } as const;
const REACH_SHARE = 0.03;
/** What is darker or more colored than most shadows is another thing, unless it ends as softly as a shadow does. */
const DARKEST = 0.12;
const COLORFUL = 0.35;
/** So many cells beyond its rim, a deep shadow is still so dark, as a share of its own darkness; a thing ends at once. */
const SOFT = { cells: 2, share: 0.6 } as const;
/** The least light that arrives anywhere: on a product's own picture a shadow is never a hole. */
const DEEPEST = 0.04;
/** A ground darker than this, in linear light, tells nothing of a shadow but its own grain; from the second on it is believed. */
const GROUND_LIGHT = { from: 0.02, to: 0.05 } as const;
/** What darkens more of the ground than this is the light of the room, and no product's shadow. */
const MOST_SHARE = 0.5;
/** Shadows that leave the frame end softly. */
const FADE_SHARE = 0.05;
/** So dark at the frame, it leaves it; it is faded over this share of the way to the product. */
const LEAVING = { from: 0.01, to: 0.04, share: 0.9 } as const;
const SMOOTHING_SHARE = 1 / 400;
/** The soft rim of a shadow, fainter than `SHADE_FROM`, is at most about so wide. */
const PENUMBRA_SHARE = 1 / 64;
/** So dark along so much of two sides of the frame that face each other, it is a floor. */
const FLOOR = { darkness: 0.15, share: 0.05 } as const;

/**
 * The product's own shadow: the share of the backdrop's light that arrives, 255 for all of it. `photo` and `alpha` have the same size, which
 * is the result's, as has `gone`: what lies on the ground and is no part of the product. Undefined when the product throws none that can be seen.
 */
export function ownShadowOf(
  photo: RgbRaster,
  alpha: AlphaRaster,
  backdrop: Backdrop,
  gone?: AlphaRaster,
): AlphaRaster | undefined {
  const { widthPx: w, heightPx: h } = photo;
  const covered = windowExtremes(alpha.data, w, h, BLEED_CELLS).max;
  const { dark, isOther } = darknessOf(photo, covered, backdrop);
  forgetThings(dark, isOther, covered, w, h);
  const belongs = near(covered, w, h, Math.round(Math.max(w, h) * REACH_SHARE));
  // What is darker or more colored than a shadow and ends at once, right beside the product, is its bleeding: a hole there would show.
  for (let i = 0; i < dark.length; i++) if (isOther[i] === 1 && belongs[i] === 1) covered[i] = 255;
  if (gone !== undefined) {
    const { max: other } = windowExtremes(gone.data, w, h, BLEED_CELLS);
    for (let i = 0; i < dark.length; i++) if (other[i] >= COVERED_FROM) dark[i] = 0;
  }
  const scratch = new Float32Array(w * h);
  const radius = Math.max(1, Math.round(Math.max(w, h) * SMOOTHING_SHARE));
  for (let round = 0; round < 2; round++) smoothOutside(dark, covered, w, h, radius, scratch);
  const from = shadeFrom(dark, covered, belongs);
  const marks = Uint8Array.from(dark, (value, i) => (covered[i] < COVERED_FROM && value > from ? 1 : 0));
  let [isSeen, shaded, free] = [false, 0, 0];
  for (const value of covered) if (value < COVERED_FROM) free++;
  const own = Uint8Array.from(covered, (value) => (value < COVERED_FROM ? 0 : 1));
  for (const { cells } of regionsOf(marks, w)) {
    if (!cells.some((i) => belongs[i] === 1)) continue;
    isSeen ||= cells.length > w * h * 0.0005;
    shaded += cells.length;
    for (const i of cells) own[i] = 1;
  }
  if (!isSeen || shaded > free * MOST_SHARE || isFloor(dark, covered, w, h)) return undefined;
  const held = penumbraOf(own, w, h, scratch);
  for (let i = 0; i < dark.length; i++) {
    dark[i] *= held[i] * ramp(dark[i], BELIEVED.from, BELIEVED.to);
  }
  const known = Float32Array.from(covered, (value) => (value < COVERED_FROM ? 1 : 0));
  fillSmoothly(dark, 1, known, w, h);
  fadeAtFrame(dark, covered, w, h);
  return raster(
    Uint8Array.from(dark, (value) => Math.round(255 * (1 - Math.min(1 - DEEPEST, Math.max(0, value))))),
    w,
    h,
    1,
  );
}

/** How dark the faintest part of the shadow is that hangs together with the product. */
function shadeFrom(dark: Float32Array, covered: Uint8Array, belongs: Uint8Array): number {
  const beside = dark.filter((_, i) => belongs[i] === 1 && covered[i] < COVERED_FROM).toSorted();
  const deep = beside[Math.floor(SHADE.quantile * beside.length)] ?? 0;
  return Math.max(SHADE_FROM, Math.min(SHADE.most, SHADE.share * deep));
}

/** What most of the ground far from the product stays below, as steps of darkness between near places. */
const TEXTURE = { quantile: 0.9, reachPx: 5, shows: 0.007 } as const;

/**
 * Whether the ground has marks of its own, as a wall of painted bricks, in one color and one light: they would be laid on another ground with the shadow. A
 * shadow itself changes slowly.
 */
export function showsTexture(
  photo: RgbRaster,
  alpha: AlphaRaster,
  backdrop: Backdrop,
  gone?: AlphaRaster,
): boolean {
  const { widthPx: w, heightPx: h } = photo;
  const things =
    gone === undefined ? alpha.data : alpha.data.map((value, i) => Math.max(value, gone.data[i]));
  const covered = windowExtremes(things, w, h, BLEED_CELLS).max;
  const { dark, isOther } = darknessOf(photo, covered, backdrop);
  for (let i = 0; i < dark.length; i++) if (isOther[i] === 1) dark[i] = 0;
  const beside = near(covered, w, h, Math.round(Math.max(w, h) * REACH_SHARE));
  const scratch = new Float32Array(w * h);
  // Grain is no texture.
  for (let round = 0; round < 2; round++) smoothOutside(dark, covered, w, h, 1, scratch);
  const around = dark.slice();
  smoothOutside(around, covered, w, h, TEXTURE.reachPx, scratch);
  const steps = dark
    .map((value, i) => Math.abs(value - around[i]))
    .filter((_, i) => beside[i] === 0)
    .toSorted();
  return steps.length > 0 && steps[Math.floor(TEXTURE.quantile * steps.length)] > TEXTURE.shows;
}

/** How much of the shadow is left at each place: all of it in what hangs together with the product, and nothing a little beyond, where the ground's own marks are as dark. */
function penumbraOf(own: Uint8Array, w: number, h: number, scratch: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(w, h) * PENUMBRA_SHARE));
  const held = Float32Array.from(windowExtremes(own, w, h, 2 * radius).max);
  boxMean(held, held, w, h, radius, scratch);
  return held;
}

/** Whether what is dark goes from one side of the frame to the other, as a floor or a table before a wall does, and no product's shadow. */
function isFloor(dark: Float32Array, covered: Uint8Array, w: number, h: number): boolean {
  const share = (along: number, step: number, first: number): number => {
    let count = 0;
    for (let k = 0, i = first; k < along; k++, i += step) {
      if (covered[i] < COVERED_FROM && dark[i] > FLOOR.darkness) count++;
    }
    return count / along;
  };
  const across = Math.min(share(h, w, 0), share(h, w, w - 1));
  const down = Math.min(share(w, 1, 0), share(w, 1, w * (h - 1)));
  return Math.max(across, down) > FLOOR.share;
}

/**
 * Takes things out of `dark`: what is darker or more colored than most shadows and ends at once. What fades away on the ground is the deepest part of a shadow, as
 * under a shoe in hard light, and is taken out of `isOther` instead.
 */
function forgetThings(
  dark: Float32Array,
  isOther: Uint8Array,
  covered: Uint8Array,
  w: number,
  h: number,
): void {
  for (const { cells } of regionsOf(isOther, w)) {
    const rim: number[] = [];
    let sum = 0;
    for (const i of cells) {
      sum += dark[i];
      const [x, y] = [i % w, Math.floor(i / w)];
      for (const [dx, dy] of AROUND) {
        const [u, v] = [x + dx * SOFT.cells, y + dy * SOFT.cells];
        if (u < 0 || v < 0 || u >= w || v >= h) continue;
        const j = v * w + u;
        if (isOther[j] === 0 && covered[j] < COVERED_FROM) rim.push(dark[j]);
      }
    }
    rim.sort((a, b) => a - b);
    const isSoft = rim.length > 0 && rim[rim.length >> 1] >= (SOFT.share * sum) / cells.length;
    for (const i of cells) {
      if (isSoft) isOther[i] = 0;
      else dark[i] = 0;
    }
  }
}

const AROUND = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** How much darker than the backdrop, by luminance, so that a product's color on the ground is no shadow; 0 where it is lighter. `isOther` marks what is darker or more colored than most shadows. */
function darknessOf(
  { data, widthPx: w, heightPx: h }: RgbRaster,
  covered: Uint8Array,
  backdrop: Backdrop,
): { readonly dark: Float32Array; readonly isOther: Uint8Array } {
  const dark = new Float32Array(w * h);
  const isOther = new Uint8Array(w * h);
  const ground = new Float32Array(3);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if (covered[i] >= COVERED_FROM) continue;
      backdrop.lightAt((x + 0.5) / w, (y + 0.5) / h, ground);
      const r = linearOfSrgb(data[i * 3]) / ground[0];
      const g = linearOfSrgb(data[i * 3 + 1]) / ground[1];
      const b = linearOfSrgb(data[i * 3 + 2]) / ground[2];
      const ratio = luminance(r, g, b);
      const spread = (Math.max(r, g, b) - Math.min(r, g, b)) / Math.max(0.05, Math.max(r, g, b));
      if (ratio >= 1) continue;
      if (ratio < DARKEST || spread > COLORFUL) isOther[i] = 1;
      const light = luminance(ground[0], ground[1], ground[2]);
      dark[i] =
        (1 - ratio) *
        Math.min(1, Math.max(0, (light - GROUND_LIGHT.from) / (GROUND_LIGHT.to - GROUND_LIGHT.from)));
    }
  }
  return { dark, isOther };
}

/** A mean over what is not covered, so that the product does not bleed into it. */
function smoothOutside(
  dark: Float32Array,
  covered: Uint8Array,
  w: number,
  h: number,
  radius: number,
  scratch: Float32Array,
): void {
  const free = Float32Array.from(covered, (value) => (value < COVERED_FROM ? 1 : 0));
  const sum = dark.map((value, i) => value * free[i]);
  boxMean(sum, sum, w, h, radius, scratch);
  const weight = free.slice();
  boxMean(weight, weight, w, h, radius, scratch);
  for (let i = 0; i < dark.length; i++) if (free[i] === 1) dark[i] = sum[i] / weight[i];
}

function near(covered: Uint8Array, w: number, h: number, radius: number): Uint8Array {
  const { max } = windowExtremes(covered, w, h, radius);
  return max.map((value) => (value >= COVERED_FROM ? 1 : 0));
}

/** A shadow that leaves the frame ends softly between product and frame; one that stays inside is only kept from the frame itself. */
function fadeAtFrame(dark: Float32Array, covered: Uint8Array, w: number, h: number): void {
  const least = Math.max(w, h) * FADE_SHARE;
  const across = fades(dark, covered, { along: h, across: w, step: 1, line: w }, least);
  const down = fades(dark, covered, { along: w, across: h, step: w, line: 1 }, least);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) dark[i] *= across[x] * down[y];
  }
}

interface Direction {
  readonly along: number;
  readonly across: number;
  /** Between neighbors across, and along, in cells. */
  readonly step: number;
  readonly line: number;
}

/** What is left of the shadow at each place between two sides of the frame. */
function fades(
  dark: Float32Array,
  covered: Uint8Array,
  { along, across, step, line }: Direction,
  least: number,
): Float32Array {
  const [first, last] = [0, across - 1].map((at) => {
    const inward = at === 0 ? 1 : -1;
    let darkest = 0;
    let gap = across;
    for (let k = 0; k < along; k++) {
      darkest = Math.max(darkest, dark[at * step + k * line]);
      for (let n = 0; n < gap; n++) {
        if (covered[(at + n * inward) * step + k * line] >= COVERED_FROM) gap = n;
      }
    }
    return Math.max(least, ramp(darkest, LEAVING.from, LEAVING.to) * gap * LEAVING.share);
  });
  return Float32Array.from(
    { length: across },
    (_, at) => ramp(at + 0.5, 0, first) * ramp(across - at - 0.5, 0, last),
  );
}
