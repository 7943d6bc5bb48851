/**
 * Whether a file shows the pictures that a browser says it drew it of. All are compared as coarse pictures of the same size, cell by cell: browsers
 * scale and encode as they like, so that a cell may be like any of its neighbors, a little lighter or darker.
 */
import type { RgbaRaster } from '../raster/raster.ts';
import { Shade } from './file-shade.ts';
import type { Shading } from './file-shade.ts';

/** From a picture's pixels to cells, as a canvas' `setTransform` takes it. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface DrawnLayer {
  readonly image: RgbaRaster;
  readonly toCells: Matrix;
  /** Over the same frame: opaque where a shadow of its own photo is laid with it. */
  readonly ownShadow?: RgbaRaster | undefined;
}

/** Cells that can be compared, and those of them that are something else. */
interface Compared {
  readonly cells: number;
  readonly unlike: number;
}

export interface Resemblance {
  /** Where the uppermost picture covers everything. */
  readonly top: Compared;
  /** Where it covers nothing. */
  readonly rest: Compared & Shading;
  /** All cells, edges included, of which nothing can be said. */
  readonly cells: number;
  /** Cells along the edge of the uppermost picture, of which nothing can be said either. */
  readonly edges: number;
  /** Levels by which a color is another one on average, where that is most: over a part of the picture, and on bare ground. */
  readonly tint: number;
}

/** Levels by which an encoder may miss a cell's colors. */
export const ALIKE_LEVELS = 24;
const COVERED = 250;
const BARE = 5;
/**
 * Pixels of a layer along a side of a cell. Of pixels as large as cells, what lies between two would be blurred a second time: grain and fine ribs
 * of a file would have more contrast than is expected.
 */
export const LAYER_FINENESS = 2;
/** Cells that a pixel covers of a layer that is as fine, or nearly. */
const FINER_AREA = 0.5;
/** Where a cell is read, from its middle. */
const MIDDLE_TAP = [[0, 0]] as const;
const FINER_TAPS = [
  [-0.25, -0.25],
  [0.25, -0.25],
  [-0.25, 0.25],
  [0.25, 0.25],
] as const;

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
  const ownShadow = shadowOf(layers[0], file);
  const [covered, bare] = [
    { cells: 0, unlike: 0 },
    { cells: 0, unlike: 0 },
  ];
  const shade = new Shade({ seen, expected, widthPx, ownShadow });
  const [tint, groundTint] = [new Tints(widthPx, heightPx), new Tints(widthPx, heightPx)];
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
      const isAlike = isLike(seen, expected, at, widthPx);
      const side = isCovered ? covered : bare;
      side.cells += 1;
      if (!isAlike) side.unlike += 1;
      if (isCovered) {
        if (isAlike) tint.add(x, y, differenceAt(at, seen, expected));
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
  seen: Float32Array,
  expected: Float32Array,
): readonly [number, number, number] {
  const difference = (i: number): number => (seen[i] ?? 0) - (expected[i] ?? 0);
  return [difference(at * 4), difference(at * 4 + 1), difference(at * 4 + 2)];
}

/** Where a photo's own shadow is laid again, which may be as sharp as it was. */
function shadowOf(layer: DrawnLayer | undefined, file: RgbaRaster): Float32Array | null {
  if (!layer?.ownShadow) return null;
  const { image, toCells } = layer;
  const [a, b, c, d, e, f] = toCells;
  const [across, down] = [image.widthPx / layer.ownShadow.widthPx, image.heightPx / layer.ownShadow.heightPx];
  const laid = {
    image: layer.ownShadow,
    toCells: [a * across, b * across, c * down, d * down, e, f] as const,
  };
  return drawOver(new Float32Array(file.widthPx * file.heightPx * 4), file, laid);
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
    if (Math.abs(value - (expected[i] ?? 0)) <= ALIKE_LEVELS) continue;
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
  return value >= least - ALIKE_LEVELS && value <= most + ALIKE_LEVELS;
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

/** Adds a part of what lies between four pixels, premultiplied; beyond the edge there are the same again. */
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

/** How a file's colors differ from those that it should have, on average over parts of it: what encoders do cancels out there, a tint does not. */

/** Parts along each side. */
const PARTS = 6;
/** Fewest cells that allow a verdict. */
const FEWEST_CELLS = 60;

class Tints {
  readonly #sums = new Float64Array(PARTS * PARTS * 4);
  readonly #widthPx: number;
  readonly #heightPx: number;

  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
  }

  /** @param by how many levels red, green and blue are more than they should be */
  add(x: number, y: number, [red, green, blue]: readonly [number, number, number]): void {
    const part = Math.floor((y * PARTS) / this.#heightPx) * PARTS + Math.floor((x * PARTS) / this.#widthPx);
    for (const [channel, value] of [red, green, blue, 1].entries())
      this.#sums[part * 4 + channel] = (this.#sums[part * 4 + channel] ?? 0) + value;
  }

  /** Levels: of the color that differs most, in the part where it does. */
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
