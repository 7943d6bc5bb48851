import type { ConceptKind } from './concepts.ts';
import type { ProductTrait } from './product-words.ts';

/** Parsed prompt, as far as the studio can follow it. */
export interface ScenePromptReading {
  /** Phrases as written, with their meanings, in order of the prompt. */
  readonly understood: readonly UnderstoodPhrase[];
  /** Words outside of the vocabulary, as written, each once. */
  readonly ignored: readonly string[];
  readonly wants: readonly Want[];
  readonly colors: readonly ColorRequest[];
  /** Uses of the product. */
  readonly uses: readonly ProductTrait[];
}

export interface UnderstoodPhrase {
  readonly phrase: string;
  readonly as: string;
}

/** A requested or excluded object. */
export interface Want {
  readonly id: string;
  readonly kind: ConceptKind;
  readonly isNegated: boolean;
  /** Shade of a material from −1 (dark) to 1 (light), as in "dark wood"; 0 if unchanged. */
  readonly shade: number;
  /** Index of its phrase in `understood`. */
  readonly phrase: number;
}

/** A requested or excluded color. */
export interface ColorRequest {
  /** Color in sRGB hex. */
  readonly hex: string;
  /** True for a color code, which is matched closely; a color name is matched loosely. */
  readonly isExact: boolean;
  readonly isNegated: boolean;
  /** Target of the color: the scene, the product, or only the hue of an object ("gold" the metal). */
  readonly meantFor: 'scene' | 'product' | 'hint';
  /** `backdrop`, `floor`, `accent` or concepts' ids, from the words after the color: "pink marble podium". */
  readonly on: readonly string[];
  /** Index of its phrase in `understood`. */
  readonly phrase: number;
}

/** Determines the sets that are eligible for a request. */
/** Minimum relevance of eligible sets relative to the best one; depends on whether the prompt names objects. */
export const ELIGIBLE_FROM = { things: 0.75, moods: 0.45 } as const;

/** Kinds that select sets; moods and lights are available in many. */
const NAMES_SETS: ReadonlySet<string> = new Set(['world', 'material', 'prop', 'season']);

export const namesThings = ({ wants }: ScenePromptReading): boolean =>
  wants.some(({ kind, isNegated }) => !isNegated && NAMES_SETS.has(kind));
