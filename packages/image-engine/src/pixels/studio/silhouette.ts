import type { LightRaster } from './light-raster.ts';

/** A product's outline, and the part of it that rests on something; positions in the product raster's pixels. */
export interface Silhouette {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 0 to 1. */
  readonly alpha: Float32Array;
  /** Row of the lowest opaque pixel of each column; −1 where there is none. */
  readonly bottoms: Int32Array;
  /** Columns whose bottom rests on the ground. */
  readonly isContact: Uint8Array;
  /** The row below the lowest pixel that rests. */
  readonly groundY: number;
  /** Middle and width of what rests. */
  readonly baseX: number;
  readonly baseWidthPx: number;
}

const OPAQUE = 0.5;
/** Bottoms this near to the lowest line, as a share of the product's smaller side, rest as well. */
const BAND_SHARE = 0.07;
/** A strap or a tag may hang this much lower than what a product stands on, as a share of its height. */
const TRAILING_SHARE = 0.06;
/** What touches with less of the width than this is a tip, not a foot. */
const MIN_CONTACT_SHARE = 0.06;
/** A round foot seen from above curves up to its sides: its outline still rests while it rises no steeper than this. */
const MAX_FOOT_SLOPE = 0.9;
/** … and no higher than this share of the width of what rests already. */
const MAX_FOOT_RISE = 0.3;

/** Reads the outline of a product. A product of no opaque pixel rests with its whole width on its last row. */
export function silhouetteOf({ data, widthPx, heightPx }: LightRaster): Silhouette {
  const alpha = new Float32Array(widthPx * heightPx);
  const bottoms = new Int32Array(widthPx).fill(-1);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = data[i * 4 + 3];
    if (alpha[i] >= OPAQUE) bottoms[i % widthPx] = Math.floor(i / widthPx);
  }
  const isContact = restingColumns(bottoms, widthPx, heightPx);
  const first = isContact.indexOf(1);
  const last = isContact.lastIndexOf(1);
  if (first < 0) {
    isContact.fill(1);
    const baseX = widthPx / 2;
    return { widthPx, heightPx, alpha, bottoms, isContact, groundY: heightPx, baseX, baseWidthPx: widthPx };
  }
  let ground = 0;
  for (let x = 0; x < widthPx; x++) if (isContact[x] === 1) ground = Math.max(ground, bottoms[x] + 1);
  return {
    widthPx,
    heightPx,
    alpha,
    bottoms,
    isContact,
    groundY: ground,
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
  followFoot(isContact, bottoms, Math.max(1, band / 4));
  return isContact;
}

/** Takes in what continues a foot gently upwards on both sides. */
function followFoot(isContact: Uint8Array, bottoms: Int32Array, slack: number): void {
  const first = isContact.indexOf(1);
  const last = isContact.lastIndexOf(1);
  const highest = Math.max(bottoms[first], bottoms[last]) - MAX_FOOT_RISE * (last - first + 1);
  for (const [from, step] of [
    [first, -1],
    [last, 1],
  ] as const) {
    for (let x = from + step; x >= 0 && x < bottoms.length; x += step) {
      const rise = bottoms[x - step] - bottoms[x];
      const fromFoot = bottoms[from] - bottoms[x];
      if (bottoms[x] < highest || rise > slack || fromFoot > MAX_FOOT_SLOPE * Math.abs(x - from) + slack)
        break;
      isContact[x] = 1;
    }
  }
}
