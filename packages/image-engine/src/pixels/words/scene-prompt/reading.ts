import type { ConceptKind } from './concepts.ts';
import type { ProductTrait } from './product-words.ts';

/** The parsed prompt, as far as the studio can follow it. */
export interface ScenePromptReading {
  /** In order of the prompt: each phrase as written, with its meaning. */
  readonly understood: readonly UnderstoodPhrase[];
  /** Words without a meaning here, as written, each once. */
  readonly ignored: readonly string[];
  readonly wants: readonly Want[];
  readonly colors: readonly ColorRequest[];
  /** The product's uses. */
  readonly uses: readonly ProductTrait[];
}

export interface UnderstoodPhrase {
  readonly phrase: string;
  readonly as: string;
}

/** An object that is requested, or excluded. */
export interface Want {
  readonly id: string;
  readonly kind: ConceptKind;
  readonly isNegated: boolean;
  /** From −1 (dark) to 1 (light) for "dark wood" and the like; 0 for unchanged. */
  readonly shade: number;
  /** The index of its phrase in `understood`. */
  readonly phrase: number;
}

/** A color that is requested, or excluded. */
export interface ColorRequest {
  /** sRGB hex. */
  readonly hex: string;
  /** True for a code, which is matched closely; a name leaves room. */
  readonly isExact: boolean;
  readonly isNegated: boolean;
  /** What it describes: the scene, the product itself, or only a hue of an object ("gold" the metal). */
  readonly meantFor: 'scene' | 'product' | 'hint';
  /** `backdrop`, `floor`, `accent` or concepts' ids, from the words after the color: "pink marble podium". */
  readonly on: readonly string[];
  /** The index of its phrase in `understood`. */
  readonly phrase: number;
}

/** Which sets are eligible for a request. */
/**
 * Sets whose relevance is below this share of the best one's are not offered; depends on whether the prompt
 * names objects.
 */
export const ELIGIBLE_FROM = { things: 0.75, moods: 0.45 } as const;

/** These kinds select sets; a mood or a light is available in many. */
const NAMES_SETS: ReadonlySet<string> = new Set(['world', 'material', 'prop', 'season']);

export const namesThings = ({ wants }: ScenePromptReading): boolean =>
  wants.some(({ kind, isNegated }) => !isNegated && NAMES_SETS.has(kind));
