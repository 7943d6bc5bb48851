import type { ConceptKind } from './concepts.ts';
import type { ProductTrait } from './product-words.ts';

/** What a prompt says, as far as the studio can follow it. */
export interface ScenePromptReading {
  /** In the order of the prompt: each phrase as written, and what it is taken for. */
  readonly understood: readonly UnderstoodPhrase[];
  /** Words that mean nothing here, as written, each once. */
  readonly ignored: readonly string[];
  readonly wants: readonly Want[];
  readonly colors: readonly ColorWish[];
  /** What the product is for. */
  readonly uses: readonly ProductTrait[];
}

export interface UnderstoodPhrase {
  readonly phrase: string;
  readonly as: string;
}

/** A thing that is to be seen, or not. */
export interface Want {
  readonly id: string;
  readonly kind: ConceptKind;
  readonly isNegated: boolean;
  /** From −1 (dark) to 1 (light) for "dark wood" and the like; 0 as it is. */
  readonly shade: number;
  /** Place of its phrase in `understood`. */
  readonly phrase: number;
}

/** A color that is to be seen, or not. */
export interface ColorWish {
  /** sRGB hex. */
  readonly hex: string;
  /** Given as a code: to be met closely. A name leaves room. */
  readonly isExact: boolean;
  readonly isNegated: boolean;
  /** What it is meant for: the scene, the product itself, or only a hue of a thing ("gold" the metal). */
  readonly meantFor: 'scene' | 'product' | 'hint';
  /** `backdrop`, `floor`, `accent` or concepts' ids, as the words after the color say: "pink marble podium". */
  readonly on: readonly string[];
  /** Place of its phrase in `understood`. */
  readonly phrase: number;
}
