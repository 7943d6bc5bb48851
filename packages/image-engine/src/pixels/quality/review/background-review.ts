import { boxMean, windowExtremes } from '../../raster/box-filter.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import type { Examined } from './examined.ts';

/** Size of a color histogram's bins, in levels. */
const BIN_LEVELS = 16;
const BINS_EACH = 256 / BIN_LEVELS;
const CLEARLY = { inside: 224, outside: 16 } as const;
/** Distances from the object's edge between which cells count as beside the object. */
const BESIDE = { from: 2, to: 20 } as const;
/** Minimum value of a local mean that counts as more than rounding error. */
const SOMETHING = 1e-5;
const TEXTURE_RADIUS_CELLS = 2;

/** Measures the colors of object and background. */
export function backgroundMeasures({ alpha, photo }: Examined) {
  const { inside, beside, elsewhere } = classifyCells(alpha);
  const object = histogram(photo, inside);
  const ground = histogram(photo, elsewhere);
  return {
    /** Overlap of the color histograms of object and background, 0 to 1. */
    groundLikeObject: histogramOverlap(object, ground),
    /**
     * Share of the area beside the object with colors that are several times as frequent in the object as in the
     * background, as a square root.
     */
    objectLikeBeside: besideLikeObject(photo, beside, object, ground),
    /** Strength of the background's texture, as a logarithm. */
    restless: Math.log(1 + texture(photo, elsewhere)),
  };
}

interface Places {
  readonly inside: Uint8Array;
  readonly beside: Uint8Array;
  readonly elsewhere: Uint8Array;
}

function classifyCells({ data, widthPx, heightPx }: AlphaRaster): Places {
  const marks = data.map((value) => (value > CLEARLY.outside ? 1 : 0));
  const near = windowExtremes(marks, widthPx, heightPx, BESIDE.from).max;
  // Uses a box mean, which takes the same time for a large window as for a small one.
  const around = Float32Array.from(marks);
  boxMean(around, around, widthPx, heightPx, BESIDE.to, new Float32Array(marks.length));
  return {
    inside: data.map((value) => (value >= CLEARLY.inside ? 1 : 0)),
    beside: near.map((value, i) => (value === 0 && around[i] > SOMETHING ? 1 : 0)),
    elsewhere: near.map((value) => 1 - value),
  };
}

function toBin({ data }: RgbRaster, i: number): number {
  const at = i * 3;
  const part = (c: number): number => Math.floor(data[at + c] / BIN_LEVELS);
  return (part(0) * BINS_EACH + part(1)) * BINS_EACH + part(2);
}

/** Share of the marked cells in each bin of colors. */
function histogram(photo: RgbRaster, marks: Uint8Array): Float32Array {
  const bins = new Float32Array(BINS_EACH ** 3);
  let count = 0;
  marks.forEach((mark, i) => {
    if (mark === 0) return;
    bins[toBin(photo, i)]++;
    count++;
  });
  return bins.map((value) => value / Math.max(1, count));
}

const histogramOverlap = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, i) => sum + Math.min(value, other[i]), 0);

/**
 * Minimum ratio of a color's frequency in the object to its frequency in the background, for counting it as a color of
 * the object.
 */
const TIMES = 4;

function besideLikeObject(
  photo: RgbRaster,
  beside: Uint8Array,
  object: Float32Array,
  ground: Float32Array,
): number {
  let [alike, count] = [0, 0];
  beside.forEach((mark, i) => {
    if (mark === 0) return;
    const bin = toBin(photo, i);
    if (object[bin] > TIMES * ground[bin]) alike++;
    count++;
  });
  return Math.sqrt(alike / Math.max(1, count));
}

/** Mean difference between the brightness of each marked cell and its neighborhood, in levels of 255. */
function texture({ data, widthPx, heightPx }: RgbRaster, marks: Uint8Array): number {
  const light = Float32Array.from(marks, (_, i) => data[i * 3 + 1]);
  const mean = new Float32Array(light.length);
  boxMean(light, mean, widthPx, heightPx, TEXTURE_RADIUS_CELLS, new Float32Array(light.length));
  let [sum, count] = [0, 0];
  marks.forEach((mark, i) => {
    if (mark === 0) return;
    sum += Math.abs(light[i] - mean[i]);
    count++;
  });
  return sum / Math.max(1, count);
}
