import { BRITISH } from './british.ts';

/** A British spelling in a text. */
export interface Spelling {
  /** The whole word or identifier. */
  readonly word: string;
  readonly line: number;
}

/** Words and identifiers of a text that are spelled the British way. */
export function findBritish(text: string): Spelling[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(/[A-Za-z0-9_]+/g)]
        .filter(([word]) => splitWord(word).some(isBritish))
        .map(([word]) => ({ word, line: at + 1 })),
    );
}

/** `isDecentResult` is three words, and no two of them make another one. */
const splitWord = (word: string): string[] => word.split(/(?<=[a-z0-9])(?=[A-Z])|_/);

const isBritish = (part: string): boolean => BRITISH.some((spelling) => spelling.test(part));
