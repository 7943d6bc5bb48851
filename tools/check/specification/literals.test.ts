import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { ELSEWHERE, FIELDS, LITERALS } from './literals.ts';
import { namesIn, numbersIn, pathsIn, quotedIn, readSections, storageKeysIn } from './read-specification.ts';

function valueAt(place: string, given?: readonly unknown[]): unknown {
  let value: unknown = contract;
  for (const step of place.split('.'))
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[step];
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown)(...(given ?? [])) : value;
}

/** Shown instead of letters, which hide a curly apostrophe from whoever compares two lines of a report. */
const codePoints = (value: unknown): unknown =>
  typeof value === 'string'
    ? `${value} [${[...value].map((char) => char.codePointAt(0)?.toString(16)).join(' ')}]`
    : value;

const texts = new Set([
  ...LITERALS.map(({ literal }) => String(literal)),
  ...ELSEWHERE.map(([, literal]) => literal),
  ...FIELDS.flatMap(([, , names]) => names),
]);

describe('the literals of the specification', () => {
  it('are in the contract to the letter', () => {
    expect(LITERALS.length).toBeGreaterThan(250);
    const found = LITERALS.map(({ place, given }) => [place, codePoints(valueAt(place, given))]);
    expect(found).toEqual(LITERALS.map(({ place, literal }) => [place, codePoints(literal)]));
  });

  it.each(FIELDS)('of section %i are fields of %s', (_section, place, names) => {
    expect(Object.keys(valueAt(place) ?? {})).toEqual(expect.arrayContaining([...names]));
  });

  it('that are no constants are in their files', () => {
    const missing = ELSEWHERE.filter(
      ([, , file, written]) => !readFileSync(join(ROOT, file), 'utf8').includes(written),
    );
    expect(missing).toEqual([]);
  });
});

/** Words of the specification that look like literals and are none of the product's. */
const NO_LITERALS: Readonly<Record<string, string>> = {
  'a/b': 'the form of an aspect ratio: parseAspectRatio is called above',
  'a:b': 'the same',
  stripePriceId: 'stripe_price_id of the prices: it comes from the server (decision 20)',
};

const SPECIFICATION = join(ROOT, '../shared/spec.md');
const isThere = existsSync(SPECIFICATION);
if (!isThere) console.warn('Skipped: ../shared/spec.md is not on this machine');

describe.skipIf(!isThere)('the specification itself', () => {
  const sections = isThere ? readSections(readFileSync(SPECIFICATION, 'utf8')) : new Map<number, string>();
  const textOf = (section: number): string => sections.get(section) ?? '';
  const unknown = (found: readonly string[]): string[] =>
    found.filter((literal) => !texts.has(literal) && !(literal in NO_LITERALS));

  it('has nine sections, and in them every kind of literal that is looked for', () => {
    expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // What reads nothing finds nothing missing.
    expect(quotedIn(textOf(8)).length).toBeGreaterThan(12);
    expect(pathsIn(textOf(2)).length).toBeGreaterThan(8);
    expect(pathsIn(textOf(7)).length).toBeGreaterThan(18);
    expect(namesIn(textOf(3)).length).toBeGreaterThan(60);
    expect(numbersIn(textOf(9)).length).toBeGreaterThan(50);
    expect(storageKeysIn(textOf(9)).length).toBe(4);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('quotes nothing in section %i that is not in the table', (section) => {
    expect(unknown(quotedIn(textOf(section)))).toEqual([]);
  });

  it.each([2, 7])('has no path in section %i that is not in the table', (section) => {
    expect(unknown(pathsIn(textOf(section)))).toEqual([]);
  });

  it.each([1, 2, 3, 5, 7, 8, 9])(
    'has no name of a field in section %i that is not in the table',
    (section) => {
      expect(unknown(namesIn(textOf(section)))).toEqual([]);
    },
  );

  it('has no key of local storage and no constant in section 9 that is not in the table', () => {
    expect(unknown(storageKeysIn(textOf(9)))).toEqual([]);
    const ofSection = LITERALS.filter(({ section }) => section === 9);
    const numbers = new Set(ofSection.flatMap(({ literal }) => numbersIn(String(literal))));
    // 12 digits are 1e11 to 1e12; indexes from 0 are counts.
    for (const number of [12, 0]) numbers.add(number);
    expect(numbersIn(textOf(9)).filter((number) => !numbers.has(number))).toEqual([]);
  });
});
