import type { Layer } from './scene.ts';

/**
 * Robust statistics of a layer: percentiles rather than means, so that a lamp or a label does not shift them.
 */
export interface Tones {
  readonly dark: number;
  readonly middle: number;
  readonly light: number;
  /** The 90th percentile of Oklab chroma. */
  readonly strongChroma: number;
}

const BINS = 512;
const DARK_SHARE = 0.03;
const LIGHT_SHARE = 0.9;

/** Percentiles of lightness (0 to 1) and chroma, or undefined when nothing has weight. */
export function measureTones({ lightness, a, b }: Layer, weight: Float32Array): Tones | undefined {
  const levels = new Float64Array(BINS);
  const chromas = new Float64Array(BINS);
  let total = 0;
  for (let i = 0; i < weight.length; i++) {
    if (weight[i] === 0) continue;
    levels[Math.min(BINS - 1, Math.floor(lightness[i] * BINS))] += weight[i];
    chromas[Math.min(BINS - 1, Math.floor(Math.hypot(a[i], b[i]) * BINS))] += weight[i];
    total += weight[i];
  }
  if (total < 1e-6) return undefined;
  return {
    dark: percentile(levels, total, DARK_SHARE),
    middle: percentile(levels, total, 0.5),
    light: percentile(levels, total, LIGHT_SHARE),
    strongChroma: percentile(chromas, total, LIGHT_SHARE),
  };
}

function percentile(bins: Float64Array, total: number, share: number): number {
  let left = share * total;
  for (let i = 0; i < BINS; i++) {
    if (bins[i] > 0 && left <= bins[i]) return (i + left / bins[i]) / BINS;
    left -= bins[i];
  }
  return 1;
}
