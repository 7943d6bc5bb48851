/**
 * Divides a photo into areas of similar color, up to visible edges. Joins neighboring cells, most similar first,
 * unless the color step between them exceeds the steps within either (Felzenszwalb and Huttenlocher, 2004). Then joins
 * areas without an edge between them, because light and shade vary within an object.
 */
import type { Pixels } from '../corrected-preview.ts';
import { eachPair, Sets } from './grow.ts';
import type { Grid } from './grow.ts';

/** Tolerance with which small areas join their neighbors; larger values give larger areas. */
const SCALE = 500;
/** Share of the grid below which an area joins its most similar neighbor. */
const LEAST_SHARE = 0.0006;
/** Number of buckets per 8-bit level, for sorting color steps by counting. */
const STEPS_PER_LEVEL = 4;
const MOST_STEPS = STEPS_PER_LEVEL * 442;
/**
 * Limits in levels below which two areas count as having no edge between them: the mean step along their border, and
 * the distance of their mean colors.
 */
const NO_EDGE = { step: 6, apart: 26 } as const;
/** Maximum number of passes that join areas; the passes end earlier once one joins none. */
const ROUNDS = 4;

export interface ColorAreas {
  /** Index of the area to which each cell belongs, from 0. */
  readonly areaOf: Uint16Array;
  readonly count: number;
  /** Mean red, green and blue of each area, interleaved. */
  readonly means: Float32Array;
}

/** Pairs of adjacent cells, with the color step between them. */
interface Pairs {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly steps: Uint16Array;
  /** Indices of the pairs, smallest step first. */
  readonly sorted: Uint32Array;
}

export function colorAreas(grid: Grid, photo: Pixels): ColorAreas {
  const count = grid.widthPx * grid.heightPx;
  const soft = softenPhoto(grid, photo);
  const pairs = sortedPairs(grid, soft);
  const sets = new Sets(count);
  joinAlike(sets, pairs, count);
  let areas = numberAreas(sets, soft, count);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = areas.count;
    joinWithoutEdge(sets, pairs, areas);
    areas = numberAreas(sets, soft, count);
    if (areas.count === before) break;
  }
  return areas;
}

function sortedPairs(grid: Grid, soft: Float32Array): Pairs {
  const most = grid.widthPx * grid.heightPx * 4;
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  const steps = new Uint16Array(most);
  const places = new Uint32Array(MOST_STEPS + 2);
  let pairs = 0;
  eachPair(grid, (a, b) => {
    const step = Math.min(MOST_STEPS, Math.round(STEPS_PER_LEVEL * colorDistance(soft, a, soft, b)));
    from[pairs] = a;
    to[pairs] = b;
    steps[pairs] = step;
    places[step + 1] = (places[step + 1] ?? 0) + 1;
    pairs += 1;
  });
  for (let step = 1; step < places.length; step += 1)
    places[step] = (places[step] ?? 0) + (places[step - 1] ?? 0);
  const sorted = new Uint32Array(pairs);
  for (let pair = 0; pair < pairs; pair += 1) {
    const step = steps[pair] ?? 0;
    const place = places[step] ?? 0;
    sorted[place] = pair;
    places[step] = place + 1;
  }
  return { from, to, steps, sorted };
}

function joinAlike(sets: Sets, { from, to, steps, sorted }: Pairs, count: number): void {
  const most = new Float32Array(count).fill(SCALE);
  for (const pair of sorted) {
    const [a, b] = [sets.findRoot(from[pair] ?? 0), sets.findRoot(to[pair] ?? 0)];
    const step = (steps[pair] ?? 0) / STEPS_PER_LEVEL;
    if (a === b || step > (most[a] ?? 0) || step > (most[b] ?? 0)) continue;
    const root = sets.join(a, b);
    most[root] = step + SCALE / sets.getSize(root);
  }
  const least = LEAST_SHARE * count;
  for (const pair of sorted) {
    const [a, b] = [sets.findRoot(from[pair] ?? 0), sets.findRoot(to[pair] ?? 0)];
    if (a !== b && Math.min(sets.getSize(a), sets.getSize(b)) < least) sets.join(a, b);
  }
}

