import { raster } from './raster.ts';
import type { Raster } from './raster.ts';

/**
 * Kernel for resizing a picture: `lanczos3` is sharpest, `cubic` (Catmull-Rom, a = −0.5) rings less, `linear` never
 * overshoots.
 */
export type ResampleKernel = 'lanczos3' | 'cubic' | 'linear';

const SUPPORT_PX: Readonly<Record<ResampleKernel, number>> = { lanczos3: 3, cubic: 2, linear: 1 };

function kernelWeight(kernel: ResampleKernel, distance: number): number {
  const t = Math.abs(distance);
  if (kernel === 'linear') return t < 1 ? 1 - t : 0;
  if (kernel === 'cubic') {
    if (t < 1) return (1.5 * t - 2.5) * t * t + 1;
    return t < 2 ? ((-0.5 * t + 2.5) * t - 4) * t + 2 : 0;
  }
  if (t < 1e-6) return 1;
  if (t >= 3) return 0;
  const a = Math.PI * t;
  return (3 * Math.sin(a) * Math.sin(a / 3)) / (a * a);
}

/** For each sample of a resampled line: `count` samples of the source and their weights, which sum to 1. */
export interface Taps {
  readonly count: number;
  readonly indices: Int32Array;
  readonly weights: Float32Array;
}

/** Computes the taps that resample a line from `from` to `to` samples, edges clamped. */
export function taps(from: number, to: number, kernel: ResampleKernel): Taps {
  const scale = from / to;
  // When shrinking, the kernel widens so that every source sample contributes.
  const stretch = Math.max(1, scale);
  const count = Math.ceil(SUPPORT_PX[kernel] * stretch) * 2;
  const indices = new Int32Array(to * count);
  const weights = new Float32Array(to * count);
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * scale - 0.5;
    const first = Math.ceil(center - count / 2);
    let sum = 0;
    for (let j = 0; j < count; j++) {
      const weight = kernelWeight(kernel, (first + j - center) / stretch);
      weights[i * count + j] = weight;
      sum += weight;
      indices[i * count + j] = Math.min(from - 1, Math.max(0, first + j));
    }
    for (let j = 0; j < count; j++) weights[i * count + j] /= sum;
  }
  return { count, indices, weights };
}

/**
 * Center-aligned separable resampling for any number of channels, edges clamped: the picture's corners stay at the
 * same relative position. libvips' enlargement is offset by half an output pixel, which shows as a fringe when alpha
 * and color are enlarged by different code.
 */
export function resample<Channels extends 1 | 3 | 4>(
  source: Raster<Channels>,
  widthPx: number,
  heightPx: number,
  kernel: ResampleKernel = 'cubic',
): Raster<Channels> {
  const { channels } = source;
  const across = taps(source.widthPx, widthPx, kernel);
  const down = taps(source.heightPx, heightPx, kernel);
  const rowLength = widthPx * channels;
  // A ring buffer of horizontally resampled rows, so that each source row is resampled only once.
  const ringSize = down.count + 1;
  const ring = Array.from({ length: ringSize }, () => new Float32Array(rowLength));
  const ringRow = new Int32Array(ringSize).fill(-1);
  const resampledRow = (y: number): Float32Array => {
    const slot = y % ringSize;
    const row = ring[slot];
    if (ringRow[slot] !== y) {
      ringRow[slot] = y;
      resampleRow(source, y, across, row);
    }
    return row;
  };
  const out = new Uint8Array(rowLength * heightPx);
  if (down.count === 2) {
    // Fast path for linear resampling, which needs only two rows, with the same rounding as the general code.
    for (let y = 0; y < heightPx; y++) {
      const [first, second] = [resampledRow(down.indices[y * 2]), resampledRow(down.indices[y * 2 + 1])];
      const [weight, rest] = [down.weights[y * 2], down.weights[y * 2 + 1]];
      const offset = y * rowLength;
      for (let x = 0; x < rowLength; x++) {
        const value = Math.fround(Math.fround(0.5 + weight * first[x]) + rest * second[x]);
        out[offset + x] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
    return raster(out, widthPx, heightPx, channels);
  }
  const sums = new Float32Array(rowLength);
  for (let y = 0; y < heightPx; y++) {
    sums.fill(0.5);
    for (let j = 0; j < down.count; j++) {
      const weight = down.weights[y * down.count + j];
      if (weight === 0) continue;
      const row = resampledRow(down.indices[y * down.count + j]);
      for (let x = 0; x < rowLength; x++) sums[x] += weight * row[x];
    }
    const offset = y * rowLength;
    for (let x = 0; x < rowLength; x++) {
      const value = sums[x];
      out[offset + x] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return raster(out, widthPx, heightPx, channels);
}

function resampleRow(source: Raster<1 | 3 | 4>, y: number, across: Taps, target: Float32Array): void {
  const { data, widthPx, channels } = source;
  const { weights, indices, count } = across;
  const offset = y * widthPx * channels;
  const outputs = target.length / channels;
  if (channels === 3) {
    for (let x = 0, tap = 0, to = 0; x < outputs; x++, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const end = (x + 1) * count; tap < end; tap++) {
        const weight = weights[tap];
        const at = offset + indices[tap] * 3;
        red += weight * data[at];
        green += weight * data[at + 1];
        blue += weight * data[at + 2];
      }
      target[to] = red;
      target[to + 1] = green;
      target[to + 2] = blue;
    }
    return;
  }
  for (let x = 0; x < outputs; x++) {
    for (let c = 0; c < channels; c++) {
      let sum = 0;
      for (let j = 0, tap = x * count; j < count; j++, tap++) {
        sum += weights[tap] * data[offset + indices[tap] * channels + c];
      }
      target[x * channels + c] = sum;
    }
  }
}
