import { taps } from './resample.ts';
import type { Box } from './raster.ts';
import type { ResampleKernel, Taps } from './resample.ts';

/** Picture in linear RGB, as interleaved floats; 1 is paper white. */
export interface LinearPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
}

/**
 * Linear light with premultiplied alpha, interleaved RGBA floats, which can be blurred, rotated and added
 * without halos.
 */
export interface LightRaster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
}

type LightSamples = Float32Array | Uint16Array;

/** Function that writes a row of a picture to `into`. Callers request rows from top to bottom. */
export type RowWriter = (y: number, into: Float32Array) => void;

/**
 * Separable, center-aligned resampling of any number of channels to `widthPx` by `heightPx`. Computes and returns only
 * `window`; doesn't clip overshoots.
 * @param gain factor for every sample
 */
export function resampleLight(
  source: { readonly widthPx: number; readonly heightPx: number; readonly data: LightSamples },
  channels: number,
  widthPx: number,
  heightPx: number,
  kernel: ResampleKernel,
  window: Box = { xPx: 0, yPx: 0, widthPx, heightPx },
  gain = 1,
): Float32Array {
  const rowLength = window.widthPx * channels;
  const out = new Float32Array(rowLength * window.heightPx);
  const writeRow = resampledRows(source, channels, widthPx, heightPx, kernel, window, gain);
  for (let y = 0; y < window.heightPx; y++) writeRow(y, out.subarray(y * rowLength, (y + 1) * rowLength));
  return out;
}

/** Like `resampleLight`, row by row, for pictures of which only one row is needed at a time. */
function resampledRows(
  source: { readonly widthPx: number; readonly heightPx: number; readonly data: LightSamples },
  channels: number,
  widthPx: number,
  heightPx: number,
  kernel: ResampleKernel,
  window: Box = { xPx: 0, yPx: 0, widthPx, heightPx },
  gain = 1,
): RowWriter {
  const across = taps(source.widthPx, widthPx, kernel);
  const down = taps(source.heightPx, heightPx, kernel);
  const sourceRow = source.widthPx * channels;
  // Ring buffer of source rows at the result's width, with as many rows as one row of the result needs.
  const ring = Array.from({ length: down.count + 1 }, () => new Float32Array(window.widthPx * channels));
  const rowInSlot = new Int32Array(ring.length).fill(-1);
  const narrowRow = (y: number): Float32Array => {
    const slot = y % ring.length;
    const row = ring[slot];
    if (rowInSlot[slot] === y) return row;
    rowInSlot[slot] = y;
    const from = source.data.subarray(y * sourceRow, (y + 1) * sourceRow);
    if (across.count === 4) writeFourTaps(from, channels, across, window.xPx, row);
    else writeTaps(from, channels, across, window.xPx, row);
    return row;
  };
  return (y, into) => {
    into.fill(0);
    addRows(narrowRow, down, window.yPx + y, gain, into);
  };
}

/** Adds up the source rows that make one row of the result, four at a time to save memory passes. */
function addRows(
  rowAt: (y: number) => Float32Array,
  { count, indices, weights }: Taps,
  y: number,
  gain: number,
  into: Float32Array,
): void {
  let tap = y * count;
  const end = tap + count;
  for (; tap + 4 <= end; tap += 4) {
    const [a, b] = [rowAt(indices[tap]), rowAt(indices[tap + 1])];
    const [c, d] = [rowAt(indices[tap + 2]), rowAt(indices[tap + 3])];
    const [wa, wb] = [gain * weights[tap], gain * weights[tap + 1]];
    const [wc, wd] = [gain * weights[tap + 2], gain * weights[tap + 3]];
    for (let x = 0; x < into.length; x++) into[x] += wa * a[x] + wb * b[x] + wc * c[x] + wd * d[x];
  }
  for (; tap < end; tap++) {
    const row = rowAt(indices[tap]);
    const weight = gain * weights[tap];
    for (let x = 0; x < into.length; x++) into[x] += weight * row[x];
  }
}

/** Resamples a row of the source to the result's width. */
function writeTaps(
  source: LightSamples,
  channels: number,
  across: Taps,
  firstX: number,
  into: Float32Array,
): void {
  const { count, indices, weights } = across;
  for (let to = 0, x = firstX; to < into.length; to += channels, x++) {
    if (channels === 4) {
      addFour(source, 0, across, x, into, to);
      continue;
    }
    into.fill(0, to, to + channels);
    for (let tap = x * count; tap < (x + 1) * count; tap++) {
      const at = indices[tap] * channels;
      for (let c = 0; c < channels; c++) into[to + c] += weights[tap] * source[at + c];
    }
  }
}

/** Variant for four taps, without an inner loop: twice as fast. Every enlargement uses four taps. */
function writeFourTaps(
  source: LightSamples,
  channels: number,
  { indices, weights }: Taps,
  firstX: number,
  into: Float32Array,
): void {
  for (let to = 0, tap = firstX * 4; to < into.length; tap += 4) {
    const a = indices[tap] * channels;
    const b = indices[tap + 1] * channels;
    const c = indices[tap + 2] * channels;
    const d = indices[tap + 3] * channels;
    const wa = weights[tap];
    const wb = weights[tap + 1];
    const wc = weights[tap + 2];
    const wd = weights[tap + 3];
    if (channels === 3) {
      into[to] = wa * source[a] + wb * source[b] + wc * source[c] + wd * source[d];
      into[to + 1] = wa * source[a + 1] + wb * source[b + 1] + wc * source[c + 1] + wd * source[d + 1];
      into[to + 2] = wa * source[a + 2] + wb * source[b + 2] + wc * source[c + 2] + wd * source[d + 2];
      to += 3;
      continue;
    }
    for (let k = 0; k < channels; k++, to++) {
      into[to] = wa * source[a + k] + wb * source[b + k] + wc * source[c + k] + wd * source[d + k];
    }
  }
}

