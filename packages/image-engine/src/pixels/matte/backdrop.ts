import { windowExtremes } from '../raster/box-filter.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { fitSurface } from './backdrop-fit.ts';
import type { LightSurface } from './backdrop-fit.ts';

/** Estimate of the photo's background without the product and its shadow. */
export interface Backdrop {
  /**
   * Plainness of the background, from 0 (any background) to 1 (one material in one light). From PLAIN_FROM on, shadows
   * are distinguishable from the background.
   */
  readonly plainness: number;
  /** Writes the linear light at a position (both coordinates 0 to 1 across the photo) to `into`. */
  lightAt(x: number, y: number, into: Float32Array): void;
}

export const PLAIN_FROM = 0.5;

/** Longest side of the grid; the background is smooth, so a small grid suffices. */
const LONGEST_SIDE_PX = 160;
/**
 * Minimum alpha of a cell that the product covers, and the distance in cells to be ignored around it, because alpha
 * leaks and the mask is off by one or two cells.
 */
const COVERED_FROM = 5;
const CLEARANCE_CELLS = 3;
const MIN_BACKGROUND_SHARE = 0.05;
/**
 * Deviation within the background, relative to its light: up to `plain` it is grain; from `textured` on the background
 * doesn't count as plain.
 */
const SPREAD = { plain: 0.025, textured: 0.09 } as const;
/**
 * Share of cells that don't belong to the fitted surface, such as other objects and edges. Shadows don't count as such
 * cells.
 */
const STRAY = { plain: 0.12, cluttered: 0.4 } as const;
/**
 * Maximum remaining error of two fitted surfaces, relative to the error of one, for assuming a horizon line between
 * them.
 */
const HORIZON_GAIN = 0.6;

/**
 * Estimates the backdrop from the photo beside the product. Robust against the product's shadow, which is darker than
 * its background, and against other objects. A background of two tones, such as a table in front of a wall, is modeled
 * as two surfaces separated by a straight line.
 */
export function estimateBackdrop(photo: RgbRaster, alpha: AlphaRaster): Backdrop {
  const shrink = Math.min(1, LONGEST_SIDE_PX / Math.max(photo.widthPx, photo.heightPx));
  const widthPx = Math.max(8, Math.round(photo.widthPx * shrink));
  const heightPx = Math.max(8, Math.round(photo.heightPx * shrink));
  const small = resample(photo, widthPx, heightPx, 'linear');
  const covered = windowExtremes(
    resample(alpha, widthPx, heightPx, 'linear').data,
    widthPx,
    heightPx,
    CLEARANCE_CELLS,
  ).max;
  const light = Float32Array.from(small.data, linearOfSrgb);
  const cells: number[] = [];
  for (let i = 0; i < covered.length; i++) if (covered[i] < COVERED_FROM) cells.push(i);
  const grid = { light, widthPx, heightPx };
  const whole = fitSurface(grid, cells);
  const parts =
    cells.length < covered.length * MIN_BACKGROUND_SHARE ? undefined : splitAtHorizon(grid, cells, whole);
  const lightAt: Backdrop['lightAt'] = (x, y, into) => {
    if (parts === undefined) whole.lightAt(x, y, into);
    else (y < parts.line.at + parts.line.slope * (x - 0.5) ? parts.above : parts.below).lightAt(x, y, into);
  };
  const isHidden = cells.length < covered.length * MIN_BACKGROUND_SHARE;
  const plainness = isHidden
    ? 0
    : computePlainness(parts === undefined ? [whole] : [parts.above, parts.below]) *
      fallingRamp(measureSeams(small, covered), SEAMS.plain, SEAMS.tiled);
  return { plainness, lightAt };
}

/** Share of thin dark lines in the background, such as the joints of tiles. */
const SEAMS = { plain: 0.006, tiled: 0.02 } as const;
const SEAM_RADIUS_CELLS = 2;
const SEAM_DEPTH = 12;
/** Distance from the product within which thin dark lines may be its shadow. */
const SEAM_CLEARANCE_CELLS = 10;

/**
 * Share of the background that is darker than the cells on both sides within a short distance, which neither light nor
 * shadow causes.
 */
function measureSeams({ data, widthPx, heightPx }: RgbRaster, covered: Uint8Array): number {
  const { max: near } = windowExtremes(covered, widthPx, heightPx, SEAM_CLEARANCE_CELLS);
  const gray = Uint8Array.from(near, (_, i) => (data[i * 3] + data[i * 3 + 1] + data[i * 3 + 2]) / 3);
  const { max } = windowExtremes(gray, widthPx, heightPx, SEAM_RADIUS_CELLS);
  const { min: closed } = windowExtremes(max, widthPx, heightPx, SEAM_RADIUS_CELLS);
  let [ground, seams] = [1, 0];
  for (let i = 0; i < near.length; i++) {
    if (near[i] >= COVERED_FROM) continue;
    ground++;
    if (closed[i] - gray[i] > SEAM_DEPTH) seams++;
  }
  return seams / ground;
}

