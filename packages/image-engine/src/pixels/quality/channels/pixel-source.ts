import { crop } from '../../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../raster/raster.ts';

/** A picture that is read part by part, so that a canvas of 64 megapixels need not be copied as a whole. */
export interface PixelSource {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, row by row. The box lies inside of the picture. */
  read(box: Box): Uint8Array | Uint8ClampedArray;
}

/** A picture in memory. */
export const sourceOf = (image: RgbaRaster): PixelSource => ({
  widthPx: image.widthPx,
  heightPx: image.heightPx,
  read({ xPx, yPx, widthPx, heightPx }) {
    // Whole rows lie one after another.
    if (widthPx === image.widthPx)
      return image.data.subarray(yPx * widthPx * 4, (yPx + heightPx) * widthPx * 4);
    return crop(image, { xPx, yPx, widthPx, heightPx }).data;
  },
});

/** Where the product is, on a grid of any size over the picture. */
export type Matte = AlphaRaster;

/** Rows that are read at once: a fortieth of a picture of 64 megapixels. */
const STRIP_PIXELS = 1_600_000;

/** The picture in strips from top to bottom. */
export function* stripsOf(
  source: PixelSource,
): Generator<{ readonly box: Box; readonly data: ArrayLike<number> }> {
  const { widthPx, heightPx } = source;
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / widthPx));
  for (let yPx = 0; yPx < heightPx; yPx += rows) {
    const box = { xPx: 0, yPx, widthPx, heightPx: Math.min(rows, heightPx - yPx) };
    yield { box, data: source.read(box) };
  }
}
