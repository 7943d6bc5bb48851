import { resample } from '../../raster/resample.ts';
import { crop, raster } from '../../raster/raster.ts';
import type { AlphaRaster, Box, RgbRaster } from '../../raster/raster.ts';
import type { Size } from '../../raster/box.ts';

/** Input for the network, with the photo smaller inside it, as if it were taken from farther away. */
interface PassFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Box of the photo inside the input. */
  readonly photo: Box;
}

/**
 * Frame around a photo of this shape. The photo's longer side becomes `photoPx`, the frame's `sidePx`; the frame's
 * sides are multiples of `stepPx`.
 */
export function frameAround(photo: Size, photoPx: number, sidePx: number, stepPx: number): PassFrame {
  const scale = photoPx / Math.max(photo.widthPx, photo.heightPx);
  const widthPx = Math.max(1, Math.round(photo.widthPx * scale));
  const heightPx = Math.max(1, Math.round(photo.heightPx * scale));
  const around = (inside: number): number => Math.ceil((inside * sidePx) / photoPx / stepPx) * stepPx;
  const [frameWidthPx, frameHeightPx] = [around(widthPx), around(heightPx)];
  const xPx = Math.floor((frameWidthPx - widthPx) / 2);
  const yPx = Math.floor((frameHeightPx - heightPx) / 2);
  return { widthPx: frameWidthPx, heightPx: frameHeightPx, photo: { xPx, yPx, widthPx, heightPx } };
}

/**
 * Fills a frame with the photo, whose border pixels are repeated outward. Any other filling would look like an edge to
 * the network.
 * @param photo photo at its size in the frame
 */
export function framePhoto(photo: RgbRaster, { widthPx, heightPx, photo: box }: PassFrame): RgbRaster {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const fromY = clamp(y - box.yPx, box.heightPx);
    for (let x = 0; x < widthPx; x++) {
      const from = (fromY * box.widthPx + clamp(x - box.xPx, box.widthPx)) * 3;
      const to = (y * widthPx + x) * 3;
      data[to] = photo.data[from];
      data[to + 1] = photo.data[from + 1];
      data[to + 2] = photo.data[from + 2];
    }
  }
  return raster(data, widthPx, heightPx, 3);
}

const clamp = (value: number, size: number): number => (value < 0 ? 0 : value < size ? value : size - 1);

/** Crops the part with the photo out of a frame's mask, and resizes it to a grid of this size. */
export function unframeMask(
  mask: AlphaRaster,
  { photo }: PassFrame,
  { widthPx, heightPx }: Size,
): AlphaRaster {
  return resample(crop(mask, photo), widthPx, heightPx, 'linear');
}