interface HorizonLine {
  readonly at: number;
  readonly slope: number;
}

interface HorizonSplit {
  readonly line: HorizonLine;
  readonly above: LightSurface;
  readonly below: LightSurface;
}

interface LightGrid {
  readonly light: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Splits the background into two fitted surfaces if they explain it much better than one. */
function splitAtHorizon(
  grid: LightGrid,
  cells: readonly number[],
  whole: LightSurface,
): HorizonSplit | undefined {
  const { widthPx, heightPx } = grid;
  if (computeFault([whole]) < SPREAD.plain) return undefined;
  let best: HorizonLine | undefined;
  let bestStep = 0;
  // Searches the straight line with the largest step between the rows above and below, as the median over the columns
  // beside the product, so that objects don't count.
  for (let slope = -0.12; slope <= 0.121; slope += 0.03) {
    for (let at = 0.08; at < 0.93; at += 1 / heightPx) {
      const step = stepAcross(grid, cells, { at, slope });
      if (step <= bestStep) continue;
      bestStep = step;
      best = { at, slope };
    }
  }
  if (best === undefined) return undefined;
  const line = best;
  const isAbove = (i: number): boolean => {
    const x = ((i % widthPx) + 0.5) / widthPx;
    const y = (Math.floor(i / widthPx) + 0.5) / heightPx;
    return y < line.at + line.slope * (x - 0.5);
  };
  const margin = 1.5 / heightPx;
  const isNear = (i: number): boolean => {
    const x = ((i % widthPx) + 0.5) / widthPx;
    const y = (Math.floor(i / widthPx) + 0.5) / heightPx;
    return Math.abs(y - line.at - line.slope * (x - 0.5)) < margin;
  };
  const clear = cells.filter((i) => !isNear(i));
  const above = clear.filter(isAbove);
  const below = clear.filter((i) => !isAbove(i));
  if (Math.min(above.length, below.length) < widthPx * heightPx * MIN_BACKGROUND_SHARE) return undefined;
  const parts = { line, above: fitSurface(grid, above), below: fitSurface(grid, below) };
  return computeFault([parts.above, parts.below]) < computeFault([whole]) * HORIZON_GAIN ? parts : undefined;
}

const STEP_CELLS = 2;

/** Median relative change of light across the line, from above to below. */
function stepAcross(
  { light, widthPx, heightPx }: LightGrid,
  cells: readonly number[],
  line: HorizonLine,
): number {
  const free = markFree(cells, widthPx * heightPx);
  const steps: number[] = [];
  for (let x = 0; x < widthPx; x += 2) {
    const y = Math.round((line.at + line.slope * ((x + 0.5) / widthPx - 0.5)) * heightPx);
    const [upper, lower] = [y - STEP_CELLS, y + STEP_CELLS];
    if (upper < 0 || lower >= heightPx) continue;
    const [a, b] = [upper * widthPx + x, lower * widthPx + x];
    if (free[a] === 0 || free[b] === 0) continue;
    let [most, sum] = [0, 0.02];
    for (let c = 0; c < 3; c++) {
      most = Math.max(most, Math.abs(light[a * 3 + c] - light[b * 3 + c]));
      sum += (light[a * 3 + c] + light[b * 3 + c]) / 6;
    }
    steps.push(most / sum);
  }
  return steps.length < widthPx / 6 ? 0 : computeMedian(steps);
}

const freeByCells = new WeakMap<readonly number[], Uint8Array>();

function markFree(cells: readonly number[], count: number): Uint8Array {
  const cachedFree = freeByCells.get(cells);
  if (cachedFree !== undefined) return cachedFree;
  const free = new Uint8Array(count);
  for (const i of cells) free[i] = 1;
  freeByCells.set(cells, free);
  return free;
}

function computeMedian(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

const computeFault = (surfaces: readonly LightSurface[]): number =>
  surfaces.reduce((sum, { spread, stray, count }) => sum + (spread + 0.2 * stray) * count, 0) /
  surfaces.reduce((sum, { count }) => sum + count, 1);

/** Linear ramp that falls from 1 at `from` to 0 at `to`. */
const fallingRamp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (to - value) / (to - from)));

function computePlainness(surfaces: readonly LightSurface[]): number {
  const count = surfaces.reduce((sum, surface) => sum + surface.count, 0) || 1;
  const mean = (of: (surface: LightSurface) => number): number =>
    surfaces.reduce((sum, surface) => sum + of(surface) * surface.count, 0) / count;
  return (
    fallingRamp(
      mean(({ spread }) => spread),
      SPREAD.plain,
      SPREAD.textured,
    ) *
    fallingRamp(
      mean(({ stray }) => stray),
      STRAY.plain,
      STRAY.cluttered,
    )
  );
}
