import type { AlphaRaster } from '../raster.ts';

/** From this alpha on a pixel belongs to the product. */
const INSIDE_FROM = 128;
/** Parts smaller than this share of the largest one are specks. */
const MIN_PART_SHARE = 0.04;
/** Gaps smaller than this share of the product are texture or errors of the mask. */
const MIN_OPENING_SHARE = 0.004;

/** The extent of a group of pixels. Pixel units, y down. */
interface Extent {
  readonly areaPx: number;
  /** The bounding box, with `right` and `bottom` inclusive. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly centerX: number;
  readonly centerY: number;
}

/** A part of the background that the product encloses. */
export type Opening = Extent;

/** An extent, and the ellipse with the same second moments. */
interface Spread extends Extent {
  /** The ellipse's length divided by its width, 1 and up. */
  readonly elongation: number;
  /** The angle between its long axis and the vertical, 0 to 90 degrees in either direction. */
  readonly tiltDeg: number;
  /** The area divided by the ellipse's: 1 for an ellipse, less for anything else. */
  readonly ellipseFill: number;
}

/** The product's shape: its inside, its spread and its openings. */
export interface Silhouette extends Spread {
  /** 1 inside, 0 outside. */
  readonly inside: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly openings: readonly Opening[];
}

/** Measures a mask; undefined when nothing is inside. `insideFrom` is for transparent products. */
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
  const spread = spreadOf(inside, widthPx);
  return {
    inside,
    widthPx,
    heightPx,
    ...spread,
    openings: openingsOf(inside, widthPx, heightPx, spread.areaPx),
  };
}

function spreadOf(inside: Uint8Array, widthPx: number): Spread {
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
  // A pixel is a square rather than a point, which adds a twelfth.
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
    ellipseFill: areaPx / (4 * Math.PI * Math.sqrt(long * short)),
  };
}

function openingsOf(inside: Uint8Array, widthPx: number, heightPx: number, areaPx: number): Opening[] {
  return findRegions(inside, widthPx, 0)
    .filter((region) => region.length >= MIN_OPENING_SHARE * areaPx)
    .map((region) => openingOf(region, widthPx))
    .filter(
      ({ left, right, top, bottom }) => left > 0 && top > 0 && right < widthPx - 1 && bottom < heightPx - 1,
    );
}

function openingOf(region: Int32Array, widthPx: number): Opening {
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

/** The 4-connected regions of samples with one value, each as its pixels' indices. */
export function findRegions(samples: Uint8Array, widthPx: number, wanted: number): Int32Array[] {
  const seen = new Uint8Array(samples.length);
  const stack = new Int32Array(samples.length);
  const regions: Int32Array[] = [];
  for (let start = 0; start < samples.length; start++) {
    if (seen[start] === 1 || samples[start] !== wanted) continue;
    // The stack keeps visited pixels; `next` walks through it as it grows.
    let size = 0;
    stack[size++] = start;
    seen[start] = 1;
    for (let next = 0; next < size; next++) {
      const i = stack[next];
      const x = i % widthPx;
      for (let side = 0; side < 4; side++) {
        if ((side === 0 && x === 0) || (side === 1 && x === widthPx - 1)) continue;
        const j = i + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -widthPx : widthPx);
        // Reads above the first and below the last row give undefined, which never matches `wanted`.
        if (seen[j] === 1 || samples[j] !== wanted) continue;
        seen[j] = 1;
        stack[size++] = j;
      }
    }
    regions.push(stack.slice(0, size));
  }
  return regions;
}
