import type { LightRaster } from './light-raster.ts';

/** A product's outline, and the part of it that rests on something; positions in the product raster's pixels. */
export interface Outline {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 0 to 1. */
  readonly alpha: Float32Array;
  /** Row of the lowest opaque pixel of each column; −1 where there is none. */
  readonly bottoms: Int32Array;
  /** Columns whose bottom rests on the ground. */
  readonly isContact: Uint8Array;
  /**
   * For each column the row on which the product would rest there: the outline's hull from below, as far as it rises gently. A round foot
   * seen from above curves up along it, a foot farther away stands higher on it. NaN where the product rises from the ground.
   */
  readonly restLine: Float32Array;
  /** Columns that the rest line runs over. */
  readonly restWidthPx: number;
  /** The row below the lowest pixel that rests. */
  readonly groundY: number;
  /** Middle and width of what rests. */
  readonly baseX: number;
  readonly baseWidthPx: number;
}

const OPAQUE = 0.5;
/** Bottoms this near to the lowest line, as a share of the product's smaller side, rest as well. */
const BAND_SHARE = 0.035;
/** A strap or a tag may hang this much lower than what a product stands on, as a share of its height. */
const TRAILING_SHARE = 0.06;
/** What touches with less of the width than this is a tip, not a foot. */
const MIN_CONTACT_SHARE = 0.06;
/** What rests on a floor that is seen from above rises no steeper than this in the picture. */
const MAX_REST_SLOPE = 0.5;

/** Reads the outline of a product. A product of no opaque pixel rests with its whole width on its last row. */
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
  const restLine = restLineOf(bottoms, lowestColumn(bottoms, isContact));
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

/** The lowest column that rests. */
function lowestColumn(bottoms: Int32Array, isContact: Uint8Array): number {
  let lowest = isContact.indexOf(1);
  for (let x = 0; x < bottoms.length; x++) if (isContact[x] === 1 && bottoms[x] > bottoms[lowest]) lowest = x;
  return lowest;
}

/** Walks the hull from the lowest column to both sides, from one corner to the next that rises least. */
function restLineOf(bottoms: Int32Array, lowest: number): Float32Array {
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
        // The farthest of those that rise alike, so that a straight foot is one step.
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
