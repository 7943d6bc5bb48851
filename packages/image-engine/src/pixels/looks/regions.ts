import type { Box } from '../raster.ts';

/** A connected part of a grid. */
export interface Region {
  /** Its cells, as positions in the grid. */
  readonly cells: Int32Array;
  readonly box: Box;
}

/** The connected parts (4 neighbors) of what is marked with 1 on a grid; the marks are used up. */
export function regionsOf(marks: Uint8Array, widthPx: number): Region[] {
  const regions: Region[] = [];
  const queue = new Int32Array(marks.length);
  for (let start = 0; start < marks.length; start++) {
    if (marks[start] !== 1) continue;
    const end = spread(marks, widthPx, start, queue);
    const cells = queue.slice(0, end);
    regions.push({ cells, box: boxOf(cells, widthPx) });
  }
  return regions;
}

/** Takes everything that is connected to a marked cell into the queue; returns how many. */
function spread(marks: Uint8Array, widthPx: number, start: number, queue: Int32Array): number {
  let end = 0;
  const take = (cell: number): void => {
    if (marks[cell] !== 1) return;
    marks[cell] = 0;
    queue[end++] = cell;
  };
  take(start);
  for (let at = 0; at < end; at++) {
    const cell = queue[at];
    const x = cell % widthPx;
    if (x > 0) take(cell - 1);
    if (x < widthPx - 1) take(cell + 1);
    // Beyond the first and the last row there is no mark.
    take(cell - widthPx);
    take(cell + widthPx);
  }
  return end;
}

function boxOf(cells: Int32Array, widthPx: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (const cell of cells) {
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { xPx: left, yPx: top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}
