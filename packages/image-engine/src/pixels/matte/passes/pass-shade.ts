import { LOG_OF_SAMPLE } from '../../raster/log-samples.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import type { Region } from '../../raster/regions.ts';

/** Distances from a region, in cells, between which the background around it is sampled. */
const RING = { from: 8, to: 24 } as const;
const OUTSIDE_BELOW = 48;
const MIN_RING_CELLS = 64;
/**
 * Maximum color difference between a shadow and its background, in differences of logarithms, and the range by which a
 * shadow darkens, as logarithms.
 */
const SAME_COLOR = 0.045;
const DARKER = { from: -0.65, to: -0.18 } as const;

/**
 * Maximum grain of a shadow, relative to its background's. In half the light, noise is twice as strong in logarithms; a
 * region with more grain has a texture of its own.
 */
const MOST_GRAIN = 3;
/** Minimum grain that is assumed for the background, as a difference of logarithms: an error of one level. */
const LEAST_GRAIN = 0.005;
/** Distance from a region's sides from which its grain is measured. */
const INNER_CELLS = 6;

/**
 * True if a region looks like the surrounding background in less light: it is then a shadow, which a far pass mistakes
 * for a segment of the object.
 * @param views masks of the passes; cells that none of them shows are background
 */
export function isShade(
  { cells, box }: Region,
  photo: RgbRaster,
  views: readonly Pick<AlphaRaster, 'data'>[],
): boolean {
  const { widthPx, heightPx } = photo;
  const left = Math.max(0, box.xPx - RING.to);
  const top = Math.max(0, box.yPx - RING.to);
  const width = Math.min(widthPx, box.xPx + box.widthPx + RING.to) - left;
  const height = Math.min(heightPx, box.yPx + box.heightPx + RING.to) - top;
  const distance = distanceFrom(cells, { widthPx, left, top, width, height });
  const inside = [0, 0, 0];
  let [grain, grainCells, ringGrain] = [0, 0, 0];
  for (const cell of cells) {
    add(inside, photo, cell);
    // A region's own edge isn't grain.
    const i = (Math.floor(cell / widthPx) - top) * width + (cell % widthPx) - left;
    if (distance[i - INNER_CELLS] !== 0 || distance[i + INNER_CELLS] !== 0) continue;
    grain += grainAt(photo, cell);
    grainCells++;
  }
  const ring = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < distance.length; i++) {
    if (distance[i] < RING.from || distance[i] > RING.to) continue;
    const cell = (top + Math.floor(i / width)) * widthPx + left + (i % width);
    if (views.some(({ data }) => data[cell] >= OUTSIDE_BELOW)) continue;
    add(ring, photo, cell);
    ringGrain += grainAt(photo, cell);
    count++;
  }
  if (count < MIN_RING_CELLS) return false;
  const [red, green, blue] = inside.map((sum, c) => sum / cells.length - ring[c] / count);
  const light = (red + green + blue) / 3;
  const isGrainy = grain > MOST_GRAIN * Math.max(LEAST_GRAIN, ringGrain / count) * grainCells;
  return (
    Math.hypot(red - green, blue - green) < SAME_COLOR &&
    light > DARKER.from &&
    light < DARKER.to &&
    !isGrainy
  );
}

function add(sum: number[], { data }: RgbRaster, cell: number): void {
  for (let c = 0; c < 3; c++) sum[c] += LOG_OF_SAMPLE[data[cell * 3 + c]];
}

/** Difference between a cell and the one before it in green, as logarithms. */
const grainAt = ({ data }: RgbRaster, cell: number): number =>
  Math.abs(LOG_OF_SAMPLE[data[cell * 3 + 1]] - LOG_OF_SAMPLE[data[Math.max(1, cell * 3 - 2)]]);

interface ShadeArea {
  readonly widthPx: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Number of steps, along rows, columns and diagonals, from each cell of a box to the nearest of the given cells. */
function distanceFrom(cells: Int32Array, { widthPx, left, top, width, height }: ShadeArea): Uint8Array {
  const distance = new Uint8Array(width * height).fill(255);
  for (const cell of cells) {
    const x = cell % widthPx;
    distance[((cell - x) / widthPx - top) * width + x - left] = 0;
  }
  const relax = (i: number, x: number, back: number): void => {
    const above = i + back * width;
    let nearest = distance[i] - 1;
    if (x + back >= 0 && x + back < width) nearest = Math.min(nearest, distance[i + back]);
    if (above >= 0 && above < distance.length) {
      nearest = Math.min(nearest, distance[above]);
      if (x > 0) nearest = Math.min(nearest, distance[above - 1]);
      if (x < width - 1) nearest = Math.min(nearest, distance[above + 1]);
    }
    distance[i] = nearest + 1;
  };
  for (let i = 0; i < distance.length; i++) relax(i, i % width, -1);
  for (let i = distance.length - 1; i >= 0; i--) relax(i, i % width, 1);
  return distance;
}
