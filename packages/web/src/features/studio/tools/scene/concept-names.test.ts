import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisedWords } from '@packshot/image-engine/pixels';
import { describe, expect, it } from 'vitest';
import { CONCEPT_NAMES } from './concept-names.ts';

const TRANSLATIONS = join(import.meta.dirname, '../../../../../translations');
const read = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(TRANSLATIONS, `${language}.json`), 'utf8'));

/** Concepts that a prompt's words mean, whether or not the scenes can show them. */
function readMeanings(prompt: string): string[] {
  const { followed, lost } = promisedWords(prompt, [], { referenceId: null, light: 'auto' });
  return [...followed, ...lost].map(({ as }) => as.replace(/ (?:mood|colors)$/, ''));
}

describe('the name of a concept that replaces another one', () => {
  it('is itself understood as the same concept, in each language', () => {
    const de = read('de');
    const names = Object.keys(CONCEPT_NAMES).flatMap((concept) =>
      [concept, de[concept] ?? ''].map((name) => [concept, name] as const),
    );
    expect(names.filter(([concept, name]) => !readMeanings(name).includes(concept))).toEqual([]);
  });
});
