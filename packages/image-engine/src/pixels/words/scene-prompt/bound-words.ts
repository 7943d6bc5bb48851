/** Decides whether a word describes a noun that no scene shows, so that it isn't used for the scene. */
import { isNounOfProduct } from './name-scale.ts';
import { OTHER_TABLES, DESCRIBERS, NEUTRAL_NOUNS, REFLECTIONS, ROMANCE_MARKS } from './describers.ts';
import { isColor } from './pose-words.ts';
import type { Place } from './reading.ts';
import type { Token } from './tokens.ts';
import { findMeaning, isEnglish, listForms } from './vocabulary.ts';
import type { Concept } from './vocabulary.ts';
import * as lists from './word-lists.ts';

/** Words between a noun and its material: "stars made of paper", "cabane en tissu". */
const MATERIAL_JOINTS: ReadonlySet<string> = new Set('of made from aus en de d di in'.split(' '));
/** Words between a material and the product that consists of it: "le verre de la montre". */
const OWNERS: ReadonlySet<string> = new Set('of de du d del di della dell des der vom'.split(' '));
/** Maximum number of words between a noun and its material, which limits the computing time. */
const FARTHEST = 4;

const hasForm = (words: ReadonlySet<string>, word: string): boolean =>
  listForms(word).some((form) => words.has(form));

/** Ends of adjectives and adverbs, and nouns with such an end. */
const DESCRIBER_END = /(?:ly|mente|ing|ed|ous|less|ful)$/;
const NOUNS_IN_ING: ReadonlySet<string> = new Set(
  'ceiling building painting clothing bedding railing awning'.split(' '),
);

/** True for an adjective or adverb, which names no thing. */
export const isDescriber = (word: string): boolean =>
  hasForm(DESCRIBERS, word) || (word.length > 5 && DESCRIBER_END.test(word) && !NOUNS_IN_ING.has(word));

/** True for a noun outside of the vocabulary, as far as words alone tell. */
function isUnknownNoun(word: string | undefined): boolean {
  if (word === undefined || !/^\p{L}{3,}$/u.test(word) || isDescriber(word)) return false;
  const isFunctional = [lists.FILLERS, lists.NEGATORS, NEUTRAL_NOUNS, lists.LIGHT_WORDS].some((words) =>
    hasForm(words, word),
  );
  if (isFunctional || lists.NEGATION_ENDS.has(word) || lists.BARE_SIDES.has(word)) return false;
  const isShade = lists.LATER_SHADE_OF_WORD.has(word) || Object.hasOwn(lists.SHADES_OF_MATERIALS, word);
  return !isShade && !isColor(word) && findMeaning([word]) === undefined;
}

/** Whether adjectives follow or precede their nouns, or `unknown` for a prompt without function words. */
export type AdjectiveOrder = 'follow' | 'precede' | 'unknown';

/** Order of adjectives in a prompt's language, which has the most of its function words. */
export function findAdjectiveOrder(tokens: readonly Token[]): AdjectiveOrder {
  const marks = tokens.reduce((sum, { word }) => sum + (ROMANCE_MARKS.get(word) ?? 0), 0);
  return marks > 0 ? 'follow' : marks < 0 ? 'precede' : 'unknown';
}

/** Words of a prompt, read up to a position. */
interface Words {
  readonly tokens: readonly Token[];
  readonly adjectives: AdjectiveOrder;
  /** Position after the last thing that the prompt named. */
  readonly namedEnd: number;
  /** True if a phrase of the vocabulary starts at a position. */
  startsPhrase(at: number): boolean;
}

/** Range of the words that a bound word forms a unit with. */
export interface Unit {
  readonly from: number;
  readonly end: number;
}

/** True if a word continues the clause of the word before it. */
const continues = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && tokens[at]?.startsClause === false;

/**
 * Unit of a thing or material with a noun that no scene shows, or with the product: "desk lamp", "stars made of paper",
 * "le verre de la montre". Undefined for a word that stands for itself.
 * @param at position of the thing's first word
 * @param end position after its last word
 */
export function findUnit(words: Words, at: number, end: number, concept: Concept): Unit | undefined {
  const { tokens, adjectives } = words;
  const next = continues(tokens, end) ? tokens[end].word : undefined;
  if (concept.kind === 'material' && next !== undefined && lists.BARE_HOOKS.has(next))
    return { from: at, end: end + 1 };
  if (
    adjectives !== 'follow' &&
    isEnglish(tokens[end - 1].word) &&
    isUnknownNoun(next) &&
    !words.startsPhrase(end)
  )
    return { from: at, end: end + 1 };
  if (concept.id === 'wood-table' || concept.id === 'wood') {
    if (continues(tokens, at) && OTHER_TABLES.has(tokens[at - 1].word)) return { from: at - 1, end };
    const kind = lists.COLOR_JOINTS.has(next ?? '') || next === 'da' || next === 'a' ? end + 1 : end;
    if (kind > end && continues(tokens, kind) && OTHER_TABLES.has(tokens[kind].word))
      return { from: at, end: kind + 1 };
  }
  if (concept.kind !== 'material') return undefined;
  return findOwner(tokens, at, end) ?? findWhole(words, at, end) ?? findReflection(tokens, at, end);
}

