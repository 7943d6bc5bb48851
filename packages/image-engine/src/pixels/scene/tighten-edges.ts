import { boxMean, windowExtremes } from '../raster/box-filter.ts';
import { averageAlong } from './contours.ts';
import type { ContourOptions } from './contours.ts';
import type { LightRaster } from '../raster/light-raster.ts';

/** Factor of enlargement from which edges are sharpened; below it, they are as sharp as the rest of the picture. */
export const TIGHTENED_FROM = 1.25;
/** Share of an edge's width that remains after sharpening. */
const NARROWED = 0.34;
/**
 * Alpha that must be reached on one side of an edge, and not exceeded on the other, for the edge to count as an
 * outline; edges of glass and fur don't.
 */
const SOLID = 235;
const CLEAR = 20;
/**
 * Alpha below which a pixel searches its edge's solid side at twice the distance. For the transparent side, the same
 * applies within this difference from full alpha.
 */
const FAINT = 0.35;
/**
 * Distance within which both sides of an edge must be found, and radius for smoothing its pixel steps, in pixels of
 * the photo.
 */
const REACH_PX = 3.5;
const SMOOTHING_PX = 0.5;
/**
 * Alpha at which the sharpened outline is placed: slightly inside of the edge's center, where less of the old
 * background is mixed in.
 */
const MIDDLE = 0.56;
const MOST_GAIN = 4;

/**
 * Settings for averaging a soft edge along its direction, because sharpening would turn variations of its width into
 * waves. The direction is averaged over the same length of outline, and very faint edges are ignored.
 */
const ALONG: ContourOptions = { tensorRadius: 2, edgeFrom: 0.0009, reachPx: 5, steps: 8 };

/** Sides of a raster at which the product ends instead of being cut off. */
export interface FreeSides {
  readonly left: boolean;
  readonly right: boolean;
  readonly above: boolean;
  readonly below: boolean;
}

/** Alpha of a product, from 0 to 1. */
export interface Smoothed {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
}

/** Alpha of a product at the resolution of its photo, with edges averaged along their direction. */
export function smoothOutline(alpha: Smoothed): Smoothed {
  const data = alpha.data.slice();
  averageAlong(data, 1, alpha.data, alpha, ALONG);
  return { ...alpha, data };
}

/**
 * Sharpens the outline of an enlarged product to match the picture, in place. An edge in a photo is two or three
 * pixels wide, which looks like a halo when enlarged. The outline is smoothed first, so that the steps between the
 * photo's pixels aren't visible. Colors aren't changed.
 * @param outline result of `smoothOutline`, enlarged like the product
 * @param factor factor of enlargement
 */
export function tightenEdges(
  { data, widthPx, heightPx }: LightRaster,
  outline: Float32Array,
  factor: number,
  free: FreeSides,
): void {
  const near = edgesNear({ data, widthPx, heightPx }, factor, free);
  const smooth = outline.slice();
  const radius = Math.round(SMOOTHING_PX * factor);
  const scratch = new Float32Array(smooth.length);
  for (let pass = 0; pass < 2; pass++) boxMean(smooth, smooth, widthPx, heightPx, radius, scratch);
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = near.firstCell + Math.floor(y / near.cellPx) * near.widthCells;
    for (let x = 0; x < widthPx; x++, i++) {
      const alpha = data[i * 4 + 3];
      if (alpha <= 0) continue;
      const cell = row + Math.floor(x / near.cellPx);
      const most = (alpha < FAINT ? near.most.farther : near.most.near)[cell];
      const least = (alpha > 1 - FAINT ? near.least.farther : near.least.near)[cell];
      if (most < SOLID || least > CLEAR) continue;
      const share = Math.min(1, Math.max(0, (smooth[i] - MIDDLE) / NARROWED + 0.5));
      // The gain is limited, because pixels that smoothing adds outside the product have hardly any color.
      const gain = Math.min(MOST_GAIN, share / alpha);
      for (let c = 0; c < 4; c++) data[i * 4 + c] *= gain;
    }
  }
}

interface Near {
  readonly near: Uint8Array;
  readonly farther: Uint8Array;
}

interface EdgeCells {
  readonly cellPx: number;
  readonly widthCells: number;
  /** Index of the cell that contains the raster's top left pixel. */
  readonly firstCell: number;
  readonly most: Near;
  readonly least: Near;
}

/**
 * Highest and lowest alpha near each cell. A cell is about as large as a pixel of the photo, because smaller cells
 * would take far longer. Alpha is 0 beyond a free side, so that a product that ends at the raster's edge has an edge
 * there.
 */
function edgesNear({ data, widthPx, heightPx }: LightRaster, factor: number, free: FreeSides): EdgeCells {
  const cellPx = Math.max(2, Math.round(factor));
  const [left, above] = [free.left ? 1 : 0, free.above ? 1 : 0];
  const w = left + Math.ceil(widthPx / cellPx) + (free.right ? 1 : 0);
  const h = above + Math.ceil(heightPx / cellPx) + (free.below ? 1 : 0);
  const firstCell = above * w + left;
  const [most, least] = [new Uint8Array(w * h), new Uint8Array(w * h).fill(255)];
  for (let y = 0, i = 3; y < heightPx; y++) {
    const row = firstCell + Math.floor(y / cellPx) * w;
    for (let x = 0; x < widthPx; x++, i += 4) {
      const cell = row + Math.floor(x / cellPx);
      const value = Math.min(255, Math.max(0, 255 * data[i]));
      if (value > most[cell]) most[cell] = value;
      if (value < least[cell]) least[cell] = value;
    }
  }
  for (let y = 0; y < h; y++) {
    if (free.left) least[y * w] = 0;
    if (free.right) least[y * w + w - 1] = 0;
  }
  if (free.above) least.fill(0, 0, w);
  if (free.below) least.fill(0, (h - 1) * w);
  const reach = Math.ceil((REACH_PX * factor) / cellPx);
  const highest = windowExtremes(most, w, h, reach).max;
  const lowest = windowExtremes(least, w, h, reach).min;
  return {
    cellPx,
    widthCells: w,
    firstCell,
    most: { near: highest, farther: windowExtremes(highest, w, h, reach).max },
    least: { near: lowest, farther: windowExtremes(lowest, w, h, reach).min },
  };
}
