import type { Base } from './contact-base.ts';
import type { CompositeCells } from './composite-cells.ts';
import { ramp, sampleAt, smooth } from '../../raster/smooth.ts';

/** Soft darkening along the line where the product touches the ground. */
export interface ContactShadow {
  /** Share of light that each cell blocks at full strength, 0 to below 1. */
  readonly density: Float32Array;
  /** Range of cells outside of which the density is 0. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Depth of the areas of ground whose lightness is compared, just below the base and farther down, as shares of the
 * contact's width.
 */
const NEAR_SHARE = 0.06;
const FAR_FROM_SHARE = 0.16;
const FAR_TO_SHARE = 0.4;
/**
 * Ratio of the near area's lightness to the far area's: up to the first value the ground has a shadow, from the second
 * on it has none.
 */
const HAS_SHADOW_RATIO = 0.84;
const NO_SHADOW_RATIO = 0.95;
/** Quantile by which the background's lightness is measured, so that dark parts of a pattern don't count. */
const LIGHT_PARTS_SHARE = 0.75;
/** Foreshortening of shadows on a floor, because the camera sees the floor at a low angle. */
const FLATTENED = 2;
const TIGHT_SIGMA_SHARE = 0.07;
/** Maximum blur of the tight shadow, as a share of the widest foot, so that a thin leg doesn't stand on a dark spot. */
const TIGHT_SIGMA_OF_FOOT = 0.4;
const WIDE_SIGMA_SHARE = 0.3;
/** Factors from each blurred strip to the share of light that it takes; two blurs reduce the light one after another. */
const TIGHT_DENSITY = 1.8;
const WIDE_DENSITY = 2.3;
const WIDE_OFFSET_SHARE = 0.16;
/** Distance by which the wide blur lies toward the camera, where the ground isn't hidden by the product. */
const WIDE_NEARER_SHARE = 0.1;
const MAX_DENSITY = 0.92;
const FOOTPRINT_SHARE = 0.18;
/** Depth of the footprint at both ends of a foot, relative to its middle: most feet are round or seen at an angle. */
const FOOTPRINT_AT_ENDS = 0.45;
/** Depth of the footprint between feet, which the open space beside them lights, relative to its depth at a foot. */
const FOOTPRINT_BETWEEN_FEET = 0.85;
const NEGLIGIBLE = 0.004;

/**
 * Share of a shadow that is missing, 0 to 1; 0 if the ground is already darker at the base, or no ground is visible
 * below it.
 */
export function missingShadow(scene: CompositeCells, base: Base): number {
  const nearDepth = Math.max(2, NEAR_SHARE * base.widthPx);
  const near = lightnessBelow(scene, base, 1, 1 + nearDepth);
  const far = lightnessBelow(scene, base, 1 + FAR_FROM_SHARE * base.widthPx, 3 + FAR_TO_SHARE * base.widthPx);
  if (near === undefined) return 0;
  // Without a comparable area of ground, because the base is near the lower border or the ground is black, the whole
  // shadow is assumed to be missing.
  if (far === undefined || far < 0.02) return 1;
  return ramp(near / far, HAS_SHADOW_RATIO, NO_SHADOW_RATIO);
}

/**
 * Lightness of the background's brighter parts in a range of depths. A shadow darkens the brighter parts too, while
 * dark parts of a pattern aren't mistaken for shadow.
 */
function lightnessBelow(
  { background, widthPx: w, heightPx: h }: CompositeCells,
  base: Base,
  fromDepth: number,
  toDepth: number,
): number | undefined {
  const lightness: number[] = [];
  for (let x = base.left; x <= base.right; x++) {
    if (base.isContact[x] === 0) continue;
    const last = Math.min(h - 1, Math.round(base.bottoms[x] + toDepth));
    for (let y = Math.round(base.bottoms[x] + fromDepth); y <= last; y++) {
      const i = y * w + x;
      if (background.share[i] > 0) lightness.push(background.lightness[i]);
    }
  }
  if (lightness.length === 0) return undefined;
  return lightness.toSorted((one, other) => one - other)[Math.floor(LIGHT_PARTS_SHARE * lightness.length)];
}

/**
 * Blurs the product's lowest strip, stretched vertically before and compressed after the blur, so that the shadow lies
 * flat on the floor. `aside` shifts the wide blur away from a light on one side, from -1 (left) to 1 (right).
 */
export function contactShadow(
  scene: CompositeCells,
  base: Base,
  aside: number,
  amount: number,
): ContactShadow {
  const { widthPx: w, heightPx: h } = scene;
  const reach = Math.ceil(3 * WIDE_SIGMA_SHARE * base.sizePx);
  const depth = Math.ceil(FOOTPRINT_SHARE * base.sizePx);
  const top = Math.max(0, base.bottom - depth - Math.ceil(reach / FLATTENED));
  const bottom = Math.min(h - 1, base.bottom + Math.ceil(reach / FLATTENED));
  const rows = Math.ceil((bottom - top + 1) * FLATTENED);
  const feet = measureFeet(base);
  const stripUnder = (bottoms: Float32Array, deepest?: Int32Array): Float32Array => {
    const strip = new Float32Array(w * rows);
    for (let x = base.left; x <= base.right; x++) {
      const to = (bottoms[x] + 1 - top) * FLATTENED;
      const deep = Math.min(depth * feet.depths[x], deepest?.[x] ?? depth);
      for (let row = Math.max(0, Math.round(to - deep * FLATTENED)); row < to; row++) strip[row * w + x] = 1;
    }
    return strip;
  };
  const touching = Float32Array.from(base.bottoms, (y, x) => (base.isContact[x] === 1 ? y : -Infinity));
  const widest = feet.widths.reduce((most, width) => Math.max(most, width), 0);
  const tightSigma = Math.min(TIGHT_SIGMA_SHARE * base.sizePx, TIGHT_SIGMA_OF_FOOT * widest);
  const tight = smooth(stripUnder(touching, feet.widths), w, rows, Math.max(1, tightSigma));
  const wide = smooth(
    stripUnder(bridgeContacts(base)),
    w,
    rows,
    Math.max(1.5, WIDE_SIGMA_SHARE * base.sizePx),
  );
  const offset = WIDE_OFFSET_SHARE * base.sizePx * aside;
  const nearer = WIDE_NEARER_SHARE * base.sizePx * FLATTENED;
  const left = Math.max(0, base.left - reach);
  const right = Math.min(w - 1, base.right + reach);
  const density = new Float32Array(w * h);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const row = (y + 0.5 - top) * FLATTENED;
      const close = sampleAt(tight, w, rows, x + 0.5, row);
      const broad = sampleAt(wide, w, rows, x + 0.5 - offset, row - nearer);
      const remaining = Math.max(0, 1 - TIGHT_DENSITY * close) * Math.max(0, 1 - WIDE_DENSITY * broad);
      const value = amount * MAX_DENSITY * (1 - remaining);
      density[y * w + x] = value < NEGLIGIBLE ? 0 : value - NEGLIGIBLE;
    }
  }
  return { density, left, top, right, bottom };
}

