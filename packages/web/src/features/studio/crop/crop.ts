/**
 * What a crop keeps of a picture: a box that may be turned a little, within the picture after quarter turns and a
 * flip. All places are shares of the turned picture, so that one crop fits every rendition of it; pixels come in only
 * at the end. The box never reaches beyond the picture: there is nothing to be seen there.
 */
import { z } from 'zod';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export const STRAIGHTEN_MAX_DEG = 45;
/** No hand makes a box smaller than this share of the picture. */
const SMALLEST_SHARE = 0.02;
/** What is narrower is no box at all; a turn of a long picture may come below what a hand may do. */
const NOTHING = 1e-4;

const share = z.number().min(0).max(1);
export const cropSchema = z.object({
  /** Quarter turns to the right, before everything else. */
  quarterTurns: z.number().int().min(0).max(3),
  /** Left and right changed, after the quarter turns. */
  isFlipped: z.boolean(),
  /** By how much the picture is turned to the right about the middle of the box, to stand straight. */
  angleDeg: z.number().min(-STRAIGHTEN_MAX_DEG).max(STRAIGHTEN_MAX_DEG),
  centerX: share,
  centerY: share,
  width: share.positive(),
  height: share.positive(),
});
export type Crop = Readonly<z.infer<typeof cropSchema>>;

export const WHOLE: Crop = {
  quarterTurns: 0,
  isFlipped: false,
  angleDeg: 0,
  centerX: 0.5,
  centerY: 0.5,
  width: 1,
  height: 1,
};

/** Size of a picture after the crop's quarter turns. */
export const turnedSize = ({ widthPx, heightPx }: Size, { quarterTurns }: Pick<Crop, 'quarterTurns'>): Size =>
  quarterTurns % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };

/** True when nothing would change. */
export const isWhole = (crop: Crop): boolean =>
  crop.quarterTurns === 0 &&
  !crop.isFlipped &&
  crop.angleDeg === 0 &&
  crop.width > 1 - 1e-6 &&
  crop.height > 1 - 1e-6;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The box's corners in pixels of the turned picture, from the upper left one clockwise. */
export function corners(crop: Crop, turned: Size): readonly Point[] {
  const turn = (-crop.angleDeg * Math.PI) / 180;
  const halfWidth = (crop.width * turned.widthPx) / 2;
  const halfHeight = (crop.height * turned.heightPx) / 2;
  return [
    [-halfWidth, -halfHeight],
    [halfWidth, -halfHeight],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ].map(([x = 0, y = 0]) => ({
    x: crop.centerX * turned.widthPx + x * Math.cos(turn) - y * Math.sin(turn),
    y: crop.centerY * turned.heightPx + x * Math.sin(turn) + y * Math.cos(turn),
  }));
}

