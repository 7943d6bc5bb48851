import { INSIDE } from './finding.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import { windowExtremes } from '../../raster/box-filter.ts';
import type { Examined } from './examined.ts';

/** A part of which the views differ is wider than twice this, in cells. */
const CORE_RADIUS_CELLS = 1;
const MORE_FROM = 64;

/** How far the network's views of the photo agree with each other, and with what was made of them. */
export function agreementMeasures({ alpha, views, unsure }: Examined) {
  const { usual, scout, far } = views;
  const object = Math.max(1, countInside(alpha));
  const disputed = (isApart: boolean): number =>
    unsure.reduce((sum, part) => sum + (part.isApart === isApart ? part.cells.length : 0), 0) / object;
  return {
    /** 0 where the scout and the usual view see the same, to 1. */
    scoutDiffers: scout === undefined ? undefined : softDifference(usual, scout),
    /** The same of the far view, and 0 where nobody asked for it. */
    farDiffers: far === undefined ? 0 : softDifference(usual, far),
    farTaken: far === undefined ? 0 : 1,
    /** Whole parts that only one of two views shows, in shares of the object. */
    scoutParts: scout === undefined ? undefined : Math.log1p(10 * partsDiffering(usual, scout)),
    farParts: far === undefined ? 0 : Math.log1p(10 * partsDiffering(usual, far)),
    /** What was made of the usual view is something else. */
    changed: Math.log1p(10 * partsDiffering(usual, alpha)),
    disputedAtObject: Math.log1p(10 * disputed(false)),
    disputedApart: Math.log1p(10 * disputed(true)),
    /** Where the network says neither yes nor no. */
    undecided: Math.log1p(10 * undecidedShare(usual)),
    /** How far from yes and no its answers are on average, wherever it sees something; of the far view, and 0 where nobody asked for it. */
    wavers: wavering(usual),
    farWavers: far === undefined ? 0 : wavering(far),
  };
}

const countInside = ({ data }: AlphaRaster): number =>
  data.reduce((sum, value) => sum + (value >= INSIDE ? 1 : 0), 0);

/** 1 - the overlap of two masks whose values count as shares. */
function softDifference(one: AlphaRaster, other: AlphaRaster): number {
  let [both, any] = [0, 0];
  for (let i = 0; i < one.data.length; i++) {
    both += Math.min(one.data[i], other.data[i]);
    any += Math.max(one.data[i], other.data[i]);
  }
  return any === 0 ? 1 : 1 - both / any;
}

function partsDiffering(one: AlphaRaster, other: AlphaRaster): number {
  const { widthPx, heightPx } = one;
  const marks = one.data.map((value, i) => (Math.abs(value - other.data[i]) >= MORE_FROM ? 1 : 0));
  const { min } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  const parts = min.reduce((sum, value) => sum + value, 0);
  return parts / Math.max(1, countInside(one), countInside(other));
}

const UNDECIDED = { from: 32, to: 223 } as const;

function undecidedShare(view: AlphaRaster): number {
  const marks = view.data.map((value) => (value >= UNDECIDED.from && value <= UNDECIDED.to ? 1 : 0));
  const { min } = windowExtremes(marks, view.widthPx, view.heightPx, CORE_RADIUS_CELLS);
  return min.reduce((sum, value) => sum + value, 0) / Math.max(1, countInside(view));
}

/** Less is nothing. */
const SEEN_FROM = 16;
const HALFWAY = 127;

/** 0 where every answer is yes or no, to 1. */
function wavering({ data }: AlphaRaster): number {
  let [sum, count] = [0, 0];
  for (const value of data) {
    if (value < SEEN_FROM) continue;
    sum += Math.min(value, 255 - value);
    count++;
  }
  return sum / Math.max(1, count) / HALFWAY;
}