/**
 * Width of the foot at each column, because a thin leg covers no more ground behind its foot than beside it; and the
 * relative depth of the ground that the product covers, from 0 to 1.
 */
function measureFeet({ isContact, left, right }: Base): { widths: Int32Array; depths: Float32Array } {
  const widths = new Int32Array(isContact.length);
  const depths = new Float32Array(isContact.length).fill(FOOTPRINT_BETWEEN_FEET);
  for (let from = left; from <= right; from++) {
    let to = from;
    while (to <= right && isContact[to] === 1) to++;
    widths.fill(to - from, from, to);
    for (let x = from; x < to; x++) {
      const aside = (2 * (x - from + 0.5)) / (to - from) - 1;
      depths[x] = FOOTPRINT_AT_ENDS + (1 - FOOTPRINT_AT_ENDS) * Math.sqrt(1 - aside * aside);
    }
    from = Math.max(from, to - 1);
  }
  return { widths, depths };
}

/**
 * Lowest cell of the product in each column, connected by straight lines between the contacts, because a product also
 * shades the floor between its feet.
 */
function bridgeContacts({ bottoms, isContact, left, right }: Base): Float32Array {
  const line = Float32Array.from(bottoms);
  let last = left;
  for (let x = left + 1; x <= right; x++) {
    if (isContact[x] === 0) continue;
    for (let k = last + 1; k < x; k++)
      line[k] = bottoms[last] + ((bottoms[x] - bottoms[last]) * (k - last)) / (x - last);
    last = x;
  }
  return line;
}