/** How far a turned box reaches from its middle, in pixels. */
function reachOf(crop: Crop, turned: Size): Point {
  const turn = (Math.abs(crop.angleDeg) * Math.PI) / 180;
  const width = crop.width * turned.widthPx;
  const height = crop.height * turned.heightPx;
  return {
    x: (width * Math.cos(turn) + height * Math.sin(turn)) / 2,
    y: (width * Math.sin(turn) + height * Math.cos(turn)) / 2,
  };
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The same crop within the picture: made smaller in its own shape where it has to be, then moved in. */
export function keptInside(crop: Crop, turned: Size): Crop {
  const sized = {
    ...crop,
    angleDeg: clamp(crop.angleDeg, -STRAIGHTEN_MAX_DEG, STRAIGHTEN_MAX_DEG),
    width: clamp(crop.width, NOTHING, 1),
    height: clamp(crop.height, NOTHING, 1),
  };
  const reach = reachOf(sized, turned);
  const scale = Math.min(1, turned.widthPx / (2 * reach.x), turned.heightPx / (2 * reach.y));
  const shareX = Math.min(0.5, (reach.x * scale) / turned.widthPx);
  const shareY = Math.min(0.5, (reach.y * scale) / turned.heightPx);
  return {
    ...sized,
    width: sized.width * scale,
    height: sized.height * scale,
    centerX: clamp(crop.centerX, shareX, 1 - shareX),
    centerY: clamp(crop.centerY, shareY, 1 - shareY),
  };
}

/** The largest crop of the present shape and angle about the present middle: what straightening leaves. */
export function straightened(crop: Crop, angleDeg: number, turned: Size): Crop {
  return keptInside({ ...crop, angleDeg }, turned);
}

/** @param ratio width by height; null for any */
export function withRatio(crop: Crop, ratio: number | null, turned: Size): Crop {
  if (ratio === null) return crop;
  const widthPx = crop.width * turned.widthPx;
  const heightPx = crop.height * turned.heightPx;
  // As large an area as before, so that changing back and forth does not eat the picture away.
  const nextWidth = Math.sqrt(widthPx * heightPx * ratio);
  const width = nextWidth / turned.widthPx;
  const height = nextWidth / ratio / turned.heightPx;
  const scale = Math.min(1, 1 / width, 1 / height);
  return keptInside({ ...crop, width: width * scale, height: height * scale }, turned);
}

/** A quarter turn to the right of everything that is seen: the box turns with the picture. */
export function turnedRight(crop: Crop, picture: Size): Crop {
  const before = turnedSize(picture, crop);
  const quarterTurns = (crop.quarterTurns + 1) % 4;
  const after = turnedSize(picture, { quarterTurns });
  return keptInside(
    {
      ...crop,
      // A picture that is flipped after it was turned has to be turned the other way first.
      quarterTurns: crop.isFlipped ? (crop.quarterTurns + 3) % 4 : quarterTurns,
      centerX: 1 - crop.centerY,
      centerY: crop.centerX,
      width: (crop.height * before.heightPx) / after.widthPx,
      height: (crop.width * before.widthPx) / after.heightPx,
    },
    after,
  );
}

/** Left and right of everything that is seen change places. */
export const flipped = (crop: Crop): Crop => ({
  ...crop,
  isFlipped: !crop.isFlipped,
  angleDeg: crop.angleDeg === 0 ? 0 : -crop.angleDeg,
  centerX: 1 - crop.centerX,
});

export const CROP_HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type CropHandle = (typeof CROP_HANDLES)[number];

/**
 * The box after one of its handles was moved; the opposite side or corner stays.
 * @param dx @param dy how far, in pixels of the turned picture, along the box's own axes
 * @param ratio the shape that is kept; null for any
 */
export function resized(
  start: Crop,
  handle: CropHandle,
  dx: number,
  dy: number,
  ratio: number | null,
  turned: Size,
): Crop {
  const alongX = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0;
  const alongY = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0;
  const before = { width: start.width * turned.widthPx, height: start.height * turned.heightPx };
  const least = { width: SMALLEST_SHARE * turned.widthPx, height: SMALLEST_SHARE * turned.heightPx };
  let width = Math.max(least.width, before.width + alongX * dx);
  let height = Math.max(least.height, before.height + alongY * dy);
  if (ratio !== null) {
    if (alongY === 0 || (alongX !== 0 && width / height > ratio)) height = width / ratio;
    else width = height * ratio;
  }
  const sized = (factor: number): Crop => {
    const next = {
      width: before.width + (width - before.width) * factor,
      height: before.height + (height - before.height) * factor,
    };
    const turn = (-start.angleDeg * Math.PI) / 180;
    const shiftX = (alongX * (next.width - before.width)) / 2;
    const shiftY = (alongY * (next.height - before.height)) / 2;
    return {
      ...start,
      width: next.width / turned.widthPx,
      height: next.height / turned.heightPx,
      centerX: start.centerX + (shiftX * Math.cos(turn) - shiftY * Math.sin(turn)) / turned.widthPx,
      centerY: start.centerY + (shiftX * Math.sin(turn) + shiftY * Math.cos(turn)) / turned.heightPx,
    };
  };
  return keptInside(sized(largestFactor((factor) => fits(sized(factor), turned))), turned);
}

/** The box moved as a whole, as far as the picture goes. @param dx @param dy in pixels of the turned picture */
export const moved = (start: Crop, dx: number, dy: number, turned: Size): Crop =>
  keptInside(
    {
      ...start,
      centerX: start.centerX + dx / turned.widthPx,
      centerY: start.centerY + dy / turned.heightPx,
    },
    turned,
  );

/** Half a pixel of arithmetic is no pixel beyond the edge. */
const EDGE_PX = 1e-6;

/** True when all of the box lies in the picture. */
export const fits = (crop: Crop, turned: Size): boolean =>
  corners(crop, turned).every(
    ({ x, y }) =>
      x >= -EDGE_PX && y >= -EDGE_PX && x <= turned.widthPx + EDGE_PX && y <= turned.heightPx + EDGE_PX,
  );

/** How much of a move is possible, 0 to 1, found by halving. */
function largestFactor(isPossible: (factor: number) => boolean): number {
  if (isPossible(1)) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (isPossible(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Size of what a crop makes of a picture, in whole pixels of its own. */
export function croppedSize(crop: Crop, picture: Size): Size {
  const turned = turnedSize(picture, crop);
  return {
    widthPx: Math.max(1, Math.round(crop.width * turned.widthPx)),
    heightPx: Math.max(1, Math.round(crop.height * turned.heightPx)),
  };
}

/**
 * How a crop maps the picture's pixels to its own, as a canvas' `setTransform(a, b, c, d, e, f)`. Upright crops keep
 * every pixel: their corner is on a whole one.
 */
export function cropMatrix(
  crop: Crop,
  picture: Size,
): readonly [number, number, number, number, number, number] {
  const turned = turnedSize(picture, crop);
  const size = croppedSize(crop, picture);
  // From the picture to the turned one: quarter turns about its middle, then the flip.
  const quarter = (crop.quarterTurns * Math.PI) / 2;
  const [cos, sin] = [Math.round(Math.cos(quarter)), Math.round(Math.sin(quarter))];
  const side = crop.isFlipped ? -1 : 1;
  // From the turned one to the box: about the box's middle.
  const angle = (crop.angleDeg * Math.PI) / 180;
  const [ca, sa] = crop.angleDeg === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  let middleX = crop.centerX * turned.widthPx;
  let middleY = crop.centerY * turned.heightPx;
  if (crop.angleDeg === 0) {
    middleX = Math.round(middleX - size.widthPx / 2) + size.widthPx / 2;
    middleY = Math.round(middleY - size.heightPx / 2) + size.heightPx / 2;
  }
  const a1 = side * cos;
  const c1 = -side * sin;
  const e1 = turned.widthPx / 2 - a1 * (picture.widthPx / 2) - c1 * (picture.heightPx / 2) - middleX;
  const f1 = turned.heightPx / 2 - sin * (picture.widthPx / 2) - cos * (picture.heightPx / 2) - middleY;
  return [
    ca * a1 - sa * sin,
    sa * a1 + ca * sin,
    ca * c1 - sa * cos,
    sa * c1 + ca * cos,
    ca * e1 - sa * f1 + size.widthPx / 2,
    sa * e1 + ca * f1 + size.heightPx / 2,
  ];
}

/**
 * The crop that leaves a box of the picture and some air around it.
 * @param box in pixels of the picture before quarter turns
 * @param ratio the shape that is wanted; null for the box's own
 */
export function aroundBox(
  crop: Crop,
  box: { readonly xPx: number; readonly yPx: number } & Size,
  picture: Size,
  ratio: number | null,
): Crop {
  const upright = { ...WHOLE, quarterTurns: crop.quarterTurns, isFlipped: crop.isFlipped };
  const [a, b, c, d, e, f] = cropMatrix(upright, picture);
  const turned = turnedSize(picture, crop);
  const map = (x: number, y: number): Point => ({ x: a * x + c * y + e, y: b * x + d * y + f });
  const [from, to] = [map(box.xPx, box.yPx), map(box.xPx + box.widthPx, box.yPx + box.heightPx)];
  let widthPx = Math.abs(to.x - from.x);
  let heightPx = Math.abs(to.y - from.y);
  if (ratio !== null) {
    if (widthPx / heightPx > ratio) heightPx = widthPx / ratio;
    else widthPx = heightPx * ratio;
  }
  return keptInside(
    {
      ...upright,
      centerX: (from.x + to.x) / 2 / turned.widthPx,
      centerY: (from.y + to.y) / 2 / turned.heightPx,
      width: Math.min(1, widthPx / turned.widthPx),
      height: Math.min(1, heightPx / turned.heightPx),
    },
    turned,
  );
}
