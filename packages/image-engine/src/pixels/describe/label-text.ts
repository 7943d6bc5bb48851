import type { ProductKind, Profile } from './facts.ts';

/** A word recognized by OCR; `confidence` is from 0 to 100. */
export interface SeenWord {
  readonly text: string;
  readonly confidence: number;
  readonly heightPx: number;
}

/** Below this OCR is guessing: patterns and shading give words of 20 to 70. */
const MIN_CONFIDENCE = 80;
/** A line is accepted for one word of at least three letters with this confidence. */
const SURE_CONFIDENCE = 88;
const MIN_HEIGHT_PX = 8;
const MAX_LINES = 3;
const MAX_LINE_LENGTH = 48;

/**
 * Letters, digits and punctuation that occurs inside or after words. Quotes, slashes, brackets and the like
 * are misread ornaments.
 */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}&%+.,'’°-]*$/u;
const SURE_WORD = /^\p{L}[\p{L}'’-]{2,}$/u;
const VOWEL = /[aeiouyàáâäãåæèéêëìíîïòóôöõøœùúûü]/i;
const TRAILING = /(?<![.,'’-])[.,'’-]+$/;

/**
 * "30 ml", "250g", "8.5 fl oz": only packages state their contents. A shirt that says COFFEE is not coffee.
 */
const QUANTITY = /\b\d+(?:[.,]\d+)?\s?(?:ml|cl|l|mg|g|kg|oz|lb|fl\.? ?oz)\b/i;
const ONLY_QUANTITY = new RegExp(`^${QUANTITY.source}$`, 'i');

/**
 * The confidently read lines, cleaned, from the top; when there are too many, those in the largest print are
 * kept.
 */
export function readableLines(lines: readonly (readonly SeenWord[])[]): string[] {
  const readable = lines.flatMap((words, order) => {
    const kept = words
      .map((word) => ({ ...word, text: word.text.normalize('NFC').replace(TRAILING, '') }))
      .filter(
        ({ text, confidence, heightPx }) =>
          confidence >= MIN_CONFIDENCE && heightPx >= MIN_HEIGHT_PX && WORD.test(text),
      );
    const text = kept.map((word) => word.text).join(' ');
    const believed = kept.some(isSure) || ONLY_QUANTITY.test(text);
    if (!believed || text.length > MAX_LINE_LENGTH) return [];
    return [{ text, order, heightPx: Math.max(...kept.map(({ heightPx }) => heightPx)) }];
  });
  return readable
    .toSorted((a, b) => b.heightPx - a.heightPx || a.order - b.order)
    .slice(0, MAX_LINES)
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text);
}

const isSure = ({ text, confidence }: SeenWord): boolean =>
  confidence >= SURE_CONFIDENCE && SURE_WORD.test(text) && VOWEL.test(text);

/** Words that name the contents of a package. */
const CONTENTS: ReadonlySet<string> = new Set(
  (
    'serum shampoo conditioner moisturizer moisturiser lotion toner cleanser sunscreen soap perfume parfum cologne ' +
    'deodorant toothpaste mascara lipstick detergent coffee espresso tea honey chocolate juice lemonade kombucha beer wine gin vodka whisky whiskey rum tequila ketchup mustard mayonnaise jam granola pasta'
  ).split(' '),
);
const SPOKEN: Readonly<Record<string, string>> = { parfum: 'perfume' };

/**
 * The kind of product, only where the text names it, and a quantity or the form shows that it is a package.
 */
export function kindFromText(lines: readonly string[], profile: Profile | null): ProductKind | null {
  if (profile !== 'bottle' && !lines.some((line) => QUANTITY.test(line))) return null;
  const words = lines.flatMap((line) => line.toLowerCase().split(/[^\p{L}]+/u));
  const word = words.find((candidate) => CONTENTS.has(candidate));
  return word === undefined ? null : { noun: SPOKEN[word] ?? word, word };
}
