import { INSIDE } from './finding.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import { windowExtremes } from '../../raster/box-filter.ts';
import type { Examined } from './examined.ts';

/** Minimum radius of a region on which passes differ, in cells. */
const CORE_RADIUS_CELLS = 1;
const MORE_FROM = 64;

/** Measures the agreement of the network's passes with each other and with the result. */
export function agreementMeasures({ alpha, views, unsure }: Examined) {
  const { usual, scout, far } = views;
  const object = Math.max(1, countInside(alpha));
  const disputed = (isApart: boolean): number =>
    unsure.reduce((sum, part) => sum + (part.isApart === isApart ? part.cells.length : 0), 0) / object;
  return {
    /** From 0 if the scout agrees with the usual pass, to 1. */
    scoutDiffers: scout === undefined ? undefined : softDifference(usual, scout),
    /** Same for the far pass; 0 if it didn't run. */
    farDiffers: far === undefined ? 0 : softDifference(usual, far),
    farTaken: far === undefined ? 0 : 1,
    /** Area of whole regions that only one of two passes shows, relative to the object. */
    scoutParts: scout === undefined ? undefined : Math.log1p(10 * partsDiffering(usual, scout)),
    farParts: far === undefined ? 0 : Math.log1p(10 * partsDiffering(usual, far)),
    /** Area of regions in which the result differs from the usual pass. */
    changed: Math.log1p(10 * partsDiffering(usual, alpha)),
    disputedAtObject: Math.log1p(10 * disputed(false)),
    disputedApart: Math.log1p(10 * disputed(true)),
    /** Area where the network is undecided. */
    undecided: Math.log1p(10 * undecidedShare(usual)),
    /** Mean distance of its answers from yes or no, where it sees anything; for the far pass 0 if it didn't run. */
    wavers: wavering(usual),
    farWavers: far === undefined ? 0 : wavering(far),
  };
}

const countInside = ({ data }: AlphaRaster): number =>
  data.reduce((sum, value) => sum + (value >= INSIDE ? 1 : 0), 0);

/** One minus the overlap of two masks whose values count as shares. */
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

/** Mask value below which the network sees nothing. */
const SEEN_FROM = 16;
const HALFWAY = 127;

/** From 0 if every answer is yes or no, to 1. */
function wavering({ data }: AlphaRaster): number {
  let [sum, count] = [0, 0];
  for (const value of data) {
    if (value < SEEN_FROM) continue;
    sum += Math.min(value, 255 - value);
    count++;
  }
  return sum / Math.max(1, count) / HALFWAY;
}
