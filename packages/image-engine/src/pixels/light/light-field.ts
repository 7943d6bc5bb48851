import type { Box } from '../raster/raster.ts';

/** Smooth gains on linear red, green and blue by which a picture's light changes a product. */
export interface LightField {
  readonly columns: number;
  readonly rows: number;
  /** Gains of red, green and blue, interleaved, by rows from the top; GAIN_UNIT leaves a pixel unchanged. */
  readonly gains: Uint16Array;
}

/** Light field with the part of the picture that it covers. */
export interface ProductLight extends Box {
  readonly field: LightField;
}

/** Smallest and largest factor by which a light field multiplies the product's color channels. */
export interface GainRange {
  readonly leastGain: number;
  readonly mostGain: number;
}

/**
 * Range of a field's gains, or null if the field leaves every pixel unchanged. Rounded outwards; the spline between
 * cells doesn't exceed the range.
 */
export function gainRange({ gains }: LightField): GainRange | null {
  let [least, most] = [GAIN_UNIT, GAIN_UNIT];
  for (const gain of gains) {
    least = Math.min(least, gain);
    most = Math.max(most, gain);
  }
  if (least === GAIN_UNIT && most === GAIN_UNIT) return null;
  return {
    leastGain: Math.floor((least / GAIN_UNIT) * 100) / 100,
    mostGain: Math.ceil((most / GAIN_UNIT) * 100) / 100,
  };
}

/**
 * Number of steps from 0 to a gain of 1. Gains are stored as multiples of 1 / GAIN_UNIT, so that a stored field
 * reproduces the same samples.
 */
export const GAIN_UNIT = 32_768;
export const MIN_GAIN = 0.25;
export const MAX_GAIN = 1.8;
/** Maximum number of cells on each side of a field, and minimum size of a cell. */
const MOST_CELLS = 64;
const CELL_PX = 8;
/** Number of cells that the spline reads on each axis. */
const TAPS = 4;

/** Number of columns and rows of the light field for a product of this size. */
export function cellsFor({ widthPx, heightPx }: Pick<Box, 'widthPx' | 'heightPx'>): {
  readonly columns: number;
  readonly rows: number;
} {
  const cellPx = Math.max(CELL_PX, Math.max(widthPx, heightPx) / MOST_CELLS);
  return {
    columns: Math.max(1, Math.ceil(widthPx / cellPx)),
    rows: Math.max(1, Math.ceil(heightPx / cellPx)),
  };
}

/**
 * Builds a light field from interleaved gains. At strength 0 every pixel stays unchanged; at 1 the gains apply fully.
 * Scales each cell's gains down to the maximum without changing the color of its light, and raises gains below the
 * minimum.
 */
export function createLightField(
  gains: Float32Array,
  columns: number,
  rows: number,
  strength: number,
): LightField {
  const whole = new Uint16Array(gains.length).fill(GAIN_UNIT);
  if (strength === 0) return { columns, rows, gains: whole };
  for (let i = 0; i < gains.length; i += 3) {
    const [r, g, b] = [gains[i] ** strength, gains[i + 1] ** strength, gains[i + 2] ** strength];
    const scale = Math.min(1, MAX_GAIN / Math.max(r, g, b));
    [r, g, b].forEach((gain, c) => {
      whole[i + c] = Math.round(GAIN_UNIT * Math.max(MIN_GAIN, gain * scale));
    });
  }
  return { columns, rows, gains: whole };
}

/** Cell indices (in samples) and weights of a uniform cubic B-spline for each pixel of a side. */
function splineTaps(cells: number, sidePx: number): { indices: Int32Array; weights: Float32Array } {
  const indices = new Int32Array(sidePx * TAPS);
  const weights = new Float32Array(sidePx * TAPS);
  for (let i = 0; i < sidePx; i++) {
    const at = ((i + 0.5) * cells) / sidePx - 0.5;
    const first = Math.floor(at);
    const t = at - first;
    const rest = 1 - t;
    const shares = [
      (rest * rest * rest) / 6,
      (3 * t * t * t - 6 * t * t + 4) / 6,
      (3 * rest * rest * rest - 6 * rest * rest + 4) / 6,
      (t * t * t) / 6,
    ];
    for (let j = 0; j < TAPS; j++) {
      indices[i * TAPS + j] = 3 * Math.min(cells - 1, Math.max(0, first - 1 + j));
      weights[i * TAPS + j] = shares[j];
    }
  }
  return { indices, weights };
}

/** Gains of one row of pixels, interleaved. */
type GainRows = (y: number) => Float32Array;

/**
 * Returns a function that computes the gains of a row; it reuses its array. The spline's weights are positive and sum
 * to 1, so gains between cells stay within the cells' range.
 */
export function gainRows(
  { columns, rows, gains }: LightField,
  { widthPx, heightPx }: Pick<Box, 'widthPx' | 'heightPx'>,
): GainRows {
  const across = splineTaps(columns, widthPx);
  const down = splineTaps(rows, heightPx);
  const line = new Float32Array(columns * 3);
  const row = new Float32Array(widthPx * 3);
  return (y) => {
    line.fill(0);
    for (let j = y * TAPS; j < (y + 1) * TAPS; j++) {
      const weight = down.weights[j] / GAIN_UNIT;
      const from = down.indices[j] * columns;
      for (let i = 0; i < line.length; i++) line[i] += weight * gains[from + i];
    }
    for (let x = 0, tap = 0, to = 0; x < widthPx; x++, to += 3) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let j = 0; j < TAPS; j++, tap++) {
        const weight = across.weights[tap];
        const from = across.indices[tap];
        r += weight * line[from];
        g += weight * line[from + 1];
        b += weight * line[from + 2];
      }
      row[to] = r;
      row[to + 1] = g;
      row[to + 2] = b;
    }
    return row;
  };
}

const isUnlit = ({ gains }: LightField): boolean => gains.every((gain) => gain === GAIN_UNIT);

/**
 * Applies a light field to premultiplied linear pixels (interleaved RGBA), in place: each color is multiplied by its
 * gain, and limited to white.
 */
export function applyLight(
  product: Pick<Box, 'widthPx' | 'heightPx'> & { readonly data: Float32Array },
  field: LightField,
): void {
  if (isUnlit(field)) return;
  const { data, widthPx, heightPx } = product;
  const readGainRow = gainRows(field, product);
  for (let y = 0; y < heightPx; y++) {
    const gains = readGainRow(y);
    for (let x = 0, i = y * widthPx * 4, g = 0; x < widthPx; x++, i += 4, g += 3) {
      const alpha = data[i + 3];
      if (alpha === 0) continue;
      const red = data[i] * gains[g];
      const green = data[i + 1] * gains[g + 1];
      const blue = data[i + 2] * gains[g + 2];
      data[i] = red > alpha ? alpha : red;
      data[i + 1] = green > alpha ? alpha : green;
      data[i + 2] = blue > alpha ? alpha : blue;
    }
  }
}
