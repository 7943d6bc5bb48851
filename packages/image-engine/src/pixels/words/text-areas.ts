import { findRegions } from '../raster/regions.ts';

/** Divisor of the sides that the detection network accepts. */
export const TEXT_GRID_PX = 32;

/** Probability that a cell is in the middle of a text line, 0 to 1, for each cell of a grid over the picture. */
export interface TextMap {
  readonly data: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Text line on the map's grid, along an axis that may be rotated. The line may be curved: at the position `t` along
 * it, −½ to ½ of its length from the center, its middle is `bendPx · (1 − 4t²)` off the axis.
 */
export interface TextArea {
  readonly centerX: number;
  readonly centerY: number;
  /** Angle of the axis, clockwise from the horizontal, over −90 to 90 degrees. */
  readonly angleRad: number;
  readonly lengthPx: number;
  readonly thicknessPx: number;
  readonly bendPx: number;
  /** Mean of the map's probabilities over the line. */
  readonly certainty: number;
}

/** Map value above which a cell belongs to a line. */
const CELL_FROM = 0.3;
/** Minimum certainty of a line; with less it is probably texture. */
const MIN_CERTAINTY = 0.55;
const MIN_CELLS = 20;
const MIN_THICKNESS_PX = 3;
/**
 * Growth from the detected core (0.4 of a line's height) to the whole line, as a multiple of the core's area divided
 * by its circumference.
 */
const GROWTH = 1.6;
/**
 * Minimum deviation of a line's middle from its axis for treating the line as curved, relative to the core's
 * thickness.
 */
const MIN_BEND = 0.3;
/** Minimum number of columns of a line for detecting a curve. */
const MIN_BEND_COLUMNS = 12;

/** Finds the text lines on a map, in no particular order. */
export function textAreas({ data, widthPx, heightPx }: TextMap): TextArea[] {
  const cells = Uint8Array.from(data, (value) => (value > CELL_FROM ? 1 : 0));
  return findRegions(cells, widthPx, 1).flatMap((region) => {
    if (region.length < MIN_CELLS) return [];
    const certainty = computeMean(data, region);
    if (certainty < MIN_CERTAINTY) return [];
    const area = toTextArea(region, widthPx, certainty);
    const fits = area.thicknessPx >= MIN_THICKNESS_PX && area.thicknessPx < heightPx;
    return fits ? [area] : [];
  });
}

function computeMean(data: Float32Array, region: Int32Array): number {
  let sum = 0;
  for (const i of region) sum += data[i];
  return sum / region.length;
}

function toTextArea(region: Int32Array, widthPx: number, certainty: number): TextArea {
  const { angleRad, left, right, top, bottom } = smallestBox(computeHull(region, widthPx));
  const [cos, sin] = [Math.cos(angleRad), Math.sin(angleRad)];
  const length = right - left;
  const columns = centersAlong(region, widthPx, { cos, sin, left, length });
  const bend = fitBend(columns, length);
  const core = bend.height === 0 ? bottom - top : bend.thickness;
  const grown = (length * core * GROWTH) / (2 * (length + core));
  const along = (left + right) / 2;
  const across = bend.height === 0 ? (top + bottom) / 2 : bend.base;
  return {
    centerX: along * cos - across * sin,
    centerY: along * sin + across * cos,
    angleRad,
    lengthPx: length + 2 * grown,
    thicknessPx: core + 2 * grown,
    bendPx: bend.height,
    certainty,
  };
}

type HullPoint = readonly [x: number, y: number];

/** Convex hull of a region's cells (Andrew 1979), computed from the outermost cells of each row. */
function computeHull(region: Int32Array, widthPx: number): HullPoint[] {
  const rows = new Map<number, [number, number]>();
  for (const i of region) {
    const x = i % widthPx;
    const y = (i - x) / widthPx;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, [x, x]);
    else {
      row[0] = Math.min(row[0], x);
      row[1] = Math.max(row[1], x);
    }
  }
  const points = [...rows].flatMap(([y, [first, last]]): HullPoint[] => [
    [first, y],
    [last + 1, y],
    [first, y + 1],
    [last + 1, y + 1],
  ]);
  points.sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  return [...halfHull(points), ...halfHull(points.toReversed())];
}

