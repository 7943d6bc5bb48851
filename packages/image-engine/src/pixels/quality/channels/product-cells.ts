/** Which cells of a picture are the product's: those that are not like its even ground, and no soft shadow on it. */
import { regionsOf } from '../../raster/regions.ts';
import type { Region } from '../../raster/regions.ts';
import type { CellGrid, Cells } from './cells.ts';
import type { Ground } from './even-background.ts';
import type { Matte } from './pixel-source.ts';

/** From this alpha on a cell is the product's. */
const SEEN_FROM = 24;

/** A ground that is less even than this has shadows and light like a product's. */
const MOST_TOLERANCE = 12;

/** 1 where the product is; null before a scene or an uneven ground, where color does not tell. */
export function productCells(cells: Cells, ground: Ground, matte: Matte | null): Uint8Array | null {
  if (matte !== null) return matteCells(cells, matte);
  if (ground.kind === 'scene') return null;
  if (ground.kind === 'clear') return Uint8Array.from(cells.alpha, (alpha) => (alpha >= SEEN_FROM ? 1 : 0));
  if (ground.toleranceLevels > MOST_TOLERANCE) return null;
  return withoutShadow(unlikeGround(cells, ground), cells, ground);
}

export function matteCells(
  { widthCells, heightCells }: CellGrid,
  { data, widthPx, heightPx }: Matte,
): Uint8Array {
  const marks = new Uint8Array(widthCells * heightCells);
  // The greatest of a cell, so that nothing thin falls between two samples.
  for (let y = 0; y < heightPx; y++) {
    const row = Math.min(heightCells - 1, Math.floor((y * heightCells) / heightPx)) * widthCells;
    for (let x = 0; x < widthPx; x++)
      if (data[y * widthPx + x] >= 128) marks[row + Math.floor((x * widthCells) / widthPx)] = 1;
  }
  return marks;
}

type Plain = Extract<Ground, { kind: 'plain' }>;

function unlikeGround(cells: Cells, { color, toleranceLevels }: Plain): Uint8Array {
  const { red, green, blue, alpha, range } = cells;
  const marks = new Uint8Array(red.length);
  for (let cell = 0; cell < marks.length; cell++) {
    const away = Math.max(
      Math.abs(red[cell] - color[0]),
      Math.abs(green[cell] - color[1]),
      Math.abs(blue[cell] - color[2]),
    );
    // A thin thing changes a cell's mean little, and its range much.
    const isOff = away > toleranceLevels || range[cell] > 3 * toleranceLevels;
    marks[cell] = isOff || alpha[cell] < 255 - SEEN_FROM ? 1 : 0;
  }
  return marks;
}

/** A shadow is the ground's color with less light, */
const SHADOW = {
  /** no darker than this part of the ground, */
  least: 0.6,
  /** by about one factor for all three colors, */
  apart: 0.05,
  /** and its outline is soft: levels from cell to cell, and within one. */
  step: 9,
  range: 14,
} as const;

/** Takes soft shadows off, from the ground inwards: where the product begins there is an edge. */
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

/** Things smaller than this share of the largest one are dust, or noise. */
const THING_SHARE = 0.02;
/** A product that covers less of its picture cannot be told from dust. */
const LEAST_CELLS = 12;

/** The things that the product consists of, the largest first. */
export function thingsOf(marks: Uint8Array, widthCells: number): readonly Region[] {
  const regions = regionsOf(marks, widthCells).toSorted((a, b) => b.cells.length - a.cells.length);
  const [largest] = regions;
  if (largest === undefined || largest.cells.length < LEAST_CELLS) return [];
  return regions.filter(({ cells }) => cells.length >= Math.max(4, THING_SHARE * largest.cells.length));
}
