import { describe, expect, it } from 'vitest';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { judgeCutOut, judgeResult, findPlace } from './quality-flags.ts';
import { alphaOnGrid } from '../../matte/passes/halves.ts';
import type { Rectangle } from '../../../testing/rectangle.ts';

const SIDE = 256;

function drawMask(rectangles: readonly (readonly [Rectangle, number])[]): AlphaRaster {
  const alpha = emptyRaster(SIDE, SIDE, 1);
  for (const [[left, top, right, bottom], value] of rectangles)
    for (let y = top; y < bottom; y++) alpha.data.fill(value, y * SIDE + left, y * SIDE + right);
  return alpha;
}

const PRODUCT: Rectangle = [60, 60, 200, 200];
const product = drawMask([[PRODUCT, 255]]);

/** Photo with these gray levels inside and outside of the object. */
function createPhoto({ data }: AlphaRaster, inside: number, outside: (x: number) => number): RgbRaster {
  const colors = new Uint8Array(SIDE * SIDE * 3);
  for (let i = 0; i < data.length; i++)
    colors.fill(data[i] > 0 ? inside : outside(i % SIDE), i * 3, i * 3 + 3);
  return raster(colors, SIDE, SIDE, 3);
}
const onWhite = (alpha: AlphaRaster): RgbRaster => createPhoto(alpha, 60, () => 240);

const part = ([left, top, right, bottom]: Rectangle, isApart: boolean) => {
  const cells: number[] = [];
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) cells.push(y * SIDE + x);
  const box = { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
  return { cells: Int32Array.from(cells), box, isApart };
};

