import type { LightRaster } from '../raster/light-raster.ts';
import { srgbSample } from '../color/tone.ts';

const BLOCK_PX = 12;
/** Side of a block including the surrounding pixels that the noise filter reads. */
const READ_PX = BLOCK_PX + 2;
/** Approximate number of blocks in which noise is measured; smaller products have fewer. */
const MOST_BLOCKS = 600;
/** Range of a block's mean in which noise is measured; in blocks closer to black or white, noise is clipped. */
const MEAN_FROM = 30;
const MEAN_TO = 228;
const MIN_BLOCKS = 12;
/** Alpha from which a pixel shows only the product. */
const OPAQUE = 247.5 / 255;
/** Quantile of the blocks' noise levels that is reported: in the other blocks, texture adds to the variation. */
const FLAT_SHARE = 0.25;
/**
 * Factor from the median absolute deviation to the standard deviation of normal noise, divided by the filter's own
 * gain of 6.
 */
const SIGMA_PER_MAD = 1.4826 / 6;

/**
 * Standard deviation of a product's grain in 8-bit levels of luma; 0 if too few blocks are opaque and neither dark nor
 * bright.
 */
export function estimateGrain(product: LightRaster): number {
  const levels: number[] = [];
  const { widthPx: w, heightPx: h } = product;
  const read = new Float64Array(READ_PX * READ_PX);
  const blocks = Math.floor((w * h) / BLOCK_PX ** 2);
  const stepPx = BLOCK_PX * Math.max(1, Math.round(Math.sqrt(blocks / MOST_BLOCKS)));
  for (let y = 1; y + BLOCK_PX < h; y += stepPx) {
    for (let x = 1; x + BLOCK_PX < w; x += stepPx) {
      const noise = readLuma(product, x - 1, y - 1, read) ? measureNoise(read) : undefined;
      if (noise !== undefined) levels.push(noise);
    }
  }
  return levels.length < MIN_BLOCKS ? 0 : quantile(Float64Array.from(levels), FLAT_SHARE);
}

/** Reads the luma of a block and its surrounding pixels, in 8-bit levels; returns false if any of them isn't opaque. */
function readLuma({ data, widthPx }: LightRaster, left: number, top: number, into: Float64Array): boolean {
  for (let y = 0, to = 0; y < READ_PX; y++) {
    let from = ((top + y) * widthPx + left) * 4;
    for (let x = 0; x < READ_PX; x++, from += 4, to++) {
      const alpha = data[from + 3];
      if (alpha < OPAQUE) return false;
      into[to] =
        0.299 * Math.round(srgbSample(data[from] / alpha)) +
        0.587 * Math.round(srgbSample(data[from + 1] / alpha)) +
        0.114 * Math.round(srgbSample(data[from + 2] / alpha));
    }
  }
  return true;
}

const deviations = new Float64Array(BLOCK_PX * BLOCK_PX);

/**
 * Applies the noise filter of Immerkær ("Fast noise variance estimation", 1996), which is insensitive to edges and
 * slopes, and returns the result's median absolute deviation as a noise level. Undefined for a block close to black or
 * white.
 */
function measureNoise(luma: Float64Array): number | undefined {
  let sum = 0;
  for (let y = 1, k = 0; y <= BLOCK_PX; y++) {
    for (let i = y * READ_PX + 1, end = i + BLOCK_PX; i < end; i++, k++) {
      const [above, below] = [i - READ_PX, i + READ_PX];
      sum += luma[i];
      const beside = luma[i - 1] + luma[i + 1] + luma[above] + luma[below];
      const corners = luma[above - 1] + luma[above + 1] + luma[below - 1] + luma[below + 1];
      deviations[k] = Math.abs(4 * luma[i] - 2 * beside + corners);
    }
  }
  const mean = sum / deviations.length;
  if (mean < MEAN_FROM || mean > MEAN_TO) return undefined;
  return SIGMA_PER_MAD * quantile(deviations, 0.5);
}

/** Quantile; sorts the values in place. */
function quantile(values: Float64Array, share: number): number {
  values.sort();
  return values[Math.min(values.length - 1, Math.floor(share * values.length))];
}
