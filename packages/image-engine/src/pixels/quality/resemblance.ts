/**
 * Checks that a file shows the pictures from which, according to the browser, it was drawn. Compares reduced pictures
 * of equal size, cell by cell. Browsers scale and encode differently, so a cell may match any of its neighbors, or be
 * slightly lighter or darker.
 */
import type { RgbaRaster } from '../raster/raster.ts';
import { Shade } from './file-shade.ts';
import type { Shading } from './file-shade.ts';

/** Affine transform from a picture's pixels to cells, with the parameters of a canvas's `setTransform`. */
export type PictureTransform = readonly [number, number, number, number, number, number];

export interface DrawnLayer {
  readonly image: RgbaRaster;
  readonly toCells: PictureTransform;
  /** Opacity of the shadow from the product's photo, over the same area as the layer. */
  readonly photoShadow?: RgbaRaster | undefined;
}

/** Number of comparable cells, and number of those that differ. */
interface CellComparison {
  readonly cells: number;
  readonly unlike: number;
}

export interface Resemblance {
  /** Comparison of the cells that the top picture covers completely. */
  readonly top: CellComparison;
  /** Comparison of the cells in which the top picture is transparent. */
  readonly rest: CellComparison & Shading;
  /**
   * Number of all cells except the outermost ones, including cells along the top picture's edge, which can't be
   * compared.
   */
  readonly cells: number;
  /** Number of cells along the top picture's edge; they can't be compared. */
  readonly edges: number;
  /**
   * Largest mean color deviation in any part of the picture, of the top picture or of the shaded background, in levels.
   */
  readonly tint: number;
}

/** Encoding error of a cell's colors, in levels. */
export const ALIKE_LEVELS = 24;
const COVERED = 250;
const BARE = 5;
/**
 * Number of a layer's pixels along the side of a cell. If pixels were as large as cells, interpolation would blur a
 * second time, and the grain and fine ribs of the file would have more contrast than expected.
 */
export const LAYER_FINENESS = 2;
/** Maximum area of a layer's pixel, in cells, for which the layer counts as finer than the cells. */
const FINER_AREA = 0.5;
/** Positions at which a cell is read, relative to its center. */
const MIDDLE_TAP = [[0, 0]] as const;
const FINER_TAPS = [
  [-0.25, -0.25],
  [0.25, -0.25],
  [-0.25, 0.25],
  [0.25, 0.25],
] as const;

/**
 * Compares a file with the layers from which it should have been drawn.
 * @param file the file, reduced to cells
 * @param layers layers, the top one first
 * @param ground color below the layers, or null if transparent
 */
export function measureResemblance(
  file: RgbaRaster,
  layers: readonly DrawnLayer[],
  ground: readonly [number, number, number] | null,
): Resemblance {
  const { widthPx, heightPx } = file;
  const expected = fillCells(widthPx * heightPx, ground);
  let top = new Float32Array(0);
  for (const layer of layers.toReversed()) top = drawOver(expected, file, layer);
  const observedPixels = premultiply(file);
  const photoShadow = sampleShadow(layers[0], file);
  const [covered, bare] = [
    { cells: 0, unlike: 0 },
    { cells: 0, unlike: 0 },
  ];
  const shade = new Shade({ observed: observedPixels, expected, widthPx, photoShadow });
  const [tint, groundTint] = [new TintSums(widthPx, heightPx), new TintSums(widthPx, heightPx)];
  let edges = 0;
  for (let y = 1; y < heightPx - 1; y += 1) {
    for (let x = 1; x < widthPx - 1; x += 1) {
      const at = y * widthPx + x;
      const isCovered = (top[at] ?? 0) >= COVERED;
      const isEdge = (!isCovered && (top[at] ?? 0) > BARE) || !isAlone(top, at, widthPx, isCovered);
      if (isEdge) {
        edges += 1;
        continue;
      }
      const isAlike = isLike(observedPixels, expected, at, widthPx);
      const side = isCovered ? covered : bare;
      side.cells += 1;
      if (!isAlike) side.unlike += 1;
      if (isCovered) {
        if (isAlike) tint.add(x, y, differenceAt(at, observedPixels, expected));
      } else {
        shade.look(at, isAlike);
        groundTint.add(x, y, shade.beyond(at));
      }
    }
  }
  return {
    top: covered,
    rest: { ...bare, ...shade.seenSoFar() },
    cells: Math.max(1, (widthPx - 2) * (heightPx - 2)),
    edges,
    tint: Math.max(tint.worst(), groundTint.worst()),
  };
}

function differenceAt(
  at: number,
  observedPixels: Float32Array,
  expected: Float32Array,
): readonly [number, number, number] {
  const difference = (i: number): number => (observedPixels[i] ?? 0) - (expected[i] ?? 0);
  return [difference(at * 4), difference(at * 4 + 1), difference(at * 4 + 2)];
}

/** Opacity of the shadow from the product's photo in each cell; the shadow may have sharp edges. */
function sampleShadow(layer: DrawnLayer | undefined, file: RgbaRaster): Float32Array | null {
  if (!layer?.photoShadow) return null;
  const { image, toCells } = layer;
  const [a, b, c, d, e, f] = toCells;
  const [across, down] = [
    image.widthPx / layer.photoShadow.widthPx,
    image.heightPx / layer.photoShadow.heightPx,
  ];
  const laid = {
    image: layer.photoShadow,
    toCells: [a * across, b * across, c * down, d * down, e, f] as const,
  };
  return drawOver(new Float32Array(file.widthPx * file.heightPx * 4), file, laid);
}

