import type { Box } from './raster.ts';

/**
 * 4-connected regions of samples with one value, each as a list of pixel indices in ascending order; the regions are
 * ordered by their first pixel. Joins the runs of a row with the runs above them in a union-find (Rosenfeld and Pfaltz,
 * "Sequential operations in digital picture processing", 1966).
 */
export function findRegions(samples: Uint8Array, widthPx: number, targetValue: number): Int32Array[] {
  const runs = findRuns(samples, widthPx, targetValue);
  const { starts, ends, parents, count } = runs;
  const sizes = new Int32Array(count);
  for (let run = 0; run < count; run++) {
    parents[run] = parents[parents[run]];
    sizes[parents[run]] += ends[run] - starts[run];
  }
  const regions: Int32Array[] = [];
  const numbers = new Int32Array(count);
  const filled = new Int32Array(count);
  for (let run = 0; run < count; run++) {
    const first = parents[run];
    if (first === run) {
      numbers[run] = regions.length;
      regions.push(new Int32Array(sizes[run]));
    }
    const cells = regions[numbers[first]];
    let to = filled[first];
    for (let i = starts[run]; i < ends[run]; i++) cells[to++] = i;
    filled[first] = to;
  }
  return regions;
}

/** Runs of consecutive samples in rows, in ascending order. */
interface Runs {
  /** First sample of each run, and the sample after its last one. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** An earlier run of the same region, or the run itself if it is the region's first. */
  readonly parents: Int32Array;
  readonly count: number;
}

function findRuns(samples: Uint8Array, widthPx: number, targetValue: number): Runs {
  let capacity = 1024;
  let [starts, ends, parents] = [0, 1, 2].map(() => new Int32Array(capacity));
  let count = 0;
  const findRoot = (run: number): number => {
    let root = run;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  };
  // Runs of the current row start at `first`; runs of the row above that may touch it are from `above` to `first`.
  let [above, first, rowEnd] = [0, 0, 0];
  for (let i = samples.indexOf(targetValue); i >= 0; i = samples.indexOf(targetValue, ends[count - 1])) {
    if (i >= rowEnd) {
      const row = i - (i % widthPx);
      above = row === rowEnd ? first : count;
      first = count;
      rowEnd = row + widthPx;
    }
    let end = i + 1;
    while (end < rowEnd && samples[end] === targetValue) end++;
    if (count === capacity) {
      capacity *= 2;
      [starts, ends, parents] = [starts, ends, parents].map((values) => enlargeList(values, capacity));
    }
    starts[count] = i;
    ends[count] = end;
    parents[count] = count;
    while (above < first && ends[above] + widthPx <= i) above++;
    for (let other = above; other < first && starts[other] + widthPx < end; other++) {
      const [one, two] = [findRoot(other), findRoot(count)];
      parents[Math.max(one, two)] = Math.min(one, two);
    }
    count++;
  }
  return { starts, ends, parents, count };
}

function enlargeList(values: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(values);
  return larger;
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

/** Bounding box of cells in ascending order. */
function boundingBox(cells: Int32Array, widthPx: number): Box {
  const top = Math.floor(cells[0] / widthPx);
  let [left, right, bottom] = [widthPx, -1, top];
  let row = top * widthPx;
  for (const cell of cells) {
    while (cell >= row + widthPx) {
      row += widthPx;
      bottom++;
    }
    const x = cell - row;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  return { xPx: left, yPx: top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}

/** Mean of a grid's values over a region. */
export function meanIn({ data }: { readonly data: Uint8Array | Float32Array }, { cells }: Region): number {
  let sum = 0;
  for (const cell of cells) sum += data[cell];
  return sum / cells.length;
}