/** Color steps along the border of two areas. */
interface Border {
  /** Cell in the first area; `b` is a cell in the second one. */
  readonly a: number;
  readonly b: number;
  sum: number;
  count: number;
}

function joinWithoutEdge(sets: Sets, { from, to, steps }: Pairs, { areaOf, count, means }: ColorAreas): void {
  const borders = new Map<number, Border>();
  for (let pair = 0; pair < from.length; pair += 1) {
    const [a, b] = [from[pair] ?? 0, to[pair] ?? 0];
    const [own, other] = [areaOf[a] ?? 0, areaOf[b] ?? 0];
    if (own === other) continue;
    const key = Math.min(own, other) * count + Math.max(own, other);
    const border = borders.get(key) ?? { a, b, sum: 0, count: 0 };
    border.sum += (steps[pair] ?? 0) / STEPS_PER_LEVEL;
    border.count += 1;
    borders.set(key, border);
  }
  const computeStep = ({ sum, count: length }: Border): number => sum / length;
  for (const border of [...borders.values()].toSorted((x, y) => computeStep(x) - computeStep(y))) {
    if (computeStep(border) >= NO_EDGE.step) break;
    const [own, other] = [areaOf[border.a] ?? 0, areaOf[border.b] ?? 0];
    if (colorDistance(means, own, means, other) >= NO_EDGE.apart) continue;
    const [a, b] = [sets.findRoot(border.a), sets.findRoot(border.b)];
    if (a !== b) sets.join(a, b);
  }
}

function numberAreas(sets: Sets, soft: Float32Array, cells: number): ColorAreas {
  const numbers = new Map<number, number>();
  const areaOf = new Uint16Array(cells);
  for (let cell = 0; cell < cells; cell += 1) {
    const root = sets.findRoot(cell);
    let number = numbers.get(root);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(root, number);
    }
    areaOf[cell] = number;
  }
  const means = new Float32Array(numbers.size * 3);
  for (let cell = 0; cell < cells; cell += 1)
    for (let c = 0; c < 3; c += 1) {
      const at = (areaOf[cell] ?? 0) * 3 + c;
      means[at] = (means[at] ?? 0) + (soft[cell * 3 + c] ?? 0);
    }
  for (const [root, number] of numbers)
    for (let c = 0; c < 3; c += 1) means[number * 3 + c] = (means[number * 3 + c] ?? 0) / sets.getSize(root);
  return { areaOf, count: numbers.size, means };
}

function colorDistance(one: Float32Array, a: number, other: Float32Array, b: number): number {
  const red = (one[a * 3] ?? 0) - (other[b * 3] ?? 0);
  const green = (one[a * 3 + 1] ?? 0) - (other[b * 3 + 1] ?? 0);
  const blue = (one[a * 3 + 2] ?? 0) - (other[b * 3 + 2] ?? 0);
  return Math.sqrt(red * red + green * green + blue * blue);
}

/** Blurs the photo with a 3 × 3 mean, so that grain doesn't create areas. */
function softenPhoto({ widthPx, heightPx }: Grid, photo: Pixels): Float32Array {
  const soft = new Float32Array(widthPx * heightPx * 3);
  const rows = new Float32Array(widthPx * heightPx * 3);
  const at = (value: number, last: number): number => Math.min(last, Math.max(0, value));
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1)
      for (let c = 0; c < 3; c += 1) {
        let sum = 0;
        for (let u = x - 1; u <= x + 1; u += 1) sum += photo[(y * widthPx + at(u, widthPx - 1)) * 4 + c] ?? 0;
        rows[(y * widthPx + x) * 3 + c] = sum;
      }
  const stride = widthPx * 3;
  for (let y = 0; y < heightPx; y += 1)
    for (let i = 0; i < stride; i += 1) {
      const above = at(y - 1, heightPx - 1) * stride + i;
      const below = at(y + 1, heightPx - 1) * stride + i;
      soft[y * stride + i] = ((rows[above] ?? 0) + (rows[y * stride + i] ?? 0) + (rows[below] ?? 0)) / 9;
    }
  return soft;
}
