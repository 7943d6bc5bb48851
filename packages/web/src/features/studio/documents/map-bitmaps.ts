/**
 * Decodes the auxiliary maps in a picture's file (`@packshot/image-engine/pixels`, `readAuxiliaryMaps`) to bitmaps for
 * drawing.
 */
import { decodeImage, readPixels, surface } from '../../../lib/canvas/surface.ts';
import type { Bitmap } from '../../../lib/canvas/surface.ts';
import { readAuxiliaryMaps } from '@packshot/image-engine/pixels';
import type { MapFiles } from '@packshot/image-engine/pixels';
import type { PixelSize } from '../model/size.ts';

export type MapName = keyof MapFiles;

export const readMaps = async (file: Blob): Promise<MapFiles> =>
  readAuxiliaryMaps(new Uint8Array(await file.arrayBuffer()));

export const mapBlob = (plane: Uint8Array<ArrayBuffer>): Blob => new Blob([plane]);

/**
 * Decodes one auxiliary map of a file; the caller has to `close` the bitmap after drawing.
 * @returns null if the file has no such map
 * @throws InvalidStateError if it can't be decoded
 */
export async function mapBitmap(file: Blob, name: MapName): Promise<Bitmap | null> {
  const plane = (await readMaps(file))[name];
  return plane === undefined ? null : bitmapFromMap(mapBlob(plane));
}

/** Decodes a map without color conversion, because its samples are numbers rather than colors. */
export const bitmapFromMap = (plane: Blob): Promise<Bitmap> =>
  decodeImage(plane, { colorSpaceConversion: 'none' });

/**
 * Raises each pixel's alpha to the product's coverage, because transparent areas of the product have hardly any alpha.
 * @param data RGBA rows of the picture, at full width
 * @param whole size at which the picture was drawn
 * @param topPx first row of `data` in the picture
 * @throws Error without a canvas
 */
export function raiseToCoverage(
  data: Uint8ClampedArray,
  covered: Bitmap,
  whole: PixelSize,
  topPx: number,
): void {
  const { widthPx, heightPx } = whole;
  const rows = data.length / 4 / widthPx;
  const drawing = surface(widthPx, rows);
  drawing.context.drawImage(covered, 0, -topPx, widthPx, heightPx);
  const coverage = readPixels(drawing).data;
  for (let at = 0; at < data.length; at += 4) data[at + 3] = Math.max(data[at + 3] ?? 0, coverage[at] ?? 0);
}
