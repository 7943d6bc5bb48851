import type { AlphaRaster, RgbaRaster } from '../raster.ts';

const BLOCK_PX = 12;
/** Blocks closer to black or white are clipped. */
const MEAN_FROM = 30;
const MEAN_TO = 228;
const MIN_BLOCKS = 12;
/** The flattest blocks show noise, the others texture. */
const FLAT_SHARE = 0.25;
/** Standard deviations per median absolute deviation, for normal noise; the filter's own gain is 6. */
const SIGMA_PER_MAD = 1.4826 / 6;

/**
 * The standard deviation (8-bit levels of luma) of the grain under alpha; 0 when the area is too small or too
 * textured.
 */
export function estimateGrain(image: RgbaRaster, alpha: AlphaRaster): number {
  const levels: number[] = [];
  const { widthPx: w, heightPx: h } = image;
  for (let y = 1; y + BLOCK_PX < h; y += BLOCK_PX) {
    for (let x = 1; x + BLOCK_PX < w; x += BLOCK_PX) {
      const noise = isInside(alpha, x, y) ? estimateNoise(image, x, y) : undefined;
      if (noise !== undefined) levels.push(noise);
    }
  }
  return levels.length < MIN_BLOCKS ? 0 : quantile(levels, FLAT_SHARE);
}

/** Whether a block, and the pixels around it, are product. */
function isInside({ data, widthPx }: AlphaRaster, x: number, y: number): boolean {
  for (let dy = -1; dy <= BLOCK_PX; dy++) {
    for (let dx = -1; dx <= BLOCK_PX; dx++) {
      if (data[(y + dy) * widthPx + x + dx] <= 247) return false;
    }
  }
  return true;
}

/**
 * Immerkær's noise filter ("Fast noise variance estimation", 1996), insensitive to edges and slopes;
 * evaluated by MAD.
 */
function estimateNoise({ data, widthPx }: RgbaRaster, x: number, y: number): number | undefined {
  const luma = (px: number, py: number): number => {
    const at = (py * widthPx + px) * 4;
    return 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
  };
  const deviations: number[] = [];
  let sum = 0;
  for (let py = y; py < y + BLOCK_PX; py++) {
    for (let px = x; px < x + BLOCK_PX; px++) {
      const center = luma(px, py);
      sum += center;
      const beside = luma(px - 1, py) + luma(px + 1, py) + luma(px, py - 1) + luma(px, py + 1);
      const corners =
        luma(px - 1, py - 1) + luma(px + 1, py - 1) + luma(px - 1, py + 1) + luma(px + 1, py + 1);
      deviations.push(Math.abs(4 * center - 2 * beside + corners));
    }
  }
  const mean = sum / deviations.length;
  if (mean < MEAN_FROM || mean > MEAN_TO) return undefined;
  return SIGMA_PER_MAD * quantile(deviations, 0.5);
}

function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The standard deviation of the sum of four uniform bytes, whose mean is 510. */
const BYTES_SIGMA = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/**
 * Approximately normal noise, mean 0 and deviation 1, determined by position and seed alone (hash: Wellons'
 * lowbias32, 2018).
 */
export function grainAt(x: number, y: number, seed: number): number {
  let hash = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed | 0, 0xc2b2ae3d)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  hash ^= hash >>> 16;
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / BYTES_SIGMA;
}
