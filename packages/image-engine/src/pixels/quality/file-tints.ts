/** How a file's colors differ from those that it should have, on average over parts of it: what encoders do cancels out there, a tint does not. */

/** Parts along each side. */
const PARTS = 6;
/** Of fewer cells nothing is said. */
const FEWEST_CELLS = 60;

export class Tints {
  readonly #sums = new Float64Array(PARTS * PARTS * 4);
  readonly #widthPx: number;
  readonly #heightPx: number;

  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
  }

  /** @param by how many levels red, green and blue are more than they should be */
  add(x: number, y: number, [red, green, blue]: readonly [number, number, number]): void {
    const part = Math.floor((y * PARTS) / this.#heightPx) * PARTS + Math.floor((x * PARTS) / this.#widthPx);
    for (const [channel, value] of [red, green, blue, 1].entries())
      this.#sums[part * 4 + channel] = (this.#sums[part * 4 + channel] ?? 0) + value;
  }

  /** Levels: of the color that differs most, in the part where it does. */
  worst(): number {
    let worst = 0;
    for (let part = 0; part < PARTS * PARTS; part += 1) {
      const [red = 0, green = 0, blue = 0, cells = 0] = this.#sums.subarray(part * 4, part * 4 + 4);
      if (cells < FEWEST_CELLS) continue;
      for (const sum of [red, green, blue]) worst = Math.max(worst, Math.abs(sum) / cells);
    }
    return worst;
  }
}
