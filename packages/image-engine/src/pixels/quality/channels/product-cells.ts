/** Finds the cells of a product: those that differ from a uniform background and aren't a soft shadow on it. */
import { findConnectedRegions } from '../../raster/regions.ts';
import type { Region } from '../../raster/regions.ts';
import type { CellGrid, Cells } from './cells.ts';
import type { DetectedBackground } from './even-background.ts';
import type { Matte } from './pixel-source.ts';

/** Alpha from which a cell belongs to the product. */
const SEEN_FROM = 24;

/**
 * Maximum tolerance of a background. A less uniform background has shadows and light that could be mistaken for a
 * product.
 */
const MOST_TOLERANCE = 12;

/** Marks the product's cells with 1; null if the background is a scene or uneven, so that colors don't suffice. */
export function productCells(
  cells: Cells,
  background: DetectedBackground,
  matte: Matte | null,
): Uint8Array | null {
  if (matte !== null) return matteCells(cells, matte);
  if (background.kind === 'scene') return null;
  if (background.kind === 'clear')
    return Uint8Array.from(cells.alpha, (alpha) => (alpha >= SEEN_FROM ? 1 : 0));
  if (background.toleranceLevels > MOST_TOLERANCE) return null;
  return withoutShadow(unlikeBackground(cells, background), cells, background);
}

export function matteCells(
  { widthCells, heightCells }: CellGrid,
  { data, widthPx, heightPx }: Matte,
): Uint8Array {
  const marks = new Uint8Array(widthCells * heightCells);
  // Marks a cell if the matte reaches half opacity anywhere in it, so that thin parts aren't missed.
  for (let y = 0; y < heightPx; y++) {
    const row = Math.min(heightCells - 1, Math.floor((y * heightCells) / heightPx)) * widthCells;
    for (let x = 0; x < widthPx; x++)
      if (data[y * widthPx + x] >= 128) marks[row + Math.floor((x * widthCells) / widthPx)] = 1;
  }
  return marks;
}

type Plain = Extract<DetectedBackground, { kind: 'plain' }>;

function unlikeBackground(cells: Cells, { color, toleranceLevels }: Plain): Uint8Array {
  const { red, green, blue, alpha, range } = cells;
  const marks = new Uint8Array(red.length);
  for (let cell = 0; cell < marks.length; cell++) {
    const away = Math.max(
      Math.abs(red[cell] - color[0]),
      Math.abs(green[cell] - color[1]),
      Math.abs(blue[cell] - color[2]),
    );
    // A thin part changes a cell's mean little, but its range a lot.
    const isOff = away > toleranceLevels || range[cell] > 3 * toleranceLevels;
    marks[cell] = isOff || alpha[cell] < 255 - SEEN_FROM ? 1 : 0;
  }
  return marks;
}

/** Limits of a shadow, which shows the background's color in less light. */
const SHADOW = {
  /** Minimum ratio of a shadow's light to the background's. */
  least: 0.6,
  /** Maximum difference between the ratios of the three channels. */
  apart: 0.05,
  /**
   * Maximum difference between neighboring cells and maximum range within a cell, because a shadow's outline is soft.
   */
  step: 9,
  range: 14,
} as const;

/** Unmarks soft shadows, from the background inwards up to the product's sharp edge. */
function withoutShadow(marks: Uint8Array, cells: Cells, { color }: Plain): Uint8Array {
  const { widthCells, heightCells, red, green, blue, range } = cells;
  const mayBeShadow = (cell: number): boolean => {
    const [r, g, b] = [red[cell] / color[0], green[cell] / color[1], blue[cell] / color[2]];
    const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
    return low >= SHADOW.least && high <= 1.02 && high - low <= SHADOW.apart && range[cell] <= SHADOW.range;
  };
  const front = new Int32Array(marks.length);
  let size = 0;
  for (let cell = 0; cell < marks.length; cell++) if (marks[cell] === 0) front[size++] = cell;
  for (let next = 0; next < size; next++) {
    const cell = front[next];
    const x = cell % widthCells;
    const sides = [
      x > 0 ? cell - 1 : -1,
      x < widthCells - 1 ? cell + 1 : -1,
      cell - widthCells,
      cell + widthCells,
    ];
    for (const beside of sides) {
      if (beside < 0 || beside >= widthCells * heightCells || marks[beside] === 0) continue;
      if (Math.abs(green[beside] - green[cell]) > SHADOW.step || !mayBeShadow(beside)) continue;
      marks[beside] = 0;
      front[size++] = beside;
    }
  }
  return marks;
}

/** Minimum size of a component relative to the largest component; smaller ones are dust or noise. */
const THING_SHARE = 0.02;
/** Minimum number of cells of a product; a smaller one is indistinguishable from dust. */
const LEAST_CELLS = 12;

/** Connected components of the product, the largest first. */
export function listThings(marks: Uint8Array, widthCells: number): readonly Region[] {
  const regions = findConnectedRegions(marks, widthCells).toSorted((a, b) => b.cells.length - a.cells.length);
  const [largest] = regions;
  if (largest === undefined || largest.cells.length < LEAST_CELLS) return [];
  return regions.filter(({ cells }) => cells.length >= Math.max(4, THING_SHARE * largest.cells.length));
}