describe('quality flags of a cut-out', () => {
  it('raises no flag for a dark product alone in front of white', () => {
    expect(judgeCutOut(product, onWhite(product), [])).toEqual({ confidence: 1, doubts: [] });
  });

  it('flags a part on which the segmentation passes differ, with its position', () => {
    const { confidence, doubts } = judgeCutOut(product, onWhite(product), [part([30, 100, 56, 150], false)]);
    expect(doubts).toEqual([
      {
        reason: 'looks-differ',
        place: 'left',
        box: { x: 30 / SIDE, y: 100 / SIDE, width: 26 / SIDE, height: 50 / SIDE },
      },
    ]);
    expect(confidence).toBeCloseTo(0.83);
  });

  it('flags an object beside the product that only some passes show', () => {
    const { doubts } = judgeCutOut(product, onWhite(product), [part([225, 60, 245, 190], true)]);
    expect(doubts).toMatchObject([{ reason: 'several-objects', place: 'right' }]);
  });

  it('flags a smaller or differently colored object, but not the second of a pair', () => {
    const withThing = drawMask([
      [PRODUCT, 255],
      [[215, 60, 245, 120], 255],
    ]);
    expect(judgeCutOut(withThing, onWhite(withThing), []).doubts).toMatchObject([
      { reason: 'several-objects', place: 'right' },
    ]);
    const pair = drawMask([
      [[20, 60, 100, 200], 255],
      [[130, 60, 210, 195], 255],
    ]);
    expect(judgeCutOut(pair, onWhite(pair), []).doubts).toEqual([]);
    const stranger = onWhite(pair);
    for (let y = 0; y < SIDE; y++) stranger.data.fill(160, (y * SIDE + 130) * 3, (y * SIDE + 210) * 3);
    expect(judgeCutOut(pair, stranger, []).doubts[0]).toMatchObject({ reason: 'several-objects' });
  });

  it('ignores a speck', () => {
    expect(judgeCutOut(product, onWhite(product), [part([50, 100, 55, 105], false)]).doubts).toEqual([]);
  });

  it('flags each side at which the product ends with the photo', () => {
    const alpha = drawMask([[[60, 60, SIDE, SIDE], 255]]);
    const { confidence, doubts } = judgeCutOut(alpha, onWhite(alpha), []);
    expect(doubts.map(({ reason, place }) => [reason, place])).toEqual([
      ['at-border', 'right'],
      ['at-border', 'bottom'],
    ]);
    expect(doubts[1]?.box).toMatchObject({ x: 60 / SIDE, width: 196 / SIDE });
    expect(confidence).toBeGreaterThan(0.5);
  });

  it('flags an edge in front of a background of the same color', () => {
    const photo = createPhoto(product, 238, (x) => (x > 128 ? 240 : 90));
    expect(judgeCutOut(product, photo, []).doubts).toMatchObject([
      { reason: 'weak-contrast', place: 'right' },
    ]);
  });

  it('flags a see-through area', () => {
    const alpha = drawMask([
      [PRODUCT, 255],
      [[110, 110, 150, 150], 140],
    ]);
    expect(judgeCutOut(alpha, onWhite(alpha), []).doubts).toMatchObject([
      { reason: 'see-through', place: 'inside' },
    ]);
  });

  it('raises a single flag for see-through areas in many small places', () => {
    const holes = Array.from({ length: 25 }, (_, i) => {
      const [x, y] = [64 + (i % 5) * 26, 64 + Math.floor(i / 5) * 26];
      return [[x, y, x + 18, y + 18], 140] as const;
    });
    const alpha = drawMask([[PRODUCT, 255], ...holes]);
    expect(judgeCutOut(alpha, onWhite(alpha), []).doubts).toMatchObject([
      { reason: 'see-through', place: 'whole' },
    ]);
  });

  it('has no confidence in an empty cut-out', () => {
    expect(judgeCutOut(drawMask([]), onWhite(product), [])).toEqual({ confidence: 0, doubts: [] });
  });

  it.each([
    [[0, 0, 100, 90], 'whole'],
    [[0, 40, 10, 20], 'left'],
    [[90, 40, 10, 20], 'right'],
    [[40, 0, 20, 10], 'top'],
    [[40, 95, 20, 10], 'bottom'],
    [[45, 45, 10, 10], 'inside'],
  ] as const)('names the place of a flag: %s is %s', ([xPx, yPx, widthPx, heightPx], place) => {
    const object = { xPx: 0, yPx: 0, widthPx: 100, heightPx: 100 };
    expect(findPlace({ xPx, yPx, widthPx, heightPx }, object)).toBe(place);
  });

  it('judges a result of twice the size in the same way', () => {
    const image = emptyRaster(SIDE * 2, SIDE * 2, 4);
    const largePhoto = emptyRaster(SIDE * 2, SIDE * 2, 3);
    const photo = onWhite(product);
    for (let y = 0; y < SIDE * 2; y++) {
      for (let x = 0; x < SIDE * 2; x++) {
        const from = (y >> 1) * SIDE + (x >> 1);
        const to = y * SIDE * 2 + x;
        image.data[to * 4 + 3] = product.data[from];
        largePhoto.data.fill(photo.data[from * 3], to * 3, to * 3 + 3);
      }
    }
    const cells: number[] = [];
    for (let y = 200; y < 300; y++) for (let x = 60; x < 112; x++) cells.push(y * SIDE * 2 + x);
    const box = { xPx: 60, yPx: 200, widthPx: 52, heightPx: 100 };
    const { confidence, doubts } = judgeResult(image, largePhoto, [
      { cells: Int32Array.from(cells), box, isApart: false },
    ]);
    expect(doubts).toMatchObject([
      { reason: 'looks-differ', place: 'left', box: { x: 30 / SIDE, y: 100 / SIDE } },
    ]);
    expect(confidence).toBeCloseTo(0.83);
  });

  it('resizes the cut-out to the grid of cells that is examined', () => {
    const image = emptyRaster(4, 2, 4);
    image.data.set([0, 0, 0, 200], 4);
    image.data.set([0, 0, 0, 90], 7 * 4);
    const { data } = alphaOnGrid(image, emptyRaster(2, 2, 3));
    expect([...data]).toEqual([200, 0, 0, 90]);
  });
});
