import { visibleBounds } from '../../raster/alpha.ts';
import { windowExtremes } from '../../raster/box-filter.ts';
import { expandBox } from '../../raster/box.ts';
import { LOG_OF_SAMPLE } from '../../raster/log-samples.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { backgroundColors } from './background-colors.ts';
import { blendedAround } from './blended.ts';
import { meanIn, findConnectedRegions } from '../../raster/regions.ts';
import type { Region } from '../../raster/regions.ts';

const INSIDE = 128;
const OUTSIDE_BELOW = 16;
/**
 * Area around the object in which background colors are sampled: its width as a share of the object's longer side, and
 * its distance from the object's edge in cells.
 */
const AROUND_SHARE = 0.2;
const AWAY_CELLS = 6;
/** Minimum size of a visible hole, as a share of the object's area. */
const LEAST_SHARE = 0.015;
/**
 * Minimum share of a hole's edge that the object surrounds: at this distance in cells outside the edge, there must be
 * object.
 */
const ENCLOSED = { cells: 4, share: 0.97 } as const;
/**
 * Maximum share of an object that may have its background's colors. If more has them, the object itself has such a
 * color, and its parts aren't holes.
 */
const MOST_ALIKE = 0.3;

/**
 * Finds regions of a mask that may be background seen through an object: unlike the rest of the object, they have the
 * background's colors, and the object surrounds them. A label may also look like this.
 * @param photo photo on the mask's grid
 */
export function likeHoles(photo: RgbRaster, mask: AlphaRaster): Region[] {
  const { data, widthPx, heightPx } = mask;
  const isAlike = likeBackground(photo, mask);
  if (isAlike === undefined) return [];
  let [inside, alike] = [0, 0];
  const marks = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    if (data[i] < INSIDE) continue;
    inside++;
    alike += isAlike[i];
    marks[i] = isAlike[i];
  }
  const { min: cores } = windowExtremes(marks, widthPx, heightPx, 1);
  const candidates = findConnectedRegions(cores, widthPx).filter(
    ({ cells }) => cells.length >= LEAST_SHARE * inside && isEnclosed(cells, cores, data, widthPx),
  );
  const candidateCells = candidates.reduce((sum, { cells }) => sum + cells.length, 0);
  return alike - candidateCells <= MOST_ALIKE * (inside - candidateCells) ? candidates : [];
}

/**
 * Marks the object's cells that have a color of the background around the object with 1. Undefined if the mask is
 * empty.
 */
function likeBackground(photo: RgbRaster, mask: AlphaRaster): Uint8Array | undefined {
  const { data, widthPx, heightPx } = mask;
  const bounds = visibleBounds(mask, OUTSIDE_BELOW);
  if (bounds === undefined) return undefined;
  const reach = Math.round(AROUND_SHARE * Math.max(bounds.widthPx, bounds.heightPx));
  const around = expandBox(bounds, reach, mask);
  const { max: near } = windowExtremes(data, widthPx, heightPx, AWAY_CELLS);
  const isBackground = new Uint8Array(data.length);
  for (let y = around.yPx; y < around.yPx + around.heightPx; y++) {
    const row = y * widthPx + around.xPx;
    for (let i = row; i < row + around.widthPx; i++) if (near[i] < OUTSIDE_BELOW) isBackground[i] = 1;
  }
  return backgroundColors(photo, isBackground, bounds);
}

/** True if the object surrounds a region. @param marks 1 for the cells of all such regions */
function isEnclosed(cells: Int32Array, marks: Uint8Array, data: Uint8Array, widthPx: number): boolean {
  const steps = [-1, 1, -widthPx, widthPx];
  let rim = 0;
  let enclosed = 0;
  for (const cell of cells) {
    for (const step of steps) {
      if (marks[cell + step] === 1) continue;
      rim++;
      if (data[cell + step * ENCLOSED.cells] >= INSIDE) enclosed++;
    }
  }
  return enclosed >= ENCLOSED.share * rim;
}

/** Mean mask value, of 255, below which a pass of the network shows a hole as empty. */
const EMPTY_BELOW = 80;
/** Number of passes of the network that must show a hole as empty. */
const VOTES = 2;
/**
 * Maximum color difference between a shadow and its unshaded background, as differences of the logarithms of two
 * channels.
 */
const SAME_COLOR = 0.5;

interface OpenedMask {
  readonly mask: AlphaRaster;
  /** True if only one pass of the network shows a hole as empty, so another pass could decide. */
  readonly isDisputed: boolean;
}

