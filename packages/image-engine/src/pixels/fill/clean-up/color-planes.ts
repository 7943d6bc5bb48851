import type { RgbaRaster } from '../../raster/raster.ts';
import { emptyRows } from './shrink.ts';
import type { Rows } from './shrink.ts';

/** Channels of JPEG: luma from 0 to 255 and two chroma channels around 0 (ITU T.871). */
export const PLANES = ['luma', 'blue', 'red'] as const;
export type Plane = (typeof PLANES)[number];

const WEIGHTS: Readonly<Record<Plane, readonly [number, number, number]>> = {
  luma: [0.299, 0.587, 0.114],
  blue: [-0.168736, -0.331264, 0.5],
  red: [0.5, -0.418688, -0.081312],
};

/** Subsampling of a channel: 1 for full resolution, 2 for one sample per 2 x 2 pixels, as in most JPEG chroma. */
export type Scale = 1 | 2;

export const scaledLength = (lengthPx: number, scale: Scale): number => Math.ceil(lengthPx / scale);

/**
 * Reads rows of one channel of a picture. If the channel is subsampled and a side is odd, the last sample is repeated.
 */
export function readRows(
  image: RgbaRaster,
  plane: Plane,
  scale: Scale,
  topPx: number,
  heightPx: number,
): Rows {
  const { data, widthPx } = image;
  const [red, green, blue] = WEIGHTS[plane];
  const rows = emptyRows(scaledLength(widthPx, scale), topPx, heightPx);
  for (let y = 0, to = 0; y < heightPx; y++) {
    const row = (topPx + y) * scale * widthPx;
    const below = Math.min((topPx + y) * scale + 1, image.heightPx - 1) * widthPx;
    for (let x = 0; x < rows.widthPx; x++, to++) {
      const at = (row + x * scale) * 4;
      if (scale === 1) {
        rows.data[to] = red * data[at] + green * data[at + 1] + blue * data[at + 2];
        continue;
      }
      const right = Math.min(x * 2 + 1, widthPx - 1) * 4;
      const a = at;
      const b = row * 4 + right;
      const c = (below + x * 2) * 4;
      const d = below * 4 + right;
      rows.data[to] =
        (red * (data[a] + data[b] + data[c] + data[d]) +
          green * (data[a + 1] + data[b + 1] + data[c + 1] + data[d + 1]) +
          blue * (data[a + 2] + data[b + 2] + data[c + 2] + data[d + 2])) /
        4;
    }
  }
  return rows;
}
