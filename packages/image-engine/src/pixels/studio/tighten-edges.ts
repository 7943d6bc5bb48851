import { boxMean, windowExtremes } from '../box-filter.ts';
import type { LightRaster } from './light-raster.ts';

/** Enlarged less, an edge is as sharp as the picture around it. */
const FROM_FACTOR = 1.25;
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
 * Makes the outline of a product that was enlarged as sharp as that of things in the picture, in place: a photo's edge is two or three pixels wide, and many times
 * as large it is a halo. The outline is smoothed first, or the steps between the photo's pixels would show. Colors stay.
 * @param factor how far it was enlarged
 */
export function tightenEdges({ data, widthPx, heightPx }: LightRaster, factor: number): void {
  if (factor < FROM_FACTOR) return;
  const alpha = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3];
  const near = edgesNear(alpha, widthPx, heightPx, factor);
  const smooth = alpha.slice();
  const radius = Math.round(SMOOTHING_PX * factor);
  const scratch = new Float32Array(alpha.length);
  for (let pass = 0; pass < 2; pass++) boxMean(smooth, smooth, widthPx, heightPx, radius, scratch);
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(y / near.cellPx) * near.widthCells;
    for (let x = 0; x < widthPx; x++, i++) {
      if (alpha[i] <= 0) continue;
      const cell = row + Math.floor(x / near.cellPx);
      const most = (alpha[i] < FAINT ? near.most.farther : near.most.near)[cell];
      const least = (alpha[i] > 1 - FAINT ? near.least.farther : near.least.near)[cell];
      if (most < SOLID || least > CLEAR) continue;
      const share = Math.min(1, Math.max(0, (smooth[i] - MIDDLE) / NARROWED + 0.5));
      // What the smoothing adds outside has hardly a color of its own to show.
      const gain = Math.min(MOST_GAIN, share / alpha[i]);
      for (let c = 0; c < 4; c++) data[i * 4 + c] *= gain;
    }
  }
}

interface Near {
  readonly near: Uint8Array;
  readonly farther: Uint8Array;
}

/** How opaque and how clear it is within reach of each cell, of about a pixel of the photo: finer would take many times as long. */
function edgesNear(
  alpha: Float32Array,
  widthPx: number,
  heightPx: number,
  factor: number,
): { readonly cellPx: number; readonly widthCells: number; readonly most: Near; readonly least: Near } {
  const cellPx = Math.max(2, Math.round(factor));
  const [w, h] = [Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx)];
  const [most, least] = [new Uint8Array(w * h), new Uint8Array(w * h).fill(255)];
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(y / cellPx) * w;
    for (let x = 0; x < widthPx; x++, i++) {
      const cell = row + Math.floor(x / cellPx);
      const value = Math.min(255, Math.max(0, 255 * alpha[i]));
      if (value > most[cell]) most[cell] = value;
      if (value < least[cell]) least[cell] = value;
    }
  }
  const reach = Math.ceil((REACH_PX * factor) / cellPx);
  const highest = windowExtremes(most, w, h, reach).max;
  const lowest = windowExtremes(least, w, h, reach).min;
  return {
    cellPx,
    widthCells: w,
    most: { near: highest, farther: windowExtremes(highest, w, h, reach).max },
    least: { near: lowest, farther: windowExtremes(lowest, w, h, reach).min },
  };
}
