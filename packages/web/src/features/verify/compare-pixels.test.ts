import { describe, expect, it } from 'vitest';
import { comparePixels } from './compare-pixels.ts';
import type { DecodedPicture } from './compare-pixels.ts';

type RgbaColor = readonly [number, number, number, number];
const RED = [200, 0, 0, 255] as const;
const CLEAR = [1, 2, 3, 0] as const;
const BLUE = [0, 0, 200, 255] as const;

/** Renders a test picture with smooth colors at a size. */
const createShown = (
  width: number,
  height: number,
  colorAt: (x: number, y: number) => RgbaColor,
): DecodedPicture => ({
  width,
  height,
  pixels: (w, h) => ({
    width: w,
    height: h,
    data: Uint8ClampedArray.from(
      Array.from({ length: w * h }).flatMap((_, i) => [
        ...colorAt(((i % w) + 0.5) / w, (Math.floor(i / w) + 0.5) / h),
      ]),
    ),
  }),
});
const row = (last: RgbaColor = RED): DecodedPicture =>
  createShown(3, 1, (x) => (x < 0.33 ? RED : x < 0.66 ? CLEAR : last));
/** Colors of a test photo with some details. */
const photo = (x: number, y: number): RgbaColor => [200 * x, 200 * y, x > 0.5 === y > 0.5 ? 60 : 160, 255];
const FILES = {
  made: row(),
  same: row(),
  other: row(BLUE),
  narrow: createShown(2, 1, () => RED),
  unshown: null,
  original: createShown(1200, 900, photo),
  smaller: createShown(400, 300, photo),
  // Copy whose sides were rounded differently.
  nearly: createShown(401, 300, photo),
  larger: createShown(2400, 1800, photo),
  'cut-out': createShown(400, 300, (x, y) => (x < 0.5 ? photo(x, y) : CLEAR)),
  painted: createShown(400, 300, (x, y) => (x > 0.2 && x < 0.3 && y > 0.2 && y < 0.3 ? BLUE : photo(x, y))),
  tinted: createShown(400, 300, (x, y) => {
    const [r, g, b] = photo(x, y);
    return [r, g, b + 20, 255];
  }),
  cropped: createShown(400, 200, photo),
  tiny: createShown(8, 6, photo),
};
const show = async (name: keyof typeof FILES): Promise<DecodedPicture> => {
  const file = await Promise.resolve(FILES[name]);
  if (file === null) throw new Error('The source image could not be decoded.');
  return file;
};
const compareFiles = (file: keyof typeof FILES, original: keyof typeof FILES) =>
  comparePixels<keyof typeof FILES>(file, original, show);

it.each([
  ['made', 'same', { total: 2, changed: 0 }],
  ['made', 'other', { total: 2, changed: 1 }],
  ['made', 'narrow', 'other-shape'],
  ['cropped', 'original', 'other-shape'],
  ['tiny', 'original', 'other-shape'],
  ['made', 'unshown', 'original-not-shown'],
  ['unshown', 'same', 'picture-not-shown'],
  ['unshown', 'unshown', 'original-not-shown'],
] as const)('the file “%s”, compared with “%s”, gives %j', async (file, original, likeness) => {
  expect(await compareFiles(file, original)).toEqual(likeness);
});

describe('a resized picture', () => {
  it.each(['smaller', 'nearly', 'larger', 'cut-out'] as const)('counts as unchanged: %s', async (file) => {
    expect(await compareFiles(file, 'original')).toMatchObject({ changed: 0, levels: 24 });
  });

  it('is compared only where it is opaque', async () => {
    const [whole, half] = [
      await compareFiles('smaller', 'original'),
      await compareFiles('cut-out', 'original'),
    ];
    if (typeof whole === 'string' || typeof half === 'string') throw new Error('They were not compared.');
    if (!('squares' in whole && 'squares' in half)) throw new Error('They were compared as if of one size.');
    expect(whole.squares).toBe(131 * 98);
    expect(whole.sidePx).toBeCloseTo(400 / 133, 5);
    expect(half.squares / whole.squares).toBeCloseTo(0.5, 1);
    expect(half.tint).toBe(0);
  });

  it('counts as changed when it is painted over or tinted', async () => {
    expect(await compareFiles('painted', 'original')).toMatchObject({
      changed: expect.toSatisfy((n) => n > 50),
    });
    expect(await compareFiles('tinted', 'original')).toMatchObject({
      changed: 0,
      tint: expect.toSatisfy((levels) => levels > 15 && levels < 25),
    });
  });
});
