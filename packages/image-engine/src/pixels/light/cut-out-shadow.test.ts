import { describe, expect, it } from 'vitest';
import { raster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { takeShadowOff } from './cut-out-shadow.ts';

const SIDE_PX = 400;

/** Draws a red box with soft edges over a shadow; `shadowAt` returns the shadow's opacity, from 0 to 1. */
function cutOut(shadowAt: (x: number, y: number) => number): RgbaRaster {
  const data = new Uint8Array(SIDE_PX * SIDE_PX * 4);
  for (let y = 0, at = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++, at += 4) {
      const own = boxAt(x, y);
      const below = shadowAt(x, y);
      const alpha = own + below * (1 - own);
      if (alpha === 0) continue;
      data[at] = Math.round((200 * own) / alpha);
      data[at + 1] = Math.round((30 * own) / alpha);
      data[at + 3] = Math.round(255 * alpha);
    }
  }
  return raster(data, SIDE_PX, SIDE_PX, 4);
}

/** Opacity of the box, which covers x from 120 to 280 and y from 100 to 250, with a soft edge of two pixels. */
function boxAt(x: number, y: number): number {
  const inside = Math.min(x - 120, 280 - x, y - 100, 250 - y);
  return Math.min(1, Math.max(0, inside / 2));
}

/** Opacity of a blurred oval shadow. */
const oval =
  (middleY: number, most: number) =>
  (x: number, y: number): number => {
    const away = ((x - 200) / 110) ** 2 + ((y - middleY) / 26) ** 2;
    return away >= 1 ? 0 : most * (1 - away) ** 2;
  };

const alphaAt = ({ data }: RgbaRaster, x: number, y: number): number => data[(y * SIDE_PX + x) * 4 + 3];

describe('the shadow under an existing cut-out', () => {
  it.each([
    ['hovering above it', 300],
    ['rising from it', 250],
  ])('is removed from a product %s', (_, middleY) => {
    const product = cutOut(oval(middleY, 0.5));
    takeShadowOff(product);
    const bare = cutOut(() => 0);
    let most = 0;
    for (let i = 3; i < bare.data.length; i += 4)
      most = Math.max(most, Math.abs(product.data[i] - bare.data[i]));
    expect(most).toBeLessThanOrEqual(32);
    expect(alphaAt(product, 200, middleY + 8)).toBe(0);
  });

  it('is recorded as a photo shadow for a standing product, but not for a hovering one', () => {
    expect(takeShadowOff(cutOut(oval(300, 0.5)))).toEqual({});
    const { photoShadow } = takeShadowOff(cutOut(oval(250, 0.5)));
    if (photoShadow === undefined) throw new Error('There is a shadow');
    const { widthPx, heightPx, data } = photoShadow;
    const at = (x: number, y: number): number =>
      data[Math.floor((y / SIDE_PX) * heightPx) * widthPx + Math.floor((x / SIDE_PX) * widthPx)];
    expect(at(200, 258)).toBeGreaterThan(120);
    expect(at(200, 258)).toBeLessThan(175);
    expect(at(20, 20)).toBe(255);
  });

  it('is not searched for in a product without a shadow, which stays unchanged', () => {
    const product = cutOut(() => 0);
    const before = product.data.slice();
    expect(takeShadowOff(product)).toEqual({});
    expect(product.data).toEqual(before);
  });

  it.each<[string, (x: number, y: number) => number]>([
    [
      'a skirt that fades',
      (x, y) => (x > 130 && x < 270 && y >= 245 ? Math.max(0, 0.9 - (y - 245) / 140) : 0),
    ],
    ['smoke above the product', (x, y) => oval(60, 0.5)(x, y)],
    [
      'a soft glow larger than the product',
      (x, y) => 0.55 * Math.max(0, 1 - Math.hypot(x - 200, y - 220) / 195),
    ],
  ])('isn’t confused with a part of the product: %s', (_, partAt) => {
    const product = cutOut(partAt);
    const before = product.data.slice();
    expect(takeShadowOff(product)).toEqual({});
    expect(product.data).toEqual(before);
  });

  it('is kept when it is colored', () => {
    const product = cutOut(oval(300, 0.5));
    for (let at = 0; at < product.data.length; at += 4) {
      if (product.data[at + 3] === 0 || product.data[at] > 100) continue;
      product.data.set([85, 34, 34], at);
    }
    const before = product.data.slice();
    takeShadowOff(product);
    expect(product.data).toEqual(before);
  });

  it.each<[string, (x: number, y: number) => number]>([
    ['a dark glass that ends at once', (x, y) => (x > 140 && x < 260 && y >= 240 && y < 330 ? 0.5 : 0)],
    ['a net', (x, y) => (oval(300, 1)(x, y) > 0 && (x >> 2) % 2 === 0 ? 0.6 : 0)],
  ])('isn’t confused with %s', (_, partAt) => {
    const product = cutOut(partAt);
    expect(takeShadowOff(product)).toEqual({});
    expect(alphaAt(product, 200, 300)).toBeGreaterThan(100);
  });
});
