import { describe, expect, test } from 'vitest';
import { emptyRaster, raster } from '../raster.ts';
import type { RgbaRaster } from '../raster.ts';
import { joinFound } from './found.ts';
import { areaIn, strokesIn } from './strokes.ts';

const SIDE_PX = 12;
const OWN = [10, 20, 30];
const FOUND = [200, 150, 100];

/** Something opaque from column `from` on, up to `to`, in one color. */
function block(color: readonly number[], from: number, to: number, widthPx = SIDE_PX): RgbaRaster {
  const picture = emptyRaster(widthPx, SIDE_PX, 4);
  for (let y = 0; y < SIDE_PX; y++)
    for (let x = from; x < to; x++) picture.data.set([...color, 255], (y * widthPx + x) * 4);
  return picture;
}

/** Everything from column `from` on. */
const area = (from: number) =>
  raster(
    Uint8Array.from({ length: SIDE_PX ** 2 }, (_, i) => (i % SIDE_PX >= from ? 255 : 0)),
    SIDE_PX,
    SIDE_PX,
    1,
  );

const at = ({ data, widthPx }: RgbaRaster, x: number): number[] => [
  ...data.subarray((5 * widthPx + x) * 4, (5 * widthPx + x) * 4 + 4),
];

describe('what was found where somebody drew', () => {
  test('comes into the cut-out with its own colors, and changes nothing that is there or not drawn around', () => {
    const cutOut = block(OWN, 0, 6);
    const box = { xPx: 2, yPx: 0, widthPx: 8, heightPx: SIDE_PX };
    // In columns 3 to 8 of the photo.
    const changed = joinFound(cutOut, { box, picture: block(FOUND, 1, 7, 8) }, area(5), 'restore');
    expect([4, 5, 6, 8, 9].map((x) => at(cutOut, x))).toEqual([
      [...OWN, 255],
      [...OWN, 255],
      [...FOUND, 255],
      [...FOUND, 255],
      [0, 0, 0, 0],
    ]);
    expect(changed).toBeCloseTo(3 / SIDE_PX);
  });

  test('goes from it with its soft rim, where it was drawn around', () => {
    const cutOut = block(OWN, 0, 11);
    const picture = block(FOUND, 4, 7);
    for (let y = 0; y < SIDE_PX; y++) picture.data[(y * SIDE_PX + 7) * 4 + 3] = 90;
    const box = { xPx: 0, yPx: 0, widthPx: SIDE_PX, heightPx: SIDE_PX };
    joinFound(cutOut, { box, picture }, area(5), 'erase');
    expect(at(cutOut, 4)).toEqual([...OWN, 255]);
    expect([5, 6, 7].map((x) => at(cutOut, x))).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(at(cutOut, 10)).toEqual([...OWN, 255]);
  });
});

describe('an area that is drawn', () => {
  test('is blue, beside red and green that mean strokes', () => {
    const picture = emptyRaster(8, 8, 4);
    picture.data.set([0, 0, 255, 255], (2 * 8 + 3) * 4);
    expect(areaIn(picture, picture)?.bounds).toEqual({ xPx: 3, yPx: 2, widthPx: 1, heightPx: 1 });
    expect(strokesIn(picture, picture)).toBeUndefined();
    picture.data.set([255, 0, 0, 255], (6 * 8 + 6) * 4);
    expect(strokesIn(picture, picture)?.bounds).toEqual({ xPx: 6, yPx: 6, widthPx: 1, heightPx: 1 });
    expect(areaIn(emptyRaster(8, 8, 4), picture)).toBeUndefined();
  });
});
