/** Splits German compounds of several nouns: "Eichentisch", "Betonloft", "Badezimmerfliesen". */
import { readColor } from '../../color/color-names.ts';
import type { ConceptKind } from './concepts.ts';
import type { Token } from './tokens.ts';
import { isEnglish, findMeaning } from './vocabulary.ts';
import { COLOR_OF_WORD, FILLERS } from './word-lists.ts';

/** Minimum length of each part of a compound; shorter parts also occur in unrelated words. */
const SHORTEST_PART = 4;
/** Maximum length of a word that is split, which limits the computing time. */
const LONGEST_WORD = 30;
/** Kinds of concepts that may be the first part of a compound. */
const FIRST_KINDS: ReadonlySet<ConceptKind> = new Set(['world', 'material', 'prop', 'season']);
/** Linking sounds between the nouns of a compound. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er'] as const;

/** Splits unknown words whose two parts are both known; all other words stay as they are. */
export const splitCompounds = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) => split(token) ?? [token]);

function split(token: Token): readonly [Token, Token] | undefined {
  const { word, from, to } = token;
  // Skips words whose length changes when accents are removed, because positions must match the prompt.
  if (to - from !== word.length || word.length > LONGEST_WORD || isKnown(word)) return undefined;
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const first = firstPart(word.slice(0, at));
    const second = word.slice(at);
    // Excludes English compounds, because they have another meaning than their parts: "moonstone", "snowboard".
    if (first === undefined || !isPart(second) || (isEnglish(first) && isEnglish(second))) continue;
    return [
      { ...token, word: first, to: from + at },
      { word: second, from: from + at, to, startsClause: false },
    ];
  }
  return undefined;
}

/** First part of a compound, without its linking sound. */
const firstPart = (written: string): string | undefined =>
  JOINTS.filter((joint) => written.endsWith(joint))
    .map((joint) => written.slice(0, written.length - joint.length))
    .find((part) => {
      const meaning = part.length < SHORTEST_PART ? undefined : findMeaning([part]);
      return meaning?.is === 'concept' && FIRST_KINDS.has(meaning.concept.kind);
    });

/** Second parts of compounds that don't change the meaning of the first part. */
const PLAIN_ENDS: ReadonlySet<string> = new Set(
  'wand wande boden hintergrund untergrund licht farbe farben oberflache platte flache'.split(' '),
);

const isPart = (word: string): boolean => PLAIN_ENDS.has(word) || findMeaning([word])?.is === 'concept';

const isKnown = (word: string): boolean =>
  FILLERS.has(word) ||
  COLOR_OF_WORD.has(word) ||
  findMeaning([word]) !== undefined ||
  readColor([word]) !== undefined;
