import { windowExtremes } from './box-filter.ts';
import type { Raster } from './raster.ts';

/**
 * Limits every sample of an enlargement, in place, to the range of the 3 x 3 source pixels around it, plus at
 * most `excess` times that range. Flat areas of the source stay exactly the same.
 */
export function clampToSource<Channels extends 1 | 3>(
  source: Raster<Channels>,
  enlarged: Raster<Channels>,
  factor: number,
  excess: number,
): void {
  const { data, widthPx, heightPx, channels } = enlarged;
  for (let channel = 0; channel < channels; channel++) {
    const { min, max } = windowExtremes(channelOf(source, channel), source.widthPx, source.heightPx, 1);
    for (let y = 0, at = channel; y < heightPx; y++) {
      const row = Math.floor(y / factor) * source.widthPx;
      for (let x = 0; x < widthPx; x++, at += channels) {
        const near = row + Math.floor(x / factor);
        const slack = Math.round((max[near] - min[near]) * excess);
        const low = Math.max(0, min[near] - slack);
        const high = Math.min(255, max[near] + slack);
        if (data[at] < low) data[at] = low;
        else if (data[at] > high) data[at] = high;
      }
    }
  }
}

function channelOf({ data, channels }: Raster<1 | 3>, channel: number): Uint8Array {
  if (channels === 1) return data;
  const plane = new Uint8Array(data.length / channels);
  for (let i = 0, at = channel; i < plane.length; i++, at += channels) plane[i] = data[at];
  return plane;
}
