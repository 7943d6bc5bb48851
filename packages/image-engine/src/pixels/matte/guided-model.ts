import { growBlocks, stripsIn } from '../raster/blocks.ts';
import type { Blocks, Strip } from '../raster/blocks.ts';
import { boxFilterArea, boxMeanWithin } from '../raster/box-filter.ts';
import type { AlphaRaster, Raster } from '../raster/raster.ts';

/**
 * Linear model of alpha by color, for each cell: alpha = r * red + g * green + b * blue + offset, with colors from 0
 * to 1.
 */
export interface LinearModel {
  readonly r: Float32Array;
  readonly g: Float32Array;
  readonly b: Float32Array;
  readonly offset: Float32Array;
}

/**
 * Fits alpha as a linear function of color in the window around each cell of an area; elsewhere the model is undefined
 * (He, Sun and Tang, "Guided image filtering", 2010, for color guides).
 * @param epsilon regularization, in squared color units of 0 to 1
 */
export function fitLinearModel(
  guide: Raster<3 | 4>,
  mask: AlphaRaster,
  area: Blocks,
  radiusPx: number,
  epsilon: number,
): LinearModel {
  const w = mask.widthPx;
  const n = w * mask.heightPx;
  const scratch = new Float32Array(n);
  const planes = Array.from({ length: 13 }, () => new Float32Array(n));
  // The model is a mean of solutions, which are computed from means of the colors: each step needs a wider area.
  const solved = growBlocks(area, radiusPx, radiusPx);
  const solvedWithin = boxFilterArea(solved, radiusPx);
  setProducts(guide, mask, stripsIn(growBlocks(solved, radiusPx, radiusPx)), planes);
  for (const values of planes) boxMeanWithin(values, values, solvedWithin, scratch);
  const [red, green, blue, alpha, rr, rg, rb, gg, gb, bb, ra, ga, ba] = planes;
  const slopes = new Float64Array(3);
  for (const { left, right, top, bottom } of solvedWithin.strips) {
    for (let y = top; y < bottom; y++) {
      for (let i = y * w + left; i < y * w + right; i++) {
        const r0 = red[i];
        const g0 = green[i];
        const b0 = blue[i];
        const a0 = alpha[i];
        // Inputs: covariance of color (symmetric 3x3, regularized) and of color with alpha in this window.
        solveSymmetric(
          rr[i] - r0 * r0 + epsilon,
          rg[i] - r0 * g0,
          rb[i] - r0 * b0,
          gg[i] - g0 * g0 + epsilon,
          gb[i] - g0 * b0,
          bb[i] - b0 * b0 + epsilon,
          ra[i] - r0 * a0,
          ga[i] - g0 * a0,
          ba[i] - b0 * a0,
          slopes,
        );
        const slopeR = slopes[0];
        const slopeG = slopes[1];
        const slopeB = slopes[2];
        rr[i] = slopeR;
        gg[i] = slopeG;
        bb[i] = slopeB;
        ra[i] = a0 - slopeR * r0 - slopeG * g0 - slopeB * b0;
      }
    }
  }
  // A pixel's model is the mean of the models of all windows that contain it.
  const within = boxFilterArea(area, radiusPx);
  for (const values of [rr, gg, bb, ra]) boxMeanWithin(values, values, within, scratch);
  return { r: rr, g: gg, b: bb, offset: ra };
}

/** Sets the planes to the three colors and alpha, 0 to 1, and to their nine products. */
function setProducts(
  guide: Raster<3 | 4>,
  mask: AlphaRaster,
  strips: readonly Strip[],
  [red, green, blue, alpha, rr, rg, rb, gg, gb, bb, ra, ga, ba]: readonly Float32Array[],
): void {
  const { channels, data } = guide;
  for (const { left, right, top, bottom } of strips) {
    for (let y = top; y < bottom; y++) {
      const row = y * mask.widthPx;
      for (let i = row + left, at = i * channels; i < row + right; i++, at += channels) {
        red[i] = data[at] / 255;
        green[i] = data[at + 1] / 255;
        blue[i] = data[at + 2] / 255;
        alpha[i] = mask.data[i] / 255;
        // Multiplies the rounded values, because the covariances are differences of these products.
        const r = red[i];
        const g = green[i];
        const b = blue[i];
        const a = alpha[i];
        rr[i] = r * r;
        rg[i] = r * g;
        rb[i] = r * b;
        gg[i] = g * g;
        gb[i] = g * b;
        bb[i] = b * b;
        ra[i] = r * a;
        ga[i] = g * a;
        ba[i] = b * a;
      }
    }
  }
}

/** Solves a symmetric 3 x 3 system, given by its upper half, using the adjugate. */
export function solveSymmetric(
  c11: number,
  c12: number,
  c13: number,
  c22: number,
  c23: number,
  c33: number,
  v1: number,
  v2: number,
  v3: number,
  solution: Float64Array,
): void {
  const i11 = c22 * c33 - c23 * c23;
  const i12 = c13 * c23 - c12 * c33;
  const i13 = c12 * c23 - c13 * c22;
  const i22 = c11 * c33 - c13 * c13;
  const i23 = c12 * c13 - c11 * c23;
  const i33 = c11 * c22 - c12 * c12;
  const scale = 1 / (c11 * i11 + c12 * i12 + c13 * i13);
  solution[0] = (i11 * v1 + i12 * v2 + i13 * v3) * scale;
  solution[1] = (i12 * v1 + i22 * v2 + i23 * v3) * scale;
  solution[2] = (i13 * v1 + i23 * v2 + i33 * v3) * scale;
}

export interface GridPositions {
  /** Cell of the window to the left of (or above) each pixel, or −1 for pixels whose alpha is certainly 0. */
  readonly index: Int32Array;
  /** Position of the pixel between this cell and the next, 0 to 1. */
  readonly fraction: Float32Array;
}

/** Positions of the pixels along an axis on the coarse grid, counted from the window's first cell. */
export function gridPositions(
  size: number,
  gridSize: number,
  windowStart: number,
  windowSize: number,
): GridPositions {
  const index = new Int32Array(size).fill(-1);
  const fraction = new Float32Array(size);
  const scale = gridSize / size;
  const lastCell = Math.max(0, windowSize - 2);
  for (let i = 0; i < size; i++) {
    const onGrid = Math.min(gridSize - 1, Math.max(0, (i + 0.5) * scale - 0.5));
    const position = onGrid - windowStart;
    if (position < 0 || position > windowSize - 1) continue;
    index[i] = Math.min(lastCell, Math.floor(position));
    fraction[i] = position - index[i];
  }
  return { index, fraction };
}
