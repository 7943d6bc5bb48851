import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { finish } from '../raster/work.ts';
import { earlierCutOut } from './earlier-cut-out.ts';
import { refineCutOut } from './refine-cut-out.ts';
import { strokesIn } from './strokes.ts';
import type { Strokes } from './strokes.ts';

type Rgba = readonly [number, number, number, number];
const CLEAR: Rgba = [0, 0, 0, 0];
const RESTORE: Rgba = [255, 0, 0, 255];
const ERASE: Rgba = [0, 255, 0, 255];

function paint(side: number, colorAt: (x: number, y: number) => Rgba): RgbaRaster {
  const picture = emptyRaster(side, side, 4);
  for (let i = 0; i < side * side; i++) picture.data.set(colorAt(i % side, Math.floor(i / side)), 4 * i);
  return picture;
}

const requireStrokes = (drawing: RgbaRaster, photo: Parameters<typeof strokesIn>[1]): Strokes => {
  const strokes = strokesIn(drawing, photo);
  if (!strokes) throw new Error('Nothing was drawn.');
  return strokes;
};

const copyRaster = ({ data, widthPx, heightPx }: RgbaRaster): RgbaRaster =>
  raster(Uint8Array.from(data), widthPx, heightPx, 4);

/** Refines a copy of the cut-out. */
function runRefine(photo: RgbaRaster, cutOut: RgbaRaster, strokes: RgbaRaster): RgbaRaster {
  const result = copyRaster(cutOut);
  finish(refineCutOut(copyRaster(photo), result, requireStrokes(strokes, photo)));
  return result;
}

const alphaAt = ({ data, widthPx }: RgbaRaster, x: number, y: number): number =>
  data[(y * widthPx + x) * 4 + 3];

