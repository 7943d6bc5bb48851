/** The planes of a picture's file (`@packshot/image-engine/pixels`, `readPlanes`) as pixels to draw with. */
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
export async function planeBitmap(file: Blob, name: PlaneName): Promise<ImageBitmap | null> {
  const plane = (await planesIn(file))[name];
  return plane === undefined ? null : bitmapOfPlane(planeBlob(plane));
}

/** Its samples are numbers, not colors: nothing converts them. */
export const bitmapOfPlane = (plane: Blob): Promise<ImageBitmap> =>
  createImageBitmap(plane, { colorSpaceConversion: 'none' });

/**
 * Raises the alpha of samples to what their product covers: what is clear has hardly any alpha, and is there all the
 * same.
 * @param data RGBA of a part of the picture, as wide as it
 * @param whole size at which the picture was drawn
 * @param topPx where the part begins
 * @throws Error without a canvas
 */
export function raiseToCoverage(
  data: Uint8ClampedArray,
  covered: ImageBitmap,
  whole: Size,
  topPx: number,
): void {
  const { widthPx, heightPx } = whole;
  const rows = data.length / 4 / widthPx;
  const context = new OffscreenCanvas(widthPx, rows).getContext('2d');
  if (!context) throw new Error('Canvas is not available.');
  context.drawImage(covered, 0, -topPx, widthPx, heightPx);
  const coverage = context.getImageData(0, 0, widthPx, rows).data;
  for (let at = 0; at < data.length; at += 4) data[at + 3] = Math.max(data[at + 3] ?? 0, coverage[at] ?? 0);
}
