/** Decides whether words for a pose, such as “hanging”, mean the product or another thing of the scene. */
import { readColor } from '../../color/color-names.ts';
import { isNounOfProduct } from './name-scale.ts';
import type { Token } from './tokens.ts';
import { findMeaning, listForms } from './vocabulary.ts';
import type { Concept } from './vocabulary.ts';
import * as lists from './word-lists.ts';

/** Kinds of concepts whose words are nouns. */
export const NOUN_KINDS: ReadonlySet<Concept['kind']> = new Set(['world', 'material', 'prop', 'season']);

/** Role of a word beside a word for a pose. */
type Role = 'product' | 'product-noun' | 'thing' | 'adjective' | 'joint';

function findRole(word: string): Role {
  if (lists.PRODUCT_ITSELF.has(word) || lists.PACKS.has(word)) return 'product';
  if (lists.POSE_ADVERBS.has(word)) return 'adjective';
  if (lists.SHOWN_ANYWAY.has(word)) return 'thing';
  if (lists.FILLERS.has(word) || lists.NEGATORS.has(word)) return 'joint';
  if (/^\d+$|ly$/.test(word) || isColor(word)) return 'adjective';
  const meaning = findMeaning([word]);
  if (meaning?.is === 'concept') return NOUN_KINDS.has(meaning.concept.kind) ? 'thing' : 'adjective';
  return isNounOfProduct(word) ? 'product-noun' : 'thing';
}

/** True for the name of a color in any language of the vocabulary, in any form. */
export const isColor = (word: string): boolean =>
  readColor([word]) !== undefined || listForms(word).some((form) => lists.COLOR_OF_WORD.has(form));

/** Maximum number of words between a word for a pose and its noun, which limits the computing time. */
const FARTHEST = 12;

/**
 * True if a word for a pose belongs to another thing than the product: to the noun before it (“lemons lying next to
 * it”), or after it (“hanging lamps”). In doubt, it belongs to another thing, so that the product isn't moved.
 * @param namedUntil position after the first thing that the prompt names
 */
export function isPoseOfAnother(
  tokens: readonly Token[],
  at: number,
  words: number,
  namedUntil: number,
): boolean {
  const isAnother = (role: Role, noun: number): boolean =>
    role === 'thing' ||
    (role === 'product-noun' && (namedUntil <= findStart(tokens, noun) || isCompanion(tokens, noun)));
  const first = Math.max(0, at - FARTHEST);
  for (let before = at - 1; before >= first && !tokens[before + 1].startsClause; before--) {
    const { word } = tokens[before];
    const role = findRole(word);
    if (role === 'adjective' || lists.LINKS.has(word)) continue;
    if (role === 'joint') break;
    return isAnother(role, before);
  }
  const [next, ...others] = wordsOfClause(tokens, at)
    .slice(words)
    .filter((word) => !lists.CONJUNCTIONS.has(word) && findRole(word) !== 'adjective');
  if (next === undefined) return false;
  const role = findRole(next);
  // Only another thing can be beside the product.
  return role === 'joint' ? others.some((word) => lists.PRODUCT_ITSELF.has(word)) : isAnother(role, at);
}

/** True if the clause of a position has a word for hanging that means the product, or names a wall. */
export function speaksOfHanging(tokens: readonly Token[], at: number, namedUntil: number): boolean {
  let from = at;
  while (from > Math.max(0, at - FARTHEST) && !tokens[from].startsClause) from--;
  return wordsOfClause(tokens, from).some((word, index) => {
    if (lists.WALLS.has(word)) return true;
    const meaning = findMeaning([word]);
    const hangs = meaning?.is === 'concept' && meaning.concept.id === 'hanging';
    return hangs && !isPoseOfAnother(tokens, from + index, 1, namedUntil);
  });
}

/** Position of the first adjective or material of a noun: of “brown” in “brown leather bag”. */
function findStart(tokens: readonly Token[], noun: number): number {
  let start = noun;
  while (
    start > 0 &&
    noun - start < FARTHEST &&
    !tokens[start].startsClause &&
    describes(tokens[start - 1].word)
  )
    start--;
  return start;
}

function describes(word: string): boolean {
  const meaning = findMeaning([word]);
  return findRole(word) === 'adjective' || (meaning?.is === 'concept' && meaning.concept.kind === 'material');
}

/** Words from a position to the end of its clause, at most twice FARTHEST. */
function wordsOfClause(tokens: readonly Token[], from: number): string[] {
  const near = tokens.slice(from, from + 2 * FARTHEST);
  const end = near.findIndex(({ startsClause }, index) => index > 0 && startsClause);
  return near.slice(0, end < 0 ? undefined : end).map(({ word }) => word);
}

/**
 * True if a noun follows a preposition without a definite article, as in "next to a cup"; the noun then means a thing
 * beside the product.
 */
export function isCompanion(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.startsClause !== false) return false;
  const before = tokens[at - 1]?.word ?? '';
  if (lists.INDEFINITE.has(before)) return isCompanion(tokens, at - 1);
  if (lists.NOUN_JOINTS.has(before)) return isCompanion(tokens, at - 1) || isCompanion(tokens, at - 2);
  return lists.PREPOSITIONS.has(before);
}
