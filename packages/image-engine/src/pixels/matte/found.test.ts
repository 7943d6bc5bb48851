import { describe, expect, test } from 'vitest';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { joinFound } from './found.ts';
import { areaIn, strokesIn } from './strokes.ts';

const SIDE_PX = 12;
const OWN = [10, 20, 30];
const FOUND = [200, 150, 100];
const GONE = [0, 0, 0, 0];

/** Opaque block of one color from column `from` to before column `to`. */
function block(color: readonly number[], from: number, to: number, widthPx = SIDE_PX): RgbaRaster {
  const picture = emptyRaster(widthPx, SIDE_PX, 4);
  for (let y = 0; y < SIDE_PX; y++)
    for (let x = from; x < to; x++) picture.data.set([...color, 255], (y * widthPx + x) * 4);
  return picture;
}

/** Cut-out whose alpha depends only on the column. */
const columns = (alphaAt: (x: number) => number, widthPx = SIDE_PX) =>
  raster(
    Uint8Array.from({ length: widthPx * SIDE_PX }, (_, i) => alphaAt(i % widthPx)),
    widthPx,
    SIDE_PX,
    1,
  );

const at = ({ data, widthPx }: RgbaRaster, x: number): number[] => [
  ...data.subarray((5 * widthPx + x) * 4, (5 * widthPx + x) * 4 + 4),
];

describe('objects found in an area drawn by the user', () => {
  test('are added to the cut-out in their own colors, and nothing else changes', () => {
    const cutOut = block(OWN, 0, 6);
    const box = { xPx: 2, yPx: 0, widthPx: 8, heightPx: SIDE_PX };
    // The block covers columns 3 to 8 of the photo, because the box starts at column 2.
    const changed = joinFound(cutOut, { box, picture: block(FOUND, 1, 7, 8) });
    expect([4, 5, 6, 8, 9].map((x) => at(cutOut, x))).toEqual([
      [...OWN, 255],
      [...OWN, 255],
      [...FOUND, 255],
      [...FOUND, 255],
      GONE,
    ]);
    expect(changed).toBeCloseTo(3 / SIDE_PX);
  });

  test('are removed with their soft edges and connected parts', () => {
    const cutOut = block(OWN, 0, 12);
    const picture = block(FOUND, 3, 5);
    for (let y = 0; y < SIDE_PX; y++) picture.data[(y * SIDE_PX + 5) * 4 + 3] = 60;
    const box = { xPx: 0, yPx: 0, widthPx: SIDE_PX, heightPx: SIDE_PX };
    joinFound(cutOut, { box, picture, whole: columns((x) => (x === 11 ? 255 : 0)) });
    expect([0, 8].map((x) => at(cutOut, x))).toEqual([
      [...OWN, 255],
      [...OWN, 255],
    ]);
    expect([1, 3, 6, 9, 11].map((x) => at(cutOut, x))).toEqual([GONE, GONE, GONE, GONE, GONE]);
    expect(at(cutOut, 7)).toEqual([...OWN, 135]);
  });

  test('are kept as the only visible parts of the existing cut-out', () => {
    const cutOut = block(OWN, 0, 12);
    const box = { xPx: 4, yPx: 2, widthPx: 6, heightPx: 8 };
    const picture = emptyRaster(6, 8, 4);
    picture.data.set([...FOUND, 200], 5 * 4);
    const retainedShare = raster(
      Uint8Array.from({ length: 48 }, (_, i) => (i % 6 === 0 ? 0 : i % 6 === 5 ? 51 : 255)),
      6,
      8,
      1,
    );
    const changed = joinFound(cutOut, { box, picture, retainedShare });
    expect([3, 4, 5, 8, 9, 10].map((x) => at(cutOut, x))).toEqual([
      GONE,
      GONE,
      [...OWN, 255],
      [...OWN, 255],
      [...OWN, 51],
      GONE,
    ]);
    expect([...cutOut.data.subarray((2 * SIDE_PX + 9) * 4, (2 * SIDE_PX + 10) * 4)]).toEqual([...OWN, 200]);
    expect([...cutOut.data.subarray(5 * 4, 6 * 4)]).toEqual(GONE);
    expect(changed).toBeCloseTo(1 - 32 / SIDE_PX ** 2);
  });
});

describe('the area that the user draws', () => {
  test('is recognized by its blue color, and strokes by red and green', () => {
    const picture = emptyRaster(8, 8, 4);
    picture.data.set([0, 0, 255, 255], (2 * 8 + 3) * 4);
    expect(areaIn(picture, picture)?.bounds).toEqual({ xPx: 3, yPx: 2, widthPx: 1, heightPx: 1 });
    expect(strokesIn(picture, picture)).toBeUndefined();
    picture.data.set([255, 0, 0, 255], (6 * 8 + 6) * 4);
    expect(strokesIn(picture, picture)?.bounds).toEqual({ xPx: 6, yPx: 6, widthPx: 1, heightPx: 1 });
    expect(areaIn(emptyRaster(8, 8, 4), picture)).toBeUndefined();
  });
});
