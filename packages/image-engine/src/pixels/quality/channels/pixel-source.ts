import { crop } from '../../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../raster/raster.ts';

/** Picture that is read in parts, so that a canvas of 64 megapixels needn't be copied as a whole. */
export interface PixelSource {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Reads RGBA values row by row. The box must be inside the picture. */
  read(box: Box): Uint8Array | Uint8ClampedArray;
}

export const toPixelSource = (image: RgbaRaster): PixelSource => ({
  widthPx: image.widthPx,
  heightPx: image.heightPx,
  read({ xPx, yPx, widthPx, heightPx }) {
    // Rows of full width are contiguous in memory, so they needn't be copied.
    if (widthPx === image.widthPx)
      return image.data.subarray(yPx * widthPx * 4, (yPx + heightPx) * widthPx * 4);
    return crop(image, { xPx, yPx, widthPx, heightPx }).data;
  },
});

/** Alpha matte of the product, on a grid of any size over the picture. */
export type Matte = AlphaRaster;

/** Number of pixels read at once: a fortieth of a 64-megapixel picture. */
const STRIP_PIXELS = 1_600_000;

/** Yields the picture in strips from top to bottom. */
export function* iterateStrips(
  source: PixelSource,
): Generator<{ readonly box: Box; readonly data: ArrayLike<number> }> {
  const { widthPx, heightPx } = source;
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / widthPx));
  for (let yPx = 0; yPx < heightPx; yPx += rows) {
    const box = { xPx: 0, yPx, widthPx, heightPx: Math.min(rows, heightPx - yPx) };
    yield { box, data: source.read(box) };
  }
}