/**
 * Opens the holes that at least two passes of the network show as empty.
 * @param passes masks of two or more passes, on the mask's grid
 */
export function openHoles(
  photo: RgbRaster,
  mask: AlphaRaster,
  holes: readonly Region[],
  passes: readonly AlphaRaster[],
): OpenedMask {
  const { data, widthPx, heightPx } = mask;
  const votesFor = (hole: Region): number =>
    passes.reduce((votes, pass) => votes + (meanIn(pass, hole) < EMPTY_BELOW ? 1 : 0), 0);
  const open = holes.filter((hole) => votesFor(hole) >= VOTES);
  const isDisputed = holes.some((hole) => votesFor(hole) === VOTES - 1);
  if (open.length === 0) return { mask, isDisputed };
  const votedAlpha = data.map(
    (_, i) => passes.map((pass) => pass.data[i]).toSorted((a, b) => a - b)[VOTES - 1],
  );
  const isEmpty = votedAlpha.map((value, i) => (value < INSIDE && data[i] >= INSIDE ? 1 : 0));
  const marks = new Uint8Array(data.length);
  for (const hole of open) {
    for (const cell of hole.cells) marks[cell] = 1;
    addShadows(marks, hole, photo, isEmpty);
  }
  const weights = blendedAround(marks, widthPx, heightPx);
  const remainingAlpha = data.map((value, i) =>
    Math.min(value, Math.round(value + weights[i] * (votedAlpha[i] - value))),
  );
  return { mask: raster(remainingAlpha, widthPx, heightPx, 1), isDisputed };
}

/** Adds to a hole the connected empty region with the hole's color in less light: the object casts its shadow on it. */
function addShadows(
  marks: Uint8Array,
  { cells }: Region,
  { data, widthPx }: RgbRaster,
  isEmpty: Uint8Array,
): void {
  const redness = (i: number): number => LOG_OF_SAMPLE[data[i * 3]] - LOG_OF_SAMPLE[data[i * 3 + 1]];
  const blueness = (i: number): number => LOG_OF_SAMPLE[data[i * 3 + 2]] - LOG_OF_SAMPLE[data[i * 3 + 1]];
  let [red, blue] = [0, 0];
  for (const cell of cells) {
    red += redness(cell) / cells.length;
    blue += blueness(cell) / cells.length;
  }
  const next = [...cells];
  for (let cell = next.pop(); cell !== undefined; cell = next.pop()) {
    for (const step of [-1, 1, -widthPx, widthPx]) {
      const beside = cell + step;
      if (isEmpty[beside] !== 1 || marks[beside] === 1) continue;
      if (Math.hypot(redness(beside) - red, blueness(beside) - blue) > SAME_COLOR) continue;
      marks[beside] = 1;
      next.push(beside);
    }
  }
}

/**
 * Limits of a film (a region with faint mask values): its mean mask value, of 255, and the minimum share of its cells
 * with background colors.
 */
const FILM = { mostMean: 50, leastMean: 1, alikeShare: 0.6 } as const;
/** Distance from the object, in cells, within which faint cells belong to its soft edge. */
const SOFT_EDGE_CELLS = 3;

/**
 * Removes faint mask values inside a ring or a handle where the photo shows the background, in place. They would be
 * visible as a film over a new background.
 */
export function clearFilm(photo: RgbRaster, mask: AlphaRaster): void {
  const { data, widthPx, heightPx } = mask;
  let inside = 0;
  const faint = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    if (data[i] >= INSIDE) inside++;
    else if (data[i] < EMPTY_BELOW) faint[i] = 1;
  }
  const films = findConnectedRegions(faint, widthPx).filter((region) => {
    if (region.cells.length < LEAST_SHARE * inside) return false;
    const mean = meanIn(mask, region);
    return mean >= FILM.leastMean && mean < FILM.mostMean && isEnclosed(region.cells, faint, data, widthPx);
  });
  if (films.length === 0) return;
  const isAlike = likeBackground(photo, mask);
  if (isAlike === undefined) return;
  // Spares the object's own soft edge, whose mask values fall from cell to cell.
  const near = Array.from(
    { length: SOFT_EDGE_CELLS },
    (_, k) => windowExtremes(data, widthPx, heightPx, k + 1).max,
  );
  for (const film of films) {
    if (meanIn({ data: isAlike }, film) < FILM.alikeShare) continue;
    for (const cell of film.cells) {
      const away = near.findIndex((within) => within[cell] >= INSIDE);
      data[cell] = away < 0 ? 0 : Math.round(data[cell] * (1 - away / SOFT_EDGE_CELLS));
    }
  }
}
