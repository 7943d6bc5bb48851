/**
 * Finds the segments of a cut-out, and objects beside it that could belong to it. Computed by the browser from the
 * pixels of a small grid.
 */
import type { Pixels } from '../corrected-preview.ts';
import { colorAreas } from './color-areas.ts';
import type { ColorAreas } from './color-areas.ts';
import { findComponents, growArea, openArea } from './grow.ts';
import type { Grid } from './grow.ts';

/** Connected segment that the cut-out contains, or that was left out of it. */
export interface CutOutSegment {
  /** Whether the cut-out contains the segment. */
  readonly isKept: boolean;
  readonly cells: Uint32Array;
}

export interface PartsGrid extends Grid {
  /** Number of cells per pixel of the picture. */
  readonly scale: number;
}

export interface CutOutSegments extends PartsGrid {
  /** Segments that are large enough to be listed: first those in the cut-out, then those left out, each by size. */
  readonly parts: readonly CutOutSegment[];
  /** All connected segments, including tiny ones. */
  readonly all: readonly CutOutSegment[];
  /** For each cell: index of its segment in `all` plus 1, or 0 for none. */
  readonly partOf: Uint16Array;
  /** For each cell: index of its color area. */
  readonly areaOf: Uint16Array;
  /** For each color area: 1 if it belongs to the photo's background. */
  readonly isBackdrop: Uint8Array;
  /** Alpha of the cut-out for each cell, 0 to 255. */
  readonly alpha: Uint8Array;
}

/** Alpha (0 to 255) from which a cell belongs to the cut-out. */
const INSIDE = 96;
/** Smallest segments that get a chip (a button with a thumbnail), as shares of the grid. */
const LEAST_KEPT = 0.0015;
const LEAST_LEFT_OUT = 0.005;
/** Maximum number of chips for objects left out of the cut-out, to limit the choice. */
const MOST_LEFT_OUT = 6;
/** Smallest thickness of a left-out object, as a share of the longest side; the cut-out's rims are thinner. */
const THICK_SHARE = 0.012;
/** Share of the grid's border, or of the whole grid, that an area has to cover to count as background. */
const BACKDROP_BORDER = 0.03;
const BACKDROP_SHARE = 0.22;
/**
 * Limits for a separate object: it touches at most this share of the photo's border, and covers at most this share of
 * the grid.
 */
const MOST_BORDER = 0.04;
const MOST_LEFT_OUT_SHARE = 0.2;

/**
 * Finds the segments.
 * @param photo pixels of the photo, at the grid's size
 * @param cutOut pixels of the cut-out, at the grid's size
 * @param earliest cut-out before any correction, if different; removed segments can be restored from it
 */
export function findParts(
  grid: PartsGrid,
  photo: Pixels,
  cutOut: Pixels,
  earliest: Pixels | null,
): CutOutSegments {
  const count = grid.widthPx * grid.heightPx;
  const alpha = extractAlpha(cutOut, count);
  const areas = colorAreas(grid, photo);
  const { areaOf } = areas;
  const isBackdrop = findBackdrop(grid, areas, alpha);
  const before = earliest && extractAlpha(earliest, count);
  const isIn = (values: Uint8Array | null, cell: number): boolean => (values?.[cell] ?? 0) >= INSIDE;
  const keptComponents = findComponents(grid, (cell) => isIn(alpha, cell));
  const dropped = before ? findComponents(grid, (cell) => isIn(before, cell) && !isIn(alpha, cell)) : [];
  const knownCells = alpha.map((_, cell) => (isIn(alpha, cell) || isIn(before, cell) ? 1 : 0));
  const leftOut = findLeftOut(grid, areas, isBackdrop, knownCells);
  const all: CutOutSegment[] = [
    ...keptComponents.map((cells) => ({ isKept: true, cells })),
    ...[...dropped, ...leftOut].map((cells) => ({ isKept: false, cells })),
  ].slice(0, 0xffff);
  const partOf = new Uint16Array(count);
  all.forEach(({ cells }, index) => {
    for (const cell of cells) partOf[cell] = index + 1;
  });
  const filterParts = (isKept: boolean, least: number): CutOutSegment[] =>
    all.filter((part) => part.isKept === isKept && part.cells.length >= least * count);
  const candidates = filterParts(false, LEAST_LEFT_OUT).toSorted((a, b) => b.cells.length - a.cells.length);
  const parts = [...filterParts(true, LEAST_KEPT), ...candidates.slice(0, MOST_LEFT_OUT)];
  return { ...grid, parts, all, partOf, areaOf, isBackdrop, alpha };
}

const extractAlpha = (pixels: Pixels, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, cell) => pixels[cell * 4 + 3] ?? 0);

const isAtBorder = ({ widthPx, heightPx }: Grid, cell: number): boolean =>
  cell % widthPx === 0 ||
  cell % widthPx === widthPx - 1 ||
  cell < widthPx ||
  cell >= widthPx * (heightPx - 1);

const countBorderCells = ({ widthPx, heightPx }: Grid): number => 2 * (widthPx + heightPx);

/** Areas that belong to the background: they cover much of the photo or of its border, and aren't the product. */
function findBackdrop(grid: Grid, { areaOf, count }: ColorAreas, alpha: Uint8Array): Uint8Array {
  const border = new Uint32Array(count);
  const whole = new Uint32Array(count);
  areaOf.forEach((area, cell) => {
    if ((alpha[cell] ?? 0) >= INSIDE) return;
    whole[area] = (whole[area] ?? 0) + 1;
    if (isAtBorder(grid, cell)) border[area] = (border[area] ?? 0) + 1;
  });
  return Uint8Array.from(whole, (cells, area) =>
    (border[area] ?? 0) >= BACKDROP_BORDER * countBorderCells(grid) || cells >= BACKDROP_SHARE * areaOf.length
      ? 1
      : 0,
  );
}

