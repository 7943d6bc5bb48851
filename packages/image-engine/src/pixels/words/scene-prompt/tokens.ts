/** Word of a prompt and its position. */
export interface Token {
  /** Folded word: lower case, without accents. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** True for the first word after a comma, a period or another sign; phrases don't extend across such a sign. */
  readonly startsClause: boolean;
}

/** Pattern of a token: a hex color, a word in any script (an apostrophe ends it: "d'or" is two), or one pictograph. */
const TOKEN = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/giu;
const CLAUSE_SIGN = /[,.;:!?()[\]{}|/\n\r•–—+]/;
/** Maximum length of a word, which limits the computing time. */
const MAX_WORD_LENGTH = 40;

/** Converts text to lower case without accents; "ß" becomes "ss". */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\uFE0F]/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe');

/** Splits a prompt into words, in order. Skips signs and spaces. */
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