/** Adds the four weighted channels of a product at one position. */
export function addFour(
  source: LightSamples,
  from: number,
  { count, indices, weights }: Taps,
  x: number,
  into: Float32Array,
  to: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let tap = x * count, end = tap + count; tap < end; tap++) {
    const weight = weights[tap];
    const at = from + indices[tap] * 4;
    a += weight * source[at];
    b += weight * source[at + 1];
    c += weight * source[at + 2];
    d += weight * source[at + 3];
  }
  into[to] = a;
  into[to + 1] = b;
  into[to + 2] = c;
  into[to + 3] = d;
}

/** Resizes a linear picture, with overshoots clipped at black. @lab */
export function resamplePicture(picture: LinearPicture, widthPx: number, heightPx: number): LinearPicture {
  return pictureOfRows(pictureRows(picture, widthPx, heightPx), widthPx, heightPx);
}

/** Like `resamplePicture`, row by row, or only the rows of a part of the result, counted from the part's first one. */
export function pictureRows(
  picture: LinearPicture,
  widthPx: number,
  heightPx: number,
  part: Box = { xPx: 0, yPx: 0, widthPx, heightPx },
): RowWriter {
  if (picture.widthPx === widthPx && picture.heightPx === heightPx) {
    return (y, into) => {
      const from = ((part.yPx + y) * widthPx + part.xPx) * 3;
      into.set(picture.data.subarray(from, from + part.widthPx * 3));
    };
  }
  const writeRow = resampledRows(picture, 3, widthPx, heightPx, 'cubic', part);
  return (y, into) => {
    writeRow(y, into);
    for (let i = 0; i < into.length; i++) if (into[i] < 0) into[i] = 0;
  };
}

function pictureOfRows(writeRow: RowWriter, widthPx: number, heightPx: number): LinearPicture {
  const rowLength = widthPx * 3;
  const data = new Float32Array(rowLength * heightPx);
  for (let y = 0; y < heightPx; y++) writeRow(y, data.subarray(y * rowLength, (y + 1) * rowLength));
  return { widthPx, heightPx, data };
}

/**
 * Clamps alpha to 0 to 1 and color to alpha, in place, because the overshoot of a sharp kernel would be visible as a
 * fringe.
 */
export function settle({ data }: LightRaster): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    if (alpha <= 0) {
      data[i] = data[i + 1] = data[i + 2] = data[i + 3] = 0;
      continue;
    }
    // Alpha and color overshoot together, so scaling both leaves the color unchanged.
    const scale = alpha > 1 ? 1 / alpha : 1;
    const limit = alpha > 1 ? 1 : alpha;
    data[i + 3] = limit;
    for (let c = i; c < i + 3; c++) {
      const value = data[c] * scale;
      data[c] = value < 0 ? 0 : value > limit ? limit : value;
    }
  }
}

/**
 * Rotates a raster clockwise about its center with Catmull-Rom interpolation. The result is just large enough and has
 * the same center.
 */
export function turnRaster(source: LightRaster, rotationDeg: number): LightRaster {
  if (rotationDeg === 0) return source;
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { widthPx: w, heightPx: h } = source;
  const widthPx = Math.max(1, Math.ceil(Math.abs(w * cos) + Math.abs(h * sin) - 1e-6));
  const heightPx = Math.max(1, Math.ceil(Math.abs(w * sin) + Math.abs(h * cos) - 1e-6));
  const data = new Float32Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const dx = x + 0.5 - widthPx / 2;
      const dy = y + 0.5 - heightPx / 2;
      addCubic(
        source,
        dx * cos + dy * sin + w / 2 - 0.5,
        dy * cos - dx * sin + h / 2 - 0.5,
        data,
        (y * widthPx + x) * 4,
      );
    }
  }
  const raster = { widthPx, heightPx, data };
  settle(raster);
  return raster;
}

const weightsX = new Float32Array(4);
const weightsY = new Float32Array(4);

function cubicWeights(t: number, into: Float32Array): void {
  into[0] = ((-0.5 * t + 1) * t - 0.5) * t;
  into[1] = (1.5 * t - 2.5) * t * t + 1;
  into[2] = ((-1.5 * t + 2) * t + 0.5) * t;
  into[3] = (0.5 * t - 0.5) * t * t;
}

/**
 * Adds the source's interpolated value at a position, in pixels from the center of its first pixel; outside of the
 * source, transparent values are added.
 */
function addCubic(
  { data, widthPx, heightPx }: LightRaster,
  x: number,
  y: number,
  into: Float32Array,
  at: number,
): void {
  if (x < -2 || y < -2 || x > widthPx + 1 || y > heightPx + 1) return;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  cubicWeights(x - left, weightsX);
  cubicWeights(y - top, weightsY);
  for (let j = 0; j < 4; j++) {
    const row = top - 1 + j;
    if (row < 0 || row >= heightPx) continue;
    for (let i = 0; i < 4; i++) {
      const column = left - 1 + i;
      if (column < 0 || column >= widthPx) continue;
      const weight = weightsX[i] * weightsY[j];
      const from = (row * widthPx + column) * 4;
      for (let c = 0; c < 4; c++) into[at + c] += weight * data[from + c];
    }
  }
}
