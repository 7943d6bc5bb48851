import type { LightRaster } from '../raster/light-raster.ts';

/** Outline of a product, and the part of it that touches the ground; positions are in the product raster's pixels. */
export interface Outline {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Opacity of each pixel, from 0 to 1. */
  readonly alpha: Float32Array;
  /** Row of the lowest opaque pixel of each column; −1 if the column is empty. */
  readonly bottoms: Int32Array;
  /** Marks the columns whose lowest pixel touches the ground with 1. */
  readonly isContact: Uint8Array;
  /**
   * Row on which the product would touch the ground, for each column: the outline's lower hull, as far as it rises
   * gently. For a round base seen from above, this line curves up along its front edge; for feet, it rises toward
   * those farther away. NaN in columns where the product rises from the ground.
   */
  readonly restLine: Float32Array;
  /**
   * Separate contacts with the ground (feet), including the nearest one. Seen from above, a foot that is farther away
   * is higher in the picture.
   */
  readonly feet: readonly Foot[];
  /** Number of columns along `restLine` that aren't NaN. */
  readonly restWidthPx: number;
  /** Row below the lowest pixel that touches the ground. */
  readonly groundY: number;
  /** Center and width of the product's base. */
  readonly baseX: number;
  readonly baseWidthPx: number;
}

/** Separate contact with the ground: its range of columns, and the row below its lowest pixel. */
interface Foot {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** Opacity from which a pixel counts as part of the product. */
export const OPAQUE = 0.5;
/**
 * Minimum camera elevation for detecting separate feet. In a lower view, feet farther away are on the same line or
 * hidden.
 */
const FEET_FROM_DEG = 14;
/**
 * Minimum height by which a foot (ground contact) is lower than the outline beside it, as a share of the product's
 * smaller side.
 */
const FOOT_PROMINENCE = 0.05;
/** Maximum depth of a standing product, relative to the width across its feet. */
const MOST_DEPTH = 1.05;
/**
 * Maximum distance of a foot (ground contact) behind the product's other feet, relative to its sideways distance from
 * them.
 */
const MOST_REST_RISE = 1.2;
/** Minimum height of a leg above its foot, as a share of the product's height. */
const LEG_SHARE = 0.14;
/** Minimum thickness of a foot (ground contact), as a share of the product's height; thinner ends are tips. */
const TIP_SHARE = 0.07;
/**
 * Height of the band above the product's lowest line in which the outline counts as contact, as a share of the
 * product's smaller side.
 */
const BAND_SHARE = 0.035;
/** Maximum length of a strap or tag that hangs below the base, as a share of the product's height. */
const TRAILING_SHARE = 0.06;
/** Minimum width of a contact relative to the product; a narrower one is a tip rather than a foot. */
const MIN_CONTACT_SHARE = 0.06;
/** Maximum slope in the picture of the line on which a base rests, on a floor seen from above. */
const MAX_REST_SLOPE = 0.5;

/**
 * Computes the outline of a product seen from a camera elevation. Without opaque pixels, the whole width of the last
 * row counts as its base.
 */
export function computeOutline({ data, widthPx, heightPx }: LightRaster, elevationDeg = 0): Outline {
  const alpha = new Float32Array(widthPx * heightPx);
  const bottoms = new Int32Array(widthPx).fill(-1);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      alpha[i] = data[i * 4 + 3];
      if (alpha[i] >= OPAQUE) bottoms[x] = y;
    }
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
  const reachAt = (line: number): number =>
    bottoms.reduce((count, y) => count + (y >= line && y <= line + 2 * band ? 1 : 0), 0);
  let line = lowest;
  while (line > lowest - TRAILING_SHARE * heightPx && reachAt(line - band) < enough) line--;
  for (let x = 0; x < widthPx; x++) isContact[x] = bottoms[x] >= line - band ? 1 : 0;
  return isContact;
}

function lowestColumn(bottoms: Int32Array, isContact: Uint8Array): number {
  let lowest = isContact.indexOf(1);
  for (let x = 0; x < bottoms.length; x++) if (isContact[x] === 1 && bottoms[x] > bottoms[lowest]) lowest = x;
  return lowest;
}

/** Follows the lower hull from the lowest column to both sides, each time to the corner with the least rise. */
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
        // For corners with equal rises, uses the farthest one, so that a straight base is one step.
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
 * Finds feet: lower ends of a product, with gaps beside them, that can stand on the same ground as its lowest point.
 * Beside the base, the allowed rise grows only with the distance, because arms and handles are farther out.
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
  // A foot ends where the outline, after reaching its lowest row, rises again.
  const close = (end: number): void => {
    const bottom = bottoms[peak] + 1;
    const rise = groundY - bottom;
    const beside = Math.max(0, first - peak, peak - last);
    if (rise > deepest || rise > least + (beside === 0 ? deepest : MOST_REST_RISE * sin * beside)) return;
    // A lower end that bends up again is a handle, not a foot.
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

/**
 * Excludes thin parts beside the base from the line on which the product rests, because tips of leaves and straps hang
 * in the air.
 */
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
