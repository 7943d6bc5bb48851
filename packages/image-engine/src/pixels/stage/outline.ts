import type { LightRaster } from '../raster/light-raster.ts';

/**
 * A product's outline, and the part of it that touches the ground; positions in the product raster's pixels.
 */
export interface Outline {
  readonly widthPx: number;
  readonly heightPx: number;
  /** From 0 to 1. */
  readonly alpha: Float32Array;
  /** Row of the lowest opaque pixel of each column; −1 if the column is empty. */
  readonly bottoms: Int32Array;
  /** Columns whose bottom touches the ground. */
  readonly isContact: Uint8Array;
  /**
   * Row on which the product would touch the ground, for each column: the outline's lower hull, as far as it rises
   * gently. A round foot seen from above curves up along it, and a foot farther away is higher on it. NaN where the
   * product rises from the ground.
   */
  readonly restLine: Float32Array;
  /** Separate contacts with the ground, including the nearest one. From above, a foot that is farther away is higher in the picture. */
  readonly feet: readonly Foot[];
  /** Number of columns along the rest line. */
  readonly restWidthPx: number;
  /** Row below the lowest resting pixel. */
  readonly groundY: number;
  /** Center and width of the base. */
  readonly baseX: number;
  readonly baseWidthPx: number;
}

/** Range of columns, and the row below the lowest pixel. */
interface Foot {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

const OPAQUE = 0.5;
/** Minimum elevation for separate feet; from lower, those farther away are on the rest line or hidden. */
const FEET_FROM_DEG = 14;
/** Minimum height of a foot's end below its neighbors, as a share of the product's smaller side. */
const FOOT_PROMINENCE = 0.05;
/** Maximum depth of a standing product, in widths of its feet. */
const MOST_DEPTH = 1.05;
/** Maximum distance of a foot behind the others, relative to its distance beside them. */
const MOST_REST_RISE = 1.2;
/** Minimum height of a leg, as a share of the product's height. */
const LEG_SHARE = 0.14;
/** Minimum thickness of a foot, as a share of the product's height. */
const TIP_SHARE = 0.07;
/** Height of the contact band above the lowest line, as a share of the product's smaller side. */
const BAND_SHARE = 0.035;
/** Maximum length of a strap or tag below the base, as a share of the product's height. */
const TRAILING_SHARE = 0.06;
/** Minimum width of a contact relative to the product; a smaller one is a tip rather than a foot. */
const MIN_CONTACT_SHARE = 0.06;
/** Maximum slope of a base's rest line in the picture, on a floor seen from above. */
const MAX_REST_SLOPE = 0.5;

/** Computes the outline of a product seen from that elevation. Without opaque pixels the whole width of the last row counts as its base. */
export function computeOutline({ data, widthPx, heightPx }: LightRaster, elevationDeg = 0): Outline {
  const alpha = new Float32Array(widthPx * heightPx);
  const bottoms = new Int32Array(widthPx).fill(-1);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = data[i * 4 + 3];
    if (alpha[i] >= OPAQUE) bottoms[i % widthPx] = Math.floor(i / widthPx);
  }
  const baseOutline = { widthPx, heightPx, alpha, bottoms };
  const isContact = restingColumns(bottoms, widthPx, heightPx);
  const first = isContact.indexOf(1);
  const last = isContact.lastIndexOf(1);
  if (first < 0) {
    return {
      ...baseOutline,
      isContact: isContact.fill(1),
      restLine: new Float32Array(widthPx).fill(heightPx - 1),
      restWidthPx: widthPx,
      feet: [],
      groundY: heightPx,
      baseX: widthPx / 2,
      baseWidthPx: widthPx,
    };
  }
  let groundY = 0;
  for (let x = 0; x < widthPx; x++) if (isContact[x] === 1) groundY = Math.max(groundY, bottoms[x] + 1);
  const restLine = findRestLine(bottoms, lowestColumn(bottoms, isContact));
  if (elevationDeg >= FEET_FROM_DEG) liftTips(baseOutline, restLine, first, last);
  const feet = findFeet(baseOutline, first, last, groundY, elevationDeg);
  for (const { left, right } of feet) {
    for (let x = left; x < right; x++) {
      restLine[x] = Math.min(bottoms[x], Number.isNaN(restLine[x]) ? bottoms[x] : restLine[x]);
    }
  }
  return {
    ...baseOutline,
    isContact,
    restLine,
    feet,
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

/** Lowest resting column. */
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
        // For equal rises takes the farthest corner, so that a straight foot is one step.
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

/**
 * Finds lower ends of a product beside gaps that can stand on one ground with its lowest point. Limited to the base,
 * because arms and handles are outside.
 */
function findFeet(
  { alpha, bottoms, widthPx, heightPx }: Pick<Outline, 'alpha' | 'bottoms' | 'widthPx' | 'heightPx'>,
  first: number,
  last: number,
  groundY: number,
  elevationDeg: number,
): Foot[] {
  if (elevationDeg < FEET_FROM_DEG) return [];
  const least = Math.max(3, FOOT_PROMINENCE * Math.min(widthPx, heightPx));
  const sin = Math.sin((elevationDeg * Math.PI) / 180);
  const deepest = MOST_DEPTH * Math.max(last - first + 1, 0.6 * widthPx) * sin;
  const feet: Foot[] = [];
  let [peak, valley] = [-1, -1];
  // A foot is complete once the outline came down to it and rises again.
  const close = (end: number): void => {
    const bottom = bottoms[peak] + 1;
    const rise = groundY - bottom;
    const beside = Math.max(0, first - peak, peak - last);
    if (rise > deepest || rise > least + (beside === 0 ? deepest : MOST_REST_RISE * sin * beside)) return;
    // An end that bends up again is a handle.
    for (let y = bottom - 1, top = y - LEG_SHARE * heightPx; y > top; y--) {
      if (y < 0 || alpha[y * widthPx + peak] < OPAQUE) return;
    }
    let [left, right] = [peak, peak];
    while (left > 0 && bottoms[left - 1] >= bottom - 1 - least / 2) left--;
    while (right < end && bottoms[right + 1] >= bottom - 1 - least / 2) right++;
    feet.push({ left, right: right + 1, bottom });
  };
  for (let x = 0; x <= widthPx; x++) {
    const y = x < widthPx ? bottoms[x] : -1;
    if (peak < 0 ? y >= valley + least : y > bottoms[peak]) peak = y < 0 ? -1 : x;
    if (peak >= 0 && y <= bottoms[peak] - least) {
      close(Math.min(x, widthPx - 1));
      [peak, valley] = [-1, y];
    }
    if (peak < 0) valley = Math.min(valley, y);
  }
  return feet;
}

/** Removes thin parts beside the base from the rest line, because tips of leaves and straps hang in the air. */
function liftTips(
  { alpha, bottoms, widthPx, heightPx }: Pick<Outline, 'alpha' | 'bottoms' | 'widthPx' | 'heightPx'>,
  restLine: Float32Array,
  first: number,
  last: number,
): void {
  const least = TIP_SHARE * heightPx;
  for (let x = 0; x < widthPx; x++) {
    if ((x >= first && x <= last) || bottoms[x] < 0) continue;
    let y = bottoms[x];
    while (y >= 0 && alpha[y * widthPx + x] >= OPAQUE) y--;
    if (bottoms[x] - y < least) restLine[x] = NaN;
  }
}
