/** Side of a block, in samples. */
const SIDE = 4;

/** Area of a grid in blocks of 4 x 4 samples. Work on such an area skips the rest of the grid. */
export interface Blocks {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Number of blocks in a row. */
  readonly columns: number;
  readonly rows: number;
  /** 1 for each block of the area, row by row. */
  readonly marks: Uint8Array;
}

/** Blocks of a grid that contain a sample with this value. */
export function blocksWith(samples: Uint8Array, widthPx: number, value: number): Blocks {
  const heightPx = samples.length / widthPx;
  const [columns, rows] = [Math.ceil(widthPx / SIDE), Math.ceil(heightPx / SIDE)];
  const marks = new Uint8Array(columns * rows);
  for (let i = samples.indexOf(value); i >= 0; i = samples.indexOf(value, i + 1)) {
    const x = i % widthPx;
    const y = (i - x) / widthPx;
    marks[Math.floor(y / SIDE) * columns + Math.floor(x / SIDE)] = 1;
  }
  return { widthPx, heightPx, columns, rows, marks };
}

/** Area that reaches at least `acrossPx` and `downPx` farther in both directions. */
export function growBlocks(blocks: Blocks, acrossPx: number, downPx: number): Blocks {
  const { columns, rows } = blocks;
  const [across, down] = [Math.ceil(acrossPx / SIDE), Math.ceil(downPx / SIDE)];
  const marks = new Uint8Array(columns * rows);
  const wide = new Uint8Array(columns);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    if (!blocks.marks.subarray(from, from + columns).includes(1)) continue;
    wide.fill(0);
    for (let column = 0; column < columns; column++) {
      if (blocks.marks[from + column] === 1) wide.fill(1, Math.max(0, column - across), column + across + 1);
    }
    for (let near = Math.max(0, row - down); near <= Math.min(rows - 1, row + down); near++) {
      for (let column = 0; column < columns; column++) marks[near * columns + column] |= wide[column];
    }
  }
  return { ...blocks, marks };
}

/** Rectangle of an area, one block high; `right` and `bottom` are exclusive. */
export interface Strip {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Strips that cover an area: consecutive blocks of a row, from top to bottom. */
export function stripsIn({ columns, rows, marks, widthPx, heightPx }: Blocks): Strip[] {
  const strips: Strip[] = [];
  for (let row = 0; row < rows; row++) {
    const first = row * columns;
    const end = first + columns;
    for (let at = marks.indexOf(1, first); at >= 0 && at < end;) {
      let next = at + 1;
      while (next < end && marks[next] === 1) next++;
      strips.push({
        left: (at - first) * SIDE,
        right: Math.min(widthPx, (next - first) * SIDE),
        top: row * SIDE,
        bottom: Math.min(heightPx, (row + 1) * SIDE),
      });
      at = marks.indexOf(1, next);
    }
  }
  return strips;
}

/** True if the block above a column of a strip belongs to the area. */
export const continuesFromAbove = ({ columns, marks }: Blocks, column: number, { top }: Strip): boolean =>
  top > 0 && marks[(top / SIDE - 1) * columns + Math.floor(column / SIDE)] === 1;
