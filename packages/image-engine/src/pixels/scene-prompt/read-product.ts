import { visibleBounds } from '../alpha.ts';
import { oklabOfSrgb } from '../oklab.ts';
import type { Triple } from '../oklab.ts';
import type { RgbaRaster } from '../raster.ts';
import type { ProductReading } from '../studio/scene-plan.ts';
import { clustersOf } from './clusters.ts';
import { hexOfOklab } from './colour.ts';

const PALETTE_MOST = 4;
const MIN_SHARE = 0.05;
/** So many samples along the longer side. */
const SAMPLES = 96;
/** Below this alpha a pixel's colour is the background's too. */
const OPAQUE_FROM = 200;
const INSIDE_FROM = 128;

/**
 * Measures a cut-out: its main colours, and from how high it was photographed, where its foot tells. Nothing visible: no colours and no
 * elevation. Never throws.
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
  const palette = clustersOf(samples, PALETTE_MOST)
    .filter(({ share }, i) => i === 0 || share >= MIN_SHARE)
    .map(({ oklab }) => hexOfOklab(oklab));
  return { palette, elevationDeg: elevationOf(image) };
}

/** The foot's curve is looked for among so many columns of the product. */
const COLUMNS = 160;
/** The curve's middle part: at its ends a foot is round and says nothing of the view. */
const MIDDLE_PART = 0.8;
/** Mean distance of the columns' ends from the fitted ellipse, as a share of the foot's width. */
const MAX_MISFIT = 0.012;
/** A foot narrower than this share of the product stands on a corner, or is a leg of several. */
const MIN_FOOT_SHARE = 0.35;
/** Seen so flat or so steep, a foot is a line, or the product lies. */
const ELEVATION_LIMITS_DEG = { min: 3, max: 50 } as const;
/** Less height than this in a foot's curve is the roundness of an edge. */
const MIN_DEPTH_PX = 3;

/**
 * A round foot is seen as the lower half of an ellipse, whose height by width is the sine of the camera's elevation. The lower outline's
 * middle part is fitted with such a half ellipse; null when it does not fit, is not level (the product is turned) or is no curve at all.
 */
function elevationOf(image: RgbaRaster): number | null {
  const box = visibleBounds(image);
  if (box === undefined || box.widthPx < 24 || box.heightPx < 24) return null;
  const outline = lowerOutline(image, box);
  const foot = footOf(outline, box.widthPx);
  if (foot === null) return null;
  const { half, centre, points } = foot;
  const inner = points.filter(({ x }) => Math.abs(x - centre) <= MIDDLE_PART * half);
  if (inner.length < 16) return null;
  const fit = fitHalfEllipse(inner, centre, half);
  if (fit.depth < MIN_DEPTH_PX || fit.misfit > MAX_MISFIT * 2 * half || Math.abs(fit.tilt) > 0.06)
    return null;
  const degrees = (Math.asin(Math.min(1, fit.depth / half)) * 180) / Math.PI;
  if (degrees < ELEVATION_LIMITS_DEG.min || degrees > ELEVATION_LIMITS_DEG.max) return null;
  return Math.round(degrees);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The lowest pixel of columns across the product. */
function lowerOutline(
  { data, widthPx }: RgbaRaster,
  box: { xPx: number; yPx: number; widthPx: number; heightPx: number },
): Point[] {
  const points: Point[] = [];
  const count = Math.min(COLUMNS, box.widthPx);
  for (let k = 0; k < count; k++) {
    const x = box.xPx + Math.floor(((k + 0.5) / count) * box.widthPx);
    for (let y = box.yPx + box.heightPx - 1; y >= box.yPx; y--) {
      if (data[4 * (y * widthPx + x) + 3] < INSIDE_FROM) continue;
      points.push({ x, y });
      break;
    }
  }
  return points;
}

/** The part of the outline that is one curve around the lowest point: where it rises steeply, the body begins. */
function footOf(
  outline: readonly Point[],
  widthPx: number,
): { half: number; centre: number; points: Point[] } | null {
  if (outline.length < 24) return null;
  const lowest = Math.max(...outline.map(({ y }) => y));
  const nearLowest = outline.filter(({ y }) => y >= lowest - 1);
  const middle = nearLowest[nearLowest.length >> 1];
  const at = outline.indexOf(middle);
  const steep = 0.9;
  const slope = (i: number): number =>
    Math.abs(outline[i].y - outline[i - 1].y) / Math.max(1, outline[i].x - outline[i - 1].x);
  let [left, right] = [at, at];
  while (left > 0 && slope(left) < steep) left--;
  while (right < outline.length - 1 && slope(right + 1) < steep) right++;
  const points = outline.slice(left, right + 1);
  const half = (outline[right].x - outline[left].x) / 2;
  if (2 * half < MIN_FOOT_SHARE * widthPx || points.length < 20) return null;
  return { half, centre: (outline[right].x + outline[left].x) / 2, points };
}

/** Least squares of y = base + tilt·x + depth·√(1 − x²) over −1 to 1. */
function fitHalfEllipse(
  points: readonly Point[],
  centre: number,
  half: number,
): { depth: number; tilt: number; misfit: number } {
  const rows = points.map(({ x, y }) => {
    const u = (x - centre) / half;
    return { basis: [1, u, Math.sqrt(Math.max(0, 1 - u * u))] as const, y };
  });
  const normal = Array.from({ length: 3 }, () => [0, 0, 0, 0]);
  for (const { basis, y } of rows) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) normal[i][j] += basis[i] * basis[j];
      normal[i][3] += basis[i] * y;
    }
  }
  const [base, tilt, depth] = solved(normal);
  const misfit =
    rows.reduce((sum, { basis, y }) => sum + Math.abs(base + tilt * basis[1] + depth * basis[2] - y), 0) /
    rows.length;
  return { depth, tilt: tilt / half, misfit };
}

/** Gaussian elimination with pivoting, of three equations. */
function solved(rows: number[][]): [number, number, number] {
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
