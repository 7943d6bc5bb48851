import type { ColorWord } from './color-words.ts';
import type { Finish, ProductColor, ProductFacts } from './facts.ts';

/** Share of the product from which a further color is listed with the main colors; below it, the color is an accent. */
const ACCENT_SHARE = 0.12;
/** Names of metallic colors: gray is called silver. */
const SILVER: Partial<Record<ColorWord, ColorWord>> = {
  gray: 'silver',
  'light gray': 'silver',
  'dark gray': 'silver',
};

interface SaidColors {
  readonly main: readonly ColorWord[];
  readonly accents: readonly ColorWord[];
}

/** Name of a color on a surface with this finish. */
export const saidColor = ({ name }: ProductColor, finish: Finish | null): ColorWord =>
  finish === 'metallic' ? (SILVER[name] ?? name) : name;

/** Main and accent colors for the description, each name once, the largest color first. */
export function saidColors({ colors, finish }: ProductFacts): SaidColors {
  const isAccent = ({ share }: ProductColor, index: number): boolean => index > 0 && share < ACCENT_SHARE;
  const word = (color: ProductColor): ColorWord => saidColor(color, finish);
  const main = unique(colors.filter((color, index) => !isAccent(color, index)).map(word));
  return { main, accents: unique(colors.filter(isAccent).map(word)).filter((name) => !main.includes(name)) };
}

const unique = <Word>(words: readonly Word[]): Word[] => [...new Set(words)];

/** Joins words: "a", "a and b", "a, b and c". */
export function listWords(words: readonly string[], and = ' and '): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')}${and}${last}`;
}

export const capitalize = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);
