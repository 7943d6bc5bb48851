import type { ConceptKind } from './concepts.ts';
import type { ProductTrait } from './product-words.ts';

/** Parsed prompt, as far as scenes can follow it. */
export interface ScenePromptReading {
  /** Understood phrases as the user wrote them, with their meanings, in the order of the prompt. */
  readonly understood: readonly UnderstoodPhrase[];
  /** Words outside of the vocabulary as the user wrote them, each once. */
  readonly ignored: readonly string[];
  readonly wants: readonly Want[];
  readonly colors: readonly ColorRequest[];
  /** Uses of the product that the prompt mentions. */
  readonly uses: readonly ProductTrait[];
}

/** Place of a thing in the picture: below the product, or behind it. */
export type Place = 'on' | 'behind';

export interface UnderstoodPhrase {
  readonly phrase: string;
  readonly as: string;
}

/** Object or property that the prompt requests or excludes. */
export interface Want {
  readonly id: string;
  readonly kind: ConceptKind;
  readonly isNegated: boolean;
  /** Shade of a material from −1 (dark) to 1 (light), as in "dark wood"; 0 if unchanged. */
  readonly shade: number;
  /** ID of the thing that a material describes, as the podium in "gold podium". */
  readonly of?: string | null;
  /** Where the thing should be: below the product or behind it; undefined if the prompt doesn't say. */
  readonly place?: Place | undefined;
  /** Index of the request's phrase in `understood`. */
  readonly phrase: number;
}

/** Color that the prompt requests or excludes. */
export interface ColorRequest {
  readonly hex: string;
  /** True for a color code, which scenes match closely; color names are matched loosely. */
  readonly isExact: boolean;
  readonly isNegated: boolean;
  /**
   * Target of the color: the scene, the product, or `hint` for a word such as "gold" that means a material with this
   * color.
   */
  readonly meantFor: 'scene' | 'product' | 'hint';
  /**
   * Surfaces for the color: `backdrop`, `floor`, `accent` or IDs of concepts, from the words after the color ("pink
   * marble podium"); `LAMP` for light, `UNKNOWN_THING` for a word outside of the vocabulary.
   */
  readonly on: readonly string[];
  /** Index of the color's phrase in `understood`. */
  readonly phrase: number;
}

/** Stands for a thing that no set shows, because the vocabulary lacks its word. */
export const UNKNOWN_THING = 'unknown-thing';
/** Stands for any lamp. Sets have only white lamps, and the color of a lamp isn't used for another thing. */
export const LAMP = 'lamp';

/** Concepts of things on which products stand, whose material is the set's ground. */
export const STANDS: ReadonlySet<string> = new Set(['podium', 'steps']);

/**
 * Minimum relevance of eligible sets relative to the best set; it depends on whether the prompt names objects or only
 * moods.
 */
export const ELIGIBLE_FROM = { things: 0.75, moods: 0.45 } as const;

/** Kinds of concepts that select sets; moods and lights are available in many sets. */
const NAMES_SETS: ReadonlySet<string> = new Set(['world', 'material', 'prop', 'season']);

export const namesThings = ({ wants }: ScenePromptReading): boolean =>
  wants.some(({ kind, isNegated }) => !isNegated && NAMES_SETS.has(kind));
