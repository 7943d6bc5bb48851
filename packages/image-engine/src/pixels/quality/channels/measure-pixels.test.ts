import { describe, expect, it } from 'vitest';
import { emptyRaster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { measurePixels } from './measure-pixels.ts';
import { toPixelSource } from './pixel-source.ts';

const SIDE = 240;
type BlockPaint = (x: number, y: number) => readonly [number, number, number] | null;

/** Picture of a striped block of 80 by 100 pixels at 60, 70 on white, with something painted over it. */
function picture(paint: BlockPaint = () => null): RgbaRaster {
  const image = emptyRaster(SIDE, SIDE, 4);
  for (let y = 0, at = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, at += 4) {
      const isProduct = x >= 60 && x < 140 && y >= 70 && y < 170;
      const own = isProduct ? ([30 + (x % 8) * 20, 40, 90] as const) : ([255, 255, 255] as const);
      image.data.set([...(paint(x, y) ?? own), 255], at);
    }
  return image;
}
const measurePicture = (paint?: BlockPaint) => measurePixels(toPixelSource(picture(paint)));

describe('measuring a picture', () => {
  it('counts each edge pixel that differs from white, even by one level', () => {
    expect(measurePicture().edge).toEqual({ pixels: 4 * SIDE - 4, notWhite: 0, worst: [255, 255, 255] });
    expect(measurePicture((x, y) => (x === 0 && y === 9 ? [255, 255, 254] : null)).edge).toMatchObject({
      notWhite: 1,
      worst: [255, 255, 254],
    });
  });

  it('counts every pixel that isn’t opaque, at the edge and inside', () => {
    const image = picture();
    expect(measurePixels(toPixelSource(image)).transparentShare).toBe(0);
    for (const pixel of [0, SIDE * 100 + 20]) image.data[pixel * 4 + 3] = 254;
    expect(measurePixels(toPixelSource(image)).transparentShare).toBe(2 / SIDE ** 2);
  });

  it('finds the product without its soft shadow', () => {
    const shadow: BlockPaint = (x, y) => {
      const away = Math.hypot((x - 150) / 70, (y - 168) / 14);
      if ((x >= 60 && x < 140 && y < 170) || away >= 1) return null;
      const level = Math.round(255 * (1 - 0.2 * (1 - away) ** 2));
      return [level, level, level];
    };
    const box = { xPx: 60, yPx: 70, widthPx: 80, heightPx: 100 };
    expect(measurePicture().product).toMatchObject({ by: 'ground', box, cutOffAt: [], things: 1 });
    expect(measurePicture(shadow).product?.box).toEqual(box);
  });

  it('finds no product in front of a scene, unless a mask of the product is given', () => {
    const scene: BlockPaint = (x, y) =>
      x >= 60 && x < 140 && y >= 70 && y < 170
        ? null
        : [(x * 7 + y * 3) % 256, (x * y) % 256, (x + y * 5) % 256];
    expect(measurePicture(scene)).toMatchObject({ ground: { kind: 'scene' }, product: null });
    const matte = emptyRaster(SIDE, SIDE, 1);
    for (let y = 70; y < SIDE; y++) matte.data.fill(255, y * SIDE + 60, y * SIDE + 140);
    const { product } = measurePixels(toPixelSource(picture(scene)), { matte, linesBeside: null });
    expect(product).toMatchObject({ by: 'matte', cutOffAt: ['bottom'] });
  });

  it('finds a frame around a picture, but none around a box on white', () => {
    const frame =
      (thick: number): BlockPaint =>
      (x, y) =>
        Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) < thick ? [20, 30, 40] : null;
    expect(measurePicture(frame(3)).border).toEqual({
      sides: ['left', 'right', 'top', 'bottom'],
      thicknessPx: 3,
    });
    const box: BlockPaint = (x, y) =>
      Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) < 12 ? [255, 255, 255] : [90, 60, 30];
    expect(measurePicture(box).border).toBeNull();
  });
});
