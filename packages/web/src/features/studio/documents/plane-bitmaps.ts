/** The planes of a picture's file (`@packshot/image-engine/pixels`, `readPlanes`) as pixels to draw with. */
import { decodeImage, readPixels, surface } from '../../../lib/canvas/surface.ts';
import type { Bitmap } from '../../../lib/canvas/surface.ts';
import { readPlanes } from '@packshot/image-engine/pixels';
import type { PlaneFiles } from '@packshot/image-engine/pixels';
import type { Size } from '../model/size.ts';

export type PlaneName = keyof PlaneFiles;

export const planesIn = async (file: Blob): Promise<PlaneFiles> =>
  readPlanes(new Uint8Array(await file.arrayBuffer()));

export const planeBlob = (plane: Uint8Array<ArrayBuffer>): Blob => new Blob([plane]);

/**
 * One plane; `close` it when it is drawn.
 * @returns null when the file has none
 * @throws InvalidStateError when it cannot be decoded
 */
export async function planeBitmap(file: Blob, name: PlaneName): Promise<Bitmap | null> {
  const plane = (await planesIn(file))[name];
  return plane === undefined ? null : bitmapOfPlane(planeBlob(plane));
}

/** Its samples are numbers, not colors: nothing converts them. */
export const bitmapOfPlane = (plane: Blob): Promise<Bitmap> =>
  decodeImage(plane, { colorSpaceConversion: 'none' });

/**
 * Raises the alpha of samples to what their product covers: what is clear has hardly any alpha, and is there all the
 * same.
 * @param data RGBA of a part of the picture, as wide as it
 * @param whole size at which the picture was drawn
 * @param topPx where the part begins
 * @throws Error without a canvas
 */
export function raiseToCoverage(data: Uint8ClampedArray, covered: Bitmap, whole: Size, topPx: number): void {
  const { widthPx, heightPx } = whole;
  const rows = data.length / 4 / widthPx;
  const drawn = surface(widthPx, rows);
  drawn.context.drawImage(covered, 0, -topPx, widthPx, heightPx);
  const coverage = readPixels(drawn).data;
  for (let at = 0; at < data.length; at += 4) data[at + 3] = Math.max(data[at + 3] ?? 0, coverage[at] ?? 0);
}
