import { oklabOfSrgb, linearOfSrgb, hexOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import type { ReferenceReading } from '../../stage/scene-plan.ts';
import { findClusters } from './clusters.ts';

const PALETTE_MOST = 5;
/** Minimum share of the picture for a main color; with less it is an accent. */
const MIN_SHARE = 0.03;
/** Number of samples per side of the grid; more don't improve the measured colors and light. */
const GRID = 72;

/** Picture reduced to a square grid: the mean of each cell, rows from the top. */
interface ReferenceGrid {
  readonly linear: readonly Triple[];
  readonly oklab: readonly Triple[];
}

/**
 * Measures the properties of a reference picture that a scene can follow: main colors (Oklab clusters), the side of
 * the light (from the brightness gradient), its temperature (from bright grayish areas), brightness and contrast.
 * Ignores transparent pixels; without a visible pixel the result is neutral. Never throws.
 */
export function readReference(image: RgbRaster | RgbaRaster): ReferenceReading {
  const { linear, oklab } = toGrid(image);
  const visible = oklab.filter(isVisible);
  if (visible.length === 0) return NEUTRAL;
  const palette = findClusters(visible, PALETTE_MOST)
    .filter(({ share }, i) => i === 0 || share >= MIN_SHARE)
    .map((cluster) => hexOfOklab(cluster.oklab));
  const lightness = visible.map(([level]) => level).toSorted((a, b) => a - b);
  const at = (share: number): number => lightness[Math.floor(share * (lightness.length - 1))];
  return {
    palette,
    lightDirectionDeg: estimateDirection(oklab),
    temperatureK: estimateTemperature(linear, oklab, at(0.6)),
    brightness: clamp01((computeMean(lightness) - 0.12) / 0.78),
    contrast: clamp01((at(0.95) - at(0.05) - 0.12) / 0.6),
  };
}

const NEUTRAL: ReferenceReading = {
  palette: [],
  lightDirectionDeg: null,
  temperatureK: 5500,
  brightness: 0.5,
  contrast: 0.5,
};

const clamp01 = (value: number): number => Math.max(0, Math.min(1, value));
const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const isVisible = ([lightness]: Triple): boolean => !Number.isNaN(lightness);

const OPAQUE_FROM = 128;
/** Number of samples per side of a cell, enough to average out grain. */
const CELL_SAMPLES = 4;

function toGrid({ data, widthPx, heightPx, channels }: RgbRaster | RgbaRaster): ReferenceGrid {
  const linear: Triple[] = [];
  const oklab: Triple[] = [];
  for (let cell = 0; cell < GRID * GRID; cell++) {
    const [x0, y0] = [(cell % GRID) / GRID, Math.floor(cell / GRID) / GRID];
    const sum: Triple = [0, 0, 0];
    const lab: Triple = [0, 0, 0];
    let count = 0;
    for (let k = 0; k < CELL_SAMPLES * CELL_SAMPLES; k++) {
      const x = x0 + ((k % CELL_SAMPLES) + 0.5) / CELL_SAMPLES / GRID;
      const y = y0 + (Math.floor(k / CELL_SAMPLES) + 0.5) / CELL_SAMPLES / GRID;
      const i = (Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx)) * channels;
      if (channels === 4 && data[i + 3] < OPAQUE_FROM) continue;
      for (let c = 0; c < 3; c++) sum[c] += linearOfSrgb(data[i + c]);
      const one: Triple = [0, 0, 0];
      oklabOfSrgb(data[i], data[i + 1], data[i + 2], one);
      for (let c = 0; c < 3; c++) lab[c] += one[c];
      count++;
    }
    linear.push([sum[0] / count, sum[1] / count, sum[2] / count]);
    oklab.push([lab[0] / count, lab[1] / count, lab[2] / count]);
  }
  return { linear, oklab };
}

/** Minimum slope of lightness from edge to edge, in Oklab; a smaller slope comes from objects rather than light. */
const MIN_SLOPE = 0.07;
/** Number of bands in each direction: a gradient in all bands comes from light, in a single one from an object. */
const BANDS = 3;

