/** German writes several nouns as one word: "Eichentisch", "Betonloft", "Badezimmerfliesen". */
import { readColor } from '../../color/color-names.ts';
import type { ConceptKind } from './concepts.ts';
import type { Token } from './tokens.ts';
import { isEnglish, meaningOf } from './vocabulary.ts';
import { COLOR_OF_WORD, FILLERS } from './word-lists.ts';

/** Shorter parts are also parts of words that mean something else. */
const SHORTEST_PART = 4;
/** A longer one is no word, and would only cost time. */
const LONGEST_WORD = 30;
/** Kinds that a compound starts with: what something is made of, or where it is. */
const FIRST_KINDS: ReadonlySet<ConceptKind> = new Set(['world', 'material', 'prop', 'season']);
/** Sounds that join two nouns. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er'] as const;

/** Splits the words that mean nothing as a whole where both of their parts do; the others stay as they are. */
export const splitCompounds = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) => split(token) ?? [token]);

function split(token: Token): readonly [Token, Token] | undefined {
  const { word, from, to } = token;
  // Folded to as many letters as were written, so that the parts are found in the prompt.
  if (to - from !== word.length || word.length > LONGEST_WORD || isKnown(word)) return undefined;
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const first = firstPart(word.slice(0, at));
    const second = word.slice(at);
    // English has compounds of its own, which mean something else: "moonstone", "snowboard".
    if (first === undefined || !isPart(second) || (isEnglish(first) && isEnglish(second))) continue;
    return [
      { ...token, word: first, to: from + at },
      { word: second, from: from + at, to, startsClause: false },
    ];
  }
  return undefined;
}

/** What a compound starts with, without what joins it to the rest. */
const firstPart = (written: string): string | undefined =>
  JOINTS.filter((joint) => written.endsWith(joint))
    .map((joint) => written.slice(0, written.length - joint.length))
    .find((part) => {
      const meaning = part.length < SHORTEST_PART ? undefined : meaningOf([part]);
      return meaning?.is === 'concept' && FIRST_KINDS.has(meaning.concept.kind);
    });

/** What a compound may end with that needs no meaning of its own. */
const PLAIN_ENDS: ReadonlySet<string> = new Set(
  'wand wande boden hintergrund untergrund licht farbe farben oberflache platte flache'.split(' '),
);

const isPart = (word: string): boolean => PLAIN_ENDS.has(word) || meaningOf([word])?.is === 'concept';

const isKnown = (word: string): boolean =>
  FILLERS.has(word) ||
  COLOR_OF_WORD.has(word) ||
  meaningOf([word]) !== undefined ||
  readColor([word]) !== undefined;
