import { CONCEPT_LINES } from './concepts.ts';
import type { ConceptKind } from './concepts.ts';
import { USE_WORDS } from './product-words.ts';
import type { ProductTrait } from './product-words.ts';
import { LAMP, UNKNOWN_THING } from './reading.ts';

export type Meaning =
  | { readonly is: 'concept'; readonly concept: Concept }
  | { readonly is: 'product'; readonly trait: ProductTrait };

/** Concept that a scene prompt can ask for. */
export interface Concept {
  readonly id: string;
  readonly kind: ConceptKind;
  /** Name of the concept in plain words. */
  readonly label: string;
}

/** Suffixes of labels, by kind of concept. */
const KIND_LABELS: Readonly<Partial<Record<ConceptKind, string>>> = { mood: ' mood', tone: ' colors' };

/** Maximum number of words in a phrase of the vocabulary. */
export const LONGEST_PHRASE = 5;

interface Vocabulary {
  readonly kinds: ReadonlyMap<string, ConceptKind>;
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** Words of concepts that are English. */
  readonly english: ReadonlySet<string>;
  /** Single words of the vocabulary by their first letter, for correcting typos. */
  readonly byInitial: ReadonlyMap<string, readonly string[]>;
}

let built: Vocabulary | undefined;
const vocabulary = (): Vocabulary => (built ??= build());

function formatLabel(kind: ConceptKind, name: string): string {
  if (kind === 'light' && name.startsWith('from ')) return `light ${name}`;
  return name + (KIND_LABELS[kind] ?? '');
}

function build(): Vocabulary {
  const kinds = new Map<string, ConceptKind>();
  const meanings = new Map<string, Meaning>();
  const english = new Set<string>();
  for (const [kind, lines] of Object.entries(CONCEPT_LINES) as [ConceptKind, string][]) {
    for (const [, id, words] of lines.matchAll(/^ *([a-z-]+):(.*)$/gm)) {
      const name = id.replaceAll('-', ' ');
      const concept = { id, kind, label: formatLabel(kind, name) };
      kinds.set(id, kind);
      for (const word of [name, ...words.replace(/;.*/, '').split(',')]) english.add(word);
      // Also adds the singular of a concept whose ID is a plural.
      for (const word of [name, name.replace(/(?<=...)s$/, ''), ...words.split(/[,;]/)]) {
        if (word !== '' && !meanings.has(word)) meanings.set(word, { is: 'concept', concept });
      }
    }
  }
  for (const [trait, words] of Object.entries(USE_WORDS) as [ProductTrait, readonly string[]][]) {
    for (const word of words) {
      const phrase = word.replaceAll('-', ' ');
      if (!meanings.has(phrase)) meanings.set(phrase, { is: 'product', trait });
    }
  }
  const byInitial = new Map<string, string[]>();
  for (const word of meanings.keys()) {
    if (!/^[a-z]{6,}$/.test(word)) continue;
    const listedWords = byInitial.get(word[0]);
    if (listedWords === undefined) byInitial.set(word[0], [word]);
    else listedWords.push(word);
  }
  return { kinds, meanings, english, byInitial };
}

/** Places with a color of their own. The color of other places, such as a kitchen, is the color of their walls. */
const COLORED_PLACES: ReadonlySet<string> = new Set(
  (
    'podium arch steps wood-table counter kitchen-counter window road street sea pool river lake waterfall beach desert dunes forest garden ' +
    'meadow mountain sky clouds hanger wall-hook'
  ).split(' '),
);

const SHOWN_BY_NO_SET: ReadonlySet<string> = new Set([LAMP, UNKNOWN_THING]);

/** True for the ID of something that can have a color of its own, as the plants in "green plants". */
export function isThing(id: string): boolean {
  const kind = vocabulary().kinds.get(id);
  return kind === 'prop' || kind === 'material' || SHOWN_BY_NO_SET.has(id) || COLORED_PLACES.has(id);
}

export const isProp = (id: string): boolean => vocabulary().kinds.get(id) === 'prop';
export const isPlace = (id: string): boolean => vocabulary().kinds.get(id) === 'world';

