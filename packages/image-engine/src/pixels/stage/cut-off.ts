import { visibleBounds } from '../raster/alpha.ts';
import type { Box, RgbaRaster } from '../raster/raster.ts';

/**
 * Minimum share of the product that touches the photo's edge, for counting as cut off: of its width above and below, of
 * its height at the sides, where things beside the product, such as a leaf, often remain in the cut-out.
 */
const LEAST_SHARE = { ofWidth: 0.04, ofHeight: 0.08 } as const;
const OPAQUE_FROM = 128;
/**
 * Limits for a side at which the photo certainly cuts the product off, although the product touches the opposite side
 * too: the contact's share of the product's height, and the share of it that is opaque. The edge of a trimmed picture
 * touches less of the product, in pixels that are mixed with the background.
 */
const CERTAIN = { ofHeight: 0.14, opaque: 0.85, opaqueFrom: 250 } as const;
/**
 * Share of its rows that two cut sides may have in common; the sides of a box that was trimmed have more in common.
 */
const MAX_COMMON_ROWS = 0.7;
/**
 * Limits for cords that hold the product from above: the share of the product's height, from its upper end, in which
 * only the cord is visible, and the cord's largest width there, as a share of the product's width. A cord is thinner
 * than a bottle's neck or a knob, or longer.
 */
const CORDS = [
  { heightShare: 0.12, width: 0.06 },
  { heightShare: 0.35, width: 0.14 },
] as const;
/** Largest distance of a cord from the product's center, as a share of the product's width. */
const OFF_CENTER = 0.2;

type CutSide = 'left' | 'right' | 'both';

/** Edges of the photo that cut the product off; the edges of the picture must then cut it off too. */
export interface CutEdges {
  readonly isCutBelow: boolean;
  /** True if the upper edge cuts off the product, or the cord by which it hangs. */
  readonly isCutAbove: boolean;
  readonly cutSide: CutSide | undefined;
  /** True if a cord holds the product from above the photo's upper edge. */
  readonly hangsFromEdge: boolean;
}

/**
 * Finds the edges of a photo that cut its product off. A picture that was trimmed to its product touches all four
 * sides without cutting anything, and touches two opposite ones after it was padded to a square.
 * @param box visible part of the cut-out
 */
export function findCutEdges(image: RgbaRaster, box: Box): CutEdges {
  const { widthPx, heightPx } = image;
  const [touchesTop, touchesLeft] = [box.yPx === 0, box.xPx === 0];
  const touchesBottom = box.yPx + box.heightPx === heightPx;
  const touchesRight = box.xPx + box.widthPx === widthPx;
  const touches = [touchesTop, touchesLeft, touchesRight, touchesBottom].filter(Boolean).length;
  // A product that three edges cut off fills the corners between them; one trimmed at three sides rarely does.
  const isTrimmed = touches === 4 || (touches === 3 && !fillsCorners(image, box));
  const isCutInRow = (y: number): boolean =>
    !isTrimmed && countInRow(image, box, y).count >= Math.max(1, LEAST_SHARE.ofWidth * box.widthPx);
  const [left, right] = [measureColumn(image, box, 0), measureColumn(image, box, widthPx - 1)];
  const isCutInColumn = ({ count }: Column): boolean =>
    !isTrimmed && count >= Math.max(1, LEAST_SHARE.ofHeight * box.heightPx);
  const isLeft = touchesLeft && isCutInColumn(left);
  const isRight = touchesRight && isCutInColumn(right);
  const isCutBelow = touchesBottom && !touchesTop && isCutInRow(heightPx - 1);
  const hangsFromEdge = touchesTop && !touchesBottom && CORDS.some((cord) => showsCord(image, box, cord));
  const isCutAbove = hangsFromEdge || (touchesTop && !touchesBottom && isCutInRow(0));
  const isOneSide = touchesLeft !== touchesRight;
  const isCertain = ({ count, opaque }: Column): boolean =>
    touches < 4 && count >= CERTAIN.ofHeight * box.heightPx && opaque >= CERTAIN.opaque * count;
  const [isLeftCertain, isRightCertain] = [isCertain(left), isCertain(right)];
  const isBoth =
    (isLeft && isRight && (isCutBelow || isCutAbove)) ||
    (isLeftCertain && isRightCertain && commonRows(left, right) <= MAX_COMMON_ROWS);
  const isLeftAlone = (isOneSide && isLeft) || (isLeftCertain && !isRightCertain);
  const isRightAlone = (isOneSide && isRight) || (isRightCertain && !isLeftCertain);
  const cutSide = isBoth ? 'both' : isLeftAlone ? 'left' : isRightAlone ? 'right' : undefined;
  return { isCutBelow, isCutAbove, cutSide, hangsFromEdge };
}