/** True if all neighbors of a cell are covered by the top picture, or all are empty, like the cell itself. */
function isAlone(top: Float32Array, at: number, widthPx: number, isCovered: boolean): boolean {
  for (let row = -widthPx; row <= widthPx; row += widthPx) {
    for (let column = -1; column <= 1; column += 1) {
      const alpha = top[at + row + column] ?? 0;
      if (isCovered ? alpha < COVERED : alpha > BARE) return false;
    }
  }
  return true;
}

function isLike(observedPixels: Float32Array, expected: Float32Array, at: number, widthPx: number): boolean {
  for (let i = at * 4; i < at * 4 + 4; i += 1) {
    const value = observedPixels[i] ?? 0;
    if (Math.abs(value - (expected[i] ?? 0)) <= ALIKE_LEVELS) continue;
    // Compares with the neighbors last, which is rarely needed, because most cells match their own expected value.
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
  return value >= least - ALIKE_LEVELS && value <= most + ALIKE_LEVELS;
}

function fillCells(cells: number, ground: readonly [number, number, number] | null): Float32Array {
  const samples = new Float32Array(cells * 4);
  if (ground === null) return samples;
  const [r, g, b] = ground;
  for (let i = 0; i < samples.length; i += 4) samples.set([r, g, b, 255], i);
  return samples;
}

function premultiply({ data }: RgbaRaster): Float32Array {
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

/**
 * Draws a layer over the cells.
 * @returns the layer's opacity in each cell
 */
function drawOver(
  onto: Float32Array,
  { widthPx, heightPx }: RgbaRaster,
  { image, toCells: [a, b, c, d, e, f] }: DrawnLayer,
): Float32Array<ArrayBuffer> {
  const alphas = new Float32Array(widthPx * heightPx);
  const area = a * d - b * c;
  if (!(Math.abs(area) > 1e-12)) return alphas;
  const taps = Math.abs(area) < FINER_AREA ? FINER_TAPS : MIDDLE_TAP;
  const pixel = new Float32Array(4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const u = (d * dx - c * dy) / area;
      const v = (a * dy - b * dx) / area;
      if (u < 0 || v < 0 || u > image.widthPx || v > image.heightPx) continue;
      pixel.fill(0);
      for (const [across, down] of taps) {
        const at = [u + (d * across - c * down) / area, v + (a * down - b * across) / area] as const;
        addSample(pixel, image, at, 1 / taps.length);
      }
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

/**
 * Adds an interpolated sample of four pixels, premultiplied; beyond the picture's edge, the outermost pixels are
 * repeated.
 */
function addSample(
  into: Float32Array,
  { data, widthPx, heightPx }: RgbaRaster,
  [u, v]: readonly [number, number],
  part: number,
): void {
  const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
  const [left, upper] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
  const [across, down] = [u - 0.5 - left, v - 0.5 - upper];
  const [x0, x1] = [within(left, widthPx), within(left + 1, widthPx)];
  const [y0, y1] = [within(upper, heightPx), within(upper + 1, heightPx)];
  const add = (x: number, y: number, weight: number): void => {
    const i = (y * widthPx + x) * 4;
    const alpha = data[i + 3] ?? 0;
    const share = (weight * alpha) / 255;
    into[0] = (into[0] ?? 0) + (data[i] ?? 0) * share;
    into[1] = (into[1] ?? 0) + (data[i + 1] ?? 0) * share;
    into[2] = (into[2] ?? 0) + (data[i + 2] ?? 0) * share;
    into[3] = (into[3] ?? 0) + alpha * weight;
  };
  add(x0, y0, (1 - across) * (1 - down) * part);
  add(x1, y0, across * (1 - down) * part);
  add(x0, y1, (1 - across) * down * part);
  add(x1, y1, across * down * part);
}

/** Number of parts along each side of the picture. */
const PARTS = 6;
/** Minimum number of cells in a part for measuring its deviation. */
const FEWEST_CELLS = 60;

/**
 * Measures the mean color deviation in parts of a picture. In the mean, encoding errors cancel out, but a tint
 * doesn't.
 */
class TintSums {
  readonly #sums = new Float64Array(PARTS * PARTS * 4);
  readonly #widthPx: number;
  readonly #heightPx: number;

  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
  }

  /**
   * Adds a cell to its part.
   * @param color difference of red, green and blue from their expected values, in levels
   */
  add(x: number, y: number, [red, green, blue]: readonly [number, number, number]): void {
    const part = Math.floor((y * PARTS) / this.#heightPx) * PARTS + Math.floor((x * PARTS) / this.#widthPx);
    for (const [channel, value] of [red, green, blue, 1].entries())
      this.#sums[part * 4 + channel] = (this.#sums[part * 4 + channel] ?? 0) + value;
  }

  /** Largest mean deviation of a color in any part, in levels. */
  worst(): number {
    let worst = 0;
    for (let part = 0; part < PARTS * PARTS; part += 1) {
      const [red = 0, green = 0, blue = 0, cells = 0] = this.#sums.subarray(part * 4, part * 4 + 4);
      if (cells < FEWEST_CELLS) continue;
      for (const sum of [red, green, blue]) worst = Math.max(worst, Math.abs(sum) / cells);
    }
    return worst;
  }
}
