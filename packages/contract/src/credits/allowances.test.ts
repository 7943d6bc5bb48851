import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ALLOWANCES, formatAllowances, parseAllowances } from './allowances.ts';

describe('allowances embedded in the page', () => {
  it('are read back as configured', () => {
    const counts = fc.record(
      Object.fromEntries(Object.keys(DEFAULT_ALLOWANCES).map((key) => [key, fc.nat(1_000_000)])),
    );
    fc.assert(
      fc.property(counts, (input) => {
        const allowances = input as unknown as typeof DEFAULT_ALLOWANCES;
        expect(parseAllowances(formatAllowances(allowances))).toEqual(allowances);
      }),
    );
  });

  it.each([null, '', 'nonsense', 'guestGenerations= guestDownloads=-1 memberDownloads=1e3'])(
    'fall back to the defaults when the page contains %j',
    (text) => expect(parseAllowances(text)).toEqual(DEFAULT_ALLOWANCES),
  );

  it('need no escaping in an HTML attribute', () => {
    expect(formatAllowances(DEFAULT_ALLOWANCES)).toMatch(/^[\w= ]+$/);
  });
});