/** Objects that differ from the background, aren't in the cut-out, and lie almost completely inside the photo. */
function findLeftOut(
  grid: Grid,
  areas: ColorAreas,
  isBackdrop: Uint8Array,
  knownCells: Uint8Array,
): Uint32Array[] {
  const { areaOf } = areas;
  const radius = Math.max(1, Math.round(THICK_SHARE * Math.max(grid.widthPx, grid.heightPx)));
  const near = growArea(grid, knownCells, 2);
  const isShadow = findShadows(areas, isBackdrop);
  const isOut = Uint8Array.from(areaOf, (area, cell) =>
    isBackdrop[area] === 1 || isShadow[area] === 1 || near[cell] === 1 ? 0 : 1,
  );
  const solid = openArea(grid, isOut, radius);
  return findComponents(grid, (cell) => solid[cell] === 1).filter((cells) => {
    const atBorder = cells.filter((cell) => isAtBorder(grid, cell)).length;
    return (
      atBorder <= MOST_BORDER * countBorderCells(grid) && cells.length <= MOST_LEFT_OUT_SHARE * areaOf.length
    );
  });
}

/** For each area: 1 if its color matches the background, or the background in shade. */
function findShadows({ count, means }: ColorAreas, isBackdrop: Uint8Array): Uint8Array {
  const backdrops = [...isBackdrop.keys()].filter((area) => isBackdrop[area] === 1);
  return Uint8Array.from({ length: count }, (_, area) =>
    backdrops.some((other) => isAlike(means, area, other) || isDimmer(means, area, other)) ? 1 : 0,
  );
}

/** Color distance in levels below which an area matches the background, such as one enclosed by the product. */
const ALIKE = 24;

const isAlike = (means: Float32Array, area: number, other: number): boolean =>
  Math.hypot(...[0, 1, 2].map((c) => (means[area * 3 + c] ?? 0) - (means[other * 3 + c] ?? 0))) < ALIKE;

/** Limits for an area to count as a shadow: at least this share of the surrounding light, and almost the same hue. */
const SHADOW = { leastLight: 0.55, hueDifference: 0.02 } as const;

function isDimmer(means: Float32Array, area: number, lit: number): boolean {
  const sumLight = (of: number): number =>
    Math.max(1, (means[of * 3] ?? 0) + (means[of * 3 + 1] ?? 0) + (means[of * 3 + 2] ?? 0));
  const share = sumLight(area) / sumLight(lit);
  const hue = (c: number): number =>
    (means[area * 3 + c] ?? 0) / sumLight(area) - (means[lit * 3 + c] ?? 0) / sumLight(lit);
  return share <= 1.05 && share >= SHADOW.leastLight && Math.hypot(hue(0), hue(1)) < SHADOW.hueDifference;
}

/** Sizes of the selection by a click: the whole object, or the area of one color under the pointer. */
export const REACHES = ['object', 'area'] as const;
export type Reach = (typeof REACHES)[number];

/** Radius in cells around a click in which small segments are found, because a finger can't hit them precisely. */
const NEAR = 4;

/**
 * Segment at a point.
 * @param x column in cells
 * @param y row in cells
 * @returns null outside the picture, and on the background unless a segment is near
 */
export function partAt(foundParts: CutOutSegments, x: number, y: number, reach: Reach): CutOutSegment | null {
  const { widthPx, heightPx, areaOf, isBackdrop, all, partOf, alpha } = foundParts;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) return null;
  const cell = row * widthPx + column;
  const part = all[(partOf[cell] ?? 0) - 1] ?? null;
  if (part && reach === 'object') return part;
  const area = areaOf[cell] ?? 0;
  const isKept = part?.isKept === true;
  if (!isKept && isBackdrop[area] === 1) return part ?? partNear(foundParts, column, row);
  const cells = part ? part.cells : Uint32Array.from(areaOf.keys());
  const own = cells.filter((other) => areaOf[other] === area && (alpha[other] ?? 0) >= INSIDE === isKept);
  return { isKept, cells: own };
}

function partNear(
  { widthPx, heightPx, all, partOf }: CutOutSegments,
  column: number,
  row: number,
): CutOutSegment | null {
  let [nearest, distance]: [CutOutSegment | null, number] = [null, NEAR + 1];
  for (let y = Math.max(0, row - NEAR); y <= Math.min(heightPx - 1, row + NEAR); y += 1) {
    for (let x = Math.max(0, column - NEAR); x <= Math.min(widthPx - 1, column + NEAR); x += 1) {
      const part = all[(partOf[y * widthPx + x] ?? 0) - 1];
      const away = Math.hypot(x - column, y - row);
      if (part && away < distance) [nearest, distance] = [part, away];
    }
  }
  return nearest;
}

/** Width of the soft edge of a segment in the cut-out, in cells. */
const RIM = 3;

/** Coverage of each cell by a segment, 0 or 255, including the soft edge that belongs to no other segment. */
export function computeCover(foundParts: CutOutSegments, { cells, isKept }: CutOutSegment): Uint8Array {
  const own = new Uint8Array(foundParts.partOf.length);
  for (const cell of cells) own[cell] = 1;
  const wide = growArea(foundParts, own, isKept ? RIM : 1);
  return wide.map((value, cell) =>
    own[cell] === 1 || (value === 1 && (foundParts.alpha[cell] ?? 0) < INSIDE) ? 255 : 0,
  );
}
