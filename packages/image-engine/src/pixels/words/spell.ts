/**
 * Result of the recognition network for a line of text: the probability of each character, for each step along the
 * line.
 */
interface SignScores {
  readonly data: Float32Array;
  readonly steps: number;
  readonly signs: number;
}

export interface SpelledLine {
  readonly text: string;
  /** Mean certainty of the recognized characters, 0 to 1. */
  readonly certainty: number;
}

/** Index of the blank character, which separates equal characters. */
const NONE = 0;

/**
 * Minimum probability of a space between words, where the network often prefers the blank character. The probability
 * of a space, summed over the steps between two characters, is 0.07 and more between words, and 0.04 and less within a
 * word.
 */
const SPACE_FROM = 0.05;

/**
 * Decodes the most likely characters, merging repetitions (connectionist temporal classification).
 * @param alphabet characters after the blank; the last one is a space
 */
export function spell({ data, steps, signs }: SignScores, alphabet: readonly string[]): SpelledLine {
  const space = signs - 1;
  let text = '';
  let sum = 0;
  let count = 0;
  let before = NONE;
  let spaceSeen = 0;
  for (let step = 0; step < steps; step++) {
    const scores = data.subarray(step * signs, (step + 1) * signs);
    let best = 0;
    for (let sign = 1; sign < signs; sign++) if (scores[sign] > scores[best]) best = sign;
    if (best === NONE || best === space) spaceSeen += scores[space];
    else if (best !== before) {
      text += `${count > 0 && spaceSeen >= SPACE_FROM ? ' ' : ''}${alphabet[best - 1] ?? ''}`;
      sum += scores[best];
      count++;
      spaceSeen = 0;
    }
    before = best;
  }
  return {
    text: withLikelySigns(text),
    certainty: count === 0 ? 0 : sum / count,
  };
}

const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;

const SMALL_LETTER = /\p{Ll}/u;

/**
 * Corrects likely confusions: a zero among letters becomes an O, and an O after a digit becomes a zero unless a letter
 * follows. A B after a small letter becomes ß, which the network doesn't know, unless a capital or a digit follows.
 */
function withLikelySigns(text: string): string {
  const signs = [...text];
  const isLetter = (at: number): boolean => LETTER.test(signs[at] ?? '');
  const endOfRun = (at: number): number => (/[Oo]/.test(signs[at] ?? '') ? endOfRun(at + 1) : at);
  for (const [k, sign] of signs.entries()) {
    const after = signs[k - 1] ?? '';
    const begins = !LETTER.test(after) && !DIGIT.test(after);
    if (sign === '0' && isLetter(k + 1) && (LETTER.test(after) || (begins && isLetter(k + 2))))
      signs[k] = 'O';
    const isInside = SMALL_LETTER.test(after) && !/[\p{Lu}\p{N}]/u.test(signs[k + 1] ?? '');
    if (sign === 'B' && isInside) signs[k] = 'ß';
    if (/[Oo]/.test(sign) && DIGIT.test(after) && !isLetter(endOfRun(k))) signs[k] = '0';
  }
  return signs.join('');
}
