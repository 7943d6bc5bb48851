import { boxAround } from '../raster/box.ts';
import { maskBounds, TRACE_BELOW } from '../raster/mask.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import type { Size } from '../raster/box.ts';

/** Restoring and erasing strokes that a user drew over a cut-out, at the photo's size; 255 is full strength. */
export interface Strokes {
  readonly restore: AlphaRaster;
  readonly erase: AlphaRaster;
  /** Bounding box of all strokes. */
  readonly bounds: Box;
}

/** Area that the user drew around an object, at the photo's size. */
export interface DrawnArea {
  readonly area: AlphaRaster;
  readonly bounds: Box;
}

/**
 * Reads strokes from a picture: red restores, green erases, with the strength of the channel times alpha; blue is
 * ignored. Where both kinds overlap, they share the pixel. A picture of another size is resampled.
 * @returns undefined if the picture has no strokes
 */
export function strokesIn(picture: RgbaRaster, photo: Size): Strokes | undefined {
  const restore = fitMask(extractChannel(picture, 0), photo);
  const erase = fitMask(extractChannel(picture, 1), photo);
  const bounds = around(maskBounds(restore), maskBounds(erase));
  return bounds && { restore, erase, bounds };
}

/**
 * Reads the drawn area from a picture's blue channel, with its strength times alpha. Undefined if the picture has no
 * drawn area.
 */
export function areaIn(picture: RgbaRaster, photo: Size): DrawnArea | undefined {
  const area = fitMask(extractChannel(picture, 2), photo);
  const bounds = maskBounds(area);
  return bounds && { area, bounds };
}

const fitMask = (mask: AlphaRaster, { widthPx, heightPx }: Size): AlphaRaster =>
  mask.widthPx === widthPx && mask.heightPx === heightPx
    ? mask
    : withoutTraces(resample(mask, widthPx, heightPx, 'linear'));

function extractChannel({ data, widthPx, heightPx }: RgbaRaster, channel: number): AlphaRaster {
  const mask = new Uint8Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < mask.length; i++, at += 4) {
    mask[i] = Math.round((data[at + channel] * data[at + 3]) / 255);
  }
  return withoutTraces(raster(mask, widthPx, heightPx, 1));
}

function withoutTraces(mask: AlphaRaster): AlphaRaster {
  const { data } = mask;
  for (let i = 0; i < data.length; i++) if (data[i] < TRACE_BELOW) data[i] = 0;
  return mask;
}

function around(a: Box | undefined, b: Box | undefined): Box | undefined {
  return a === undefined || b === undefined ? (a ?? b) : boxAround(a, b);
}
