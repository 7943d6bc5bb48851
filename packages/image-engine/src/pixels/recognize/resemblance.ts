/**
 * Whether a file shows the pictures that a browser says it drew it of. All are compared as coarse pictures of the same size, cell by cell: browsers
 * scale and encode as they like, so that a cell may be like any of its neighbors, a little lighter or darker.
 */
import type { RgbaRaster } from '../raster.ts';

/** From a picture's pixels to cells, as a canvas' `setTransform` takes it. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface DrawnLayer {
  readonly image: RgbaRaster;
  readonly toCells: Matrix;
}

/** Cells that can be compared, and those of them that are something else. */
interface Compared {
  readonly cells: number;
  readonly unlike: number;
}

export interface Resemblance {
  /** Where the uppermost picture covers everything. */
  readonly top: Compared;
  /** Where it covers nothing. Shadows lie there too, which nobody declares. */
  readonly rest: Compared;
  /** All cells, edges included, of which nothing can be said. */
  readonly cells: number;
}

/** Levels by which an encoder may miss a cell's colors. */
const TOLERANCE = 24;
const COVERED = 250;
const BARE = 5;

/**
 * @param file as cells
 * @param layers the uppermost first
 * @param ground what is below them; null: nothing
 */
export function resemblanceOf(
  file: RgbaRaster,
  layers: readonly DrawnLayer[],
  ground: readonly [number, number, number] | null,
): Resemblance {
  const { widthPx, heightPx } = file;
  const expected = filled(widthPx * heightPx, ground);
  let top = new Float32Array(0);
  for (const layer of layers.toReversed()) top = drawOver(expected, file, layer);
  const seen = premultiplied(file);
  const [covered, bare] = [
    { cells: 0, unlike: 0 },
    { cells: 0, unlike: 0 },
  ];
  for (let y = 1; y < heightPx - 1; y += 1) {
    for (let x = 1; x < widthPx - 1; x += 1) {
      const at = y * widthPx + x;
      const isCovered = (top[at] ?? 0) >= COVERED;
      if (!isCovered && (top[at] ?? 0) > BARE) continue;
      if (!isAlone(top, at, widthPx, isCovered)) continue;
      const side = isCovered ? covered : bare;
      side.cells += 1;
      if (!isLike(seen, expected, at, widthPx)) side.unlike += 1;
    }
  }
  return { top: covered, rest: bare, cells: Math.max(1, (widthPx - 2) * (heightPx - 2)) };
}

/** Its neighbors are covered as it is, or bare as it is. */
function isAlone(top: Float32Array, at: number, widthPx: number, isCovered: boolean): boolean {
  for (let row = -widthPx; row <= widthPx; row += widthPx) {
    for (let column = -1; column <= 1; column += 1) {
      const alpha = top[at + row + column] ?? 0;
      if (isCovered ? alpha < COVERED : alpha > BARE) return false;
    }
  }
  return true;
}

function isLike(seen: Float32Array, expected: Float32Array, at: number, widthPx: number): boolean {
  for (let i = at * 4; i < at * 4 + 4; i += 1) {
    const value = seen[i] ?? 0;
    if (Math.abs(value - (expected[i] ?? 0)) <= TOLERANCE) continue;
    // Rarely more: most cells are like the very one that they should be.
    if (!isWithinNeighbors(value, expected, i, widthPx * 4)) return false;
  }
  return true;
}

function isWithinNeighbors(value: number, expected: Float32Array, i: number, rowSamples: number): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (let row = -rowSamples; row <= rowSamples; row += rowSamples) {
    for (let column = -4; column <= 4; column += 4) {
      const near = expected[i + row + column] ?? 0;
      if (near < least) least = near;
      if (near > most) most = near;
    }
  }
  return value >= least - TOLERANCE && value <= most + TOLERANCE;
}

function filled(cells: number, ground: readonly [number, number, number] | null): Float32Array {
  const samples = new Float32Array(cells * 4);
  if (ground === null) return samples;
  const [r, g, b] = ground;
  for (let i = 0; i < samples.length; i += 4) samples.set([r, g, b, 255], i);
  return samples;
}

function premultiplied({ data }: RgbaRaster): Float32Array {
  const samples = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      samples[i + channel] = (data[i + channel] ?? 0) * alpha;
    }
    samples[i + 3] = data[i + 3] ?? 0;
  }
  return samples;
}

/** @returns how opaque the layer is in each cell */
function drawOver(
  onto: Float32Array,
  { widthPx, heightPx }: RgbaRaster,
  { image, toCells: [a, b, c, d, e, f] }: DrawnLayer,
): Float32Array<ArrayBuffer> {
  const alphas = new Float32Array(widthPx * heightPx);
  const area = a * d - b * c;
  if (!(Math.abs(area) > 1e-12)) return alphas;
  const samples = premultiplied(image);
  const pixel = new Float32Array(4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const u = (d * dx - c * dy) / area;
      const v = (a * dy - b * dx) / area;
      if (u < 0 || v < 0 || u > image.widthPx || v > image.heightPx) continue;
      sample(pixel, samples, image, u - 0.5, v - 0.5);
      const at = y * widthPx + x;
      const alpha = pixel[3] ?? 0;
      alphas[at] = alpha;
      const through = 1 - alpha / 255;
      for (let channel = 0; channel < 4; channel += 1) {
        const i = at * 4 + channel;
        onto[i] = (pixel[channel] ?? 0) + (onto[i] ?? 0) * through;
      }
    }
  }
  return alphas;
}

/** Between four pixels; beyond the edge there are the same again. */
function sample(
  into: Float32Array,
  samples: Float32Array,
  { widthPx, heightPx }: RgbaRaster,
  u: number,
  v: number,
): void {
  const [left, upper] = [Math.floor(u), Math.floor(v)];
  const [across, down] = [u - left, v - upper];
  const x0 = Math.max(0, left) * 4;
  const x1 = Math.min(widthPx - 1, left + 1) * 4;
  const y0 = Math.max(0, upper) * widthPx * 4;
  const y1 = Math.min(heightPx - 1, upper + 1) * widthPx * 4;
  for (let channel = 0; channel < 4; channel += 1) {
    const above =
      (samples[y0 + x0 + channel] ?? 0) * (1 - across) + (samples[y0 + x1 + channel] ?? 0) * across;
    const below =
      (samples[y1 + x0 + channel] ?? 0) * (1 - across) + (samples[y1 + x1 + channel] ?? 0) * across;
    into[channel] = above * (1 - down) + below * down;
  }
}
