/** Connected components and morphology on a grid. */
import { windowExtremes } from '@packshot/image-engine/pixels';

/** Disjoint sets of cells (union-find). */
export class Sets {
  readonly #parents: Int32Array;
  readonly #sizes: Int32Array;

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, at) => at);
    this.#sizes = new Int32Array(count).fill(1);
  }

  /** Representative cell of a cell's set. */
  findRoot(cell: number): number {
    const parents = this.#parents;
    let root = cell;
    while (parents[root] !== root) root = parents[root] ?? 0;
    for (let at = cell; at !== root;) {
      const next = parents[at] ?? 0;
      parents[at] = root;
      at = next;
    }
    return root;
  }

  /** @param root representative cell of a set */
  getSize(root: number): number {
    return this.#sizes[root] ?? 0;
  }

  /**
   * Joins the sets of two representatives.
   * @returns the representative of the joined set
   */
  join(a: number, b: number): number {
    const [into, from] = this.getSize(a) < this.getSize(b) ? [b, a] : [a, b];
    this.#parents[from] = into;
    this.#sizes[into] = this.getSize(into) + this.getSize(from);
    return into;
  }
}

export interface Grid {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Offsets to half of each cell's neighbors, so that a loop over all cells visits each adjacent pair once. */
const NEIGHBORS = [
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** Calls `onPair` for every pair of cells that touch at a side or corner. */
export function eachPair({ widthPx, heightPx }: Grid, onPair: (a: number, b: number) => void): void {
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1)
      for (const [dx, dy] of NEIGHBORS)
        if (x + dx >= 0 && x + dx < widthPx && y + dy < heightPx)
          onPair(y * widthPx + x, (y + dy) * widthPx + x + dx);
}

/**
 * Connected components among the cells for which `isIn` is true.
 * @returns the cells of each component, largest first
 */
export function findComponents(grid: Grid, isIn: (cell: number) => boolean): Uint32Array[] {
  const sets = new Sets(grid.widthPx * grid.heightPx);
  eachPair(grid, (a, b) => {
    if (!isIn(a) || !isIn(b)) return;
    const [from, to] = [sets.findRoot(a), sets.findRoot(b)];
    if (from !== to) sets.join(from, to);
  });
  const cells = new Map<number, number[]>();
  for (let cell = 0; cell < grid.widthPx * grid.heightPx; cell += 1) {
    if (!isIn(cell)) continue;
    const root = sets.findRoot(cell);
    const others = cells.get(root);
    if (others) others.push(cell);
    else cells.set(root, [cell]);
  }
  return [...cells.values()]
    .toSorted((a, b) => b.length - a.length)
    .map((members) => Uint32Array.from(members));
}

/** Dilation with a square: marks each cell within `radius` of a marked cell, as 1 or 0. */
export const growArea = ({ widthPx, heightPx }: Grid, isIn: Uint8Array, radius: number): Uint8Array =>
  windowExtremes(isIn, widthPx, heightPx, radius).max;

/** Morphological opening with a square: removes areas into which a square of that size doesn't fit. */
export const openArea = (grid: Grid, isIn: Uint8Array, radius: number): Uint8Array =>
  growArea(grid, windowExtremes(isIn, grid.widthPx, grid.heightPx, radius).min, radius);
