import type { Box } from '../../raster/raster.ts';

/**
 * Smooth correction inside a hole, computed from given values at its edge and harmonic inside: the membrane of Poisson
 * cloning (Pérez et al., "Poisson image editing", 2003; Farbman et al., "Coordinates for instant image cloning",
 * 2009). It is stored in cells of several pixels. Values in the same cell are averaged, so that single pixels at the
 * hole's edge can't draw streaks.
 */
export class Membrane {
  readonly #box: Box;
  readonly #cellPx: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #channels: number;
  readonly #values: Float32Array;
  readonly #counts: Float32Array;
  /** Marks the cells inside the hole with 1. */
  readonly #inside: Uint8Array;

  constructor(box: Box, channels: number) {
    this.#box = box;
    this.#channels = channels;
    this.#cellPx = Math.max(
      SMALLEST_CELL_PX,
      Math.ceil(Math.max(box.widthPx, box.heightPx) / MAX_CELLS_A_SIDE),
    );
    this.#columns = Math.ceil(box.widthPx / this.#cellPx);
    this.#rows = Math.ceil(box.heightPx / this.#cellPx);
    const cells = this.#columns * this.#rows;
    this.#values = new Float32Array(cells * channels);
    this.#counts = new Float32Array(cells);
    this.#inside = new Uint8Array(cells);
  }

  /** Requests the correction at a pixel (image coordinates within the box). */
  want(x: number, y: number): void {
    this.#inside[this.#cellAt(x, y)] = 1;
  }

  /** Sets the correction at a pixel of the hole's edge. */
  give(x: number, y: number, correction: ArrayLike<number>): void {
    const cell = this.#cellAt(x, y);
    this.#counts[cell]++;
    for (let c = 0; c < this.#channels; c++) this.#values[cell * this.#channels + c] += correction[c];
  }

  /**
   * Solves for the correction in the hole. With `fadePx` it decreases toward 0 inward, to a third over that distance
   * (a screened Poisson equation).
   */
  settle(fadePx = Infinity): void {
    const isGiven = this.#counts.map((count) => (count > 0 ? 1 : 0));
    this.#smoothGiven(isGiven);
    if (fadePx === Infinity) this.#spread(isGiven);
    this.#relax(isGiven, (this.#cellPx / fadePx) ** 2);
  }

  /** Writes the correction at a pixel to `into`. */
  read(x: number, y: number, into: Float64Array): void {
    const fx = (x - this.#box.xPx + 0.5) / this.#cellPx - 0.5;
    const fy = (y - this.#box.yPx + 0.5) / this.#cellPx - 0.5;
    const left = Math.floor(fx);
    const top = Math.floor(fy);
    let total = 0;
    for (let c = 0; c < this.#channels; c++) into[c] = 0;
    for (let k = 0; k < 4; k++) {
      const column = left + (k & 1);
      const row = top + (k >> 1);
      if (column < 0 || row < 0 || column >= this.#columns || row >= this.#rows) continue;
      const cell = row * this.#columns + column;
      if (this.#inside[cell] === 0 && this.#counts[cell] === 0) continue;
      const weight = (1 - Math.abs(fx - column)) * (1 - Math.abs(fy - row));
      total += weight;
      for (let c = 0; c < this.#channels; c++) into[c] += weight * this.#values[cell * this.#channels + c];
    }
    if (total > 0) for (let c = 0; c < this.#channels; c++) into[c] /= total;
  }

  #cellAt(x: number, y: number): number {
    const column = Math.floor((x - this.#box.xPx) / this.#cellPx);
    return Math.floor((y - this.#box.yPx) / this.#cellPx) * this.#columns + column;
  }

  /** Averages each given value with its neighbors along the hole's edge. */
  #smoothGiven(isGiven: Float32Array): void {
    const sums = Float32Array.from(this.#values);
    const counts = Float32Array.from(this.#counts);
    for (let cell = 0; cell < isGiven.length; cell++) {
      if (isGiven[cell] === 0) continue;
      let total = counts[cell];
      for (const near of this.#neighbors(cell)) total += counts[near];
      for (let c = 0; c < this.#channels; c++) {
        let sum = sums[cell * this.#channels + c];
        for (const near of this.#neighbors(cell)) sum += sums[near * this.#channels + c];
        this.#values[cell * this.#channels + c] = sum / total;
      }
    }
  }

  /** Initializes all other cells of the hole breadth first, each with the value of a neighboring cell. */
  #spread(isGiven: Float32Array): void {
    const reached = Uint8Array.from(isGiven);
    let front = [...isGiven.keys()].filter((cell) => isGiven[cell] === 1);
    while (front.length > 0) {
      const next: number[] = [];
      for (const cell of front) {
        for (const near of this.#neighbors(cell)) {
          if (reached[near] === 1 || this.#inside[near] === 0) continue;
          reached[near] = 1;
          for (let c = 0; c < this.#channels; c++) {
            this.#values[near * this.#channels + c] = this.#values[cell * this.#channels + c];
          }
          next.push(near);
        }
      }
      front = next;
    }
  }

  /** Gauss–Seidel with over-relaxation: each free cell becomes the mean of its neighbors. */
  #relax(isGiven: Float32Array, screening: number): void {
    const free = [...isGiven.keys()].filter((cell) => isGiven[cell] === 0 && this.#inside[cell] === 1);
    const around = free.map((cell) =>
      this.#neighbors(cell).filter((n) => isGiven[n] === 1 || this.#inside[n] === 1),
    );
    const sweeps = Math.min(MAX_SWEEPS, 8 + 2 * Math.max(this.#columns, this.#rows));
    for (let sweep = 0; sweep < sweeps; sweep++) {
      for (const [i, cell] of free.entries()) {
        const near = around[i];
        if (near.length === 0) continue;
        for (let c = 0; c < this.#channels; c++) {
          let sum = 0;
          for (const n of near) sum += this.#values[n * this.#channels + c];
          const at = cell * this.#channels + c;
          this.#values[at] += OVER_RELAXATION * (sum / (near.length + screening) - this.#values[at]);
        }
      }
    }
  }

  #neighbors(cell: number): number[] {
    const column = cell % this.#columns;
    const near: number[] = [];
    if (column > 0) near.push(cell - 1);
    if (column < this.#columns - 1) near.push(cell + 1);
    if (cell >= this.#columns) near.push(cell - this.#columns);
    if (cell + this.#columns < this.#counts.length) near.push(cell + this.#columns);
    return near;
  }
}

const SMALLEST_CELL_PX = 4;
const MAX_CELLS_A_SIDE = 64;
const MAX_SWEEPS = 120;
const OVER_RELAXATION = 1.8;
