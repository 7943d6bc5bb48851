import type { LightDirection } from './light.ts';
import type { Scene } from './scene.ts';
import { ramp, sampleAt, smooth } from './smooth.ts';

/** A soft darkening along the line where the product touches the ground. */
export interface ContactShadow {
  /** For each cell the share of light that is blocked at full strength, 0 to below 1. */
  readonly density: Float32Array;
  /** The cells outside which the density is 0. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of the outline that touches the ground. */
interface Base {
  readonly bottoms: Int32Array;
  readonly isContact: Uint8Array;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly widthPx: number;
  /** Between the width of the contact and the product's; it determines the size of the shadow. */
  readonly sizePx: number;
}

/** Bottoms this close to the lowest line, as a share of the product's smaller side, also touch the ground. */
const BAND_SHARE = 0.09;
const TRAILING_SHARE = 0.12;
/** What rests may touch with few columns, as legs do… */
const MIN_CONTACT_SHARE = 0.06;
/** …but from its first contact to its last it is this wide, in shares of the product; else it hangs by a point. */
const MIN_SPAN_SHARE = 0.2;
/** Surfaces that products stand on are in the lower part of a photo. */
const BASE_BELOW_SHARE = 0.5;
const BORDER_CELLS = 2;
/** Just below the base, and further down, as shares of the contact's width. */
const NEAR_SHARE = 0.06;
const FAR_FROM_SHARE = 0.16;
const FAR_TO_SHARE = 0.4;
/** Where there is already a shadow, near is this much darker than far (a ratio of lightness). */
const HAS_SHADOW_RATIO = 0.84;
const NO_SHADOW_RATIO = 0.95;
/** The quantile of lightness that stands for a ground's light parts. */
const LIGHT_PARTS_SHARE = 0.75;
/** A floor is seen at a low angle, so shadows on it look this much wider than deep. */
const FLATTENED = 2;
const TIGHT_SIGMA_SHARE = 0.05;
const WIDE_SIGMA_SHARE = 0.3;
const TIGHT_DENSITY = 0.7;
const WIDE_DENSITY = 0.75;
const WIDE_OFFSET_SHARE = 0.16;
const MAX_DENSITY = 0.9;
const FOOTPRINT_SHARE = 0.25;
const NEGLIGIBLE = 0.004;

/**
 * Computes the contact shadow that the product lacks; undefined where there is one already, and for what hangs
 * or floats.
 */
export function contactShadow(scene: Scene, light: LightDirection): ContactShadow | undefined {
  const base = findBase(scene);
  if (base === undefined) return undefined;
  const amount = missingShadow(scene, base);
  return amount < 0.02 ? undefined : castShadow(scene, base, light, amount);
}

function findBase({ alpha, widthPx: w, heightPx: h }: Scene): Base | undefined {
  const bottoms = new Int32Array(w).fill(-1);
  let [left, right, top, bottom] = [w, -1, h, -1];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < 0.5) continue;
    const [x, y] = [i % w, Math.floor(i / w)];
    bottoms[x] = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (bottom < BASE_BELOW_SHARE * h || bottom >= h - BORDER_CELLS) return undefined;
  const productWidth = right - left + 1;
  const band = Math.max(1, BAND_SHARE * Math.min(productWidth, bottom - top + 1));
  const enough = Math.max(3, MIN_CONTACT_SHARE * productWidth);
  // A strap or a tag may hang lower than the product's base.
  const lowest = bottom - TRAILING_SHARE * (bottom - top + 1);
  let line = bottom;
  while (line >= lowest && columnsDownTo(bottoms, line - band) < enough) line--;
  if (line < lowest) return undefined;
  const isContact = Uint8Array.from(bottoms, (y) => (y >= line - band ? 1 : 0));
  const first = isContact.indexOf(1);
  const last = isContact.lastIndexOf(1);
  if (first < BORDER_CELLS || last >= w - BORDER_CELLS) return undefined;
  const widthPx = last - first + 1;
  if (widthPx < MIN_SPAN_SHARE * productWidth) return undefined;
  const sizePx = Math.sqrt(widthPx * productWidth);
  return { bottoms, isContact, left: first, right: last, bottom, widthPx, sizePx };
}

