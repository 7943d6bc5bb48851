import { describe, expect, it } from 'vitest';
import { emptyRaster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster/raster.ts';
import { showsSubject } from './subject.ts';

type Alpha = (x: number, y: number) => number;

function drawMask(widthPx: number, heightPx: number, alpha: Alpha): AlphaRaster {
  const picture = emptyRaster(widthPx, heightPx, 1);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) picture.data[i] = alpha(x, y);
  }
  return picture;
}

const within = (x: number, y: number, width: number, height: number): boolean =>
  x >= 400 && x < 400 + width && y >= 300 && y < 300 + height;
const box =
  (width: number, height: number, alpha: number): Alpha =>
  (x, y) =>
    within(x, y, width, height) ? alpha : 0;

describe('the subject of a cut-out', () => {
  // Sizes and alpha values that remained in real cut-outs of photos without a product.
  it.each<[string, AlphaRaster]>([
    ['nothing at all', drawMask(1200, 900, () => 0)],
    ['a haze over everything', drawMask(1200, 900, () => 17)],
    ['a patch of a cloud', drawMask(2560, 1600, box(46, 33, 191))],
    ['a hundredth of the picture, half there', drawMask(1200, 900, box(120, 90, 160))],
    ['the edge of a sign', drawMask(2048, 1536, box(2, 214, 240))],
    ['specks all over the picture', drawMask(1200, 900, (x, y) => (x % 40 < 4 && y % 40 < 4 ? 255 : 0))],
    [
      'scraps of a street: a solid one, and more that is half there',
      drawMask(1600, 1200, (x, y) => (within(x, y, 60, 50) ? 255 : x < 300 && y < 200 ? 140 : 0)),
    ],
    [
      'a room in a haze, a twentieth of it clearly visible',
      drawMask(1600, 1200, (x, y) => (within(x, y, 400, 300) ? 120 : x < 800 && y < 700 ? 60 : 0)),
    ],
    [
      'a few pixels of a small picture',
      drawMask(100, 77, (x, y) => (x > 50 && x < 54 && y > 50 && y < 55 ? 255 : 0)),
    ],
  ])('a cut-out of %s shows no subject', (_what, alpha) => {
    expect(showsSubject(alpha)).toBe(false);
  });

  it.each<[string, AlphaRaster]>([
    ['a product of a thousandth of a large photo', drawMask(4000, 3000, box(120, 100, 255))],
    [
      'a small picture with a small product',
      drawMask(64, 64, (x, y) => (x > 30 && x < 36 && y > 30 && y < 36 ? 255 : 0)),
    ],
    [
      'a hair-fine ring',
      drawMask(1600, 1600, (x, y) => (Math.abs(Math.hypot(x - 800, y - 800) - 300) < 1 ? 210 : 0)),
    ],
    [
      'a chain whose links do not touch',
      drawMask(2000, 2000, (x, y) =>
        Math.abs(Math.hypot(x - 1000, y - 1000) - 700) < 3 && Math.floor(x / 4) % 2 === 0 ? 230 : 0,
      ),
    ],
    [
      'a chain so thin that half of it is solid',
      drawMask(1600, 1600, (x, y) => {
        const away = Math.abs(Math.hypot(x - 800, y - 800) - 300);
        return away < 1 ? 230 : away < 2.5 ? 120 : 0;
      }),
    ],
    ['glass that is solid nowhere', drawMask(1500, 1500, box(460, 970, 110))],
    ['a picture that is all product', drawMask(300, 200, () => 255)],
  ])('a cut-out of %s shows its subject', (_what, alpha) => {
    expect(showsSubject(alpha)).toBe(true);
  });

  it('a cut-out is judged by its alpha alone', () => {
    const picture = (alpha: number): RgbaRaster => {
      const image = emptyRaster(100, 100, 4);
      image.data.fill(255);
      for (let i = 3; i < image.data.length; i += 4) image.data[i] = alpha;
      return image;
    };
    expect([showsSubject(picture(0)), showsSubject(picture(255))]).toEqual([false, true]);
  });
});
