import { findConnectedRegions } from '../../raster/regions.ts';
import { clamp, lineThrough, computeMean } from './numbers.ts';
import type { PhotoGrid } from './seen-product-view.ts';

/** Number of rows and columns of the reduced outline. */
const COARSE = 10;

/** Number of measurements that `outlineMeasures` returns. */
export const OUTLINE_MEASURES = 60;
/** Indices of measurements that depend on the product's position in its photo, which a crop makes meaningless. */
export const FRAME_MEASURES: readonly number[] = [1, 3, 4, 5, 6, 7];

/** Measures the product's outline: position and proportions, symmetry, lower and upper curve, and lean of the sides. */
export const outlineMeasures = (photoGrid: PhotoGrid): number[] => [
  ...proportions(photoGrid),
  ...profile(photoGrid),
  ...curve(photoGrid, 'lower'),
  ...curve(photoGrid, 'upper'),
  ...sides(photoGrid),
  ...holesAndParts(photoGrid),
];

function proportions({ widthPx, heightPx, product, left, top, right, bottom }: PhotoGrid): number[] {
  const [across, down] = [right - left, bottom - top];
  let [count, sumX, sumY, xx, yy, xy, mirrored, turned] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (product[y * widthPx + x] === 0) continue;
      count++;
      sumX += x;
      sumY += y;
      xx += x * x;
      yy += y * y;
      xy += x * y;
      mirrored += product[y * widthPx + (left + right - 1 - x)];
      turned += product[(top + bottom - 1 - y) * widthPx + x];
    }
  }
  const [meanX, meanY] = [sumX / count, sumY / count];
  const [a, b, c] = [xx / count - meanX ** 2, yy / count - meanY ** 2, xy / count - meanX * meanY];
  const spread = Math.sqrt(Math.max(0, ((a - b) / 2) ** 2 + c ** 2));
  const [longest, shortest] = [(a + b) / 2 + spread, (a + b) / 2 - spread];
  return [
    Math.log(across / down),
    Math.log(widthPx / heightPx),
    count / (across * down),
    down / heightPx,
    across / widthPx,
    top / heightPx,
    bottom / heightPx,
    Math.abs((left + right) / 2 / widthPx - 0.5),
    (meanY - top) / down,
    Math.abs((meanX - left) / across - 0.5),
    (b - a) / (a + b),
    Math.abs((2 * c) / (a + b)),
    Math.log(longest / (shortest + 0.001)),
    mirrored / (2 * count - mirrored),
    turned / (2 * count - turned),
  ];
}

/** Filled share and width of the outline in ten bands from top to bottom, relative to its box. */
function profile({ widthPx, product, left, top, right, bottom }: PhotoGrid): number[] {
  const [across, down] = [right - left, bottom - top];
  const filled: number[] = [];
  const wide: number[] = [];
  for (let band = 0; band < COARSE; band++) {
    const from = top + Math.floor((band * down) / COARSE);
    const to = Math.max(from + 1, top + Math.floor(((band + 1) * down) / COARSE));
    let [count, first, last] = [0, right, left - 1];
    for (let y = from; y < to; y++) {
      for (let x = left; x < right; x++) {
        if (product[y * widthPx + x] === 0) continue;
        count++;
        first = Math.min(first, x);
        last = Math.max(last, x);
      }
    }
    filled.push(count / ((to - from) * across));
    wide.push(Math.max(0, last - first + 1) / across);
  }
  return [...filled, ...wide];
}

/**
 * Distances from the lowest or highest point of the outline, in product widths. For each distance, the share of the
 * curve within it is measured.
 */
const NEAR_END = [0.05, 0.1, 0.2, 0.3] as const;
const FLAT_WITHIN = 0.02;
/** Half the width of the middle part to which an ellipse is fitted, in curve widths; it excludes rounded corners. */
const MIDDLE = 0.42;

/**
 * Measures the lower or upper outline: its flatness, the fit and depth of half an ellipse (the height of a round base
 * or rim divided by its width is the sine of the camera's elevation), and the rise of its flanks (as of a box seen
 * over its corner).
 */
