import { windowExtremes } from '../raster/box-filter.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { fitSurface } from './backdrop-fit.ts';
import type { Surface } from './backdrop-fit.ts';

/** What the photo would show without the product and its shadow. */
export interface Backdrop {
  /** From 0, anything, to 1, a ground of one material in one light: from PLAIN_FROM on it can be told from its shadows. */
  readonly plainness: number;
  /** Linear light at a place, each from 0 to 1 across the frame. Writes three values. */
  lightAt(x: number, y: number, into: Float32Array): void;
}

export const PLAIN_FROM = 0.5;

/** The ground is smooth, so a small picture of it says everything. */
const LONGEST_SIDE_PX = 160;
/** As seen beside the product: alpha leaks a little, and the network is a cell or two off. */
const COVERED_FROM = 5;
const CLEARANCE_CELLS = 3;
const MIN_GROUND_SHARE = 0.05;
/** The ground may change within this by its own grain before it counts as textured, and beyond it is no longer plain, relative to its light. */
const SPREAD = { plain: 0.025, textured: 0.09 } as const;
/** The same for what lies outside of the surface altogether: other things, and edges. Shadows are darker, so they do not count as such. */
const STRAY = { plain: 0.12, cluttered: 0.4 } as const;
/** A horizon has to explain so much more than one surface alone does. */
const HORIZON_GAIN = 0.6;

/**
 * The backdrop from what is seen beside the product. Robust against the product's shadow, which is darker than what it lies on, and against
 * other things in the photo. A ground of two tones, such as a table before a wall, is two surfaces with a straight line between them.
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
    cells.length < covered.length * MIN_GROUND_SHARE ? undefined : splitAtHorizon(grid, cells, whole);
  const lightAt: Backdrop['lightAt'] = (x, y, into) => {
    if (parts === undefined) whole.lightAt(x, y, into);
    else (y < parts.line.at + parts.line.slope * (x - 0.5) ? parts.above : parts.below).lightAt(x, y, into);
  };
  const isHidden = cells.length < covered.length * MIN_GROUND_SHARE;
  const plainness = isHidden
    ? 0
    : plainnessOf(parts === undefined ? [whole] : [parts.above, parts.below]) *
      falling(seamsOf(small, covered), SEAMS.plain, SEAMS.tiled);
  return { plainness, lightAt };
}

/** Which share of the ground may be thin dark lines, such as the joints of tiles. */
const SEAMS = { plain: 0.006, tiled: 0.02 } as const;
const SEAM_RADIUS_CELLS = 2;
const SEAM_DEPTH = 12;
/** Nearer to the product, thin dark lines may be its shadow. */
const SEAM_CLEARANCE_CELLS = 10;

/** The share of the ground that is darker than what lies on both sides of it, within a few cells: no light and no shadow does that. */
function seamsOf({ data, widthPx, heightPx }: RgbRaster, covered: Uint8Array): number {
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

interface Line {
  readonly at: number;
  readonly slope: number;
}

interface Parts {
  readonly line: Line;
  readonly above: Surface;
  readonly below: Surface;
}

interface Grid {
  readonly light: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Two surfaces, when they explain the ground much better than one. */
function splitAtHorizon(grid: Grid, cells: readonly number[], whole: Surface): Parts | undefined {
  const { widthPx, heightPx } = grid;
  if (faultOf([whole]) < SPREAD.plain) return undefined;
  let best: Line | undefined;
  let bestStep = 0;
  // The line where the rows beside the product change the most, in median over the columns, so that things do not count.
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
  if (Math.min(above.length, below.length) < widthPx * heightPx * MIN_GROUND_SHARE) return undefined;
  const parts = { line, above: fitSurface(grid, above), below: fitSurface(grid, below) };
  return faultOf([parts.above, parts.below]) < faultOf([whole]) * HORIZON_GAIN ? parts : undefined;
}

const STEP_CELLS = 2;

/** The median relative change of light from above the line to below it. */
function stepAcross({ light, widthPx, heightPx }: Grid, cells: readonly number[], line: Line): number {
  const free = freeOf(cells, widthPx * heightPx);
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
  return steps.length < widthPx / 6 ? 0 : medianOf(steps);
}

const kept = new WeakMap<readonly number[], Uint8Array>();

function freeOf(cells: readonly number[], count: number): Uint8Array {
  const known = kept.get(cells);
  if (known !== undefined) return known;
  const free = new Uint8Array(count);
  for (const i of cells) free[i] = 1;
  kept.set(cells, free);
  return free;
}

function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

const faultOf = (surfaces: readonly Surface[]): number =>
  surfaces.reduce((sum, { spread, stray, count }) => sum + (spread + 0.2 * stray) * count, 0) /
  surfaces.reduce((sum, { count }) => sum + count, 1);

/** 1 up to `from`, 0 from `to` on. */
const falling = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (to - value) / (to - from)));

function plainnessOf(surfaces: readonly Surface[]): number {
  const count = surfaces.reduce((sum, surface) => sum + surface.count, 0) || 1;
  const mean = (of: (surface: Surface) => number): number =>
    surfaces.reduce((sum, surface) => sum + of(surface) * surface.count, 0) / count;
  return (
    falling(
      mean(({ spread }) => spread),
      SPREAD.plain,
      SPREAD.textured,
    ) *
    falling(
      mean(({ stray }) => stray),
      STRAY.plain,
      STRAY.cluttered,
    )
  );
}
