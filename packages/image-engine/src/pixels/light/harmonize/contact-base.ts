import type { CompositeCells } from './composite-cells.ts';

/** Part of the product's outline that touches the ground. */
export interface Base {
  readonly bottoms: Int32Array;
  readonly isContact: Uint8Array;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** Top row of the product. */
  readonly top: number;
  readonly widthPx: number;
  /** Size for blurring the shadow: between the width of the contact and the width of the product. */
  readonly sizePx: number;
}

/**
 * Height of the band above the product's lowest line in which the outline counts as contact, as a share of the
 * product's smaller side.
 */
const BAND_SHARE = 0.09;
const TRAILING_SHARE = 0.12;
/** Minimum share of the product's columns that touch the ground; a product on thin legs has few. */
const MIN_CONTACT_SHARE = 0.06;
/**
 * Feet farther from the camera are higher in the picture: limit of their height above the nearest foot, and of their
 * width, as shares of the product's smaller side. The outline beside a foot is higher by at least a band.
 */
const FOOT_RISE_SHARE = 0.3;
const FOOT_WIDTH_SHARE = 0.22;
/**
 * Minimum distance between the first and the last contact, as a share of the product's width; with less, the product
 * is assumed to hang.
 */
const MIN_SPAN_SHARE = 0.2;
/** Same with far feet, which a tail or a branch may resemble. */
const MIN_SPAN_OF_FAR_SHARE = 0.5;
/**
 * Minimum distance of the base from the photo's top, as a share of its height, because supporting surfaces are in the
 * lower part of photos.
 */
const BASE_BELOW_SHARE = 0.5;
const BORDER_CELLS = 2;

/**
 * Finds the line where the product touches the ground; undefined for a product that hangs, floats or is cut off by the
 * photo's border.
 */
export function findBase({ alpha, widthPx: w, heightPx: h }: CompositeCells): Base | undefined {
  const bottoms = new Int32Array(w).fill(-1);
  let [left, right, top, bottom] = [w, -1, h, -1];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < 0.5) continue;
    const [x, y] = [i % w, Math.floor(i / w)];
    bottoms[x] = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (bottom < BASE_BELOW_SHARE * h || bottom >= h - BORDER_CELLS) return undefined;
  const productWidth = right - left + 1;
  const band = Math.max(1, BAND_SHARE * Math.min(productWidth, bottom - top + 1));
  const enough = Math.max(3, MIN_CONTACT_SHARE * productWidth);
  // Ignores a few lowest columns, because a strap or a tag may hang lower than the product's base.
  const lowest = bottom - TRAILING_SHARE * (bottom - top + 1);
  let line = bottom;
  while (line >= lowest && columnsDownTo(bottoms, line - band) < enough) line--;
  if (line < lowest) return undefined;
  const isContact = Uint8Array.from(bottoms, (y) => (y >= line - band ? 1 : 0));
  let span = contactSpan(isContact);
  if (span.widthPx < MIN_SPAN_SHARE * productWidth) {
    const smaller = Math.min(productWidth, bottom - top + 1);
    markFarFeet(bottoms, isContact, {
      band,
      from: line - FOOT_RISE_SHARE * smaller,
      most: FOOT_WIDTH_SHARE * smaller,
    });
    span = contactSpan(isContact);
    if (span.widthPx < MIN_SPAN_OF_FAR_SHARE * productWidth) return undefined;
  }
  if (span.first < BORDER_CELLS || span.last >= w - BORDER_CELLS) return undefined;
  const { first, last, widthPx } = span;
  const sizePx = Math.sqrt(widthPx * productWidth);
  return { bottoms, isContact, left: first, right: last, bottom, top, widthPx, sizePx };
}

function contactSpan(isContact: Uint8Array): { first: number; last: number; widthPx: number } {
  const [first, last] = [isContact.indexOf(1), isContact.lastIndexOf(1)];
  return { first, last, widthPx: last - first + 1 };
}

/**
 * Marks narrow feet that end above the contact line, but not above row `from`, as contact. `most` is the largest width
 * of a foot, and `band` the least height by which the outline rises on both sides of it.
 */
function markFarFeet(
  bottoms: Int32Array,
  isContact: Uint8Array,
  { band, from, most }: { readonly band: number; readonly from: number; readonly most: number },
): void {
  for (const [x, lowest] of bottoms.entries()) {
    if (lowest < from || isContact[x] === 1) continue;
    const isFoot = (y: number | undefined): boolean => y !== undefined && y >= lowest - band && y <= lowest;
    let [left, right] = [x, x];
    while (isFoot(bottoms[left - 1])) left--;
    while (isFoot(bottoms[right + 1])) right++;
    const beside = Math.max(bottoms[left - 1] ?? -1, bottoms[right + 1] ?? -1);
    if (beside < lowest && right - left < most) isContact.fill(1, left, right + 1);
  }
}

const columnsDownTo = (bottoms: Int32Array, line: number): number =>
  bottoms.reduce((count, y) => count + (y >= line ? 1 : 0), 0);
