import type { ColorWord } from './color-words.ts';
import type { Finish, ProductForm } from './facts.ts';
import { KINDS } from './kinds.ts';
import type { KindNoun } from './kinds.ts';

/** Phrases of a language about a product. Names and print are quoted as they are; all other text is one of these. */
export interface ShopWords {
  readonly colors: Readonly<Record<ColorWord, string>>;
  /** Conjunction in "a, b and c". */
  readonly and: string;
  readonly quotes: readonly [string, string];
  /** Decimal separator. */
  readonly point: '.' | ',';
  /** Nouns for a product without a name: by its form, and by the contents of its package. */
  readonly product: string;
  readonly shaped: Readonly<Record<NonNullable<ProductForm['profile']>, string>>;
  readonly kinds: Readonly<Record<KindNoun, string>>;
  readonly bottlePhrase: (kind: string) => string;
  readonly productPhrase: (kind: string) => string;
  /** "mug in black and yellow". */
  readonly inColors: (what: string, colors: string, count: number) => string;
  readonly withHandle: Readonly<Record<'left' | 'right' | 'any', string>>;
  readonly printed: (what: string, print: string) => string;

  // Bullets of the list.
  readonly color: (colors: string, count: number) => string;
  /**
   * Bullet with percentages.
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

/** Parses colors in the order of `COLOR_ORDER`, separated by bars. */
export const parseColors = (line: string): Record<ColorWord, string> =>
  Object.fromEntries(line.split('|').map((word, k) => [COLOR_ORDER[k], word])) as Record<ColorWord, string>;

/** Parses kinds in their order, separated by bars. */
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
