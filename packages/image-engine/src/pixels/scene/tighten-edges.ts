import { boxMean, windowExtremes } from '../raster/box-filter.ts';
import { averageAlong } from './contours.ts';
import type { ContourOptions } from './contours.ts';
import type { LightRaster } from '../raster/light-raster.ts';

/** Enlarged less, an edge is as sharp as the picture around it. */
export const TIGHTENED_FROM = 1.25;
/** So much of an edge's rise is left of it. */
const NARROWED = 0.34;
/** Between what is covered at least so far and what is at most so far, within reach of an edge, there is an outline: no glass, no fur. */
const SOLID = 235;
const CLEAR = 20;
/** What is fainter, or solid but for so much, belongs to an edge twice as far away. */
const FAINT = 0.35;
/** How far an edge reaches, and how far its steps are smoothed, in pixels of the photo. */
const REACH_PX = 3.5;
const SMOOTHING_PX = 0.5;
/** The outline runs a little inside of the middle of the edge, where less of the old ground is mixed in. */
const MIDDLE = 0.56;
const MOST_GAIN = 4;

/**
 * A soft edge that is a little wider here and narrower there becomes waves when it is sharpened: it is averaged along itself. The direction is that of as much of
 * the outline, and a rise of alpha that is fainter has none.
 */
const ALONG: ContourOptions = { tensorRadius: 2, edgeFrom: 0.0009, reachPx: 5, steps: 8 };

/** Sides of a raster beyond which there is nothing of the product. */
export interface FreeSides {
  readonly left: boolean;
  readonly right: boolean;
  readonly above: boolean;
  readonly below: boolean;
}

/** A product's alpha, 0 to 1. */
export interface Smoothed {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
}

/** The alpha of a product in its photo's own pixels, its edges averaged along themselves. */
export function smoothOutline(alpha: Smoothed): Smoothed {
  const data = alpha.data.slice();
  averageAlong(data, 1, alpha.data, alpha, ALONG);
  return { ...alpha, data };
}

/**
 * Makes the outline of a product that was enlarged as sharp as that of things in the picture, in place: a photo's edge is two or three pixels wide, and many times
 * as large it is a halo. The outline is smoothed first, or the steps between the photo's pixels would show. Colors stay.
 * @param outline `smoothOutline`, enlarged like the product
 * @param factor how far it was enlarged
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
      // What the smoothing adds outside has hardly a color of its own to show.
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
  /** The cell in which the raster starts. */
  readonly firstCell: number;
  readonly most: Near;
  readonly least: Near;
}

/**
 * How opaque and how clear it is within reach of each cell, of about a pixel of the photo: finer would take many times as long. Beyond a free side it is clear, so
 * that what ends at the rim of the raster has an edge there.
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
