import { describe, expect, it } from 'vitest';
import { computeCover, findParts, partAt } from './find-parts.ts';
import type { CutOutSegments } from './find-parts.ts';
import { traceOutlines } from './outline.ts';

const GRID = { widthPx: 120, heightPx: 80, scale: 0.5 };
type SegmentColor = readonly [number, number, number];

/** Rectangle in cells: left, top, right, bottom. */
type CellBox = readonly [number, number, number, number];

const isIn = ([left, top, right, bottom]: CellBox, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** Draws objects on a light wall; the cut-out contains the pixels in `keptBoxes`. */
function pictures(things: readonly (readonly [CellBox, SegmentColor])[], keptBoxes: readonly CellBox[]) {
  const photo = new Uint8ClampedArray(GRID.widthPx * GRID.heightPx * 4);
  const cutOut = new Uint8ClampedArray(photo.length);
  for (let y = 0, i = 0; y < GRID.heightPx; y += 1) {
    for (let x = 0; x < GRID.widthPx; x += 1, i += 4) {
      const color: SegmentColor = things.findLast(([box]) => isIn(box, x, y))?.[1] ?? [228, 226, 222];
      photo.set([...color, 255], i);
      if (keptBoxes.some((box) => isIn(box, x, y))) cutOut.set([...color, 255], i);
    }
  }
  return { photo, cutOut };
}

const RED: SegmentColor = [190, 40, 40];
const BLUE: SegmentColor = [40, 60, 170];
const SHADE: SegmentColor = [170, 168, 165];
const JAR: CellBox = [10, 20, 40, 70];
const CUP: CellBox = [60, 40, 80, 70];
const LEFT_OUT: CellBox = [92, 30, 112, 66];

const jarAndCup = pictures(
  [
    [JAR, RED],
    [CUP, BLUE],
    [LEFT_OUT, RED],
  ],
  [JAR, CUP],
);
const foundParts: CutOutSegments = findParts(GRID, jarAndCup.photo, jarAndCup.cutOut, null);

describe('the segments of a cut-out', () => {
  it('are listed by size, followed by the segments that the cut-out leaves out', () => {
    expect(foundParts.parts.map(({ isKept }) => isKept)).toEqual([true, true, false]);
    const [jar, cup, leftOut] = foundParts.parts.map(({ cells }) => cells.length);
    expect([jar, cup]).toEqual([30 * 50, 20 * 30]);
    // The soft edge of the object that was left out adds up to one cell on each side.
    expect(leftOut).toBeGreaterThanOrEqual(20 * 36);
    expect(leftOut).toBeLessThanOrEqual(22 * 38);
  });

  it('don’t include a shadow in the background, dust, and objects cut off by the border', () => {
    const others = pictures(
      [
        [JAR, RED],
        [[40, 60, 66, 72], SHADE],
        [[80, 10, 82, 12], BLUE],
        [[96, 0, 120, 80], BLUE],
      ],
      [JAR],
    );
    expect(findParts(GRID, others.photo, others.cutOut, null).parts).toHaveLength(1);
  });

  it('include segments that a correction has removed', () => {
    const dropped = pictures(
      [
        [JAR, SHADE],
        [CUP, BLUE],
      ],
      [CUP],
    );
    const before = pictures([], [JAR, CUP]).cutOut;
    const parts = findParts(GRID, dropped.photo, dropped.cutOut, before).parts;
    expect(parts.map(({ isKept, cells }) => [isKept, cells.length])).toEqual([
      [true, 20 * 30],
      [false, 30 * 50],
    ]);
  });
});

describe('the segment at a point', () => {
  it('is a whole segment, or null on the background', () => {
    expect(partAt(foundParts, 20, 30, 'object')).toBe(foundParts.parts[0]);
    expect(partAt(foundParts, 100, 50, 'object')).toBe(foundParts.parts[2]);
    expect(partAt(foundParts, 50, 10, 'object')).toBeNull();
    expect(partAt(foundParts, -1, 10, 'object')).toBeNull();
  });

  it('is found within finger distance', () => {
    expect(partAt(foundParts, 57, 50, 'object')).toBe(foundParts.parts[1]);
  });

  it('is limited to one color on request', () => {
    const two = pictures(
      [
        [JAR, RED],
        [[10, 20, 40, 36], BLUE],
      ],
      [JAR],
    );
    const area = partAt(findParts(GRID, two.photo, two.cutOut, null), 20, 26, 'area');
    expect(area?.isKept).toBe(true);
    // The area may differ by three rows of cells, because the border to the other color is approximate.
    expect(Math.abs((area?.cells.length ?? 0) - 30 * 16)).toBeLessThanOrEqual(3 * 30);
  });
});

describe('the outline of a segment', () => {
  it('surrounds it with its soft rim, in picture pixels, without touching another segment', () => {
    const jar = foundParts.parts[0];
    if (!jar) throw new Error('There is no jar.');
    const [ring, ...holes] = traceOutlines(foundParts, computeCover(foundParts, jar), GRID.scale);
    expect(holes).toEqual([]);
    const xs = (ring ?? []).filter((_, index) => index % 2 === 0);
    const ys = (ring ?? []).filter((_, index) => index % 2 === 1);
    const near = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(Math.round);
    expect(near).toEqual([14, 34, 86, 146]);
  });

  it('includes a separate line around a hole', () => {
    const frame = new Uint8Array(GRID.widthPx * GRID.heightPx).map((_, cell) => {
      const [x, y] = [cell % GRID.widthPx, Math.floor(cell / GRID.widthPx)];
      return isIn([20, 20, 60, 60], x, y) && !isIn([30, 30, 50, 50], x, y) ? 255 : 0;
    });
    expect(traceOutlines(GRID, frame, 1)).toHaveLength(2);
  });
});
