import type { Unsure } from './join-passes.ts';
import { emptyRaster } from '../../raster/raster.ts';
import type { AlphaRaster, Raster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';

/**
 * Halves a raster by taking every second sample in both directions. Quality flags describe regions, for which this
 * resolution suffices.
 */
export function halveRaster<Channels extends 1 | 3>(whole: Raster<Channels>): Raster<Channels> {
  const { data, widthPx, heightPx, channels } = whole;
  const half = emptyRaster(widthPx >> 1, heightPx >> 1, channels);
  for (let y = 0, to = 0; y < half.heightPx; y++) {
    for (let x = 0; x < half.widthPx; x++, to += channels) {
      const from = (y * widthPx + x) * 2 * channels;
      for (let c = 0; c < channels; c++) half.data[to + c] = data[from + c];
    }
  }
  return half;
}

/** Converts a region to the halved grid, which has every second cell in both directions. */
export function halfOfPart({ cells, box, isApart }: Unsure, widthPx: number, halfWidthPx: number): Unsure {
  const halves: number[] = [];
  for (const cell of cells) {
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    if (x % 2 === 0 && y % 2 === 0) halves.push((y / 2) * halfWidthPx + x / 2);
  }
  return {
    cells: Int32Array.from(halves),
    box: {
      xPx: box.xPx >> 1,
      yPx: box.yPx >> 1,
      widthPx: Math.max(1, box.widthPx >> 1),
      heightPx: Math.max(1, box.heightPx >> 1),
    },
    isApart,
  };
}

/** Alpha of a cut-out on the photo's grid, one pixel per cell. */
export function alphaOnGrid(image: RgbaRaster, { widthPx, heightPx }: RgbRaster): AlphaRaster {
  const alpha = emptyRaster(widthPx, heightPx, 1);
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(((y + 0.5) * image.heightPx) / heightPx) * image.widthPx;
    for (let x = 0; x < widthPx; x++, i++) {
      alpha.data[i] = image.data[(row + Math.floor(((x + 0.5) * image.widthPx) / widthPx)) * 4 + 3];
    }
  }
  return alpha;
}
