import { expect, it } from 'vitest';
import { comparePixels } from './compare-pixels.ts';

/** Opaque red, then clear, then opaque red or another color. */
const row = (width: number, last = [200, 0, 0]) => ({
  width,
  height: 1,
  data: Uint8ClampedArray.from([200, 0, 0, 255, 1, 2, 3, 0, ...last, 255].slice(0, width * 4)),
});
const FILES = {
  made: row(3),
  same: row(3),
  other: row(3, [0, 0, 200]),
  small: row(2),
  unshown: null,
};
const pixelsOf = async (name: keyof typeof FILES) => {
  const pixels = await Promise.resolve(FILES[name]);
  if (pixels === null) throw new Error('The source image could not be decoded.');
  return pixels;
};

it.each([
  ['made', 'same', { total: 2, changed: 0 }],
  ['made', 'other', { total: 2, changed: 1 }],
  ['made', 'small', 'other-size'],
  ['made', 'unshown', 'original-not-shown'],
  ['unshown', 'same', 'picture-not-shown'],
  ['unshown', 'unshown', 'original-not-shown'],
] as const)('%s, compared with %s, gives %j', async (file, original, likeness) => {
  expect(await comparePixels<keyof typeof FILES>(file, original, pixelsOf)).toEqual(likeness);
});
