import { expect, test } from 'vitest';
import { ByteReader } from './bytes.ts';
import { readExtents } from './heic-extents.ts';

const u16 = (n: number) => [n >> 8, n & 255];
const u32 = (n: number) => [0, 0, ...u16(n)];
const extents = (bytes: number[]) => [...readExtents(new ByteReader(Uint8Array.from(bytes)), 0)];

test('a HEIC location index of version 0 counts offsets from each item’s base', () => {
  const sizes = [0x44, 0x40];
  const item = [...u16(1), ...u16(0), ...u32(1000), ...u16(2), ...u32(5), ...u32(60), ...u32(65), ...u32(7)];
  expect(extents([0, 0, 0, 0, ...sizes, ...u16(1), ...item])).toEqual([
    { offset: 1005, length: 60 },
    { offset: 1065, length: 7 },
  ]);
});

test('in a HEIC location index of version 1, items whose data is inside the index are skipped', () => {
  const sizes = [0x44, 0x00];
  const inFile = [...u16(1), ...u16(0), ...u16(0), ...u16(1), ...u32(300), ...u32(20)];
  const inIndex = [...u16(2), ...u16(1), ...u16(0), ...u16(1), ...u32(0), ...u32(8)];
  expect(extents([1, 0, 0, 0, ...sizes, ...u16(2), ...inIndex, ...inFile])).toEqual([
    { offset: 300, length: 20 },
  ]);
});

test('a truncated HEIC location index causes a range error rather than an endless loop', () => {
  expect(() => extents([0, 0, 0, 0, 0x44, 0x40, ...u16(9)])).toThrow(RangeError);
});
