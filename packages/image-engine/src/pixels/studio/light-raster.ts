import { taps } from '../resample.ts';
import type { Box } from '../raster.ts';
import type { ResampleKernel, Taps } from '../resample.ts';
import type { LinearPicture } from './layers.ts';

/**
 * Linear light with premultiplied alpha, interleaved RGBA floats, which can be blurred, rotated and added
 * without halos.
 */
export interface LightRaster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
}

type Samples = Float32Array | Uint16Array;

/**
 * Separable, center-aligned resampling of any number of channels to `widthPx` by `heightPx`, of which only
 * `window` is computed and returned; overshoots are not clipped.
 */
export function resampleLight(
  source: { readonly widthPx: number; readonly heightPx: number; readonly data: Samples },
  channels: number,
  widthPx: number,
  heightPx: number,
  kernel: ResampleKernel,
  window: Box = { xPx: 0, yPx: 0, widthPx, heightPx },
): Float32Array {
  const across = taps(source.widthPx, widthPx, kernel);
  const down = taps(source.heightPx, heightPx, kernel);
  const rowLength = window.widthPx * channels;
  const lastRow = window.yPx + window.heightPx - 1;
  const firstNeeded = down.indices[window.yPx * down.count];
  const lastNeeded = down.indices[(lastRow + 1) * down.count - 1];
  const narrowed = new Float32Array(rowLength * (lastNeeded - firstNeeded + 1));
  for (let y = firstNeeded; y <= lastNeeded; y++) {
    const from = y * source.widthPx * channels;
    for (let x = 0; x < window.widthPx; x++) {
      const to = (y - firstNeeded) * rowLength + x * channels;
      if (channels === 4) {
        addFour(source.data, from, across, window.xPx + x, narrowed, to);
        continue;
      }
      if (channels === 3) {
        addThree(source.data, from, across, window.xPx + x, narrowed, to);
        continue;
      }
      for (let j = 0, tap = (window.xPx + x) * across.count; j < across.count; j++, tap++) {
        const weight = across.weights[tap];
        const at = from + across.indices[tap] * channels;
        for (let c = 0; c < channels; c++) narrowed[to + c] += weight * source.data[at + c];
      }
    }
  }
  const out = new Float32Array(rowLength * window.heightPx);
  for (let y = 0; y < window.heightPx; y++) {
    const row = out.subarray(y * rowLength, (y + 1) * rowLength);
    for (let j = 0, tap = (window.yPx + y) * down.count; j < down.count; j++, tap++) {
      const weight = down.weights[tap];
      if (weight === 0) continue;
      const from = (down.indices[tap] - firstNeeded) * rowLength;
      for (let x = 0; x < rowLength; x++) row[x] += weight * narrowed[from + x];
    }
  }
  return out;
}

/** Unrolled for three channels, because pictures have three, and many pixels. */
function addThree(
  source: Samples,
  from: number,
  { count, indices, weights }: Taps,
  x: number,
  into: Float32Array,
  to: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  for (let tap = x * count, end = tap + count; tap < end; tap++) {
    const weight = weights[tap];
    const at = from + indices[tap] * 3;
    a += weight * source[at];
    b += weight * source[at + 1];
    c += weight * source[at + 2];
  }
  into[to] = a;
  into[to + 1] = b;
  into[to + 2] = c;
}

/** The same for the four channels of a product. */
export function addFour(
  source: Samples,
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

/** Resizes a linear picture, with overshoots clipped at black. */
export function resamplePicture(picture: LinearPicture, widthPx: number, heightPx: number): LinearPicture {
  if (picture.widthPx === widthPx && picture.heightPx === heightPx) return picture;
  const data = resampleLight(picture, 3, widthPx, heightPx, 'cubic');
  for (let i = 0; i < data.length; i++) if (data[i] < 0) data[i] = 0;
  return { widthPx, heightPx, data };
}

/**
 * Clamps alpha to 0 to 1 and color to alpha, in place, because a sharp kernel's overshoot would be visible as
 * a fringe.
 */
export function settle({ data }: LightRaster): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    if (alpha <= 0) {
      data[i] = data[i + 1] = data[i + 2] = data[i + 3] = 0;
      continue;
    }
    // Alpha and color overshoot together, so scaling them together keeps the color.
    const scale = alpha > 1 ? 1 / alpha : 1;
    const limit = alpha > 1 ? 1 : alpha;
    data[i + 3] = limit;
    for (let c = i; c < i + 3; c++) {
      const value = data[c] * scale;
      data[c] = value < 0 ? 0 : value > limit ? limit : value;
    }
  }
}

/** Rotates clockwise about the center, in a raster just large enough with the same center; Catmull-Rom. */
export function turned(source: LightRaster, rotationDeg: number): LightRaster {
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
 * Adds the source's value at a position, in pixels from the middle of its first pixel; transparent outside.
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