const columnsDownTo = (bottoms: Int32Array, line: number): number =>
  bottoms.reduce((count, y) => count + (y >= line ? 1 : 0), 0);

/** How much of a shadow is missing, 0 to 1: none where the ground is already darker at the base. */
function missingShadow(scene: Scene, base: Base): number {
  const nearDepth = Math.max(2, NEAR_SHARE * base.widthPx);
  const near = lightnessBelow(scene, base, 1, 1 + nearDepth);
  const far = lightnessBelow(scene, base, 1 + FAR_FROM_SHARE * base.widthPx, 3 + FAR_TO_SHARE * base.widthPx);
  if (near === undefined) return 0;
  // Too close to the lower border to be compared: what is pasted there has no shadow.
  if (far === undefined || far < 0.02) return 1;
  return ramp(near / far, HAS_SHADOW_RATIO, NO_SHADOW_RATIO);
}

/** How light the ground's light parts are there: a shadow darkens those too, and a pattern's dark ones do not count. */
function lightnessBelow(
  { background, widthPx: w, heightPx: h }: Scene,
  base: Base,
  fromDepth: number,
  toDepth: number,
): number | undefined {
  const seen: number[] = [];
  for (let x = base.left; x <= base.right; x++) {
    if (base.isContact[x] === 0) continue;
    const last = Math.min(h - 1, Math.round(base.bottoms[x] + toDepth));
    for (let y = Math.round(base.bottoms[x] + fromDepth); y <= last; y++) {
      const i = y * w + x;
      if (background.share[i] > 0) seen.push(background.lightness[i]);
    }
  }
  if (seen.length === 0) return undefined;
  return seen.toSorted((one, other) => one - other)[Math.floor(LIGHT_PARTS_SHARE * seen.length)];
}

/**
 * Blurs the product's lowest strip, stretched vertically so that an isotropic blur becomes flat on the floor.
 */
function castShadow(scene: Scene, base: Base, light: LightDirection, amount: number): ContactShadow {
  const { widthPx: w, heightPx: h } = scene;
  const reach = Math.ceil(3 * WIDE_SIGMA_SHARE * base.sizePx);
  const depth = Math.ceil(FOOTPRINT_SHARE * base.sizePx);
  const top = Math.max(0, base.bottom - depth - Math.ceil(reach / FLATTENED));
  const bottom = Math.min(h - 1, base.bottom + Math.ceil(reach / FLATTENED));
  const rows = Math.ceil((bottom - top + 1) * FLATTENED);
  const stripUnder = (bottoms: Float32Array): Float32Array => {
    const strip = new Float32Array(w * rows);
    for (let x = base.left; x <= base.right; x++) {
      const to = (bottoms[x] + 1 - top) * FLATTENED;
      for (let row = Math.max(0, Math.round(to - depth * FLATTENED)); row < to; row++) strip[row * w + x] = 1;
    }
    return strip;
  };
  const touching = Float32Array.from(base.bottoms, (y, x) => (base.isContact[x] === 1 ? y : -Infinity));
  const tight = smooth(stripUnder(touching), w, rows, Math.max(1, TIGHT_SIGMA_SHARE * base.sizePx));
  const wide = smooth(
    stripUnder(bridgeContacts(base)),
    w,
    rows,
    Math.max(1.5, WIDE_SIGMA_SHARE * base.sizePx),
  );
  const offset = WIDE_OFFSET_SHARE * base.sizePx * light.x * light.confidence;
  const left = Math.max(0, base.left - reach);
  const right = Math.min(w - 1, base.right + reach);
  const density = new Float32Array(w * h);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const row = (y + 0.5 - top) * FLATTENED;
      const close = sampleAt(tight, w, rows, x + 0.5, row);
      const broad = sampleAt(wide, w, rows, x + 0.5 + offset, row);
      const value = amount * Math.min(MAX_DENSITY, 2 * (TIGHT_DENSITY * close + WIDE_DENSITY * broad));
      density[y * w + x] = value < NEGLIGIBLE ? 0 : value - NEGLIGIBLE;
    }
  }
  return { density, left, top, right, bottom };
}

/**
 * The bottoms with straight lines between contacts, because a product also shades the floor between its feet.
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