function curve({ widthPx, product, left, top, right, bottom }: PhotoGrid, end: 'lower' | 'upper'): number[] {
  const across = right - left;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let x = left; x < right; x++) {
    for (let k = 0; k < bottom - top; k++) {
      const y = end === 'lower' ? bottom - 1 - k : top + k;
      if (product[y * widthPx + x] === 0) continue;
      xs.push((x - (left + right - 1) / 2) / across);
      ys.push(-k / across);
      break;
    }
  }
  const flat = ys.filter((y) => -y <= FLAT_WITHIN).length / ys.length;
  const near = NEAR_END.map((share) => ys.filter((y) => -y < share).length / ys.length);
  const middle = xs.flatMap((x, i) => (Math.abs(x) < MIDDLE ? [i] : []));
  const { depth, misfit } = halfEllipse(
    middle.map((i) => xs[i]),
    middle.map((i) => ys[i]),
  );
  const third = Math.max(2, Math.floor(xs.length / 3));
  const rising = lineThrough(xs.slice(0, third), ys.slice(0, third)).slope;
  const falling = lineThrough(xs.slice(-third), ys.slice(-third)).slope;
  return [
    flat,
    ...near,
    clamp(2 * depth, -1, 3),
    misfit,
    clamp(rising - falling, -4, 4),
    clamp(Math.abs(rising + falling), 0, 4),
  ];
}

/** Least squares fit of y = base + tilt·x + depth·√(1 − 4x²). */
function halfEllipse(xs: readonly number[], ys: readonly number[]): { depth: number; misfit: number } {
  // After removing mean and tilt from both curves, the depth is the projection of the outline on the ellipse.
  const arcs = xs.map((x) => Math.sqrt(Math.max(0, 1 - 4 * x * x)));
  const computeResiduals = (values: readonly number[]): number[] => {
    const { slope } = lineThrough(xs, values);
    const [meanX, mean] = [computeMean(xs), computeMean(values)];
    return values.map((value, i) => value - mean - slope * (xs[i] - meanX));
  };
  const [arc, rest] = [computeResiduals(arcs), computeResiduals(ys)];
  const own = arc.reduce((sum, value) => sum + value * value, 0);
  const depth = own < 1e-9 ? 0 : arc.reduce((sum, value, i) => sum + value * rest[i], 0) / own;
  return { depth, misfit: computeMean(rest.map((value, i) => Math.abs(value - depth * arc[i]))) };
}

/** Share of rows at the box's upper and lower end that aren't used for measuring the sides. */
const ENDS = 0.15;

/**
 * Measures how the product's left and right sides converge, lean and bend. Vertical sides that converge downward are
 * seen from above.
 */
function sides({ widthPx, product, left, top, right, bottom }: PhotoGrid): number[] {
  const down = bottom - top;
  const ys: number[] = [];
  const lefts: number[] = [];
  const rights: number[] = [];
  for (let y = top + Math.floor(ENDS * down); y < bottom - ENDS * down; y++) {
    let [first, last] = [left, right - 1];
    while (first < right && product[y * widthPx + first] === 0) first++;
    while (last >= first && product[y * widthPx + last] === 0) last--;
    if (first > last) continue;
    ys.push(y / down);
    lefts.push(first / down);
    rights.push(last / down);
  }
  if (ys.length < 4) return [0, 0, 0, 0];
  const [one, other] = [lineThrough(ys, lefts), lineThrough(ys, rights)];
  return [
    clamp(other.slope - one.slope, -2, 2),
    Math.abs(clamp(other.slope + one.slope, -2, 2)),
    Math.min(one.misfit, other.misfit),
    Math.max(one.misfit, other.misfit),
  ];
}

const MOST_PARTS = 5;

function holesAndParts({
  widthPx,
  heightPx,
  product,
  left,
  top,
  right,
  bottom,
  within,
}: PhotoGrid): number[] {
  const ground = product.map((value) => 1 - value);
  let holes = 0;
  for (const { cells, box } of findConnectedRegions(ground, widthPx)) {
    const isAtBorder =
      box.xPx === 0 ||
      box.yPx === 0 ||
      box.xPx + box.widthPx === widthPx ||
      box.yPx + box.heightPx === heightPx;
    if (!isAtBorder) holes += cells.length;
  }
  const count = product.reduce((sum, value) => sum + value, 0);
  const thickest = within.reduce((most, value) => Math.max(most, value), 0);
  return [
    holes / count,
    Math.min(MOST_PARTS, findConnectedRegions(product, widthPx).length),
    thickest / Math.sqrt((right - left) * (bottom - top)),
  ];
}
