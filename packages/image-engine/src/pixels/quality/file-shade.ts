/**
 * What lies on bare ground beside a product. A shadow takes the same share of all colors away, and changes slowly from cell to cell: a picture
 * or a word that is put there does not.
 */

export interface Shading {
  /** Cells that are no shadow: lighter than the ground, or of other colors. */
  readonly other: number;
  /** Cells that are darker than a shadow is, but for the line under a foot. */
  readonly dark: number;
  /** Cells whose shade is unlike that around them. */
  readonly rough: number;
}

interface Field {
  /** As cells, premultiplied. */
  readonly seen: Float32Array;
  readonly expected: Float32Array;
  readonly widthPx: number;
  /** Opaque where the photo's own shadow is laid, which may be as sharp as it was; null: nowhere. */
  readonly ownShadow: Float32Array | null;
}

/** Levels by which an encoder may miss the colors of a shaded cell; colors are coded more coarsely than light. */
const COLOR_LEVELS = 24;
/** Levels by which a smooth shade may differ from its mean over nine cells: on black, and for each level of the ground's light. */
const ROUGH_LEVELS = 4;
const ROUGH_OF_LIGHT = 0.03;
/** Of the difference between neighboring cells of the ground, what a cell may have of its neighbors. */
const DETAIL_SHARE = 0.4;
/** Light that most of a shadow leaves. */
const LEAST_LEFT = 0.2;
const HAS_OWN_SHADOW = 8;

export class Shade {
  readonly #field: Field;
  #other = 0;
  #dark = 0;
  #rough = 0;

  constructor(field: Field) {
    this.#field = field;
  }

  /** @param isAlike the cell is like its ground, without any shade */
  look(at: number, isAlike: boolean): void {
    const { ownShadow } = this.#field;
    if (!isAlike && this.#leftAt(at) < LEAST_LEFT) this.#dark += 1;
    if (!isAlike && this.#isOther(at)) this.#other += 1;
    else if ((ownShadow?.[at] ?? 0) <= HAS_OWN_SHADOW && this.#isRough(at)) this.#rough += 1;
  }

  seenSoFar(): Shading {
    return { other: this.#other, dark: this.#dark, rough: this.#rough };
  }

  /** By how many levels red, green and blue are more than in the shade that a cell is in. */
  beyond(at: number): readonly [number, number, number] {
    const { seen, expected } = this.#field;
    const left = this.#leftAt(at);
    const beyond = (i: number): number => (seen[i] ?? 0) - left * (expected[i] ?? 0);
    return [beyond(at * 4), beyond(at * 4 + 1), beyond(at * 4 + 2)];
  }

  #isOther(at: number): boolean {
    return this.beyond(at).some((levels) => Math.abs(levels) > COLOR_LEVELS);
  }

  /** The share of the ground's light: the best for all three colors. */
  #leftAt(at: number): number {
    const { seen, expected } = this.#field;
    const i = at * 4;
    let [both, own] = [0, 0];
    for (let channel = 0; channel < 3; channel += 1) {
      const ground = expected[i + channel] ?? 0;
      both += (seen[i + channel] ?? 0) * ground;
      own += ground * ground;
    }
    // Nothing can be told of what is black, or nothing.
    return own < 1 ? 1 : Math.min(1, both / own);
  }

  #isRough(at: number): boolean {
    const { expected, widthPx } = this.#field;
    const own = this.#darkeningAt(at);
    let [sum, least, most] = [0, Infinity, -Infinity];
    for (let row = -widthPx; row <= widthPx; row += widthPx) {
      for (let column = -1; column <= 1; column += 1) {
        const near = at + row + column;
        sum += this.#darkeningAt(near);
        // On nothing it is opacity that is looked at, which is coded as brightly as white.
        const light = lightOf(expected, near) + 255 - (expected[near * 4 + 3] ?? 0);
        least = Math.min(least, light);
        most = Math.max(most, light);
      }
    }
    // Where the ground has detail of its own, a cell may show its neighbor's.
    return Math.abs(own - sum / 9) > ROUGH_LEVELS + ROUGH_OF_LIGHT * most + DETAIL_SHARE * (most - least);
  }

  /** Levels. On nothing it is opacity that a shadow adds. */
  #darkeningAt(at: number): number {
    const { seen, expected } = this.#field;
    const opacity = (seen[at * 4 + 3] ?? 0) - (expected[at * 4 + 3] ?? 0);
    return lightOf(expected, at) - lightOf(seen, at) + Math.max(0, opacity);
  }
}

const lightOf = (samples: Float32Array, at: number): number =>
  0.3 * (samples[at * 4] ?? 0) + 0.59 * (samples[at * 4 + 1] ?? 0) + 0.11 * (samples[at * 4 + 2] ?? 0);
