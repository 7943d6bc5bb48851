import type { ProductOrientation, OutlineShape, ProductForm, Profile } from './facts.ts';
import type { Opening, Silhouette } from './silhouette.ts';

/**
 * Limits for recognizing a circle, which allow for the jagged edge of a small picture; mugs and jars seen at an angle
 * have corners and exceed them.
 */
const ROUND = { maxElongation: 1.08, maxDeviation: 0.022 } as const;
/** Limits for recognizing a shape that fills its bounding box; rounded corners are allowed. */
const BOX = { minBoxFill: 0.94, squareWithin: 1.12 } as const;
/** Ratio of the longer to the shorter side from which a product is "tall" or "wide", and "slender". */
const TALL_RATIO = 1.6;
const SLENDER_RATIO = 3.5;
/** Minimum elongation of a silhouette whose long axis has a meaningful direction. */
const MIN_AXIS_ELONGATION = 1.5;
const UPRIGHT_WITHIN_DEG = 15;
/** Share of a side of the product's box on the photo's edge from which the product counts as cropped. */
const CROPPED_SHARE = 0.08;

/** Describes the product's form as far as its silhouette shows it. */
export function detectForm(shape: Silhouette): ProductForm {
  const handle = detectHandle(shape);
  return {
    outline: detectOutline(shape),
    profile: detectProfile(shape, handle),
    symmetry: measureSymmetry(shape),
    openings: shape.openings.length,
    handle,
    cropped: isCropped(shape),
  };
}

/** Direction of the silhouette's long axis; null if the silhouette isn't clearly elongated. */
export function detectOrientation({ elongation, tiltDeg }: Silhouette): ProductOrientation | null {
  if (elongation < MIN_AXIS_ELONGATION) return null;
  if (tiltDeg < UPRIGHT_WITHIN_DEG) return 'upright';
  return tiltDeg > 90 - UPRIGHT_WITHIN_DEG ? 'lying' : 'tilted';
}

/** Height divided by width. */
export const computeProportions = (shape: Silhouette): number => measureHeight(shape) / measureWidth(shape);

const measureWidth = ({ left, right }: Silhouette): number => right - left + 1;
const measureHeight = ({ top, bottom }: Silhouette): number => bottom - top + 1;

function detectOutline(shape: Silhouette): OutlineShape | null {
  const boxFill = shape.areaPx / (measureWidth(shape) * measureHeight(shape));
  if (isRound(shape)) return 'round';
  if (shape.elongation > SLENDER_RATIO) return 'slender';
  const ratio = measureHeight(shape) / measureWidth(shape);
  if (boxFill > BOX.minBoxFill && shape.openings.length === 0) {
    return Math.max(ratio, 1 / ratio) < BOX.squareWithin ? 'square' : 'rectangular';
  }
  if (ratio > TALL_RATIO) return 'tall';
  return ratio < 1 / TALL_RATIO ? 'wide' : null;
}

const isRound = (shape: Silhouette): boolean =>
  shape.elongation < ROUND.maxElongation && shape.radiusDeviation < ROUND.maxDeviation && !isCropped(shape);

function measureSymmetry({ inside, widthPx, left, right, top, bottom, areaPx }: Silhouette): number {
  let both = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      both += inside[y * widthPx + x] & inside[y * widthPx + left + right - x];
    }
  }
  return both / areaPx;
}

function isCropped({ inside, widthPx, heightPx, left, right, top, bottom }: Silhouette): boolean {
  let [onLeft, onRight, onTop, onBottom] = [0, 0, 0, 0];
  for (let y = top; y <= bottom; y++) {
    onLeft += inside[y * widthPx];
    onRight += inside[y * widthPx + widthPx - 1];
  }
  for (let x = left; x <= right; x++) {
    onTop += inside[x];
    onBottom += inside[(heightPx - 1) * widthPx + x];
  }
  const across = CROPPED_SHARE * (bottom - top + 1);
  const along = CROPPED_SHARE * (right - left + 1);
  return onLeft > across || onRight > across || onTop > along || onBottom > along;
}

