/**
 * Reduces a picture to a coarse grid of cells in one pass from top to bottom. The grid suffices to find the product
 * and needs little memory.
 */
import { iterateStrips } from './pixel-source.ts';
import type { PixelSource } from './pixel-source.ts';

/** Number of cells along the longer side; a cell is the precision of the product's bounding box. */
const LONGEST_SIDE_CELLS = 640;

export interface CellGrid {
  readonly widthCells: number;
  readonly heightCells: number;
}

export interface Cells extends CellGrid {
  /** Mean of each cell's channels, 0 to 255. Colors are weighted by alpha, so transparent pixels don't count. */
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly alpha: Float32Array;
  /** Number of pixels in the whole picture that aren't opaque. */
  readonly transparentPixels: number;
  /** Difference between the largest and smallest green value within a cell, in levels. */
  readonly range: Uint8Array;
}

export function cellGrid({ widthPx, heightPx }: Pick<PixelSource, 'widthPx' | 'heightPx'>): CellGrid {
  const scale = Math.min(1, LONGEST_SIDE_CELLS / Math.max(widthPx, heightPx));
  return {
    widthCells: Math.max(1, Math.round(widthPx * scale)),
    heightCells: Math.max(1, Math.round(heightPx * scale)),
  };
}

export function toCells(source: PixelSource): Cells {
  const { widthPx, heightPx } = source;
  const { widthCells, heightCells } = cellGrid(source);
  const count = widthCells * heightCells;
  const [red, green, blue, alpha, pixels] = Array.from({ length: 5 }, () => new Float32Array(count));
  const least = new Uint8Array(count).fill(255);
  const most = new Uint8Array(count);
  const columnByPixel = Int32Array.from({ length: widthPx }, (_, x) =>
    Math.floor((x * widthCells) / widthPx),
  );
  let transparentPixels = 0;
  for (const { box, data } of iterateStrips(source)) {
    for (let y = 0, at = 0; y < box.heightPx; y++) {
      const row = Math.floor(((y + box.yPx) * heightCells) / heightPx) * widthCells;
      for (let x = 0; x < widthPx; x++, at += 4) {
        const cell = row + columnByPixel[x];
        const share = data[at + 3] / 255;
        if (share < 1) transparentPixels++;
        red[cell] += data[at] * share;
        green[cell] += data[at + 1] * share;
        blue[cell] += data[at + 2] * share;
        alpha[cell] += share;
        pixels[cell]++;
        if (data[at + 1] < least[cell]) least[cell] = data[at + 1];
        if (data[at + 1] > most[cell]) most[cell] = data[at + 1];
      }
    }
  }
  const range = new Uint8Array(count);
  for (let cell = 0; cell < count; cell++) {
    const coverage = alpha[cell] || 1;
    red[cell] /= coverage;
    green[cell] /= coverage;
    blue[cell] /= coverage;
    alpha[cell] *= 255 / pixels[cell];
    range[cell] = Math.max(0, most[cell] - least[cell]);
  }
  return { widthCells, heightCells, red, green, blue, alpha, transparentPixels, range };
}
