import { INSIDE } from './finding.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import { windowExtremes } from '../../raster/box-filter.ts';
import type { Examined } from './examined.ts';

/** Minimum radius, in cells, of a region on which the network's passes differ. */
const CORE_RADIUS_CELLS = 1;
const MORE_FROM = 64;

/** Measures how far the network's passes over a photo agree with each other and with the resulting cut-out. */
export function agreementMeasures({ alpha, views, unsure }: Examined) {
  const { usual, scout, far } = views;
  const object = Math.max(1, countInside(alpha));
  const unsureShare = (isApart: boolean): number =>
    unsure.reduce((sum, part) => sum + (part.isApart === isApart ? part.cells.length : 0), 0) / object;
  return {
    /** Difference between the scout pass and the usual pass, from 0 (they agree) to 1. */
    scoutDiffers: scout === undefined ? undefined : softDifference(usual, scout),
    /** Difference between the far pass and the usual pass, from 0 to 1; 0 if the far pass didn't run. */
    farDiffers: far === undefined ? 0 : softDifference(usual, far),
    farTaken: far === undefined ? 0 : 1,
    /** Area of whole regions that only one of two passes shows, relative to the object's area. */
    scoutParts: scout === undefined ? undefined : Math.log1p(10 * partsDiffering(usual, scout)),
    farParts: far === undefined ? 0 : Math.log1p(10 * partsDiffering(usual, far)),
    /** Area of regions in which the resulting alpha differs from the usual pass. */
    changed: Math.log1p(10 * partsDiffering(usual, alpha)),
    disputedAtObject: Math.log1p(10 * unsureShare(false)),
    disputedApart: Math.log1p(10 * unsureShare(true)),
    /** Area in which the network's mask values are close to the middle. */
    undecided: Math.log1p(10 * undecidedShare(usual)),
    /**
     * Mean distance of mask values from 0 or 255 where the network sees an object; 0 for a far pass that didn't run.
     */
    wavers: measureWavering(usual),
    farWavers: far === undefined ? 0 : measureWavering(far),
  };
}

const countInside = ({ data }: AlphaRaster): number =>
  data.reduce((sum, value) => sum + (value >= INSIDE ? 1 : 0), 0);

/** Difference of two masks: one minus their overlap, where mask values count as shares. */
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

/** Mask value below which the network sees no object. */
const SEEN_FROM = 16;
const HALFWAY = 127;

/** Indecision of a mask, from 0 if every value is 0 or 255, to 1. */
function measureWavering({ data }: AlphaRaster): number {
  let [sum, count] = [0, 0];
  for (const value of data) {
    if (value < SEEN_FROM) continue;
    sum += Math.min(value, 255 - value);
    count++;
  }
  return sum / Math.max(1, count) / HALFWAY;
}
