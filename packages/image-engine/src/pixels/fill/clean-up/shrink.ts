import { BLOCK_SIDE, BLOCK_SIZE, forwardDct, inverseDct } from './dct.ts';

/** Rows of one channel of a picture; the first is row `topPx` of the picture. */
export interface Rows {
  readonly data: Float32Array;
  readonly widthPx: number;
  readonly topPx: number;
  readonly heightPx: number;
}

export const emptyRows = (widthPx: number, topPx: number, heightPx: number): Rows => ({
  data: new Float32Array(widthPx * heightPx),
  widthPx,
  topPx,
  heightPx,
});

/** Distance between denoising windows. Placing one at every pixel would take four times as long and gain 0.1 dB. */
const STEP_PX = 2;
/** Distance from a pixel to the farthest sample in any window that contains the pixel. */
export const REACH_PX = BLOCK_SIDE - 1;
/** Threshold as a multiple of a coefficient's noise; smaller coefficients count as noise. */
const THRESHOLD = 2.7;

/** Cleans the pixels of a window into `block` and returns the window's weight. */
type Judge = (block: Float32Array, at: number, topPx: number) => number;

/**
 * Denoises rows of a channel in sliding windows, in two passes. The first pass drops coefficients below their noise
 * (Yu and Sapiro, "DCT image denoising: a simple and effective image denoising algorithm", Image Processing On Line,
 * 2011). The second pass weights each coefficient by the share of signal that the first pass found (the empirical
 * Wiener filter of Dabov et al., "Image denoising by sparse 3-D transform-domain collaborative filtering", IEEE
 * Transactions on Image Processing, 2007). Each pixel is the mean of its windows; windows with few coefficients weigh
 * more, which prevents ringing at edges.
 * @param source rows of `target`, with up to twice REACH_PX more rows above and below
 * @param noise standard deviation of the noise in each coefficient
 * @param pictureHeightPx height of the picture, where the windows end
 */
export function shrink(source: Rows, target: Rows, noise: Float32Array, pictureHeightPx: number): void {
  const { widthPx } = source;
  const first = Math.max(0, target.topPx - REACH_PX);
  const last = Math.min(pictureHeightPx, target.topPx + target.heightPx + REACH_PX);
  const estimate = emptyRows(widthPx, first, last - first);
  overWindows(estimate, pictureHeightPx, (block, x, y) => {
    if (copyWindow(source, x, y, block)) return 1;
    return dropNoise(block, noise);
  });
  const guide = new Float32Array(BLOCK_SIZE);
  overWindows(target, pictureHeightPx, (block, x, y) => {
    if (copyWindow(source, x, y, block)) return 1;
    copyWindow(estimate, x, y, guide);
    return weigh(block, guide, noise);
  });
}

/** Denoises all windows, and fills `target` with the weighted mean of the windows over each pixel. */
function overWindows(target: Rows, pictureHeightPx: number, judge: Judge): void {
  const { data, widthPx, topPx, heightPx } = target;
  const weights = new Float32Array(data.length);
  const block = new Float32Array(BLOCK_SIZE);
  data.fill(0);
  for (const y of starts(topPx - REACH_PX, topPx + heightPx, pictureHeightPx)) {
    for (const x of starts(0, widthPx, widthPx)) {
      const weight = judge(block, x, y);
      const lowest = Math.min(y + BLOCK_SIDE, topPx + heightPx);
      for (let row = Math.max(y, topPx); row < lowest; row++) {
        const to = (row - topPx) * widthPx + x;
        const from = (row - y) * BLOCK_SIDE;
        for (let i = 0; i < BLOCK_SIDE; i++) {
          data[to + i] += weight * block[from + i];
          weights[to + i] += weight;
        }
      }
    }
  }
  for (let i = 0; i < data.length; i++) data[i] /= weights[i];
}

/**
 * Positions of windows along one axis. They don't depend on the processed range, and the last window ends at the
 * picture's edge.
 */
function starts(from: number, to: number, lengthPx: number): number[] {
  const last = lengthPx - BLOCK_SIDE;
  const all: number[] = [];
  for (let at = Math.max(0, from + (Math.abs(from) % STEP_PX)); at < to && at <= last; at += STEP_PX)
    all.push(at);
  if (last % STEP_PX !== 0 && last >= from && last < to) all.push(last);
  return all;
}

/** Copies a window to `block`. Returns true if all its samples are equal, so it needs no denoising. */
function copyWindow({ data, widthPx, topPx }: Rows, x: number, y: number, block: Float32Array): boolean {
  let from = (y - topPx) * widthPx + x;
  const sample = data[from];
  let isFlat = true;
  for (let to = 0; to < BLOCK_SIZE; to += BLOCK_SIDE, from += widthPx) {
    for (let i = 0; i < BLOCK_SIDE; i++) {
      const value = data[from + i];
      block[to + i] = value;
      if (value !== sample) isFlat = false;
    }
  }
  return isFlat;
}

function dropNoise(block: Float32Array, noise: Float32Array): number {
  forwardDct(block);
  let retainedCount = 1;
  for (let i = 1; i < BLOCK_SIZE; i++) {
    if (Math.abs(block[i]) < THRESHOLD * noise[i]) block[i] = 0;
    else retainedCount++;
  }
  inverseDct(block);
  return 1 / retainedCount;
}

function weigh(block: Float32Array, guide: Float32Array, noise: Float32Array): number {
  forwardDct(block);
  forwardDct(guide);
  let energy = 1;
  for (let i = 1; i < BLOCK_SIZE; i++) {
    const picture = guide[i] * guide[i];
    const gain = picture / (picture + noise[i] * noise[i] + Number.MIN_VALUE);
    block[i] *= gain;
    energy += gain * gain;
  }
  inverseDct(block);
  return 1 / energy;
}
