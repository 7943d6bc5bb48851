import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-0', { startByte: 0, endByteInclusive: 0 }],
    ['bytes=2-5', { startByte: 2, endByteInclusive: 5 }],
    ['bytes=2-', { startByte: 2, endByteInclusive: 9 }],
    ['bytes=2-99', { startByte: 2, endByteInclusive: 9 }],
    ['bytes=-3', { startByte: 7, endByteInclusive: 9 }],
    ['bytes=-99', { startByte: 0, endByteInclusive: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    [undefined, null],
  ])('parses the Range header %s for an object of 10 bytes', (header, expected) => {
    expect(parseByteRange(header, 10)).toEqual(expected);
  });

  it('never returns a range that exceeds the object', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (from, to, sizeBytes) => {
        for (const header of [`bytes=${from}-${to}`, `bytes=${from}-`, `bytes=-${to}`]) {
          const range = parseByteRange(header, sizeBytes);
          if (range === null || range === 'unsatisfiable') continue;
          expect(range.startByte).toBeGreaterThanOrEqual(0);
          expect(range.startByte).toBeLessThanOrEqual(range.endByteInclusive);
          expect(range.endByteInclusive).toBeLessThan(sizeBytes);
        }
      }),
    );
  });
});
