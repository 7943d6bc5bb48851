import type { AlphaRaster } from '../../raster/raster.ts';
import { findRegions } from '../../raster/regions.ts';

/** Alpha from which a pixel belongs to the product. */
const INSIDE_FROM = 128;
/** Minimum size of a connected component relative to the largest one; smaller ones are specks. */
const MIN_PART_SHARE = 0.04;
/**
 * Minimum size of an opening (enclosed background) relative to the product; smaller gaps are texture or errors of the
 * mask.
 */
const MIN_OPENING_SHARE = 0.004;

/** Position and size of a group of pixels, in pixels, y down. */
interface Extent {
  readonly areaPx: number;
  /** Bounding box, with `right` and `bottom` inclusive. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly centerX: number;
  readonly centerY: number;
}

/** Background area that the product encloses. */
export type Opening = Extent;

/** Extent of a group of pixels, and the ellipse with the same second moments. */
interface Spread extends Extent {
  /** Length of the ellipse divided by its width, 1 and up. */
  readonly elongation: number;
  /** Angle between the ellipse's long axis and the vertical, 0 to 90 degrees in either direction. */
  readonly tiltDeg: number;
}

/** Shape of the product: its mask, its extent and its openings. */
export interface Silhouette extends Spread {
  /** Mask of the product: 1 inside, 0 outside. */
  readonly inside: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly openings: readonly Opening[];
  /** Variation of the edge's distance from the center, relative to this distance; nearly 0 for a circle. */
  readonly radiusDeviation: number;
}

/**
 * Measures a mask; undefined if it is empty. `insideFrom` is the minimum alpha of the product, lower for transparent
 * products.
 */
export function measureSilhouette(
  { data, widthPx, heightPx }: AlphaRaster,
  insideFrom: number = INSIDE_FROM,
): Silhouette | undefined {
  const value = data.map((alpha) => (alpha >= insideFrom ? 1 : 0));
  const parts = findRegions(value, widthPx, 1);
  const largest = Math.max(0, ...parts.map(({ length }) => length));
  if (largest === 0) return undefined;
  const inside = new Uint8Array(value.length);
  for (const part of parts) {
    if (part.length >= MIN_PART_SHARE * largest) for (const i of part) inside[i] = 1;
  }
  const spread = measureSpread(inside, widthPx);
  return {
    inside,
    widthPx,
    heightPx,
    ...spread,
    openings: findOpenings(inside, widthPx, heightPx, spread.areaPx),
    radiusDeviation: measureRadiusDeviation(inside, widthPx, spread),
  };
}

function measureRadiusDeviation(
  inside: Uint8Array,
  widthPx: number,
  { centerX, centerY, ...box }: Extent,
): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let y = box.top; y <= box.bottom; y++) {
    const row = inside.subarray(y * widthPx, (y + 1) * widthPx);
    for (const x of [row.indexOf(1), row.lastIndexOf(1)]) {
      if (x < 0) continue;
      const radius = Math.hypot(x - centerX, y - centerY);
      count++;
      sum += radius;
      squares += radius * radius;
    }
  }
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) / mean;
}

function measureSpread(inside: Uint8Array, widthPx: number): Spread {
  let [areaPx, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const x = i % widthPx;
    const y = (i - x) / widthPx;
    areaPx++;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumYY += y * y;
    sumXY += x * y;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    bottom = y;
  }
  const centerX = sumX / areaPx;
  const centerY = sumY / areaPx;
  // Adds a twelfth to the variance, because a pixel is a square rather than a point.
  const xx = sumXX / areaPx - centerX ** 2 + 1 / 12;
  const yy = sumYY / areaPx - centerY ** 2 + 1 / 12;
  const xy = sumXY / areaPx - centerX * centerY;
  const mean = (xx + yy) / 2;
  const difference = Math.hypot((xx - yy) / 2, xy);
  const [long, short] = [mean + difference, Math.max(1e-9, mean - difference)];
  const axisDeg = (Math.atan2(2 * xy, xx - yy) / 2) * (180 / Math.PI);
  return {
    areaPx,
    left,
    right,
    top,
    bottom,
    centerX,
    centerY,
    elongation: Math.sqrt(long / short),
    tiltDeg: 90 - Math.abs(axisDeg),
  };
}

function findOpenings(inside: Uint8Array, widthPx: number, heightPx: number, areaPx: number): Opening[] {
  return findRegions(inside, widthPx, 0)
    .filter((region) => region.length >= MIN_OPENING_SHARE * areaPx)
    .map((region) => toOpening(region, widthPx))
    .filter(
      ({ left, right, top, bottom }) => left > 0 && top > 0 && right < widthPx - 1 && bottom < heightPx - 1,
    );
}

function toOpening(region: Int32Array, widthPx: number): Opening {
  let [sumX, sumY] = [0, 0];
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (const i of region) {
    const x = i % widthPx;
    const y = (i - x) / widthPx;
    sumX += x;
    sumY += y;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const areaPx = region.length;
  return { areaPx, left, right, top, bottom, centerX: sumX / areaPx, centerY: sumY / areaPx };
}
