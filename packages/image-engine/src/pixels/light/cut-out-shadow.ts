import { windowExtremes } from '../raster/box-filter.ts';
import { findConnectedRegions } from '../raster/regions.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster/raster.ts';
import { fillSmoothly } from '../raster/fill-smoothly.ts';
import type { AuxiliaryMaps } from '../matte/auxiliary-maps.ts';
import { sampleAt } from '../raster/sample.ts';

/** Longest side of the grid for finding shadows; shadows are smooth, so a small grid suffices. */
const GRID_LONGEST_SIDE_PX = 384;
/** Relative positions of the sampled pixels in each cell, across and down. */
const PLACES = [0.2, 0.5, 0.8] as const;
/** Alpha thresholds, of 255: below `visible` a pixel is invisible; from `solid` on it belongs to the product. */
const ALPHA = { visible: 3, solid: 200 } as const;
/** Brightness limit of a shadow's pixels, of 255, for their brightest channel. */
const DARK_BELOW = 56;
/** Minimum color times alpha, of 255, from which a pixel shows its own color and isn't shadow. */
const LIGHT_SEEN = 10;
/** Distance from the product within which its soft edge may be visible. */
const EDGE_PX = 2.5;
/** Minimum opacity of a pixel after subtracting the shadow; smaller values are errors of the interpolation. */
const LEAST_OWN = 0.12;
/** Minimum size of a shadow, as a share of the picture; smaller regions are specks. */
const LEAST_SHARE = 0.0008;
/** Maximum change of a shadow between neighboring cells, as a share of its maximum and in alpha levels. */
const SMOOTH = { share: 0.3, least: 12 } as const;
/** Share of a shadow's cells that may change faster, because of noise. */
const STEEP_SHARE = 0.02;
/** Maximum alpha at a shadow's edge, as a share of its maximum and in alpha levels. A lens or a veil ends abruptly. */
const FAINT_RIM = { share: 0.25, least: 10 } as const;
/**
 * Minimum share of a shadow's edge that borders on empty space; the dark glass of a lens is enclosed by its frame
 * instead.
 */
const OPEN_SHARE = 0.25;

interface ShadowCells {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Mean alpha of each cell. */
  readonly alpha: Float32Array;
  readonly isSolid: Uint8Array;
  /** Mean of the brightest channel times alpha in each cell. */
  readonly light: Float32Array;
}

/** Maximum opacity of a shadow, of 255; the soft edge of a black product is more opaque. */
const MOST_OPAQUE = 150;
/**
 * Maximum area of a shadow weighted by opacity, relative to the product; larger semitransparent areas belong to the
 * product, like a feather.
 */
const MOST_OF_PRODUCT = 0.4;
/**
 * Maximum height of a shadow's center above the product's center, as a share of the picture; smoke rises higher than
 * this.
 */
const MOST_ABOVE = 0.05;

/**
 * Removes a drop shadow from a cut-out made in a design program, in place. Such a shadow is soft, black and half
 * transparent, and would otherwise count as a part of the product. The other pixels get the opacity that they had
 * before the shadow was added.
 * @returns the removed shadow as an auxiliary map, only if it touches the product: without contact, the product hovers
 * above its shadow and couldn't be placed on a background
 */
export function takeShadowOff(cutOut: RgbaRaster): Pick<AuxiliaryMaps, 'photoShadow'> {
  const cells = toCells(cutOut);
  const { widthPx: w, heightPx: h, alpha, isSolid } = cells;
  const nearSolid = windowExtremes(isSolid, w, h, Math.ceil((EDGE_PX * w) / cutOut.widthPx)).max;
  const marks = alpha.map((value, i) => (value >= ALPHA.visible && nearSolid[i] === 0 ? 1 : 0));
  const isShadow = new Uint8Array(w * h);
  const product = measureMass(
    [...isSolid.keys()].filter((i) => isSolid[i] === 1),
    cells,
  );
  for (const { cells: region } of findConnectedRegions(Uint8Array.from(marks), w)) {
    if (region.length < LEAST_SHARE * w * h || !isSoft(region, cells, nearSolid)) continue;
    if (!isLaid(region, product, cells)) continue;
    for (const i of region) isShadow[i] = 1;
  }
  if (!isShadow.includes(1)) return {};
  // Extends the visible shadow smoothly under the product and its edge.
  const dark = alpha.map((value, i) => (isShadow[i] === 1 ? value : 0));
  const isKnown = Float32Array.from(nearSolid, (near) => (near === 0 ? 1 : 0));
  fillSmoothly(dark, 1, isKnown, w, h);
  const shadow = raster(
    Uint8Array.from(dark, (value) => Math.round(Math.max(0, value))),
    w,
    h,
    1,
  );
  takeOff(cutOut, shadow, isShadow);
  const arrives = shadow.data.map((value) => 255 - value);
  return touches(isShadow, nearSolid, w) ? { photoShadow: raster(arrives, w, h, 1) } : {};
}

const touches = (isShadow: Uint8Array, nearSolid: Uint8Array, w: number): boolean =>
  isShadow.some((is, i) => is === 1 && [1, -1, w, -w].some((step) => nearSolid[i + step] === 1));

