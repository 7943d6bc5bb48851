import { visibleBounds } from '../../raster/alpha.ts';
import { oklabOfSrgb, hexOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { Box, RgbaRaster } from '../../raster/raster.ts';
import { findCutEdges } from '../../stage/cut-off.ts';
import type { ProductReading } from '../../stage/scene-plan.ts';
import { findClusters } from './clusters.ts';

const PALETTE_MOST = 4;
const MIN_SHARE = 0.05;
/** Minimum number of samples along the longer side of the picture, unless it has fewer pixels. */
const SAMPLES = 96;
/** Minimum alpha of a pixel whose color is used; below it, the pixel contains background. */
const OPAQUE_FROM = 200;
const INSIDE_FROM = 128;

/**
 * Measures a cut-out: its main colors, the camera's elevation if a round base or rim shows it, and the cord by which it
 * hangs. Without visible
 * pixels the result has no colors and no elevation. Never throws.
 */
export function readProduct(image: RgbaRaster): ProductReading {
  const samples: Triple[] = [];
  const step = Math.max(1, Math.floor(Math.max(image.widthPx, image.heightPx) / SAMPLES));
  for (let y = step >> 1; y < image.heightPx; y += step) {
    for (let x = step >> 1; x < image.widthPx; x += step) {
      const i = 4 * (y * image.widthPx + x);
      if (image.data[i + 3] < OPAQUE_FROM) continue;
      const lab: Triple = [0, 0, 0];
      oklabOfSrgb(image.data[i], image.data[i + 1], image.data[i + 2], lab);
      samples.push(lab);
    }
  }
  const palette = findClusters(samples, PALETTE_MOST)
    .filter(({ share }, i) => i === 0 || share >= MIN_SHARE)
    .map(({ oklab }) => hexOfOklab(oklab));
  const box = visibleBounds(image);
  const hangsFromEdge = box !== undefined && findCutEdges(image, box).hangsFromEdge;
  return { palette, elevationDeg: measureRimElevation(image), ...(hangsFromEdge && { hangsFromEdge }) };
}

/** Maximum number of columns of the product in which the outline is read. */
const COLUMNS = 240;
/** Middle share of a curve to which the ellipse is fitted, because rounded corners bend the curve's ends. */
const MIDDLE_PART = 0.85;
/** Slope at which a curved base or rim ends and the side of the body begins. */
const STEEP = 2.5;
/** Maximum mean distance between outline and fitted ellipse, as a share of its width. */
const MAX_MISFIT = 0.01;
/** Minimum width of a curve relative to the product; a narrower curve is a spout, a cap or a leg. */
const MIN_WIDTH_SHARE = 0.35;
/** Range of plausible elevations; a curve outside of it is a rounded edge or a ball. */
const ELEVATION_LIMITS_DEG = { min: 8, max: 50 } as const;
const MIN_DEPTH_PX = 3;
const MIN_COLUMNS = 20;
/** Maximum tilt of the fitted ellipse; with more, the product is rotated, or the curve isn't a base or rim. */
const MAX_TILT = 0.06;
/** Maximum difference between the elevations measured at base and rim for trusting them. */
const MAX_DISAGREEMENT_DEG = 14;

/**
 * Measures the camera's elevation from a round base or rim. A base looks like the lower half of an ellipse, a rim or
 * lid like the upper half; the ellipse's height divided by its width is the sine of the elevation. Returns the mean if
 * both fit and agree, the one that fits, or null if neither fits or they disagree.
 */
export function measureRimElevation(image: RgbaRaster): number | null {
  const box = visibleBounds(image);
  if (box === undefined || box.widthPx < 24 || box.heightPx < 24) return null;
  const elevations = (['lower', 'upper'] as const).flatMap((end) => {
    const degrees = elevationOfCurve(traceOutline(image, box, end), box.widthPx);
    return degrees === null ? [] : [degrees];
  });
  const [first, second = first] = elevations;
  if (first === undefined || Math.abs(first - second) > MAX_DISAGREEMENT_DEG) return null;
  return Math.round((first + second) / 2);
}

interface OutlinePoint {
  readonly x: number;
  /** Distance from the product's center outward: downward at its lower end, upward at its upper end. */
  readonly y: number;
}

/** Outermost pixel of each sampled column, at one end of the product. */
function traceOutline({ data, widthPx }: RgbaRaster, box: Box, end: 'lower' | 'upper'): OutlinePoint[] {
  const points: OutlinePoint[] = [];
  const count = Math.min(COLUMNS, box.widthPx);
  for (let k = 0; k < count; k++) {
    const x = box.xPx + Math.floor(((k + 0.5) / count) * box.widthPx);
    for (let i = 0; i < box.heightPx; i++) {
      const y = end === 'lower' ? box.yPx + box.heightPx - 1 - i : box.yPx + i;
      if (data[4 * (y * widthPx + x) + 3] < INSIDE_FROM) continue;
      points.push({ x, y: end === 'lower' ? y : -y });
      break;
    }
  }
  return points;
}

function elevationOfCurve(outline: readonly OutlinePoint[], widthPx: number): number | null {
  const curve = findCurve(outline);
  if (curve === null) return null;
  const { half, center, points } = curve;
  if (2 * half < MIN_WIDTH_SHARE * widthPx || points.length < MIN_COLUMNS) return null;
  const inner = points.filter(({ x }) => Math.abs(x - center) <= MIDDLE_PART * half);
  const { depth, tilt, misfit } = fitHalfEllipse(inner, center, half);
  if (depth < MIN_DEPTH_PX || depth > half || misfit > MAX_MISFIT * 2 * half || Math.abs(tilt) > MAX_TILT)
    return null;
  const degrees = (Math.asin(depth / half) * 180) / Math.PI;
  return degrees < ELEVATION_LIMITS_DEG.min || degrees > ELEVATION_LIMITS_DEG.max ? null : degrees;
}

/** Section of an outline around its outermost point that forms one curve. */
function findCurve(
  outline: readonly OutlinePoint[],
): { half: number; center: number; points: readonly OutlinePoint[] } | null {
  if (outline.length < MIN_COLUMNS) return null;
  const outermost = Math.max(...outline.map(({ y }) => y));
  const near = outline.flatMap(({ y }, i) => (y >= outermost - 1 ? [i] : []));
  const at = near[near.length >> 1];
  const isSteep = (i: number): boolean =>
    Math.abs(outline[i].y - outline[i - 1].y) > STEEP * Math.max(1, outline[i].x - outline[i - 1].x);
  let [left, right] = [at, at];
  while (left > 0 && !isSteep(left)) left--;
  while (right < outline.length - 1 && !isSteep(right + 1)) right++;
  const [from, to] = [outline[left].x, outline[right].x];
  return { half: (to - from + 1) / 2, center: (from + to) / 2, points: outline.slice(left, right + 1) };
}

/** Least squares fit of y = base + tilt·x + depth·√(1 − x²) over −1 to 1. */
function fitHalfEllipse(
  points: readonly OutlinePoint[],
  center: number,
  half: number,
): { depth: number; tilt: number; misfit: number } {
  const rows = points.map(({ x, y }) => {
    const u = (x - center) / half;
    return { basis: [1, u, Math.sqrt(Math.max(0, 1 - u * u))] as const, y };
  });
  const normal = Array.from({ length: 3 }, () => [0, 0, 0, 0]);
  for (const { basis, y } of rows) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) normal[i][j] += basis[i] * basis[j];
      normal[i][3] += basis[i] * y;
    }
  }
  const [base, tilt, depth] = solveRows(normal);
  const misfit =
    rows.reduce((sum, { basis, y }) => sum + Math.abs(base + tilt * basis[1] + depth * basis[2] - y), 0) /
    rows.length;
  return { depth, tilt: tilt / half, misfit };
}

/** Gaussian elimination with pivoting, for three equations. */
function solveRows(rows: number[][]): [number, number, number] {
  for (let i = 0; i < 3; i++) {
    let pivot = i;
    for (let k = i + 1; k < 3; k++) if (Math.abs(rows[k][i]) > Math.abs(rows[pivot][i])) pivot = k;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    const divisor = Math.abs(rows[i][i]) < 1e-9 ? 1e-9 : rows[i][i];
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      const factor = rows[k][i] / divisor;
      for (let j = i; j < 4; j++) rows[k][j] -= factor * rows[i][j];
    }
  }
  const value = (i: 0 | 1 | 2): number => rows[i][3] / (Math.abs(rows[i][i]) < 1e-9 ? 1e-9 : rows[i][i]);
  return [value(0), value(1), value(2)];
}