/** Visible box of a product of which its photo shows all; undefined if an edge of the photo cuts it off. */
export function wholeShape(image: RgbaRaster, box = visibleBounds(image)): Box | undefined {
  if (box === undefined) return undefined;
  const { isCutBelow, isCutAbove, cutSide } = findCutEdges(image, box);
  const fillsPhoto = box.widthPx === image.widthPx && box.heightPx === image.heightPx;
  return fillsPhoto || isCutBelow || isCutAbove || cutSide !== undefined ? undefined : box;
}

/** True if only a cord, above the product's center, is visible at its upper end. */
function showsCord(image: RgbaRaster, box: Box, cord: (typeof CORDS)[number]): boolean {
  const end = Math.floor(cord.heightShare * box.heightPx);
  const middle = box.xPx + box.widthPx / 2;
  for (let y = 0; y < end; y++) {
    const { count, from, to } = countInRow(image, box, y);
    const isThin = to - from + 1 <= cord.width * box.widthPx;
    if (count === 0 || !isThin || Math.abs((from + to + 1) / 2 - middle) > OFF_CENTER * box.widthPx)
      return false;
  }
  return end > 0;
}

/** True if the product is visible in both corners of the photo at which its box ends. */
function fillsCorners({ data, widthPx, heightPx }: RgbaRaster, box: Box): boolean {
  const isVisible = (x: number, y: number): boolean => data[(y * widthPx + x) * 4 + 3] >= OPAQUE_FROM;
  const [right, bottom] = [box.xPx + box.widthPx - 1, box.yPx + box.heightPx - 1];
  return [box.xPx, right].every((x) =>
    [box.yPx, bottom].every((y) => {
      const isCorner = (x === 0 || x === widthPx - 1) && (y === 0 || y === heightPx - 1);
      return !isCorner || isVisible(x, y);
    }),
  );
}

/** Number of the product's pixels in a row, with the first and the last one. */
function countInRow({ data, widthPx }: RgbaRaster, box: Box, y: number) {
  let [count, from, to] = [0, Infinity, -Infinity];
  for (let x = box.xPx; x < box.xPx + box.widthPx; x++) {
    if (data[(y * widthPx + x) * 4 + 3] < OPAQUE_FROM) continue;
    count++;
    from = Math.min(from, x);
    to = x;
  }
  return { count, from, to };
}

interface Column {
  /** Number of the product's pixels. */
  readonly count: number;
  readonly opaque: number;
  /** First and last row with the product. */
  readonly from: number;
  readonly to: number;
}

function measureColumn({ data, widthPx }: RgbaRaster, box: Box, x: number): Column {
  let [count, opaque, from, to] = [0, 0, Infinity, -Infinity];
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++) {
    const alpha = data[(y * widthPx + x) * 4 + 3];
    if (alpha < OPAQUE_FROM) continue;
    count++;
    if (alpha >= CERTAIN.opaqueFrom) opaque++;
    from = Math.min(from, y);
    to = y;
  }
  return { count, opaque, from, to };
}

/** Share of the rows of both columns that they have in common, 0 to 1. */
function commonRows(a: Column, b: Column): number {
  const common = Math.min(a.to, b.to) - Math.max(a.from, b.from) + 1;
  return Math.max(0, common) / (Math.max(a.to, b.to) - Math.min(a.from, b.from) + 1);
}