const SIDE = 160;
const isInside = (x: number, y: number): boolean => Math.hypot(x - 80, y - 80) < 50;
/** Picture of a textured dark disc on a light background. */
const DISC = paint(SIDE, (x, y) => {
  const grain = (x * 7 + y * 13) % 9;
  return isInside(x, y) ? [40 + grain, 60, 90 + grain, 255] : [225 - grain, 220, 210, 255];
});
const cutOutWhere = (isKept: (x: number, y: number) => boolean): RgbaRaster =>
  paint(SIDE, (x, y) => {
    if (!isKept(x, y)) return CLEAR;
    return [...DISC.data.subarray((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 4)] as unknown as Rgba;
  });

describe('refining a cut-out by strokes', () => {
  test('a restoring stroke stops at the picture’s edge where the brush went beyond it', () => {
    const withoutRight = cutOutWhere((x, y) => isInside(x, y) && x < 100);
    // The restoring strokes extend eight pixels beyond the disc.
    const strokes = paint(SIDE, (x, y) => (x > 95 && Math.hypot(x - 80, y - 80) < 58 ? RESTORE : CLEAR));
    const result = runRefine(DISC, withoutRight, strokes);
    let wrong = 0;
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++) {
        if (Math.abs(Math.hypot(x - 80, y - 80) - 50) < 1.5) continue;
        if (alphaAt(result, x, y) >= 128 !== isInside(x, y)) wrong++;
      }
    }
    expect(wrong).toBeLessThan(40);
  });

  test('an erasing stroke stops at the picture’s edge where the brush went into the product', () => {
    const withRest = cutOutWhere((x, y) => isInside(x, y) || (x > 110 && y > 60 && y < 100));
    const strokes = paint(SIDE, (x, y) => (x > 122 && y > 50 && y < 110 ? ERASE : CLEAR));
    const result = runRefine(DISC, withRest, strokes);
    expect([alphaAt(result, 125, 80), alphaAt(result, 140, 80)]).toEqual([255, 0]);
  });

  test('a stroke is applied exactly on request', () => {
    const strokes = paint(SIDE, (x, y) => (Math.hypot(x - 80, y - 80) < 58 ? RESTORE : CLEAR));
    const result = emptyRaster(SIDE, SIDE, 4);
    finish(refineCutOut(copyRaster(DISC), result, requireStrokes(strokes, DISC), 'hand'));
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++)
        expect(alphaAt(result, x, y)).toBe(Math.hypot(x - 80, y - 80) < 58 ? 255 : 0);
  });

  test('a stroke is applied exactly where the picture shows no edge', () => {
    const plain = paint(SIDE, () => [120, 120, 120, 255]);
    const strokes = paint(SIDE, (x, y) => (Math.hypot(x - 80, y - 80) < 30 ? RESTORE : CLEAR));
    const result = runRefine(plain, emptyRaster(SIDE, SIDE, 4), strokes);
    expect([alphaAt(result, 80, 80), alphaAt(result, 80, 53), alphaAt(result, 80, 45)]).toEqual([
      255, 255, 0,
    ]);
  });

  test('a soft stroke has a partial effect', () => {
    const plain = paint(SIDE, () => [120, 120, 120, 255]);
    const soft = paint(SIDE, () => [255, 0, 0, 100]);
    expect(alphaAt(runRefine(plain, emptyRaster(SIDE, SIDE, 4), soft), 80, 80)).toBe(100);
  });

  test('restoring doesn’t reveal pixels that the photo never showed', () => {
    const half = paint(SIDE, (x) => [90, 80, 70, x < 80 ? 255 : 0]);
    const result = runRefine(
      half,
      emptyRaster(SIDE, SIDE, 4),
      paint(SIDE, () => RESTORE),
    );
    expect([alphaAt(result, 20, 80), alphaAt(result, 140, 80)]).toEqual([255, 0]);
  });

  test('alpha doesn’t change outside the strokes, only rises in restoring strokes, and only falls in erasing ones', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const stroke = fc.record({
      x: fc.nat(40),
      y: fc.nat(40),
      radius: fc.integer({ min: 1, max: 14 }),
      isErasing: fc.boolean(),
      strength: byte,
    });
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 4 }), fc.nat(), (drawing, salt) => {
        const random = (x: number, y: number, channel: number): number =>
          (Math.imul(x * 73 + y * 179 + channel * 283 + salt, 2_654_435_761) >>> 13) & 255;
        const photo = paint(41, (x, y) => [random(x, y, 0), random(x, y, 1), random(x, y, 2), 255]);
        const cutOut = paint(41, (x, y) => [
          random(x, y, 4),
          random(x, y, 5),
          random(x, y, 6),
          random(x, y, 7),
        ]);
        const picture = paint(41, (x, y) => {
          const top = drawing.findLast((one) => Math.hypot(x - one.x, y - one.y) <= one.radius);
          if (top === undefined) return CLEAR;
          return top.isErasing ? [0, 255, 0, top.strength] : [255, 0, 0, top.strength];
        });
        // Skips drawings without a visible stroke: all are faint, or faint ones cover the strong ones.
        fc.pre(picture.data.some((value, i) => i % 4 === 3 && value >= 8));
        const result = runRefine(photo, cutOut, picture);
        for (let at = 0; at < result.data.length; at += 4) {
          const [before, after] = [cutOut, result].map(({ data }) => [...data.subarray(at, at + 4)]);
          const [restores, erases] = [0, 1].map((c) => picture.data[at + c] > 0 && picture.data[at + 3] >= 8);
          if (!restores && !erases) expect(after).toEqual(before);
          if (restores) expect(after[3]).toBeGreaterThanOrEqual(before[3]);
          if (erases) expect(after[3]).toBeLessThanOrEqual(before[3]);
          if (restores && after[3] >= 250)
            expect(after.slice(0, 3)).toEqual([...photo.data.subarray(at, at + 3)]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('reading strokes', () => {
  test('strokes are red and green with alpha; blue, black and traces are ignored', () => {
    const colors: Rgba[] = [
      RESTORE,
      ERASE,
      [255, 0, 0, 128],
      [128, 127, 0, 255],
      [0, 0, 255, 255],
      [0, 0, 0, 255],
      [7, 0, 0, 255],
    ];
    const picture = paint(8, (x) => colors[x] ?? CLEAR);
    const { restore, erase, bounds } = requireStrokes(picture, { widthPx: 8, heightPx: 8 });
    expect([...restore.data.subarray(0, 8)]).toEqual([255, 0, 128, 128, 0, 0, 0, 0]);
    expect([...erase.data.subarray(0, 8)]).toEqual([0, 255, 0, 127, 0, 0, 0, 0]);
    expect(bounds).toEqual({ xPx: 0, yPx: 0, widthPx: 4, heightPx: 8 });
  });

  test('strokes of a smaller canvas are enlarged', () => {
    const { restore } = requireStrokes(
      paint(8, (x) => (x < 4 ? RESTORE : CLEAR)),
      { widthPx: 64, heightPx: 64 },
    );
    expect([restore.data[10], restore.data[24], restore.data[40]]).toEqual([255, 255, 0]);
  });

  test('an empty picture has no strokes', () => {
    expect(strokesIn(emptyRaster(8, 8, 4), { widthPx: 8, heightPx: 8 })).toBeUndefined();
  });
});

describe('the existing cut-out', () => {
  const photo = paint(16, (x) => [x * 16, 100, 50, 255]);

  test('a cut-out of the photo’s size is used unchanged, apart from hidden colors', () => {
    const picture = paint(16, (x) => [1, 2, 3, x < 8 ? 255 : 0]);
    const cutOut = earlierCutOut(picture, photo);
    expect([...cutOut.data.subarray(0, 4)]).toEqual([1, 2, 3, 255]);
    expect([...cutOut.data.subarray(60, 64)]).toEqual([0, 0, 0, 0]);
  });

  test('a matte, or a smaller cut-out, takes its colors from the photo', () => {
    const matte = paint(16, (x) => (x < 8 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const small = paint(8, (x) => [9, 9, 9, x < 4 ? 255 : 0]);
    for (const picture of [matte, small]) {
      const { data } = earlierCutOut(picture, photo);
      expect([...data.subarray(4, 8)]).toEqual([16, 100, 50, 255]);
      expect(data[63]).toBe(0);
    }
  });

  test('a cut-out with another aspect ratio is refused', () => {
    const wide = emptyRaster(32, 16, 4);
    expect(() => earlierCutOut(wide, photo)).toThrow(expect.objectContaining({ code: 'MASK_MISMATCH' }));
  });
});
