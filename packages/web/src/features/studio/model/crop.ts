/**
 * Crop of a picture: a slightly rotated box within the picture after quarter turns and a flip. Positions are shares of
 * the turned picture, so that a crop applies to every rendition; pixels are computed last. The box never reaches
 * beyond the picture.
 */
import { z } from 'zod';
import { clamp } from './clamp.ts';
import type { PixelSize } from './size.ts';

export const STRAIGHTEN_MAX_DEG = 45;
/**
 * Smallest valid size of the box, as a share. Smaller than users can drag it, because straightening a long picture may
 * shrink the box further.
 */
const NOTHING = 1e-4;

const share = z.number().min(0).max(1);
export const cropSchema = z.object({
  /** Number of clockwise quarter turns, applied first. */
  quarterTurns: z.number().int().min(0).max(3),
  /** Whether the picture is mirrored horizontally, after the quarter turns. */
  isFlipped: z.boolean(),
  /** Clockwise rotation that straightens the picture, about the center of the box. */
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

export const turnedSize = (
  { widthPx, heightPx }: PixelSize,
  { quarterTurns }: Pick<Crop, 'quarterTurns'>,
): PixelSize => (quarterTurns % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx });

export const isWhole = (crop: Crop): boolean =>
  crop.quarterTurns === 0 &&
  !crop.isFlipped &&
  crop.angleDeg === 0 &&
  crop.width > 1 - 1e-6 &&
  crop.height > 1 - 1e-6;

export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** Corners of the box in pixels of the turned picture, clockwise from the upper left. */
export function corners(crop: Crop, turned: PixelSize): readonly PicturePoint[] {
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

/** Half the width and half the height of the rotated box's bounding box, in pixels. */
function computeReach(crop: Crop, turned: PixelSize): PicturePoint {
  const turn = (Math.abs(crop.angleDeg) * Math.PI) / 180;
  const width = crop.width * turned.widthPx;
  const height = crop.height * turned.heightPx;
  return {
    x: (width * Math.cos(turn) + height * Math.sin(turn)) / 2,
    y: (width * Math.sin(turn) + height * Math.cos(turn)) / 2,
  };
}

/** Fits a crop into the picture: shrinks it proportionally if necessary, then moves it inside. */
export function cropInside(crop: Crop, turned: PixelSize): Crop {
  const sized = {
    ...crop,
    angleDeg: clamp(crop.angleDeg, -STRAIGHTEN_MAX_DEG, STRAIGHTEN_MAX_DEG),
    width: clamp(crop.width, NOTHING, 1),
    height: clamp(crop.height, NOTHING, 1),
  };
  const reach = computeReach(sized, turned);
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

/** Tolerance for rounding errors at the picture's edge, in pixels. */
const EDGE_PX = 1e-6;

export const fits = (crop: Crop, turned: PixelSize): boolean =>
  corners(crop, turned).every(
    ({ x, y }) =>
      x >= -EDGE_PX && y >= -EDGE_PX && x <= turned.widthPx + EDGE_PX && y <= turned.heightPx + EDGE_PX,
  );