function halfHull(points: readonly HullPoint[]): HullPoint[] {
  const hull: HullPoint[] = [];
  for (const point of points) {
    while (hull.length > 1 && !turnsLeft(hull[hull.length - 2], hull[hull.length - 1], point)) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

const turnsLeft = ([ax, ay]: HullPoint, [bx, by]: HullPoint, [cx, cy]: HullPoint): boolean =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0;

interface TurnedBox {
  readonly angleRad: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Minimum-area bounding box of a hull, along one of its sides, with the longer side as the axis. */
function smallestBox(hull: readonly HullPoint[]): TurnedBox {
  let best: TurnedBox | undefined;
  let least = Infinity;
  hull.forEach(([x1, y1], k) => {
    const [x2, y2] = hull[(k + 1) % hull.length];
    const box = boxAt(hull, Math.atan2(y2 - y1, x2 - x1));
    const area = (box.right - box.left) * (box.bottom - box.top);
    if (area >= least) return;
    least = area;
    best = box;
  });
  if (best === undefined) throw new RangeError('A region without cells has no box');
  return best;
}

function boxAt(hull: readonly HullPoint[], sideRad: number): TurnedBox {
  const box = extentAt(hull, sideRad);
  const isAcross = box.bottom - box.top > box.right - box.left;
  const angleRad = isAcross ? sideRad + Math.PI / 2 : sideRad;
  // Makes the axis point to the right.
  const upright = angleRad - Math.PI * Math.round(angleRad / Math.PI);
  return extentAt(hull, upright);
}

function extentAt(hull: readonly HullPoint[], angleRad: number): TurnedBox {
  const [cos, sin] = [Math.cos(angleRad), Math.sin(angleRad)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of hull) {
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  return { angleRad, left, right, top, bottom };
}

interface TextColumn {
  /** Position of the column along the line, from −½ to ½ of its length. */
  readonly at: number;
  readonly center: number;
  readonly thickness: number;
}

/** Middle and thickness of a region at several positions along its axis. */
function centersAlong(
  region: Int32Array,
  widthPx: number,
  { cos, sin, left, length }: { cos: number; sin: number; left: number; length: number },
): TextColumn[] {
  const count = Math.max(1, Math.floor(length / 2));
  const cells = new Float64Array(count);
  const sums = new Float64Array(count);
  const squares = new Float64Array(count);
  for (const i of region) {
    const x = (i % widthPx) + 0.5;
    const y = Math.floor(i / widthPx) + 0.5;
    const column = Math.min(
      count - 1,
      Math.max(0, Math.floor(((x * cos + y * sin - left) / length) * count)),
    );
    const across = y * cos - x * sin;
    cells[column]++;
    sums[column] += across;
    squares[column] += across * across;
  }
  const columns: TextColumn[] = [];
  for (let k = 0; k < count; k++) {
    if (cells[k] === 0) continue;
    const center = sums[k] / cells[k];
    // The width of a uniform distribution is the square root of twelve times its variance.
    const variance = Math.max(0, squares[k] / cells[k] - center * center);
    columns.push({ at: (k + 0.5) / count - 0.5, center, thickness: Math.sqrt(12 * variance) + 1 });
  }
  return columns;
}

/**
 * Parabola through the middle of a line; its height is 0 if the line is straight. `base` is the middle at both ends.
 */
function fitBend(
  columns: readonly TextColumn[],
  length: number,
): { height: number; base: number; thickness: number } {
  const straight = { height: 0, base: 0, thickness: 0 };
  if (columns.length < MIN_BEND_COLUMNS) return straight;
  const thickness = columns.map((column) => column.thickness).toSorted((a, b) => a - b)[columns.length >> 1];
  // Least squares fit of center = base + slope · t + height · (1 − 4t²); the axis absorbs the slope.
  let [n, s, ss, c, sc] = [0, 0, 0, 0, 0];
  for (const { at, center } of columns) {
    const shape = 1 - 4 * at * at;
    n++;
    s += shape;
    ss += shape * shape;
    c += center;
    sc += shape * center;
  }
  const height = (n * sc - s * c) / (n * ss - s * s);
  if (Math.abs(height) < MIN_BEND * thickness || Math.abs(height) > length / 2) return straight;
  return { height, base: (c - height * s) / n, thickness };
}
