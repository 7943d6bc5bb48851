import type { Backdrop } from '../matte/backdrop.ts';
import { boxMean, windowExtremes } from '../raster/box-filter.ts';
import { ramp } from '../raster/smooth.ts';
import { findConnectedRegions } from '../raster/regions.ts';
import { luminance, linearOfSrgb } from '../color/oklab.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { fillSmoothly } from '../raster/fill-smoothly.ts';

/**
 * Minimum alpha of a cell that the product covers, and the number of cells around it that contain light from the
 * product.
 */
const COVERED_FROM = 6;
const BLEED_CELLS = 2;
/**
 * Range over which a measured darkness becomes certain; below it, the darkness is grain or an error of the estimated
 * backdrop.
 */
const BELIEVED = { from: 0.012, to: 0.045 } as const;
/** Minimum darkness of the cells in a connected shadow. */
const SHADE_FROM = 0.03;
/**
 * Minimum darkness of a shadow's cells, relative to the darkness beside the product, but at most `most`. With a lower
 * limit, the veins of marble would connect with a deep shadow. `REACH_SHARE` is the maximum distance of a shadow from
 * the product, as a share of the photo's longer side.
 */
const SHADE = { quantile: 0.95, share: 0.25, most: 0.08 } as const;
const REACH_SHARE = 0.03;
/** Remaining light and colorfulness beyond which a dark region belongs to another object, unless its edge is soft. */
const DARKEST = 0.12;
const COLORFUL = 0.35;
/**
 * Minimum darkness a few cells outside of a deep shadow, relative to the shadow's own; the darkness of an object ends
 * abruptly.
 */
const SOFT = { cells: 2, share: 0.6 } as const;
/** Minimum share of light that remains in a shadow, so that it is never black. */
const DEEPEST = 0.04;
/**
 * Range of the background's linear light over which a measured darkness becomes certain; darker backgrounds mostly
 * show grain.
 */
const BACKGROUND_LIGHT = { from: 0.02, to: 0.05 } as const;
/**
 * Maximum share of the background that a product's shadow darkens; if more is dark, the light of the room causes it.
 */
const MOST_SHARE = 0.5;
/** Width over which shadows fade out at the photo's border, as a share of its longer side. */
const FADE_SHARE = 0.05;
/**
 * Range of darkness at the photo's border over which a shadow counts as leaving the photo. Such a shadow fades out
 * over `share` of the distance to the product.
 */
const LEAVING = { from: 0.01, to: 0.04, share: 0.9 } as const;
const SMOOTHING_SHARE = 1 / 400;
/** Maximum width of a shadow's soft edge, which is fainter than `SHADE_FROM`, as a share of the photo's longer side. */
const PENUMBRA_SHARE = 1 / 64;
/**
 * Minimum darkness, and the share of two opposite sides of the photo that has it, from which a dark region counts as a
 * floor.
 */
const FLOOR = { darkness: 0.15, share: 0.05 } as const;

/**
 * Measures the shadow in the photo: the share of the backdrop's light that isn't blocked, 255 for all of it. All
 * rasters have the same size; `removedThings` marks other objects on the background. Undefined if the product casts no
 * visible shadow.
 */