/** Words that look like a form of a word of the vocabulary, such as "lin", but have another meaning. */
const UNRELATED: ReadonlySet<string> = new Set(['line', 'lines']);

/**
 * Meaning of folded words (lower case, no accents), as they are or with the last one in another form ("podiums",
 * "marmornes").
 */
export function findMeaning(words: readonly string[]): Meaning | undefined {
  if (words.length === 1 && UNRELATED.has(words[0])) return undefined;
  const { meanings } = vocabulary();
  const [before, last] = [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
  for (const form of listForms(last)) {
    const meaning = meanings.get(before === '' ? form : `${before} ${form}`);
    // A participle names no place: a bottle that is bathed in light isn't in a bathroom.
    const isParticiple = form !== last && last.endsWith('ed');
    if (meaning !== undefined && !(isParticiple && isOfKind(meaning, 'world'))) return meaning;
  }
  return undefined;
}

const isOfKind = (meaning: Meaning, kind: ConceptKind): boolean =>
  meaning.is === 'concept' && meaning.concept.kind === kind;

/** True if a word, in any of its forms, is an English word of a concept. */
export const isEnglish = (word: string): boolean =>
  listForms(word).some((form) => vocabulary().english.has(form));

/** True for an English word of a concept, in the singular or plural. */
export const isEnglishNoun = (word: string): boolean =>
  [word, word.replace(/s$/, '')].some((form) => vocabulary().english.has(form));

/**
 * Suffixes that are removed to find a word's base form, the longest first, in English, German and the Romance
 * languages.
 */
const ENDINGS = ['lich', 'es', 'er', 'en', 'em', 'ed', 's', 'e', 'i', 'y', 'n', 'm', 'r', 'd'];
const SHORTEST_STEM = 4;

/** Returns a word and its possible base forms. */
export function listForms(word: string): string[] {
  const forms = [word];
  if (word.length <= SHORTEST_STEM) {
    // In words of this minimum length, only a plural -s is removed, as in "gems"; "bus" is too short.
    if (word.length === SHORTEST_STEM && word.endsWith('s')) forms.push(word.slice(0, -1));
    return forms;
  }
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  // Finds "romantic" for "romantisch" and "romantique".
  if (/(?:isch|ique)$/.test(word)) forms.push(`${word.slice(0, -4)}ic`);
  for (const ending of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= SHORTEST_STEM - 1) {
      forms.push(word.slice(0, -ending.length));
    }
  }
  // Finds the masculine of French adjectives: "lumineuse".
  if (/euses?$/.test(word)) forms.push(word.replace(/ses?$/, 'x'));
  // Finds the singular of Italian plurals: "bianche".
  if (/[cg]h[ei]$/.test(word)) forms.push(`${word.slice(0, -2)}o`, `${word.slice(0, -2)}a`);
  if (/[ao]s?$/.test(word)) {
    const stem = word.replace(/[ao]s?$/, '');
    if (stem.length >= SHORTEST_STEM) forms.push(stem, `${stem}o`, `${stem}a`);
  }
  if (/[ie]$/.test(word)) {
    const stem = word.slice(0, -1);
    if (stem.length >= SHORTEST_STEM) forms.push(`${stem}o`, `${stem}a`, `${stem}e`);
  }
  return forms;
}

/**
 * Finds the known word that a long word misspells by one letter: one extra letter, one missing, or two swapped. The
 * first letter must be right.
 */
export function findMisspelled(word: string): Meaning | undefined {
  if (!/^[a-z]{6,20}$/.test(word)) return undefined;
  const { meanings, byInitial } = vocabulary();
  const intendedWord = byInitial.get(word[0])?.find((knownWord) => isOneSlipAway(word, knownWord));
  return intendedWord === undefined ? undefined : meanings.get(intendedWord);
}

function isOneSlipAway(written: string, knownWord: string): boolean {
  const [short, long] = written.length < knownWord.length ? [written, knownWord] : [knownWord, written];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  return (
    written[at] === knownWord[at + 1] &&
    written[at + 1] === knownWord[at] &&
    written.slice(at + 2) === knownWord.slice(at + 2)
  );
}