/** Unit of a material with the product that consists of it: "the leather of the shoe". */
function findOwner(tokens: readonly Token[], at: number, end: number): Unit | undefined {
  if (!continues(tokens, end) || !OWNERS.has(tokens[end].word)) return undefined;
  let owner = lists.DEFINITE.has(tokens[end].word) || continues(tokens, end + 1) ? end + 1 : end;
  if (continues(tokens, owner) && lists.DEFINITE.has(tokens[owner].word)) owner++;
  if (!continues(tokens, owner)) return undefined;
  const { word } = tokens[owner];
  const isProduct = lists.PRODUCT_ITSELF.has(word) || listForms(word).some(isNounOfProduct);
  return isProduct && findMeaning([word])?.is !== 'concept' ? { from: at, end: owner + 1 } : undefined;
}

/** Unit of a material with the noun before it that consists of it: "alberelli di legno". */
function findWhole({ tokens, namedEnd }: Words, at: number, end: number): Unit | undefined {
  let before = at - 1;
  const isInClause = (): boolean => before >= 0 && at - before <= FARTHEST && continues(tokens, before + 1);
  while (isInClause() && (isDescriber(tokens[before].word) || isColor(tokens[before].word))) before--;
  const joint = before;
  while (isInClause() && MATERIAL_JOINTS.has(tokens[before].word)) before--;
  if (before === joint) return undefined;
  while (isInClause() && isDescriber(tokens[before].word)) before--;
  return isInClause() && before >= namedEnd && isUnknownNoun(tokens[before].word)
    ? { from: before, end }
    : undefined;
}

/** Unit of the product's material with a reflection on it: "reflet sur le verre". */
function findReflection(tokens: readonly Token[], at: number, end: number): Unit | undefined {
  if (!continues(tokens, at) || !lists.DEFINITE.has(tokens[at - 1].word)) return undefined;
  for (let from = at - 1; from >= Math.max(0, at - FARTHEST) && continues(tokens, from + 1); from--) {
    if (REFLECTIONS.has(tokens[from].word)) return { from, end };
  }
  return undefined;
}

/** Place of a thing by the preposition before it or the adverb after it, and the position where the phrase starts. */
export function findPlace(
  tokens: readonly Token[],
  at: number,
  end: number,
): { readonly place: Place | undefined; readonly from: number } {
  let before = at - 1;
  const isSkipped = (word: string): boolean =>
    !lists.BEHIND.has(word) &&
    (lists.DEFINITE.has(word) || lists.INDEFINITE.has(word) || isDescriber(word) || isColor(word));
  while (
    before > 0 &&
    at - before <= FARTHEST &&
    continues(tokens, before + 1) &&
    isSkipped(tokens[before].word)
  )
    before--;
  const preposition = before >= 0 && continues(tokens, before + 1) ? tokens[before].word : '';
  if (lists.ON.has(preposition)) {
    const isPut = continues(tokens, before) && lists.PUT.has(tokens[before - 1].word);
    return { place: 'on', from: isPut ? before - 1 : at };
  }
  const isBehind = lists.BEHIND.has(preposition) || isBehindAfter(tokens, end);
  return { place: isBehind ? 'behind' : undefined, from: at };
}

/** True for an adverb such as "behind", or a word for the background, at the end of a clause. */
function isBehindAfter(tokens: readonly Token[], end: number): boolean {
  let after = end;
  while (
    continues(tokens, after) &&
    (isDescriber(tokens[after].word) || lists.FILLERS.has(tokens[after].word)) &&
    after - end < FARTHEST
  ) {
    const { word } = tokens[after];
    if ((lists.BEHIND.has(word) || lists.IN_BACKGROUND.has(word)) && !continues(tokens, after + 1))
      return true;
    after++;
  }
  return false;
}

/** True for an adjective that describes an unknown noun: "soft cushions", "cuscini morbidi". */
export function describesUnknown(words: Words, at: number, end: number): boolean {
  const { tokens, adjectives, namedEnd } = words;
  const isNoun = (noun: number): boolean =>
    isUnknownNoun(tokens[noun]?.word) && !isNounOfProduct(tokens[noun].word) && !words.startsPhrase(noun);
  if (adjectives !== 'precede' && continues(tokens, at) && at > namedEnd && isNoun(at - 1)) return true;
  if (adjectives === 'follow') return false;
  let noun = end;
  while (continues(tokens, noun) && isDescriber(tokens[noun].word)) noun++;
  return continues(tokens, noun) && isNoun(noun);
}

const BEFORE_INFINITIVES: ReadonlySet<string> = new Set(['sans', 'sin', 'senza']);

/** True for a negation and an infinitive, which describe the noun before them: "cama sin hacer". */
export const isNegatedVerb = (negator: string, verb: string): boolean =>
  BEFORE_INFINITIVES.has(negator) && /^.{2,}(?:[aei]r|[aei]re)$/.test(verb);
