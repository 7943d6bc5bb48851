/** A word of a prompt and its position. */
export interface Token {
  /** Folded: lower case, without accents. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** Preceded by a comma, a period or another sign, which phrases do not cross. */
  readonly startsClause: boolean;
}

/** A hex color, a word in any script (an apostrophe ends it: "d'or" is two), or one pictograph. */
const TOKEN = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/giu;
const CLAUSE_SIGN = /[,.;:!?()[\]{}|/\n\r•–—+]/;
/** Longer words are not words, and would only cost time. */
const MAX_WORD_LENGTH = 40;

/** Lower case without accents; "ß" is "ss". */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\uFE0F]/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe');

/** The words of a prompt in order. Signs and spaces are skipped. */
export function tokenize(prompt: string): Token[] {
  const tokens: Token[] = [];
  let before = 0;
  for (const match of prompt.matchAll(TOKEN)) {
    const from = match.index;
    const to = from + match[0].length;
    const word = fold(match[0].slice(0, MAX_WORD_LENGTH));
    const startsClause = CLAUSE_SIGN.test(prompt.slice(before, from));
    before = to;
    if (word !== '') tokens.push({ word, from, to, startsClause });
  }
  return tokens;
}
