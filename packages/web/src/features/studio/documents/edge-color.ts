/** Color at the edge of a picture, with which the export extends the picture beyond its border. */
import { readPixels, surface } from '../../../lib/canvas/surface.ts';
import type { StagePicture } from '../model/picture.ts';
import { decodeBitmap } from './bitmap.ts';

/** Longest side of the picture that is examined, in pixels; small enough to average grain and details of the edge. */
const PROBE_LONGEST_SIDE_PX = 96;
const OPAQUE = 255;

/**
 * Median color of a picture's edge.
 * @returns sRGB hex, or null if no edge pixel is opaque
 */
export async function edgeColor(picture: StagePicture): Promise<string | null> {
  const image = await decodeBitmap(picture);
  const scale = Math.min(1, PROBE_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  const widthPx = Math.max(1, Math.round(picture.widthPx * scale));
  const heightPx = Math.max(1, Math.round(picture.heightPx * scale));
  const drawing = surface(widthPx, heightPx, { isRead: true });
  drawing.context.drawImage(image, 0, 0, widthPx, heightPx);
  image.close();
  return edgeColorIn(readPixels(drawing).data, widthPx, heightPx);
}

/**
 * Median color of the edge pixels.
 * @param data RGBA, row by row
 */
export function edgeColorIn(data: ArrayLike<number>, widthPx: number, heightPx: number): string | null {
  const levels: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const isEdge = x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1;
      const at = (y * widthPx + x) * 4;
      if (isEdge && data[at + 3] === OPAQUE) levels.forEach((level, c) => level.push(data[at + c] ?? 0));
    }
  if (levels[0].length === 0) return null;
  const median = (level: number[]): number => level.toSorted((a, b) => a - b)[level.length >> 1] ?? 0;
  return `#${levels.map((level) => median(level).toString(16).padStart(2, '0')).join('')}`;
}
