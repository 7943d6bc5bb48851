import { BRITISH } from './british.ts';

export interface Spelling {
  readonly word: string;
  readonly line: number;
}

export function findBritish(text: string): Spelling[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(/[A-Za-z0-9_]+/g)]
        .filter(([word]) => splitWord(word).some(isBritish))
        .map(([word]) => ({ word, line: at + 1 })),
    );
}

/** Splits an identifier into words, so that adjacent words aren't mistaken for another one: `isDecentResult` contains no "centre". */
const splitWord = (word: string): string[] => word.split(/(?<=[a-z0-9])(?=[A-Z])|_/);

const isBritish = (part: string): boolean => BRITISH.some((spelling) => spelling.test(part));
