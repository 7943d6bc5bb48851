import { expect, test } from 'vitest';
import { raster } from '../raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster.ts';
import { excessSharpness } from './sharpness.ts';

const SIDE = 200;
const PRODUCT = { xPx: 60, yPx: 40, widthPx: 80, heightPx: 120 };
const inProduct = (x: number, y: number): boolean =>
  x >= PRODUCT.xPx &&
  x < PRODUCT.xPx + PRODUCT.widthPx &&
  y >= PRODUCT.yPx &&
  y < PRODUCT.yPx + PRODUCT.heightPx;

/** Upright bars 16 pixels wide with edges of this softness. */
const bars = (x: number, softnessPx: number): number => {
  const fromEdge = (x % 16) - 8;
  const level = Math.max(0, Math.min(1, 0.5 + fromEdge / softnessPx));
  return Math.round(60 + 130 * (Math.floor(x / 16) % 2 === 0 ? level : 1 - level));
};
const scene = (softnessAt: (x: number, y: number) => number): RgbaRaster =>
  raster(
    Uint8Array.from(
      Array.from({ length: SIDE * SIDE }, (_, i) => {
        const level = bars(i % SIDE, softnessAt(i % SIDE, Math.floor(i / SIDE)));
        return [level, level, level, 255];
      }).flat(),
    ),
    SIDE,
    SIDE,
    4,
  );
const alpha: AlphaRaster = raster(
  Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (inProduct(i % SIDE, Math.floor(i / SIDE)) ? 255 : 0)),
  SIDE,
  SIDE,
  1,
);
const SHARP_PX = 1;
const SOFT_PX = 8;

test('a product sharper than the objects beside its base is softened', () => {
  const image = scene((x, y) => (inProduct(x, y) ? SHARP_PX : SOFT_PX));
  expect(excessSharpness(image, alpha, PRODUCT)).toBeGreaterThan(0.1);
});

test('an out-of-focus background behind the product softens nothing', () => {
  const image = scene((_, y) => (y < 130 ? SOFT_PX : SHARP_PX));
  const product = scene((x, y) => (inProduct(x, y) || y >= 130 ? SHARP_PX : SOFT_PX));
  expect(excessSharpness(product, alpha, PRODUCT)).toBe(0);
  expect(excessSharpness(image, alpha, PRODUCT)).toBe(0);
});

test('a product softer than its scene, or a scene without edges, changes nothing', () => {
  const soft = scene((x, y) => (inProduct(x, y) ? SOFT_PX : SHARP_PX));
  expect(excessSharpness(soft, alpha, PRODUCT)).toBe(0);
  const plain = scene((x, y) => (inProduct(x, y) ? SHARP_PX : 1e6));
  expect(excessSharpness(plain, alpha, PRODUCT)).toBe(0);
});
