import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { ELSEWHERE, FIELDS, LITERALS } from './literals.ts';

function valueAt(place: string, given?: readonly unknown[]): unknown {
  let value: unknown = contract;
  for (const step of place.split('.'))
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[step];
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown)(...(given ?? [])) : value;
}

/** Shown next to the text, because a curly apostrophe is easy to miss when comparing lines of a report. */
const codePoints = (value: unknown): unknown =>
  typeof value === 'string'
    ? `${value} [${[...value].map((char) => char.codePointAt(0)?.toString(16)).join(' ')}]`
    : value;

describe('the agreed literals', () => {
  it('are in the contract to the letter', () => {
    expect(LITERALS.length).toBeGreaterThan(250);
    const found = LITERALS.map(({ place, given }) => [place, codePoints(valueAt(place, given))]);
    expect(found).toEqual(LITERALS.map(({ place, literal }) => [place, codePoints(literal)]));
  });

  it.each(FIELDS)('of section %i are fields of %s', (_section, place, names) => {
    expect(Object.keys(valueAt(place) ?? {})).toEqual(expect.arrayContaining([...names]));
  });

  it('that are not constants are in their files', () => {
    const missing = ELSEWHERE.filter(
      ([, , file, written]) => !readFileSync(join(ROOT, file), 'utf8').includes(written),
    );
    expect(missing).toEqual([]);
  });
});
