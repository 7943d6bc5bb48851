import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTurned } from './is-turned.ts';

const letters = (word: string): number[] => [...word].map((letter) => letter.charCodeAt(0));
const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];

/** A JPEG's beginning with another segment and an Exif orientation, in either byte order. */
function jpeg(orientation: number, littleEndian: boolean): Uint8Array {
  const order = (value: number[]): number[] => (littleEndian ? value.toReversed() : value);
  const tiff = [
    ...letters(littleEndian ? 'II' : 'MM'),
    ...order(u16(42)),
    ...order(u32(8)),
    ...order(u16(1)),
    ...[u16(0x0112), u16(3), u32(1), u16(orientation)].flatMap(order),
    0,
    0,
  ];
  const jfif = [0xff, 0xe0, ...u16(16), ...letters('JFIF'), ...new Array<number>(10).fill(0)];
  const exif = [0xff, 0xe1, ...u16(tiff.length + 8), ...letters('Exif'), 0, 0, ...tiff];
  return new Uint8Array([0xff, 0xd8, ...jfif, ...exif, 0xff, 0xda, 0, 8]);
}

const heic = (quarterTurns: number | null): Uint8Array =>
  new Uint8Array([
    ...u32(24),
    ...letters('ftypheic'),
    ...u32(0),
    ...letters('mif1heic'),
    ...(quarterTurns === null ? [] : [...u32(9), ...letters('irot'), quarterTurns]),
    ...u32(100),
    ...letters('mdat'),
    ...letters('irot'),
    1,
  ]);

describe('a photo', () => {
  it.each([
    [1, false],
    [3, false],
    [6, true],
    [8, true],
  ])('with Exif orientation %i is turned: %s, in either byte order', (orientation, expected) => {
    expect(isTurned(jpeg(orientation, true))).toBe(expected);
    expect(isTurned(jpeg(orientation, false))).toBe(expected);
  });

  it('is turned also when stray bytes stand between its segments', () => {
    const photo = jpeg(6, true);
    expect(isTurned(new Uint8Array([...photo.slice(0, 20), 1, 2, 3, 0xff, ...photo.slice(20)]))).toBe(true);
  });

  it('in HEIC is turned by odd quarter turns, whatever its picture data holds', () => {
    expect([1, 2, 3, 0, null].map((turns) => isTurned(heic(turns)))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('never makes it throw', () => {
    const beginnings = [jpeg(6, true), jpeg(6, false), heic(1), new Uint8Array()];
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(60),
        (head, tail, cut) => {
          const start = head.slice(0, Math.max(2, head.byteLength - cut));
          expect(() => isTurned(new Uint8Array([...start, ...tail]))).not.toThrow();
        },
      ),
    );
  });
});
