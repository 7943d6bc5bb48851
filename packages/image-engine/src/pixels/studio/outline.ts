import type { LightRaster } from './light-raster.ts';

/**
 * A product's outline, and the part of it that touches the ground; positions in the product raster's pixels.
 */
export interface Outline {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 0 to 1. */
  readonly alpha: Float32Array;
  /** The row of the lowest opaque pixel of each column; −1 where there is none. */
  readonly bottoms: Int32Array;
  /** Columns whose bottom touches the ground. */
  readonly isContact: Uint8Array;
  /**
   * For each column the row on which the product would touch the ground: the outline's lower hull, as far as
   * it rises gently. A round foot seen from above curves up along it, and a foot farther away is higher on
   * it. NaN where the product rises from the ground.
   */
  readonly restLine: Float32Array;
  /** The number of columns along the rest line. */
  readonly restWidthPx: number;
  /** The row below the lowest resting pixel. */
  readonly groundY: number;
  /** The middle and width of the base. */
  readonly baseX: number;
  readonly baseWidthPx: number;
}

const OPAQUE = 0.5;
/** Bottoms this close to the lowest line, as a share of the product's smaller side, also touch the ground. */
const BAND_SHARE = 0.035;
/** A strap or a tag may hang this far below the base, as a share of the product's height. */
const TRAILING_SHARE = 0.06;
/** A contact with a smaller share of the width is a tip rather than a foot. */
const MIN_CONTACT_SHARE = 0.06;
/** A base on a floor seen from above rises no more steeply than this in the picture. */
const MAX_REST_SLOPE = 0.5;

/**
 * Computes the outline of a product. Without opaque pixels the whole width of the last row counts as its
 * base.
 */
export function outlineOf({ data, widthPx, heightPx }: LightRaster): Outline {
  const alpha = new Float32Array(widthPx * heightPx);
  const bottoms = new Int32Array(widthPx).fill(-1);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = data[i * 4 + 3];
    if (alpha[i] >= OPAQUE) bottoms[i % widthPx] = Math.floor(i / widthPx);
  }
  const seen = { widthPx, heightPx, alpha, bottoms };
  const isContact = restingColumns(bottoms, widthPx, heightPx);
  const first = isContact.indexOf(1);
  const last = isContact.lastIndexOf(1);
  if (first < 0) {
    return {
      ...seen,
      isContact: isContact.fill(1),
      restLine: new Float32Array(widthPx).fill(heightPx - 1),
      restWidthPx: widthPx,
      groundY: heightPx,
      baseX: widthPx / 2,
      baseWidthPx: widthPx,
    };
  }
  let groundY = 0;
  for (let x = 0; x < widthPx; x++) if (isContact[x] === 1) groundY = Math.max(groundY, bottoms[x] + 1);
  const restLine = findRestLine(bottoms, lowestColumn(bottoms, isContact));
  return {
    ...seen,
    isContact,
    restLine,
    restWidthPx: restLine.reduce((count, y) => count + (Number.isNaN(y) ? 0 : 1), 0),
    groundY,
    baseX: (first + last + 1) / 2,
    baseWidthPx: last - first + 1,
  };
}

function restingColumns(bottoms: Int32Array, widthPx: number, heightPx: number): Uint8Array {
  const lowest = bottoms.reduce((max, y) => Math.max(max, y), -1);
  const isContact = new Uint8Array(widthPx);
  if (lowest < 0) return isContact;
  const band = Math.max(1, BAND_SHARE * Math.min(widthPx, heightPx));
  const enough = Math.max(2, MIN_CONTACT_SHARE * widthPx);
  const reaching = (line: number): number =>
    bottoms.reduce((count, y) => count + (y >= line && y <= line + 2 * band ? 1 : 0), 0);
  let line = lowest;
  while (line > lowest - TRAILING_SHARE * heightPx && reaching(line - band) < enough) line--;
  for (let x = 0; x < widthPx; x++) isContact[x] = bottoms[x] >= line - band ? 1 : 0;
  return isContact;
}

/** The lowest resting column. */
function lowestColumn(bottoms: Int32Array, isContact: Uint8Array): number {
  let lowest = isContact.indexOf(1);
  for (let x = 0; x < bottoms.length; x++) if (isContact[x] === 1 && bottoms[x] > bottoms[lowest]) lowest = x;
  return lowest;
}

/** Walks the hull from the lowest column to both sides, each time to the corner with the least rise. */
function findRestLine(bottoms: Int32Array, lowest: number): Float32Array {
  const line = new Float32Array(bottoms.length).fill(NaN);
  line[lowest] = bottoms[lowest];
  for (const step of [-1, 1]) {
    let corner = lowest;
    for (;;) {
      let next = -1;
      let least = MAX_REST_SLOPE;
      for (let x = corner + step; x >= 0 && x < bottoms.length; x += step) {
        if (bottoms[x] < 0) continue;
        const rise = (bottoms[corner] - bottoms[x]) / Math.abs(x - corner);
        // Of equal rises the farthest corner, so that a straight foot is one step.
        if (rise <= least) {
          least = rise;
          next = x;
        }
      }
      if (next < 0) break;
      for (let x = corner; x !== next; x += step) line[x] = bottoms[corner] - least * Math.abs(x - corner);
      line[next] = bottoms[next];
      corner = next;
    }
  }
  return line;
}
