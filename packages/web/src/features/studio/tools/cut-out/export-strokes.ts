import { encodeSurface, surface, writePixels } from '../../../../lib/canvas/surface.ts';
import { exportGrid } from '../magic/rasterize.ts';
import { isSearch } from '../../model/corrections.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';
import { StrokeField } from './stroke-field.ts';
import type { PixelSize } from '../../model/size.ts';

/** Number of rows passed to the canvas at a time; all rows of a photo would take another 48 MB. */
const BAND_ROWS = 256;

/** Yields to the event loop, because each stroke takes some milliseconds at a photo's full size. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Encodes the strokes.
 * @returns a PNG of the photo's shape, or null without strokes
 * @throws Error without a canvas
 */
export async function exportCorrection(
  strokes: readonly CorrectionStroke[],
  image: PixelSize,
): Promise<Blob | null> {
  if (strokes.length === 0) return null;
  const grid = exportGrid(image);
  const { widthPx, heightPx } = grid;
  const drawing = surface(widthPx, heightPx);
  const field = new StrokeField({ ...grid, leftPx: 0, topPx: 0 });
  for (let count = 1; count <= strokes.length; count += 1) {
    field.setStrokes(strokes.slice(0, count));
    await pause();
  }
  const searched = searchedOn(field, strokes);
  for (let top = 0; top < heightPx; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, heightPx - top);
    const band = new ImageData(widthPx, rows);
    paintStrokes(band.data, field, top * widthPx, searched);
    writePixels(drawing, band, 0, top);
  }
  return encodeSurface(drawing, 'image/png');
}

/** Coverage of each pixel by the area in which the network searches, or null without such an area. */
function searchedOn({ grid }: StrokeField, strokes: readonly CorrectionStroke[]): Uint8Array | null {
  const [search] = strokes.filter(isSearch);
  if (!search) return null;
  const field = new StrokeField(grid);
  field.setStrokes([{ mode: 'restore', rings: search.rings }]);
  return field.restore;
}

/**
 * Writes the strokes as colors: red restores, green erases, blue marks the area to search, and alpha is the strength.
 * @param from first pixel of the field
 */
export function paintStrokes(
  target: Uint8ClampedArray,
  field: StrokeField,
  from: number,
  searched: Uint8Array | null = null,
): void {
  for (let i = 0, at = 0; at < target.length; i += 1, at += 4) {
    const restore = field.restore[from + i] ?? 0;
    const erase = field.erase[from + i] ?? 0;
    const search = searched?.[from + i] ?? 0;
    const strength = Math.max(restore + erase, search);
    if (strength === 0) continue;
    target[at] = (255 * restore) / strength;
    target[at + 1] = (255 * erase) / strength;
    target[at + 2] = (255 * search) / strength;
    target[at + 3] = strength;
  }
}
