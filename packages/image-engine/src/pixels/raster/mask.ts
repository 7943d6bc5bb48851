import { hasTransparency, visibleBounds } from './alpha.ts';
import { raster } from './raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from './raster.ts';
import { ImageRefusal } from './refusal.ts';

/**
 * Tolerance for the aspect ratio of a mask that was drawn on a smaller version of the photo, as a fraction of the
 * longer side.
 */
const SHAPE_TOLERANCE = 0.01;
/** Mask values below this are treated as 0: they are traces of soft brushes or lossy compression. */
export const TRACE_BELOW = 8;
/**
 * Minimum value that a mask must have somewhere; otherwise it counts as empty, because an edit would cost a credit and
 * change almost nothing.
 */
const DRAWN_FROM = 64;

/**
 * Converts a decoded picture to a mask: 255 is inside, 0 is outside, values between are a soft edge.
 *
 * If any pixel isn't opaque, alpha is the mask and colors are ignored (strokes of any color on an empty canvas). If all
 * pixels are opaque, brightness is the mask: white inside, black outside. Values below 8 count as 0. A mask with the
 * photo's aspect ratio but another size is resampled by nearest neighbor.
 *
 * @throws ImageRefusal MASK_MISMATCH for another aspect ratio, EMPTY_MASK if no pixel is inside by at least a quarter
 */
export function maskFromRaster(
  picture: RgbaRaster,
  photo: { widthPx: number; heightPx: number },
): AlphaRaster {
  const { widthPx, heightPx } = photo;
  if (!isMaskShape(picture, photo)) throw new ImageRefusal('MASK_MISMATCH');
  const byAlpha = hasTransparency(picture);
  const mask = new Uint8Array(widthPx * heightPx);
  const columns = Int32Array.from({ length: widthPx }, (_, x) => nearest(x, widthPx, picture.widthPx) * 4);
  let hasDrawing = false;
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = nearest(y, heightPx, picture.heightPx) * picture.widthPx * 4;
    for (let x = 0; x < widthPx; x++, i++) {
      const at = row + columns[x];
      const value = byAlpha ? picture.data[at + 3] : brightness(picture.data, at);
      if (value < TRACE_BELOW) continue;
      mask[i] = value;
      hasDrawing ||= value >= DRAWN_FROM;
    }
  }
  if (!hasDrawing) throw new ImageRefusal('EMPTY_MASK');
  return raster(mask, widthPx, heightPx, 1);
}

/**
 * True if a mask of this size fits a photo of the given size (both upright): the same size, or that of a smaller
 * version.
 */
export function isMaskShape(
  a: { widthPx: number; heightPx: number },
  b: { widthPx: number; heightPx: number },
): boolean {
  if (a.widthPx === b.widthPx && a.heightPx === b.heightPx) return true;
  const scale = Math.max(b.widthPx, b.heightPx) / Math.max(a.widthPx, a.heightPx);
  // Always allows an error of one pixel of the smaller picture, because its sides were rounded to whole pixels.
  const tolerancePx = Math.max(SHAPE_TOLERANCE * Math.max(b.widthPx, b.heightPx), Math.max(1, scale));
  return (
    Math.abs(a.widthPx * scale - b.widthPx) <= tolerancePx &&
    Math.abs(a.heightPx * scale - b.heightPx) <= tolerancePx
  );
}

const nearest = (position: number, size: number, sourceSize: number): number =>
  Math.min(sourceSize - 1, Math.floor(((position + 0.5) * sourceSize) / size));

/** Rec. 601 luma, 0 to 255; exact for white and for gray. */
const brightness = (data: Uint8Array, at: number): number =>
  (data[at] * 299 + data[at + 1] * 587 + data[at + 2] * 114 + 500) / 1000;

/** Smallest box around all nonzero pixels of the mask, or undefined if there are none. */
export const maskBounds = (mask: AlphaRaster): Box | undefined => visibleBounds(mask, 0);

/** Fraction of the picture with a nonzero mask, 0 to 1. */
export function touchedShare({ data }: AlphaRaster): number {
  let touched = 0;
  // Uses an indexed loop for speed, because it runs over every pixel of the photo.
  for (let i = 0; i < data.length; i++) if (data[i] !== 0) touched++;
  return touched / data.length;
}
