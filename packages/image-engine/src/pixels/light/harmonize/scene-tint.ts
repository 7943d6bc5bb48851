import type { CompositeCells, Layer } from './composite-cells.ts';
import { quantile } from './quantile.ts';

/** Color as Oklab a/L and b/L, which doesn't depend on brightness. */
export interface Tint {
  readonly a: number;
  readonly b: number;
}

/** Mean colors of the surroundings, whether from paint or from light. */
export interface SceneTint {
  readonly mean: Tint;
  /** Standard deviation of the colors. */
  readonly spread: number;
  /** Range of lightness, from a tenth to nine tenths of all cells; a wall of one color has nearly none. */
  readonly contrast: number;
  /** Lightness of the brighter parts near the product, and of those beside and below its middle. */
  readonly bright: number;
  readonly brightBelow: number;
  /** Share of the picture that the product hides. */
  readonly hidden: number;
  /** Difference of the colors right and left of the product, by half. */
  readonly across: Tint;
  /** Difference of the colors above the product from the mean. */
  readonly above: Tint;
}

/** Lightness range of cells that count: darker ones are noise, and lighter ones may be clipped. */
const [FROM, TO] = [0.15, 0.985];
/** Quantile of lightness that counts as bright, below lamps and highlights. */
const BRIGHT_SHARE = 0.9;
/** Sums of weights below which a side counts as unseen. */
const MIN_WEIGHT = 4;

/** Measures the colors around a product; `weight` is larger near the product. */
export function measureTint({ background, alpha, widthPx }: CompositeCells, weight: Float32Array): SceneTint {
  const center = findCenter(alpha, widthPx);
  const [all, left, right, above] = [new TintSum(), new TintSum(), new TintSum(), new TintSum()];
  const { lightness } = background;
  for (let i = 0; i < weight.length; i++) {
    if (weight[i] === 0 || lightness[i] < FROM || lightness[i] > TO) continue;
    const w = weight[i] * lightness[i];
    all.add(background, i, w);
    (i % widthPx < center.x ? left : right).add(background, i, w);
    if (i / widthPx < center.y) above.add(background, i, w);
  }
  const below = weight.map((value, i) => (i / widthPx < center.y ? 0 : value));
  const mean = all.mean({ a: 0, b: 0 });
  const [l, r, up] = [left, right, above].map((side) => side.mean(mean));
  return {
    mean,
    spread: all.spread(),
    bright: quantile(lightness, weight, BRIGHT_SHARE),
    brightBelow: quantile(lightness, below, BRIGHT_SHARE),
    hidden: center.whole / alpha.length,
    contrast: quantile(lightness, background.share, 0.9) - quantile(lightness, background.share, 0.1),
    across: { a: (r.a - l.a) / 2, b: (r.b - l.b) / 2 },
    above: { a: up.a - mean.a, b: up.b - mean.b },
  };
}

function findCenter(alpha: Float32Array, widthPx: number): { x: number; y: number; whole: number } {
  let [x, y, whole] = [0, 0, 1e-9];
  for (let i = 0; i < alpha.length; i++) {
    x += alpha[i] * (i % widthPx);
    y += alpha[i] * Math.floor(i / widthPx);
    whole += alpha[i];
  }
  return { x: x / whole, y: y / whole, whole };
}

class TintSum {
  #a = 0;
  #b = 0;
  #squares = 0;
  #weight = 0;

  add({ lightness, a, b }: Layer, i: number, weight: number): void {
    const [x, y] = [a[i] / lightness[i], b[i] / lightness[i]];
    this.#a += weight * x;
    this.#b += weight * y;
    this.#squares += weight * (x * x + y * y);
    this.#weight += weight;
  }

  mean(unseen: Tint): Tint {
    if (this.#weight < MIN_WEIGHT) return unseen;
    return { a: this.#a / this.#weight, b: this.#b / this.#weight };
  }

  spread(): number {
    if (this.#weight === 0) return 0;
    const { a, b } = { a: this.#a / this.#weight, b: this.#b / this.#weight };
    return Math.sqrt(Math.max(0, this.#squares / this.#weight - a * a - b * b));
  }
}