function toCells({ data, widthPx, heightPx }: RgbaRaster): ShadowCells {
  const shrink = Math.min(1, GRID_LONGEST_SIDE_PX / Math.max(widthPx, heightPx));
  const w = Math.max(1, Math.round(widthPx * shrink));
  const h = Math.max(1, Math.round(heightPx * shrink));
  const alpha = new Float32Array(w * h);
  const isSolid = new Uint8Array(w * h);
  const light = new Float32Array(w * h);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      for (const dy of PLACES) {
        const row = Math.floor(((y + dy) * heightPx) / h) * widthPx;
        for (const dx of PLACES) {
          const at = (row + Math.floor(((x + dx) * widthPx) / w)) * 4;
          const value = data[at + 3];
          alpha[i] += value / PLACES.length ** 2;
          if (value < ALPHA.visible) continue;
          const brightest = Math.max(data[at], data[at + 1], data[at + 2]);
          light[i] += (brightest * value) / PLACES.length ** 2;
          // Colors of nearly transparent pixels aren't reliable.
          const isColored = brightest >= DARK_BELOW && brightest * value >= 255 * LIGHT_SEEN;
          if (value >= ALPHA.solid || isColored) isSolid[i] = 1;
        }
      }
    }
  }
  return { widthPx: w, heightPx: h, alpha, isSolid, light };
}

/** Area of a region weighted by opacity, and the row of its center. */
interface Mass {
  readonly sum: number;
  readonly row: number;
}

function measureMass(cells: Iterable<number>, { widthPx: w, alpha }: ShadowCells): Mass {
  let [sum, rows] = [0, 0];
  for (const i of cells) {
    sum += alpha[i];
    rows += alpha[i] * Math.floor(i / w);
  }
  return { sum, row: rows / Math.max(1, sum) };
}

/** True if a region may be a drop shadow: black, not too opaque, smaller than the product, and not above it. */
function isLaid(region: Int32Array, product: Mass, cells: ShadowCells): boolean {
  let [shine, most] = [0, 0];
  for (const i of region) {
    shine += cells.light[i];
    most = Math.max(most, cells.alpha[i]);
  }
  const { sum, row } = measureMass(region, cells);
  const isAbove = row < product.row - MOST_ABOVE * cells.heightPx;
  return most <= MOST_OPAQUE && sum <= MOST_OF_PRODUCT * product.sum && shine < DARK_BELOW * sum && !isAbove;
}

/** True if a region fades out into empty space, as shadows do and parts of a product don't. */
function isSoft(
  region: Int32Array,
  { widthPx: w, heightPx: h, alpha }: ShadowCells,
  nearSolid: Uint8Array,
): boolean {
  let most = 0;
  for (const i of region) most = Math.max(most, alpha[i]);
  let [rim, open, steep] = [0, 0, 0];
  for (const i of region) {
    const [x, y] = [i % w, Math.floor(i / w)];
    let [isOpen, isRim] = [false, false];
    for (const [dx, dy] of BESIDE) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= w || y + dy >= h) continue;
      const j = i + dy * w + dx;
      if (nearSolid[j] === 1) isRim = true;
      else if (alpha[j] < ALPHA.visible) isOpen = true;
      if (nearSolid[j] === 0 && Math.abs(alpha[j] - alpha[i]) > Math.max(SMOOTH.least, SMOOTH.share * most))
        steep++;
    }
    if (isOpen || isRim) rim++;
    if (isOpen && alpha[i] <= Math.max(FAINT_RIM.least, FAINT_RIM.share * most)) open++;
  }
  return steep < region.length * STEEP_SHARE && open >= OPEN_SHARE * rim;
}

const BESIDE = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/**
 * Clears the pixels in the shadow's cells. Elsewhere subtracts the black shadow from each pixel's alpha, inverting
 * alpha = `own + shadow · (1 − own)`.
 */
function takeOff({ data, widthPx, heightPx }: RgbaRaster, shadow: AlphaRaster, isShadow: Uint8Array): void {
  const { widthPx: w, heightPx: h } = shadow;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const v = (y + 0.5) / heightPx;
    const row = Math.min(h - 1, Math.floor(v * h)) * w;
    for (let x = 0; x < widthPx; x++, at += 4) {
      const alpha = data[at + 3];
      if (alpha === 0 || alpha === 255) continue;
      const u = (x + 0.5) / widthPx;
      if (isShadow[row + Math.min(w - 1, Math.floor(u * w))] === 1) {
        data.fill(0, at, at + 4);
        continue;
      }
      const below = sampleAt(shadow, u, v, 0) / 255;
      if (below === 0) continue;
      const remainingAlpha = Math.min(1, (alpha / 255 - below) / (1 - below));
      const own = remainingAlpha < LEAST_OWN ? 0 : remainingAlpha;
      const gain = own === 0 ? 0 : alpha / 255 / own;
      for (let c = at; c < at + 3; c++) data[c] = Math.min(255, Math.round(data[c] * gain));
      data[at + 3] = Math.round(255 * own);
    }
  }
}
