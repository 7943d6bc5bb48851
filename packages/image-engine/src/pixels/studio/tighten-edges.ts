import { boxMean, windowExtremes } from '../box-filter.ts';
import { averageAlong } from './contours.ts';
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
/**
 * A soft edge that is a little wider here and narrower there becomes waves when it is sharpened: it is averaged so far along itself, to either side, in pixels
 * of the photo. The direction is that of as much of the outline.
 */
const ALONG_PX = 5;
const ALONG_STEPS = 8;
const DIRECTION_PX = 2;
/** The rise of alpha within a pixel of the photo from which there is an edge with a direction. */
const LEAST_RISE = 0.03;
/** The outline runs a little inside of the middle of the edge, where less of the old ground is mixed in. */
const MIDDLE = 0.56;
const MOST_GAIN = 4;

/** Sides of a raster beyond which there is nothing of the product. */
export interface FreeSides {
  readonly left: boolean;
  readonly right: boolean;
  readonly above: boolean;
  readonly below: boolean;
}

/**
 * Makes the outline of a product that was enlarged as sharp as that of things in the picture, in place: a photo's edge is two or three pixels wide, and many times
 * as large it is a halo. The outline is smoothed first, or the steps between the photo's pixels would show. Colors stay.
 * @param factor how far it was enlarged
 */
export function tightenEdges(product: LightRaster, factor: number, free: FreeSides): void {
  if (factor < FROM_FACTOR) return;
  const { data, widthPx } = product;
  const alpha = withRoom(product, Math.ceil(REACH_PX * factor), free);
  const near = edgesNear(alpha, factor);
  const smooth = { ...alpha, data: alpha.data.slice() };
  const scratch = new Float32Array(alpha.data.length);
  const radius = Math.round(SMOOTHING_PX * factor);
  for (let pass = 0; pass < 2; pass++)
    boxMean(smooth.data, smooth.data, alpha.widthPx, alpha.heightPx, radius, scratch);
  averageAlong(smooth.data, 1, smooth.data.slice(), alpha, {
    tensorRadius: Math.round(DIRECTION_PX * factor),
    edgeFrom: (LEAST_RISE / factor) ** 2,
    reachPx: ALONG_PX * factor,
    steps: ALONG_STEPS,
  });
  for (let y = 0, i = 0; y < product.heightPx; y++) {
    const row = Math.floor((y + alpha.above) / near.cellPx) * near.widthCells;
    let at = (y + alpha.above) * alpha.widthPx + alpha.left;
    for (let x = 0; x < widthPx; x++, i++, at++) {
      const own = alpha.data[at];
      if (own <= 0) continue;
      const cell = row + Math.floor((x + alpha.left) / near.cellPx);
      const most = (own < FAINT ? near.most.farther : near.most.near)[cell];
      const least = (own > 1 - FAINT ? near.least.farther : near.least.near)[cell];
      if (most < SOLID || least > CLEAR) continue;
      const share = Math.min(1, Math.max(0, (smooth.data[at] - MIDDLE) / NARROWED + 0.5));
      // What the smoothing adds outside has hardly a color of its own to show.
      const gain = Math.min(MOST_GAIN, share / own);
      for (let c = 0; c < 4; c++) data[i * 4 + c] *= gain;
    }
  }
}

interface AlphaWithRoom {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
  /** Where the product's raster starts in it. */
  readonly left: number;
  readonly above: number;
}

/** Its alpha with empty room at the sides where there is nothing more of it: an edge at the rim of the raster is an edge as well. */
function withRoom({ data, widthPx, heightPx }: LightRaster, room: number, free: FreeSides): AlphaWithRoom {
  const [left, above] = [free.left ? room : 0, free.above ? room : 0];
  const wide = left + widthPx + (free.right ? room : 0);
  const high = above + heightPx + (free.below ? room : 0);
  const alpha = new Float32Array(wide * high);
  for (let y = 0, i = 3; y < heightPx; y++) {
    for (let at = (y + above) * wide + left, end = at + widthPx; at < end; at++, i += 4) alpha[at] = data[i];
  }
  return { widthPx: wide, heightPx: high, data: alpha, left, above };
}

interface Near {
  readonly near: Uint8Array;
  readonly farther: Uint8Array;
}

/** How opaque and how clear it is within reach of each cell, of about a pixel of the photo: finer would take many times as long. */
function edgesNear(
  { data: alpha, widthPx, heightPx }: AlphaWithRoom,
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
