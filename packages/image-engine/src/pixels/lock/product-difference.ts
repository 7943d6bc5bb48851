import { colorDifference, labOf } from '../color-difference.ts';
import { raster } from '../raster.ts';
import type { Box, RgbaRaster, RgbRaster } from '../raster.ts';
import type { ExpectedProduct } from './expected-product.ts';

export interface ProductDifference {
  /** Pixels that the product covers whole, which contain no background. */
  readonly total: number;
  /** Those that differ from what they should be by more than the rounding to 8 bits. */
  readonly changed: number;
  /** The largest CIEDE2000 difference of a changed pixel; 0 when none has changed. */
  readonly worstDeltaE: number;
  /** The part of the picture with the product: it in gray, changed parts from yellow to red, all else pale; longest side at most HEAT_MAP_SIDE_PX. */
  readonly heatMap: RgbaRaster;
}

/** The difference of one channel at which the map is fully red. */
const FULL_HEAT = 64;
const PALE = 0.82;
/** The map shows where; a block of several pixels shows the worst of them. */
const HEAT_MAP_SIDE_PX = 640;
/** How far beside the rounded sample a value may lie that floating point has put on the other side of one half. */
const TIE = 1e-3;
/** What a background adds at most, in 8-bit steps, for each share of a pixel that a product leaves open: black is the most sensitive. */
const STEPS_FOR_OPEN = 255 * 13;
/** The worst color difference is looked for among the pixels that differ most in a channel, at most so many. */
const MOST_COMPARED = 20_000;

/**
 * Compares a picture with the product that it should contain, pixel by pixel: every channel of every pixel that
 * the product covers whole has to be what was expected, rounded once.
 * @throws RangeError when the product reaches beyond the picture
 */
export function productDifference(
  product: ExpectedProduct,
  picture: RgbaRaster | RgbRaster,
): ProductDifference {
  const { xPx, yPx, widthPx, heightPx, samples } = product;
  if (xPx + widthPx > picture.widthPx || yPx + heightPx > picture.heightPx) {
    throw new RangeError('The product reaches beyond the picture');
  }
  const shown = pixelsOf(picture, product);
  const offBy = new Uint8Array(widthPx * heightPx);
  const counts = new Uint32Array(256);
  let total = 0;
  for (let pixel = 0, i = 0, from = 0; pixel < offBy.length; pixel++, i += 3, from += 4) {
    const alpha = samples[from + 3];
    if (!isCovered(alpha)) continue;
    total += 1;
    const slack = 0.5 + TIE + (1 - alpha) * STEPS_FOR_OPEN;
    let most = 0;
    for (let c = 0; c < 3; c++) {
      const off = Math.abs(shown[i + c] - samples[from + c]);
      if (off > slack && off > most) most = off;
    }
    if (most === 0) continue;
    offBy[pixel] = Math.max(1, Math.round(most));
    counts[offBy[pixel]] += 1;
  }
  const changed = counts.reduce((sum, count) => sum + count, 0);
  const worstDeltaE = changed === 0 ? 0 : worstOf(samples, shown, offBy, leastCompared(counts));
  return { total, changed, worstDeltaE, heatMap: heatMapOf(product, shown, offBy) };
}

/** The colors of the part of a picture where a product should be, interleaved. */
function pixelsOf(picture: RgbaRaster | RgbRaster, { xPx, yPx, widthPx, heightPx }: Box): Uint8Array {
  const { data, channels } = picture;
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0, to = 0; y < heightPx; y++) {
    let from = ((yPx + y) * picture.widthPx + xPx) * channels;
    for (let x = 0; x < widthPx; x++, from += channels) {
      for (let c = 0; c < 3; c++) pixels[to++] = data[from + c];
    }
  }
  return pixels;
}

/** Whether a pixel shows nothing but the product. */
const isCovered = (alpha: number): boolean => alpha >= 1 - 1e-5;

function leastCompared(counts: Uint32Array): number {
  let left = MOST_COMPARED;
  let least = 255;
  for (; least > 1; least--) {
    left -= counts[least];
    if (left < counts[least - 1]) return least;
  }
  return least;
}

function worstOf(samples: Float32Array, shown: Uint8Array, offBy: Uint8Array, least: number): number {
  let worst = 0;
  let left = MOST_COMPARED;
  for (let pixel = 0; pixel < offBy.length && left > 0; pixel++) {
    if (offBy[pixel] < least) continue;
    left -= 1;
    const [at, i] = [pixel * 4, pixel * 3];
    const was = labOf(Math.round(samples[at]), Math.round(samples[at + 1]), Math.round(samples[at + 2]));
    worst = Math.max(worst, colorDifference(was, labOf(shown[i], shown[i + 1], shown[i + 2])));
  }
  return worst;
}

function heatMapOf(
  { samples, widthPx, heightPx }: ExpectedProduct,
  shown: Uint8Array,
  offBy: Uint8Array,
): RgbaRaster {
  const block = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / HEAT_MAP_SIDE_PX));
  const [columns, rows] = [Math.ceil(widthPx / block), Math.ceil(heightPx / block)];
  const map = new Uint8Array(columns * rows * 4);
  for (let row = 0, to = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, to += 4) {
      map[to + 3] = 255;
      let most = 0;
      for (let y = row * block; y < Math.min(heightPx, (row + 1) * block); y++) {
        for (let x = column * block; x < Math.min(widthPx, (column + 1) * block); x++) {
          most = Math.max(most, offBy[y * widthPx + x]);
        }
      }
      const first = row * block * widthPx + column * block;
      const i = first * 3;
      const gray = 0.299 * shown[i] + 0.587 * shown[i + 1] + 0.114 * shown[i + 2];
      if (most === 0) {
        const isProduct = isCovered(samples[first * 4 + 3]);
        map.fill(Math.round(isProduct ? 30 + 0.45 * gray : gray * (1 - PALE) + 245 * PALE), to, to + 3);
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