export function measurePhotoShadow(
  photo: RgbRaster,
  alpha: AlphaRaster,
  backdrop: Backdrop,
  removedThings?: AlphaRaster,
): AlphaRaster | undefined {
  const { widthPx: w, heightPx: h } = photo;
  const covered = windowExtremes(alpha.data, w, h, BLEED_CELLS).max;
  const { dark, isOther } = measureDarkness(photo, covered, backdrop);
  forgetThings(dark, isOther, covered, w, h);
  const belongs = near(covered, w, h, Math.round(Math.max(w, h) * REACH_SHARE));
  // Cells of another color right beside the product are treated as the product's edge; leaving them out would make a
  // visible hole in the shadow.
  for (let i = 0; i < dark.length; i++) if (isOther[i] === 1 && belongs[i] === 1) covered[i] = 255;
  if (removedThings !== undefined) {
    const { max: other } = windowExtremes(removedThings.data, w, h, BLEED_CELLS);
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
  for (const { cells } of findConnectedRegions(marks, w)) {
    if (!cells.some((i) => belongs[i] === 1)) continue;
    isSeen ||= cells.length > w * h * 0.0005;
    shaded += cells.length;
    for (const i of cells) own[i] = 1;
  }
  if (!isSeen || shaded > free * MOST_SHARE || isFloor(dark, covered, w, h)) return undefined;
  const shadowShare = computePenumbra(own, w, h, scratch);
  for (let i = 0; i < dark.length; i++) {
    dark[i] *= shadowShare[i] * ramp(dark[i], BELIEVED.from, BELIEVED.to);
  }
  const isKnown = Float32Array.from(covered, (value) => (value < COVERED_FROM ? 1 : 0));
  fillSmoothly(dark, 1, isKnown, w, h);
  fadeAtFrame(dark, covered, w, h);
  return raster(
    Uint8Array.from(dark, (value) => Math.round(255 * (1 - Math.min(1 - DEEPEST, Math.max(0, value))))),
    w,
    h,
    1,
  );
}

/** Minimum darkness of cells in the shadow that is connected with the product. */
function shadeFrom(dark: Float32Array, covered: Uint8Array, belongs: Uint8Array): number {
  const beside = dark.filter((_, i) => belongs[i] === 1 && covered[i] < COVERED_FROM).toSorted();
  const deep = beside[Math.floor(SHADE.quantile * beside.length)] ?? 0;
  return Math.max(SHADE_FROM, Math.min(SHADE.most, SHADE.share * deep));
}

/**
 * Limits for texture: most of a plain background (`quantile`) differs from its local mean by less than `shows`, as a
 * difference of darkness.
 */
const TEXTURE = { quantile: 0.9, reachPx: 5, shows: 0.007 } as const;

/**
 * True if the background has a pattern, such as a wall of bricks painted in one color. The pattern would be
 * transferred to other backgrounds together with the shadow. A shadow itself changes slowly.
 */
export function showsTexture(
  photo: RgbRaster,
  alpha: AlphaRaster,
  backdrop: Backdrop,
  removedThings?: AlphaRaster,
): boolean {
  const { widthPx: w, heightPx: h } = photo;
  const things =
    removedThings === undefined
      ? alpha.data
      : alpha.data.map((value, i) => Math.max(value, removedThings.data[i]));
  const covered = windowExtremes(things, w, h, BLEED_CELLS).max;
  const { dark, isOther } = measureDarkness(photo, covered, backdrop);
  for (let i = 0; i < dark.length; i++) if (isOther[i] === 1) dark[i] = 0;
  const beside = near(covered, w, h, Math.round(Math.max(w, h) * REACH_SHARE));
  const scratch = new Float32Array(w * h);
  // Smooths grain, which doesn't count as texture.
  for (let round = 0; round < 2; round++) smoothOutside(dark, covered, w, h, 1, scratch);
  const around = dark.slice();
  smoothOutside(around, covered, w, h, TEXTURE.reachPx, scratch);
  const steps = dark
    .map((value, i) => Math.abs(value - around[i]))
    .filter((_, i) => beside[i] === 0)
    .toSorted();
  return steps.length > 0 && steps[Math.floor(TEXTURE.quantile * steps.length)] > TEXTURE.shows;
}

/**
 * Share of the shadow to use at each cell: all of the part that is connected with the product, fading to 0 a short
 * distance outside, where patterns of the background may be equally dark.
 */
function computePenumbra(own: Uint8Array, w: number, h: number, scratch: Float32Array): Float32Array {
  const radius = Math.max(1, Math.round(Math.max(w, h) * PENUMBRA_SHARE));
  const shadowShare = Float32Array.from(windowExtremes(own, w, h, 2 * radius).max);
  boxMean(shadowShare, shadowShare, w, h, radius, scratch);
  return shadowShare;
}

/**
 * True if the darkness extends from one side of the photo to the other, as with a floor or a table in front of a wall.
 */
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
 * Removes other objects from `dark`: regions that are darker or more colored than most shadows and end abruptly. A
 * region with a soft edge is the deepest part of a shadow, such as under a shoe in hard light; it is removed from
 * `isOther` instead.
 */
function forgetThings(
  dark: Float32Array,
  isOther: Uint8Array,
  covered: Uint8Array,
  w: number,
  h: number,
): void {
  for (const { cells } of findConnectedRegions(isOther, w)) {
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

/**
 * Darkness of each cell relative to the backdrop, by luminance, so that colored reflections don't count as shadow; 0
 * where the photo is lighter than the backdrop. `isOther` marks cells that are darker or more colored than most
 * shadows.
 */
function measureDarkness(
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
        Math.min(
          1,
          Math.max(0, (light - BACKGROUND_LIGHT.from) / (BACKGROUND_LIGHT.to - BACKGROUND_LIGHT.from)),
        );
    }
  }
  return { dark, isOther };
}

/** Local mean over the cells that the product doesn't cover, so that its color isn't mixed in. */
function smoothOutside(
  dark: Float32Array,
  covered: Uint8Array,
  w: number,
  h: number,
  radius: number,
  scratch: Float32Array,
): void {
  const sum = new Float32Array(dark.length);
  const weight = new Float32Array(dark.length);
  for (let i = 0; i < dark.length; i++) {
    if (covered[i] >= COVERED_FROM) continue;
    sum[i] = dark[i];
    weight[i] = 1;
  }
  boxMean(sum, sum, w, h, radius, scratch);
  boxMean(weight, weight, w, h, radius, scratch);
  for (let i = 0; i < dark.length; i++) if (covered[i] < COVERED_FROM) dark[i] = sum[i] / weight[i];
}

function near(covered: Uint8Array, w: number, h: number, radius: number): Uint8Array {
  const { max } = windowExtremes(covered, w, h, radius);
  return max.map((value) => (value >= COVERED_FROM ? 1 : 0));
}

/**
 * Fades out a shadow that leaves the photo, between the product and the photo's border; other shadows fade only close
 * to the border.
 */
function fadeAtFrame(dark: Float32Array, covered: Uint8Array, w: number, h: number): void {
  const least = Math.max(w, h) * FADE_SHARE;
  const across = fades(dark, covered, { along: h, across: w, step: 1, line: w }, least);
  const down = fades(dark, covered, { along: w, across: h, step: w, line: 1 }, least);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) dark[i] *= across[x] * down[y];
  }
}

interface ScanDirection {
  readonly along: number;
  readonly across: number;
  /** Index distance between neighboring cells in a line, and between neighboring lines. */
  readonly step: number;
  readonly line: number;
}

/** Share of the shadow to use at each position between two opposite sides of the photo. */
function fades(
  dark: Float32Array,
  covered: Uint8Array,
  { along, across, step, line }: ScanDirection,
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
