import type { AlphaRaster } from '../raster/raster.ts';
import type { TextArea } from './text-areas.ts';

/** Number of points along and across a line of text at which the mask is read. */
const ALONG = 15;
const ACROSS = 3;
const INSIDE_FROM = 128;

/** Share of a line of text that a mask of the same picture covers. */
export function coveredShare(
  { centerX, centerY, angleRad, lengthPx, thicknessPx, bendPx }: TextArea,
  map: { readonly widthPx: number; readonly heightPx: number },
  mask: AlphaRaster,
): number {
  const [cos, sin] = [Math.cos(angleRad), Math.sin(angleRad)];
  let covered = 0;
  for (let k = 0; k < ALONG * ACROSS; k++) {
    const t = ((k % ALONG) + 0.5) / ALONG - 0.5;
    const v = (Math.floor(k / ALONG) + 0.5) / ACROSS - 0.5;
    const along = t * lengthPx;
    const across = v * thicknessPx + bendPx * (1 - 4 * t * t);
    const x = Math.floor(((centerX + along * cos - across * sin) * mask.widthPx) / map.widthPx);
    const y = Math.floor(((centerY + along * sin + across * cos) * mask.heightPx) / map.heightPx);
    const isIn = x >= 0 && y >= 0 && x < mask.widthPx && y < mask.heightPx;
    if (isIn && mask.data[y * mask.widthPx + x] >= INSIDE_FROM) covered++;
  }
  return covered / (ALONG * ACROSS);
}

/** Maximum distance between the centers of text lines that belong to one row, relative to their height. */
const SAME_ROW = 0.5;

/**
 * Sorts text areas from top to bottom and, within a row, from left to right, along the median direction of the lines.
 */
export function inReadingOrder(areas: readonly TextArea[]): TextArea[] {
  const angles = areas.map(({ angleRad }) => angleRad).toSorted((a, b) => a - b);
  const angle = angles[angles.length >> 1] ?? 0;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed = areas
    .map((area) => ({
      area,
      along: area.centerX * cos + area.centerY * sin,
      across: area.centerY * cos - area.centerX * sin,
    }))
    .toSorted((a, b) => a.across - b.across);
  const rows: (typeof placed)[] = [];
  for (const one of placed) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isSameRow =
      first !== undefined &&
      one.across - first.across < SAME_ROW * Math.min(one.area.thicknessPx, first.area.thicknessPx);
    if (isSameRow) row?.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.along - b.along).map(({ area }) => area));
}
