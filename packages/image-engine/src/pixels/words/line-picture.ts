import { emptyRaster } from '../raster/raster.ts';
import type { RgbRaster } from '../raster/raster.ts';
import type { TextArea } from './text-areas.ts';

/** Height of a line of text that the recognition network requires. */
export const LINE_HEIGHT_PX = 48;
/** Maximum width of a line; a longer line is compressed to this width. */
const MAX_LINE_WIDTH_PX = 1_440;
const MIN_LINE_WIDTH_PX = 24;
/** Maximum number of samples per pixel in each direction when a line is reduced; more don't improve recognition. */
const MAX_SAMPLES = 4;

/**
 * Cuts a line of text out of a picture and straightens it along its axis; the result is turned by 180° if
 * `isReversed`.
 * @param scale picture pixels per pixel of the area, across and down
 */
export function linePicture(
  picture: RgbRaster,
  area: TextArea,
  scale: { readonly x: number; readonly y: number },
  isReversed = false,
): RgbRaster {
  const { angleRad, lengthPx, thicknessPx } = area;
  const targetWidthPx = Math.round((LINE_HEIGHT_PX * lengthPx) / thicknessPx);
  const widthPx = Math.min(MAX_LINE_WIDTH_PX, Math.max(MIN_LINE_WIDTH_PX, targetWidthPx));
  const line = emptyRaster(widthPx, LINE_HEIGHT_PX, 3);
  const turn = isReversed ? -1 : 1;
  const [cos, sin] = [Math.cos(angleRad) * turn, Math.sin(angleRad) * turn];
  const step = (thicknessPx * scale.y) / LINE_HEIGHT_PX;
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round(step)));
  const color: [number, number, number] = [0, 0, 0];
  for (let x = 0; x < widthPx; x++) {
    for (let y = 0; y < LINE_HEIGHT_PX; y++) {
      color.fill(0);
      for (let k = 0; k < samples * samples; k++) {
        const t = (x + ((k % samples) + 0.5) / samples) / widthPx - 0.5;
        const v = (y + (Math.floor(k / samples) + 0.5) / samples) / LINE_HEIGHT_PX - 0.5;
        const along = t * lengthPx;
        const bend = turn * area.bendPx * (1 - 4 * t * t);
        // Letters on a curved line are perpendicular to the curve.
        const slope = (-8 * turn * area.bendPx * t) / lengthPx;
        const lean = Math.hypot(1, slope);
        const across = bend + (v * thicknessPx) / lean;
        const shifted = along - (v * thicknessPx * slope) / lean;
        addSample(
          picture,
          (area.centerX + shifted * cos - across * sin) * scale.x - 0.5,
          (area.centerY + shifted * sin + across * cos) * scale.y - 0.5,
          color,
        );
      }
      const at = (y * widthPx + x) * 3;
      for (let c = 0; c < 3; c++) line.data[at + c] = Math.round(color[c] / (samples * samples));
    }
  }
  return line;
}

/**
 * Adds the picture's color at a position, interpolated between pixels; outside of the picture, its edge pixels are
 * repeated.
 */
function addSample(
  { data, widthPx, heightPx }: RgbRaster,
  x: number,
  y: number,
  color: [number, number, number],
): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [right, down] = [x - left, y - top];
  const x0 = clamp(left, widthPx);
  const x1 = clamp(left + 1, widthPx);
  const y0 = clamp(top, heightPx) * widthPx;
  const y1 = clamp(top + 1, heightPx) * widthPx;
  for (let c = 0; c < 3; c++) {
    const upper = data[(y0 + x0) * 3 + c] * (1 - right) + data[(y0 + x1) * 3 + c] * right;
    const lower = data[(y1 + x0) * 3 + c] * (1 - right) + data[(y1 + x1) * 3 + c] * right;
    color[c] += upper * (1 - down) + lower * down;
  }
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
