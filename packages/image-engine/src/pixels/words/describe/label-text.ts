import type { ProductKind, Profile } from './facts.ts';
import { KINDS } from './kinds.ts';
import type { KindNoun } from './kinds.ts';

/** Recognized line of text; its certainty is from 0 to 1, its height is measured in the photo. */
export interface SeenLine {
  readonly text: string;
  readonly certainty: number;
  readonly heightPx: number;
}

/** Minimum certainty of a recognized line; folds and reflections are recognized as text with 0.4 to 0.8. */
const MIN_CERTAINTY = 0.88;
const MIN_SHORT_CERTAINTY = 0.95;
const SHORT_BELOW = 4;
const MIN_HEIGHT_PX = 8;
const MAX_LINES = 4;
const MAX_LINE_LENGTH = 60;

/** Pattern of text in Latin letters, digits, and the punctuation of labels. */
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{Sc}\s+°™®©=|~×]+$/u;
const WORD = /\p{L}{3}/u;
const NUMBER = /\p{N}{2}/u;
const ORNAMENTS = /^[^\p{L}\p{N}]+/u;
const MAY_END_A_LINE = /[\p{L}\p{N}%)!?°™®+]/u;

/**
 * Pattern of quantities such as "30 ml", "250g", "8.5 fl oz". Only packages state a quantity of their contents: a
 * shirt with the word COFFEE isn't coffee.
 */
const QUANTITY = /\b\d+(?:[.,]\d+)?\s?(?:ml|cl|l|mg|g|kg|oz|lb|fl\.? ?oz)\b/i;

/**
 * Lines recognized with high certainty, cleaned, in the given order; if there are too many, only those in the largest
 * print.
 */
export function readableLines(lines: readonly SeenLine[]): string[] {
  const readable = lines.flatMap(({ text: rawText, certainty, heightPx }, order) => {
    const text = cleanLine(rawText);
    const least = text.length < SHORT_BELOW ? MIN_SHORT_CERTAINTY : MIN_CERTAINTY;
    const isText = LATIN.test(text) && (WORD.test(text) || NUMBER.test(text) || QUANTITY.test(text));
    if (!isText || certainty < least || heightPx < MIN_HEIGHT_PX || text.length > MAX_LINE_LENGTH) return [];
    return [{ text, order, heightPx }];
  });
  return readable
    .toSorted((a, b) => b.heightPx - a.heightPx || a.order - b.order)
    .slice(0, MAX_LINES)
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text);
}

/** Removes ornaments at the ends of a text, and converts fullwidth characters to ASCII. */
function cleanLine(rawText: string): string {
  const text = rawText
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .replace(ORNAMENTS, '')
    .normalize('NFC');
  let end = text.length;
  while (end > 0 && !MAY_END_A_LINE.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Other spellings of the names of kinds. */
const SPELLED: Readonly<Record<string, KindNoun>> = {
  parfum: 'perfume',
  moisturiser: 'moisturizer',
  whiskey: 'whisky',
};
const isKind = (word: string): word is KindNoun => (KINDS as readonly string[]).includes(word);

/** Kind of product that a text names; null unless a quantity or the product's form also indicates a package. */
export function kindFromText(lines: readonly string[], profile: Profile | null): ProductKind | null {
  if (profile !== 'bottle' && !lines.some((line) => QUANTITY.test(line))) return null;
  const words = lines.flatMap((line) => line.toLowerCase().split(/[^\p{L}]+/u));
  for (const [k, word] of words.entries()) {
    const pair = `${word} ${words[k + 1] ?? ''}`;
    if (isKind(pair)) return { noun: pair, word: pair };
    const noun = SPELLED[word] ?? word;
    if (isKind(noun)) return { noun, word };
  }
  return null;
}
