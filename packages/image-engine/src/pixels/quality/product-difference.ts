import { colorDifference, toLab } from '../color/color-difference.ts';
import { raster } from '../raster/raster.ts';
import type { Box, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import type { ExpectedProduct } from './expected-product.ts';

export interface ProductDifference {
  /** Number of pixels that the product covers completely, so that they contain no background. */
  readonly total: number;
  /** Number of completely covered pixels that differ from the expected color by more than the rounding to 8 bits. */
  readonly changed: number;
  /** Largest CIEDE2000 difference of a changed pixel; 0 if none changed. */
  readonly worstDeltaE: number;
  /**
   * Map of the differences: the region with the product in gray, changed pixels from yellow to red, and everything
   * else pale; the longest side is at most HEAT_MAP_SIDE_PX.
   */
  readonly heatMap: RgbaRaster;
}

/** Difference of one channel at which the map is fully red. */
const FULL_HEAT = 64;
const PALE = 0.82;
/**
 * Maximum side of the map, which only shows where changes are; a block of several pixels shows the largest change in
 * it.
 */
const HEAT_MAP_SIDE_PX = 640;
/** Tolerance for floating-point errors of samples that are nearly halfway between two levels. */
const TIE = 1e-3;
/**
 * Maximum error caused by the background, in 8-bit steps, for a pixel that the product doesn't cover at all; it applies
 * in proportion to the uncovered share. Black is the most sensitive color.
 */
const STEPS_FOR_OPEN = 255 * 13;
/**
 * Approximate maximum number of pixels for which CIEDE2000 is computed; those with the largest difference in a channel
 * are chosen.
 */
const MOST_COMPARED = 20_000;

/**
 * Compares a picture with its expected product, pixel by pixel. In every pixel that the product covers completely,
 * each channel must equal the expected value, rounded once.
 * @throws RangeError if the product extends beyond the picture
 */
export function productDifference(
  product: ExpectedProduct,
  picture: RgbaRaster | RgbRaster,
): ProductDifference {
  const { xPx, yPx, widthPx, heightPx, readRow: rowOf } = product;
  if (xPx + widthPx > picture.widthPx || yPx + heightPx > picture.heightPx) {
    throw new RangeError('The product reaches beyond the picture');
  }
  const readPictureRow = shownRows(picture, product);
  const offBy = new Uint8Array(widthPx * heightPx);
  const isProduct = new Uint8Array(widthPx * heightPx);
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = 0, pixel = 0; y < heightPx; y++) {
    const [row, pictureRow] = [rowOf(y), readPictureRow(y)];
    for (let x = 0, i = 0, from = 0; x < widthPx; x++, pixel++, i += 3, from += 4) {
      const alpha = row[from + 3];
      if (!isCovered(alpha)) continue;
      isProduct[pixel] = 1;
      total += 1;
      const slack = 0.5 + TIE + (1 - alpha) * STEPS_FOR_OPEN;
      let most = 0;
      for (let c = 0; c < 3; c++) {
        const off = Math.abs(pictureRow[i + c] - row[from + c]);
        if (off > slack && off > most) most = off;
      }
      if (most === 0) continue;
      offBy[pixel] = Math.max(1, Math.round(most));
      counts[offBy[pixel]] += 1;
    }
  }
  const changed = counts.reduce((sum, count) => sum + count, 0);
  const compared = { product, readPictureRow, offBy, isProduct };
  return {
    total,
    changed,
    worstDeltaE: changed === 0 ? 0 : findWorst(compared, leastCompared(counts)),
    heatMap: createHeatMap(compared),
  };
}

interface PixelComparison {
  readonly product: ExpectedProduct;
  readonly readPictureRow: (y: number) => Uint8Array;
  /** Difference of each pixel's worst channel, in levels. */
  readonly offBy: Uint8Array;
  readonly isProduct: Uint8Array;
}

/** Returns a function that reads a row of a picture's region as interleaved colors; it reuses its array. */
function shownRows(
  { data, widthPx: rowPx, channels }: RgbaRaster | RgbRaster,
  { xPx, yPx, widthPx }: Box,
): (y: number) => Uint8Array {
  const row = new Uint8Array(widthPx * 3);
  return (y) => {
    let from = ((yPx + y) * rowPx + xPx) * channels;
    for (let x = 0, to = 0; x < widthPx; x++, from += channels) {
      for (let c = 0; c < 3; c++) row[to++] = data[from + c];
    }
    return row;
  };
}

/** True if a pixel shows only the product. */
const isCovered = (alpha: number): boolean => alpha >= 1 - 1e-5;

function leastCompared(counts: Uint32Array): number {
  let remaining = MOST_COMPARED;
  let least = 255;
  for (; least > 1; least--) {
    remaining -= counts[least];
    if (remaining < counts[least - 1]) return least;
  }
  return least;
}

function findWorst({ product, readPictureRow, offBy }: PixelComparison, least: number): number {
  const { widthPx, heightPx, readRow: rowOf } = product;
  let worst = 0;
  let remaining = MOST_COMPARED;
  for (let y = 0; y < heightPx && remaining > 0; y++) {
    const line = offBy.subarray(y * widthPx, (y + 1) * widthPx);
    if (!line.some((off) => off >= least)) continue;
    const [row, pictureRow] = [rowOf(y), readPictureRow(y)];
    for (let x = 0; x < widthPx && remaining > 0; x++) {
      if (line[x] < least) continue;
      remaining -= 1;
      const [at, i] = [x * 4, x * 3];
      const was = toLab(Math.round(row[at]), Math.round(row[at + 1]), Math.round(row[at + 2]));
      worst = Math.max(
        worst,
        colorDifference(was, toLab(pictureRow[i], pictureRow[i + 1], pictureRow[i + 2])),
      );
    }
  }
  return worst;
}

function createHeatMap({
  product: { widthPx, heightPx },
  readPictureRow,
  offBy,
  isProduct,
}: PixelComparison): RgbaRaster {
  const block = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / HEAT_MAP_SIDE_PX));
  const [columns, rows] = [Math.ceil(widthPx / block), Math.ceil(heightPx / block)];
  const map = new Uint8Array(columns * rows * 4);
  for (let row = 0, to = 0; row < rows; row++) {
    const pictureRow = readPictureRow(row * block);
    for (let column = 0; column < columns; column++, to += 4) {
      map[to + 3] = 255;
      let most = 0;
      for (let y = row * block; y < Math.min(heightPx, (row + 1) * block); y++) {
        const end = y * widthPx + Math.min(widthPx, (column + 1) * block);
        for (let i = y * widthPx + column * block; i < end; i++) if (offBy[i] > most) most = offBy[i];
      }
      const i = column * block * 3;
      const gray = 0.299 * pictureRow[i] + 0.587 * pictureRow[i + 1] + 0.114 * pictureRow[i + 2];
      if (most === 0) {
        const isDark = isProduct[row * block * widthPx + column * block] === 1;
        const shade = Math.round(isDark ? 30 + 0.45 * gray : gray * (1 - PALE) + 245 * PALE);
        map[to] = map[to + 1] = map[to + 2] = shade;
        continue;
      }
      const heat = Math.min(1, most / FULL_HEAT);
      map[to] = 255;
      map[to + 1] = Math.round(220 * (1 - heat));
      map[to + 2] = 30;
    }
  }
  return raster(map, columns, rows, 4);
}
