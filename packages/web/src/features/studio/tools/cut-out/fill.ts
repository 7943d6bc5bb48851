/** Coverage of pixels by closed outlines, computed on bytes so that it is the same in every browser. */
import type { Cover, RasterRegion } from './brush.ts';

/** Number of scan lines per row of pixels; along a line, the coverage is computed exactly. */
const LINES_PER_ROW = 4;

/** Side of an outline, from its upper end to its lower end. */
interface OutlineSide {
  readonly top: number;
  readonly bottom: number;
  /** x at height 0; `slope` is the change of x per row. */
  readonly origin: number;
  readonly slope: number;
}

/**
 * Fills outlines by the even-odd rule.
 * @param rings x and y alternately, in pixels of the raster
 * @param within region of the raster that may change
 */
export function fillRings(
  { data, widthPx }: Cover,
  rings: readonly (readonly number[])[],
  within: RasterRegion,
): void {
  const sides = rings.flatMap(listSides).toSorted((a, b) => a.top - b.top);
  const row = new Float32Array(widthPx);
  let next = 0;
  let open: OutlineSide[] = [];
  for (let y = within.top; y < within.bottom; y += 1) {
    while (next < sides.length && (sides[next]?.top ?? 0) < y + 1) {
      const side = sides[next];
      if (side && side.bottom > y) open.push(side);
      next += 1;
    }
    if (open.length === 0) continue;
    open = open.filter(({ bottom }) => bottom > y);
    row.fill(0, within.left, within.right);
    for (let line = 0; line < LINES_PER_ROW; line += 1) {
      const height = y + (line + 0.5) / LINES_PER_ROW;
      const crossings = open
        .filter(({ top, bottom }) => top <= height && height < bottom)
        .map(({ origin, slope }) => origin + slope * height)
        .toSorted((a, b) => a - b);
      for (let at = 0; at + 1 < crossings.length; at += 2)
        addSpan(row, crossings[at] ?? 0, crossings[at + 1] ?? 0, within);
    }
    for (let x = within.left; x < within.right; x += 1)
      data[y * widthPx + x] = Math.round((255 * (row[x] ?? 0)) / LINES_PER_ROW);
  }
}

function listSides(ring: readonly number[]): OutlineSide[] {
  const sides: OutlineSide[] = [];
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const to = (at + 2) % ring.length;
    const [ax, ay] = [ring[at] ?? 0, ring[at + 1] ?? 0];
    const [bx, by] = [ring[to] ?? 0, ring[to + 1] ?? 0];
    if (ay === by) continue;
    const slope = (bx - ax) / (by - ay);
    sides.push({ top: Math.min(ay, by), bottom: Math.max(ay, by), origin: ax - slope * ay, slope });
  }
  return sides;
}

function addSpan(row: Float32Array, from: number, to: number, { left, right }: RasterRegion): void {
  const start = Math.max(from, left);
  const end = Math.min(to, right);
  for (let x = Math.floor(start); x < end; x += 1)
    row[x] = (row[x] ?? 0) + Math.min(end, x + 1) - Math.max(start, x);
}
