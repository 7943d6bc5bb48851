/**
 * Checks that the background beside a product shows only a shadow. A shadow darkens all colors equally and changes
 * slowly between cells, unlike a picture or text placed on the background.
 */

export interface Shading {
  /** Number of cells that can't be shadow: they are lighter than the background, or have other colors. */
  readonly other: number;
  /** Number of cells that are darker than most shadows, as only a contact shadow may be. */
  readonly dark: number;
  /** Number of cells whose darkening differs abruptly from that of the surrounding cells. */
  readonly rough: number;
}

interface ShadeField {
  /** Cells of the file and of the expected background, premultiplied. */
  readonly observed: Float32Array;
  readonly expected: Float32Array;
  readonly widthPx: number;
  /** Opacity of the shadow from the product's photo, which may have sharp edges; null without such a shadow. */
  readonly photoShadow: Float32Array | null;
}

/**
 * Encoding error of a shaded cell's colors, in levels; it is large, because encoders store chroma more coarsely than
 * luma.
 */
const COLOR_LEVELS = 24;
/**
 * Maximum difference between the darkening of a cell and its mean over nine cells, in levels: on black, and
 * additionally per level of the background's light.
 */
const ROUGH_LEVELS = 4;
const ROUGH_OF_LIGHT = 0.03;
/** Share of the contrast between neighboring background cells that may appear in a cell as an additional difference. */
const DETAIL_SHARE = 0.4;
/** Minimum share of light that remains in most shadows. */
const LEAST_LEFT = 0.2;
const HAS_OWN_SHADOW = 8;

export class Shade {
  readonly #field: ShadeField;
  #other = 0;
  #dark = 0;
  #rough = 0;

  constructor(field: ShadeField) {
    this.#field = field;
  }

  /**
   * Counts a cell.
   * @param isAlike true if the cell looks like its background, without any shadow
   */
  look(at: number, isAlike: boolean): void {
    const { photoShadow } = this.#field;
    if (!isAlike && this.#leftAt(at) < LEAST_LEFT) this.#dark += 1;
    if (!isAlike && this.#isOther(at)) this.#other += 1;
    else if ((photoShadow?.[at] ?? 0) <= HAS_OWN_SHADOW && this.#isRough(at)) this.#rough += 1;
  }

  seenSoFar(): Shading {
    return { other: this.#other, dark: this.#dark, rough: this.#rough };
  }

  /** Differences of red, green and blue from the shaded background, in levels. */
  beyond(at: number): readonly [number, number, number] {
    const { observed, expected } = this.#field;
    const remainingShare = this.#leftAt(at);
    const beyond = (i: number): number => (observed[i] ?? 0) - remainingShare * (expected[i] ?? 0);
    return [beyond(at * 4), beyond(at * 4 + 1), beyond(at * 4 + 2)];
  }

  #isOther(at: number): boolean {
    return this.beyond(at).some((levels) => Math.abs(levels) > COLOR_LEVELS);
  }

  /** Share of the background's light that remains in a cell: the share that fits all three colors best. */
  #leftAt(at: number): number {
    const { observed, expected } = this.#field;
    const i = at * 4;
    let [both, own] = [0, 0];
    for (let channel = 0; channel < 3; channel += 1) {
      const ground = expected[i + channel] ?? 0;
      both += (observed[i + channel] ?? 0) * ground;
      own += ground * ground;
    }
    // A black or transparent background gives no information about the remaining light.
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
        // On a transparent background the opacities are compared; their encoding error is as large as that of white.
        const light = lightAt(expected, near) + 255 - (expected[near * 4 + 3] ?? 0);
        least = Math.min(least, light);
        most = Math.max(most, light);
      }
    }
    // Allows additional difference, because a cell may show the detail of neighboring background cells.
    return Math.abs(own - sum / 9) > ROUGH_LEVELS + ROUGH_OF_LIGHT * most + DETAIL_SHARE * (most - least);
  }

  /** Darkening of a cell in levels; on a transparent background, the opacity of the shadow. */
  #darkeningAt(at: number): number {
    const { observed, expected } = this.#field;
    const opacity = (observed[at * 4 + 3] ?? 0) - (expected[at * 4 + 3] ?? 0);
    return lightAt(expected, at) - lightAt(observed, at) + Math.max(0, opacity);
  }
}

const lightAt = (samples: Float32Array, at: number): number =>
  0.3 * (samples[at * 4] ?? 0) + 0.59 * (samples[at * 4 + 1] ?? 0) + 0.11 * (samples[at * 4 + 2] ?? 0);