/** Limits of a handle's opening: its area relative to the product, and its height relative to the product's. */
const HANDLE_OPENING = { minAreaShare: 0.015, minHeightShare: 0.15, maxHeightShare: 0.8 } as const;
/** Maximum thickness of the handle's loop and minimum width of the body, relative to the width of the opening. */
const HANDLE_MAX_LOOP = 0.9;
const HANDLE_MIN_BODY = 1.6;
/** Minimum share of its bounding box that the body must fill; the body must be closed. */
const HANDLE_MIN_BODY_FILL = 0.6;

/** Finds a handle: a single opening, with a thin loop on its outer side and a wide, closed body on its other side. */
function detectHandle(shape: Silhouette): 'left' | 'right' | null {
  const [opening] = shape.openings;
  if (opening === undefined || shape.openings.length !== 1) return null;
  if (opening.areaPx < HANDLE_OPENING.minAreaShare * shape.areaPx) return null;
  const openingHeight = opening.bottom - opening.top + 1;
  const heightShare = openingHeight / measureHeight(shape);
  if (heightShare < HANDLE_OPENING.minHeightShare || heightShare > HANDLE_OPENING.maxHeightShare) return null;
  const openingWidth = opening.right - opening.left + 1;
  const leftGap = opening.left - shape.left;
  const rightGap = shape.right - opening.right;
  const [loop, body] = leftGap < rightGap ? [leftGap, rightGap] : [rightGap, leftGap];
  if (loop > HANDLE_MAX_LOOP * openingWidth || body < HANDLE_MIN_BODY * openingWidth) return null;
  const side = leftGap < rightGap ? 'left' : 'right';
  return measureFill(shape, bodyColumns(shape, opening, side)) >= HANDLE_MIN_BODY_FILL ? side : null;
}

/** First and last column of the body without its handle. */
function bodyColumns(shape: Silhouette, opening: Opening, side: 'left' | 'right'): [number, number] {
  return side === 'left' ? [opening.right + 1, shape.right] : [shape.left, opening.left - 1];
}

function measureFill(shape: Silhouette, [first, last]: readonly [number, number]): number {
  const { inside, widthPx, top, bottom } = shape;
  let count = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = first; x <= last; x++) count += inside[y * widthPx + x];
  }
  return count / ((last - first + 1) * (bottom - top + 1));
}

/** Limits for a cup: it has a handle, a body about as high as wide, and a top at least as wide as the bottom. */
const CUP = { minRatio: 0.7, maxRatio: 1.6, maxBottomByTop: 1.02 } as const;
/** Limits for a bottle: tall, symmetric, closed, with a neck above a body that is wide down to its base. */
const BOTTLE = { minRatio: 1.7, minSymmetry: 0.85, maxNeck: 0.62, minFoot: 0.7 } as const;

function detectProfile(shape: Silhouette, handle: 'left' | 'right' | null): Profile | null {
  if (isCropped(shape)) return null;
  const [opening] = shape.openings;
  if (handle !== null && opening !== undefined) {
    const columns = bodyColumns(shape, opening, handle);
    const ratio = measureHeight(shape) / (columns[1] - columns[0] + 1);
    const upper = bandWidth(shape, 0.15, 0.4, columns);
    const lower = bandWidth(shape, 0.75, 0.95, columns);
    const cup = ratio > CUP.minRatio && ratio < CUP.maxRatio && lower <= CUP.maxBottomByTop * upper;
    return cup ? 'cup' : null;
  }
  if (shape.openings.length > 0 || measureHeight(shape) < BOTTLE.minRatio * measureWidth(shape)) return null;
  const neck = bandWidth(shape, 0.03, 0.12) / measureWidth(shape);
  const foot = bandWidth(shape, 0.85, 0.97) / measureWidth(shape);
  const bottle =
    neck <= BOTTLE.maxNeck && foot >= BOTTLE.minFoot && measureSymmetry(shape) >= BOTTLE.minSymmetry;
  return bottle ? 'bottle' : null;
}

/** Mean width in pixels of the rows between two fractions of the silhouette's height. */
function bandWidth(
  shape: Silhouette,
  from: number,
  to: number,
  [first, last]: readonly [number, number] = [shape.left, shape.right],
): number {
  const { inside, widthPx, top } = shape;
  const start = Math.floor(top + from * measureHeight(shape));
  const end = Math.max(start + 1, Math.floor(top + to * measureHeight(shape)));
  let count = 0;
  for (let y = start; y < end; y++) {
    for (let x = first; x <= last; x++) count += inside[y * widthPx + x];
  }
  return count / (end - start);
}
