import { colorDifference, toLab } from '../pixels/color/color-difference.ts';
import type { ExpectedProduct } from '../pixels/quality/expected-product.ts';
import type { RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';

/**
 * Changes to a product's pixels that a user or a repainting network could make; the integrity check must detect them.
 */
export const PLANTED_CHANGES: Readonly<
  Record<string, (picture: RgbaRaster | RgbRaster, spot: Spot) => void>
> = {
  'one level of one pixel': ({ data }, { first }) => {
    data[first] += (data[first] ?? 0) < 128 ? 1 : -1;
  },
  'a letter': ({ data, widthPx, channels }, { first }) => {
    // Draws the letter E, 3 by 5 pixels large, over stripes.
    for (const [row, bits] of [0b111, 0b100, 0b110, 0b100, 0b111].entries()) {
      for (let column = 0; column < 3; column++) {
        const isInk = (bits >> (2 - column)) & 1;
        const i = first + (row * widthPx + column) * channels;
        for (let c = 0; c < 3; c++) data[i + c] = isInk === 1 ? 12 : 240;
      }
    }
  },
  'a tint of one ΔE00': ({ data }, { pixels }) => {
    for (const i of pixels.slice(0, 60)) {
      const was = toLab(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
      const step = (data[i + 2] ?? 0) < 128 ? 1 : -1;
      let blue = data[i + 2] ?? 0;
      while (colorDifference(was, toLab(data[i] ?? 0, data[i + 1] ?? 0, blue)) < 1) blue += step;
      data[i + 2] = blue;
    }
  },
  'an edge one pixel farther in': ({ data, widthPx, channels }, { pixels }) => {
    // Replaces the leftmost covered pixel of each row by background.
    let row = -1;
    for (const i of pixels) {
      const here = Math.floor(i / (widthPx * channels));
      if (here === row) continue;
      row = here;
      for (let c = 0; c < 3; c++) data[i + c] = data[i - 2 * channels + c] ?? 0;
    }
  },
};

export interface Spot {
  /** Data offsets of the covered pixels, row by row. */
  readonly pixels: readonly number[];
  /** Data offset of a covered pixel; the pixel two to its right, and the one four rows below that, are covered too. */
  readonly first: number;
}

/** Finds the pixels that show only the product, and selects one of them by a number. */
export function spotIn(
  { readRow: rowOf, xPx, yPx, widthPx, heightPx }: ExpectedProduct,
  picture: RgbaRaster | RgbRaster,
  at: number,
): Spot {
  const { channels } = picture;
  const pixels: number[] = [];
  for (let y = 0; y < heightPx; y++) {
    const row = rowOf(y);
    for (let x = 0; x < widthPx; x++)
      if ((row[x * 4 + 3] ?? 0) >= 1 - 1e-5) pixels.push(((yPx + y) * picture.widthPx + xPx + x) * channels);
  }
  const inside = new Uint8Array(picture.data.length);
  for (const i of pixels) inside[i] = 1;
  const [right, below] = [2 * channels, 4 * picture.widthPx * channels];
  const roomy = pixels.filter((i) => inside[i + right] === 1 && inside[i + below + right] === 1);
  return { pixels, first: roomy[(at * 37) % roomy.length] ?? 0 };
}
