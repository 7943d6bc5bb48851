import type { Level } from './level.ts';

/** Value of a pixel whose content is unknown, in place of a confidence. */
export const UNKNOWN = -1;
/** Minimum structure strength, so that patches in flat surroundings don't have a priority of zero. */
const LEAST_STRUCTURE = 0.02;

/** Unknown pixels next to known pixels, with their priority for being filled. */
export class FillFront {
  readonly #level: Level;
  readonly #sure: Float32Array;
  readonly #radiusPx: number;
  readonly #priorities = new Map<number, number>();
  readonly total: number;
  unknown: number;

  constructor(level: Level, sure: Float32Array, radiusPx: number) {
    this.#level = level;
    this.#sure = sure;
    this.#radiusPx = radiusPx;
    this.unknown = this.total = sure.reduce((count, value) => count + (value === UNKNOWN ? 1 : 0), 0);
    for (let i = 0; i < sure.length; i++) this.#consider(i);
  }

  /** Returns the pixel with the highest priority; if several have it, the first one in reading order. */
  next(): number {
    let bestPixel = -1;
    let most = -1;
    for (const [pixel, priority] of this.#priorities) {
      if (priority > most || (priority === most && pixel < bestPixel)) {
        most = priority;
        bestPixel = pixel;
      }
    }
    if (bestPixel < 0) throw new Error('A hole without any known pixel around it');
    return bestPixel;
  }

  /** Summed confidence of the known pixels in the patch around a pixel, divided by the size of the patch. */
  confidence(x: number, y: number): number {
    const { widthPx: w, heightPx: h } = this.#level;
    const r = this.#radiusPx;
    let sum = 0;
    for (let py = Math.max(0, y - r); py <= Math.min(h - 1, y + r); py++) {
      for (let px = Math.max(0, x - r); px <= Math.min(w - 1, x + r); px++) {
        const value = this.#sure[py * w + px];
        if (value !== UNKNOWN) sum += value;
      }
    }
    return sum / (2 * r + 1) ** 2;
  }

  /** Updates the list of border pixels after the patch around a pixel was filled. */
  update(x: number, y: number): void {
    const { widthPx: w, heightPx: h } = this.#level;
    const reach = 2 * this.#radiusPx + 1;
    for (let py = Math.max(0, y - reach); py <= Math.min(h - 1, y + reach); py++) {
      for (let px = Math.max(0, x - reach); px <= Math.min(w - 1, x + reach); px++) {
        this.#consider(py * w + px);
      }
    }
  }

  #consider(pixel: number): void {
    const { widthPx: w, heightPx: h } = this.#level;
    const x = pixel % w;
    const y = (pixel - x) / w;
    const countKnown = (px: number, py: number): number =>
      px >= 0 && py >= 0 && px < w && py < h && this.#sure[py * w + px] !== UNKNOWN ? 1 : 0;
    const beside = countKnown(x - 1, y) + countKnown(x + 1, y) + countKnown(x, y - 1) + countKnown(x, y + 1);
    if (this.#sure[pixel] !== UNKNOWN || beside === 0) {
      this.#priorities.delete(pixel);
      return;
    }
    this.#priorities.set(pixel, this.confidence(x, y) * (LEAST_STRUCTURE + this.#structure(x, y)));
  }

  /** Strength of an isophote (line of equal brightness) that runs into the hole at this pixel, 0 to 1. */
  #structure(x: number, y: number): number {
    const { widthPx: w, heightPx: h, channels, samples } = this.#level;
    const r = this.#radiusPx;
    let [most, gx, gy, nx, ny] = [0, 0, 0, 0, 0];
    for (let py = Math.max(0, y - r); py < Math.min(h - 1, y + r + 1); py++) {
      for (let px = Math.max(0, x - r); px < Math.min(w - 1, x + r + 1); px++) {
        const i = py * w + px;
        const here = this.#sure[i] === UNKNOWN ? 0 : 1;
        // Sums the positions of unknown pixels, which gives the direction into the hole.
        if (here === 0) {
          nx += px - x;
          ny += py - y;
          continue;
        }
        if (this.#sure[i + 1] === UNKNOWN || this.#sure[i + w] === UNKNOWN) continue;
        let [across, down] = [0, 0];
        for (let c = 0; c < 3; c++) {
          across += samples[(i + 1) * channels + c] - samples[i * channels + c];
          down += samples[(i + w) * channels + c] - samples[i * channels + c];
        }
        const strength = across * across + down * down;
        if (strength > most) [most, gx, gy] = [strength, across, down];
      }
    }
    const length = Math.hypot(nx, ny);
    if (length === 0) return Math.sqrt(most) / (3 * 255);
    // An isophote is perpendicular to the gradient.
    return Math.abs(-gy * nx + gx * ny) / length / (3 * 255);
  }
}