/**
 * Direction toward the light, clockwise from the right, from the gradient of lightness: light gets weaker with
 * distance, and shadow sides face away from it. Horizontal slopes count only if the upper, middle and lower band agree,
 * vertical ones only if the left, middle and right band do. A floor brighter than its wall doesn't mean light from
 * below. Null if the bands disagree or the gradient is weak.
 */
function estimateDirection(oklab: readonly Triple[]): number | null {
  const across = commonSlope(Array.from({ length: BANDS }, (_, band) => computeSlope(oklab, band, true)));
  const down = Math.min(
    0,
    commonSlope(Array.from({ length: BANDS }, (_, band) => computeSlope(oklab, band, false))),
  );
  if (Math.hypot(across, down) < MIN_SLOPE) return null;
  const degrees = (Math.atan2(down, across) * 180) / Math.PI;
  return Math.round((degrees + 360) % 360);
}

/** Weakest of the slopes; 0 if their directions differ. */
function commonSlope(slopes: readonly number[]): number {
  const isOneWay = slopes.every((slope) => slope > 0) || slopes.every((slope) => slope < 0);
  return isOneWay ? slopes.reduce((least, slope) => (Math.abs(slope) < Math.abs(least) ? slope : least)) : 0;
}

/** Slope of lightness to the right in a band of rows, or downward in a band of columns, from edge to edge (least squares). */
function computeSlope(oklab: readonly Triple[], band: number, isAcross: boolean): number {
  let [count, sumT, sumL, sumTT, sumTL] = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < oklab.length; cell++) {
    const [column, row] = [cell % GRID, Math.floor(cell / GRID)];
    const [along, beside] = isAcross ? [column, row] : [row, column];
    if (Math.floor((beside * BANDS) / GRID) !== band || !isVisible(oklab[cell])) continue;
    const [t, lightness] = [along / (GRID - 1), oklab[cell][0]];
    count++;
    sumT += t;
    sumL += lightness;
    sumTT += t * t;
    sumTL += t * lightness;
  }
  const spread = count * sumTT - sumT * sumT;
  return spread < 1e-6 ? 0 : (count * sumTL - sumT * sumL) / spread;
}

/** Maximum chroma of cells that show the color of the light; higher chroma comes from paint. */
const GRAYISH_CHROMA = 0.09;
/** Minimum share of grayish cells for estimating the temperature. */
const MIN_GRAYISH_SHARE = 0.02;

/**
 * Correlated color temperature (McCamy, 1992) of the mean of bright, nearly colorless cells: whites and grays show the
 * color of the light. 5500 K without such cells; clamped to 2500 and 12000 K.
 */
function estimateTemperature(
  linear: readonly Triple[],
  oklab: readonly Triple[],
  brightFrom: number,
): number {
  const sum: Triple = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < linear.length; i++) {
    const [lightness, a, b] = oklab[i];
    if (!(lightness >= brightFrom) || lightness < 0.15 || Math.hypot(a, b) > GRAYISH_CHROMA) continue;
    for (let c = 0; c < 3; c++) sum[c] += linear[i][c];
    count++;
  }
  if (count < MIN_GRAYISH_SHARE * linear.length) return NEUTRAL.temperatureK;
  const [r, g, b] = sum;
  const x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const z = 0.0193 * r + 0.1192 * g + 0.9505 * b;
  const n = (x / (x + y + z) - 0.332) / (0.1858 - y / (x + y + z));
  const kelvin = 449 * n ** 3 + 3525 * n ** 2 + 6823.3 * n + 5520.33;
  // Shifts the temperature from the screen's white point (6504 K) to the engine's (5500 K).
  const asSeen = 1e6 / (1e6 / kelvin + (1e6 / 5500 - 1e6 / 6504));
  return Math.round(Math.max(2500, Math.min(12_000, asSeen)) / 50) * 50;
}
