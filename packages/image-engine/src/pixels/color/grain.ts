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
