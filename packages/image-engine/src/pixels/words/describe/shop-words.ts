import type { DescriptionLanguage } from '@packshot/contract';
import type { ColorWord } from './color-words.ts';
import type { Finish, ProductForm } from './facts.ts';
import { KINDS } from './kinds.ts';
import type { KindNoun } from './kinds.ts';

/**
 * Phrases about a product in one language. Names and printed text are quoted unchanged; all other text of a
 * description consists of these phrases.
 */
export interface ShopWords {
  readonly language: DescriptionLanguage;
  readonly colors: Readonly<Record<ColorWord, string>>;
  /** Word for “and” in "a, b and c". */
  readonly and: string;
  readonly quotes: readonly [string, string];
  /** Decimal separator of the language. */
  readonly point: '.' | ',';
  /** Nouns for a product without a name: general, by its form, and by the contents of its package. */
  readonly product: string;
  readonly shaped: Readonly<Record<NonNullable<ProductForm['profile']>, string>>;
  readonly kinds: Readonly<Record<KindNoun, string>>;
  readonly bottlePhrase: (kind: string) => string;
  readonly productPhrase: (kind: string) => string;
  /** Phrase such as "mug in black and yellow". */
  readonly inColors: (what: string, colors: string, count: number) => string;
  readonly withHandle: Readonly<Record<'left' | 'right' | 'any', string>>;
  readonly printedWith: (what: string, print: string) => string;

  // Bullet point about the colors; the fields below are further bullet points of the shop text's list.
  readonly color: (colors: string, count: number) => string;
  /**
   * Bullet point with the percentages of colors.
   * @param shares each color with its percentage
   */
  readonly shares: (shares: string) => string;
  readonly percent: (percent: number) => string;
  readonly oneColor: string;
  readonly colorCode: (hex: string) => string;
  readonly print: (print: string) => string;
  readonly finish: Readonly<Record<Finish, string>>;
  readonly textured: string;
  readonly handle: Readonly<Record<'left' | 'right', string>>;
  readonly round: string;
  readonly shape: Readonly<Record<NonNullable<ProductForm['profile']>, string>>;
  readonly proportions: (times: string, isTaller: boolean) => string;
  readonly even: string;
  readonly whole: string;
  readonly cropped: string;
}

/** Parses names of colors, separated by bars, in the order of `COLOR_ORDER`. */
export const parseColors = (line: string): Record<ColorWord, string> =>
  Object.fromEntries(line.split('|').map((word, k) => [COLOR_ORDER[k], word])) as Record<ColorWord, string>;

/** Parses names of kinds, separated by bars, in the order of `KINDS`. */
export const parseKinds = (line: string): Record<KindNoun, string> =>
  Object.fromEntries(line.split('|').map((word, k) => [KINDS[k], word])) as Record<KindNoun, string>;

const COLOR_ORDER: readonly ColorWord[] = [
  'black',
  'dark gray',
  'gray',
  'light gray',
  'silver',
  'white',
  'red',
  'burgundy',
  'orange',
  'rust',
  'coral',
  'peach',
  'yellow',
  'golden yellow',
  'mustard',
  'cream',
  'beige',
  'tan',
  'light brown',
  'brown',
  'dark brown',
  'olive green',
  'lime',
  'green',
  'dark green',
  'light green',
  'sage green',
  'mint green',
  'teal',
  'turquoise',
  'light blue',
  'sky blue',
  'blue',
  'steel blue',
  'dark blue',
  'navy blue',
  'lavender',
  'purple',
  'dark purple',
  'magenta',
  'hot pink',
  'pink',
  'light pink',
];
