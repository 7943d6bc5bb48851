/**
 * Crop operations: straightening, turning, flipping, aspect ratio, and dragging handles. Pure functions; the box
 * always stays inside the picture.
 */
import type { Box } from '@packshot/image-engine/pixels';
import type { PixelSize } from '../../model/size.ts';
import { fits, cropInside, turnedSize, WHOLE } from '../../model/crop.ts';
import type { Crop } from '../../model/crop.ts';
import { cropMatrix } from '../../model/crop-matrix.ts';

/** Smallest side of a box that the user can drag, as a share of the picture. */
const SMALLEST_SHARE = 0.02;

/** Crop at another angle, shrunk and moved if necessary to stay inside the picture. */
export function straightenCrop(crop: Crop, angleDeg: number, turned: PixelSize): Crop {
  return cropInside({ ...crop, angleDeg }, turned);
}

/** @param ratio width by height; null for any */
export function withRatio(crop: Crop, ratio: number | null, turned: PixelSize): Crop {
  if (ratio === null) return crop;
  const widthPx = crop.width * turned.widthPx;
  const heightPx = crop.height * turned.heightPx;
  // Preserves the box's area, so that changing the ratio back and forth doesn't shrink the box.
  const nextWidth = Math.sqrt(widthPx * heightPx * ratio);
  const width = nextWidth / turned.widthPx;
  const height = nextWidth / ratio / turned.heightPx;
  const scale = Math.min(1, 1 / width, 1 / height);
  return cropInside({ ...crop, width: width * scale, height: height * scale }, turned);
}

export function turnedRight(crop: Crop, picture: PixelSize): Crop {
  const before = turnedSize(picture, crop);
  const quarterTurns = (crop.quarterTurns + 1) % 4;
  const after = turnedSize(picture, { quarterTurns });
  return cropInside(
    {
      ...crop,
      // The crop applies the flip after the turns, so a flipped picture has to be turned in the other direction.
      quarterTurns: crop.isFlipped ? (crop.quarterTurns + 3) % 4 : quarterTurns,
      centerX: 1 - crop.centerY,
      centerY: crop.centerX,
      width: (crop.height * before.heightPx) / after.widthPx,
      height: (crop.width * before.widthPx) / after.heightPx,
    },
    after,
  );
}

export const flipCrop = (crop: Crop): Crop => ({
  ...crop,
  isFlipped: !crop.isFlipped,
  angleDeg: crop.angleDeg === 0 ? 0 : -crop.angleDeg,
  centerX: 1 - crop.centerX,
});

export const CROP_HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type CropHandle = (typeof CROP_HANDLES)[number];

/** Movement of a handle by dragging, in pixels of the turned picture along the box's axes. */
export interface HandleDrag {
  readonly handle: CropHandle;
  readonly dxPx: number;
  readonly dyPx: number;
  /** Aspect ratio to preserve, width by height; null for any. */
  readonly ratio: number | null;
}

/** Box after the user dragged a handle; the opposite side or corner stays in place. */
export function resizeCrop(start: Crop, { handle, dxPx, dyPx, ratio }: HandleDrag, turned: PixelSize): Crop {
  const alongX = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0;
  const alongY = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0;
  const before = { width: start.width * turned.widthPx, height: start.height * turned.heightPx };
  const least = { width: SMALLEST_SHARE * turned.widthPx, height: SMALLEST_SHARE * turned.heightPx };
  let width = Math.max(least.width, before.width + alongX * dxPx);
  let height = Math.max(least.height, before.height + alongY * dyPx);
  if (ratio !== null) {
    if (alongY === 0 || (alongX !== 0 && width / height > ratio)) height = width / ratio;
    else width = height * ratio;
  }
  const scaleCrop = (factor: number): Crop => {
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
  return cropInside(scaleCrop(largestFactor((factor) => fits(scaleCrop(factor), turned))), turned);
}

/**
 * Box moved as a whole, but not beyond the picture.
 * @param dxPx pixels of the turned picture
 * @param dyPx pixels of the turned picture
 */
export const moveCrop = (start: Crop, dxPx: number, dyPx: number, turned: PixelSize): Crop =>
  cropInside(
    {
      ...start,
      centerX: start.centerX + dxPx / turned.widthPx,
      centerY: start.centerY + dyPx / turned.heightPx,
    },
    turned,
  );

/** Largest share of a movement, 0 to 1, that is possible; found by bisection. */
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

/**
 * Smallest crop around a product, with the current turns, flip and angle, but not beyond the picture.
 * @param rows boxes that cover the product, in pixels of the picture before quarter turns
 * @param ratio wanted aspect ratio; null for the product's own
 */
export function aroundProduct(
  crop: Crop,
  rows: readonly Box[],
  picture: PixelSize,
  ratio: number | null,
): Crop {
  const upright = { ...WHOLE, quarterTurns: crop.quarterTurns, isFlipped: crop.isFlipped };
  const [a, b, c, d, e, f] = cropMatrix(upright, picture);
  const turned = turnedSize(picture, crop);
  const angle = (crop.angleDeg * Math.PI) / 180;
  const [cos, sin] = crop.angleDeg === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  // Bounds along the box's axes, in which the picture appears rotated by the angle.
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { xPx, yPx, widthPx, heightPx } of rows) {
    for (const x of [xPx, xPx + widthPx]) {
      for (const y of [yPx, yPx + heightPx]) {
        const [turnedX, turnedY] = [a * x + c * y + e, b * x + d * y + f];
        const [along, down] = [cos * turnedX - sin * turnedY, sin * turnedX + cos * turnedY];
        left = Math.min(left, along);
        right = Math.max(right, along);
        top = Math.min(top, down);
        bottom = Math.max(bottom, down);
      }
    }
  }
  let [widthPx, heightPx] = [right - left, bottom - top];
  if (ratio !== null) {
    if (widthPx / heightPx > ratio) heightPx = widthPx / ratio;
    else widthPx = heightPx * ratio;
  }
  const [middle, middleDown] = [(left + right) / 2, (top + bottom) / 2];
  return cropInside(
    {
      ...upright,
      angleDeg: crop.angleDeg,
      centerX: (cos * middle + sin * middleDown) / turned.widthPx,
      centerY: (cos * middleDown - sin * middle) / turned.heightPx,
      width: Math.min(1, widthPx / turned.widthPx),
      height: Math.min(1, heightPx / turned.heightPx),
    },
    turned,
  );
}
