import type { Raster } from './raster.ts';

/** Reads one channel at a position (both coordinates 0 to 1 across the picture), interpolated between samples. */
export function sampleAt(
  { data, widthPx, heightPx, channels }: Raster<1 | 3>,
  u: number,
  v: number,
  channel: number,
): number {
  const x = Math.min(widthPx - 1, Math.max(0, u * widthPx - 0.5));
  const y = Math.min(heightPx - 1, Math.max(0, v * heightPx - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const right = Math.min(widthPx - 1, left + 1);
  const below = Math.min(heightPx - 1, top + 1);
  const at = (column: number, row: number): number => data[(row * widthPx + column) * channels + channel];
  const upper = at(left, top) + (x - left) * (at(right, top) - at(left, top));
  const lower = at(left, below) + (x - left) * (at(right, below) - at(left, below));
  return upper + (y - top) * (lower - upper);
}
