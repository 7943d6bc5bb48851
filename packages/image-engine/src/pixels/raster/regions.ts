import type { Box } from './raster.ts';

/** 4-connected regions of samples with one value, each as a list of pixel indices. */
export function findRegions(samples: Uint8Array, widthPx: number, targetValue: number): Int32Array[] {
  const visited = new Uint8Array(samples.length);
  const stack = new Int32Array(samples.length);
  const regions: Int32Array[] = [];
  const lastRow = samples.length - widthPx;
  for (let start = 0; start < samples.length; start++) {
    if (visited[start] === 1 || samples[start] !== targetValue) continue;
    // The array contains all visited pixels of the region; `next` is the position of the one to process.
    let size = 0;
    stack[size++] = start;
    visited[start] = 1;
    for (let next = 0; next < size; next++) {
      const i = stack[next];
      const x = i % widthPx;
      if (x > 0 && visited[i - 1] === 0 && samples[i - 1] === targetValue) {
        visited[i - 1] = 1;
        stack[size++] = i - 1;
      }
      if (x < widthPx - 1 && visited[i + 1] === 0 && samples[i + 1] === targetValue) {
        visited[i + 1] = 1;
        stack[size++] = i + 1;
      }
      if (i >= widthPx && visited[i - widthPx] === 0 && samples[i - widthPx] === targetValue) {
        visited[i - widthPx] = 1;
        stack[size++] = i - widthPx;
      }
      if (i < lastRow && visited[i + widthPx] === 0 && samples[i + widthPx] === targetValue) {
        visited[i + widthPx] = 1;
        stack[size++] = i + widthPx;
      }
    }
    regions.push(stack.slice(0, size));
  }
  return regions;
}

/** Connected component of a grid. */
export interface Region {
  /** Indices of the component's cells in the grid. */
  readonly cells: Int32Array;
  readonly box: Box;
}

/** Connected components (4 neighbors) of the cells marked with 1. */
export const findConnectedRegions = (marks: Uint8Array, widthPx: number): Region[] =>
  findRegions(marks, widthPx, 1).map((cells) => ({ cells, box: boundingBox(cells, widthPx) }));

function boundingBox(cells: Int32Array, widthPx: number): Box {
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

/** Mean of a grid's values over a region. */
export function meanIn({ data }: { readonly data: Uint8Array | Float32Array }, { cells }: Region): number {
  let sum = 0;
  for (const cell of cells) sum += data[cell];
  return sum / cells.length;
}
