import { describe, expect, it } from 'vitest';
import { drawnPicture } from '../../testing/drawn-product.ts';
import { raster } from '../raster/raster.ts';
import { cutOutAt, createCutOut } from './cut-out.ts';

/** Picture of alternating green and blue columns, each `stripePx` pixels wide. */
const stripePattern = (widthPx: number, stripePx: number) =>
  drawnPicture(widthPx, 12, (x) => (Math.floor(x / stripePx) % 2 === 0 ? [0, 255, 0] : [0, 0, 255]));

describe('a product cut out of a photo', () => {
  it('is shrunk to 2048 pixels if its photo is larger, and keeps its place and light', () => {
    const photo = stripePattern(2100, 60);
    const product = createCutOut(photo);
    expect(product).toMatchObject({ widthPx: 2100, heightPx: 12 });
    expect(product?.levels[0]).toMatchObject({ widthPx: 2048, heightPx: 12 });
    if (product === undefined) return;
    const { data } = cutOutAt(product, 2048, 12, false);
    for (const [x, green] of [
      [30, 1],
      [90, 0],
      [2010, 0],
      [2070, 1],
    ] as const) {
      const at = (6 * 2048 + Math.round((x * 2048) / 2100)) * 4;
      expect(data[at + 1]).toBeCloseTo(green, 1);
      expect(data[at + 2]).toBeCloseTo(1 - green, 1);
      expect(data[at + 3]).toBeCloseTo(1, 3);
    }
  });

  it('isn’t shrunk to 2048 pixels if the picture to make is larger', () => {
    const product = createCutOut(stripePattern(2600, 1), {}, 4096);
    if (product === undefined) throw new Error('Something was drawn');
    const { data } = cutOutAt(product, 2600, 12, false);
    for (let x = 0; x < 2600; x += 7)
      expect(data[(5 * 2600 + x) * 4 + 1]).toBeCloseTo(x % 2 === 0 ? 1 : 0, 3);
  });

  it('keeps its pixels if its photo is small', () => {
    const product = createCutOut(stripePattern(300, 1));
    if (product === undefined) throw new Error('Something was drawn');
    const { data } = cutOutAt(product, 300, 12, false);
    for (let x = 0; x < 300; x++) expect(data[(5 * 300 + x) * 4 + 1]).toBeCloseTo(x % 2 === 0 ? 1 : 0, 3);
  });
});

describe('a product from a small photo, enlarged', () => {
  const SIDE = 60;
  /** Photo of a disk whose edge is six pixels wide, beside a gauze with 50 % alpha. */
  const photo = raster(new Uint8Array(2 * SIDE * SIDE * 4), 2 * SIDE, SIDE, 4);
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < 2 * SIDE; x++, i += 4) {
      const edge = (20 - Math.hypot(x - 29.5, y - 29.5)) / 6 + 0.5;
      const alpha = x < SIDE ? Math.min(1, Math.max(0, edge)) : 0.5;
      photo.data.set([200, 120, 60, 255 * alpha], i);
    }
  }
  const alphasAt = (factor: number): { disk: number[]; gauze: number[] } => {
    const product = createCutOut(photo);
    if (product === undefined) throw new Error('Something was drawn');
    const [widthPx, heightPx] = [product.widthPx * factor, product.heightPx * factor];
    const { data } = cutOutAt(product, widthPx, heightPx, false);
    const middle = widthPx - SIDE * factor;
    const [disk, gauze]: [number[], number[]] = [[], []];
    for (let i = 3, x = 0; i < data.length; i += 4, x = (x + 1) % widthPx) {
      if (x < middle - 8 * factor) disk.push(data[i]);
      else if (x > middle + 8 * factor && x < widthPx - 8 * factor) gauze.push(data[i]);
    }
    return { disk, gauze };
  };
  const softShare = (alphas: readonly number[]): number =>
    alphas.filter((alpha) => alpha > 0.05 && alpha < 0.95).length / alphas.length;

  it('has an outline half as wide as in its photo, and the same area', () => {
    const [small, large] = [alphasAt(1).disk, alphasAt(3).disk];
    expect(softShare(large)).toBeLessThan(softShare(small) / 2);
    const sum = (alphas: readonly number[]): number => alphas.reduce((all, alpha) => all + alpha, 0);
    expect(sum(large) / 9 / sum(small)).toBeCloseTo(1, 1);
  });

  it('stays half transparent if it is half transparent everywhere', () => {
    for (const alpha of alphasAt(3).gauze) expect(alpha).toBeCloseTo(0.5, 2);
  });

  /**
   * Alpha at a point of a product that was enlarged three times; the point is in pixels of the photo, counted from the
   * center of the product's box.
   */
  const enlargeAlpha = (
    sourceAlphaAt: (x: number, y: number) => number,
  ): ((x: number, y: number) => number) => {
    const small = raster(new Uint8Array(SIDE * SIDE * 4), SIDE, SIDE, 4);
    for (let y = 0, i = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++, i += 4)
        small.data.set([90, 160, 200, 255 * Math.min(1, Math.max(0, sourceAlphaAt(x - 29.5, y - 29.5)))], i);
    }
    const product = createCutOut(small);
    if (product === undefined) throw new Error('Something was drawn');
    const { data, widthPx, heightPx } = cutOutAt(product, 3 * product.widthPx, 3 * product.heightPx, false);
    return (x, y) => {
      const [column, row] = [Math.floor(widthPx / 2 + 3 * x), Math.floor(heightPx / 2 + 3 * y)];
      return column < 0 || column >= widthPx ? 0 : (data[(row * widthPx + column) * 4 + 3] ?? 0);
    };
  };

  it('has fewer waves than its soft source edge', () => {
    const alphaAt = enlargeAlpha(
      (x, y) => (20 + 0.9 * Math.sin(18 * Math.atan2(y, x)) - Math.hypot(x, y)) / 3.5 + 0.5,
    );
    const radii = Array.from({ length: 144 }, (_, k) => {
      const [dx, dy] = [Math.cos((k * Math.PI) / 72), Math.sin((k * Math.PI) / 72)];
      let radius = 26;
      while (radius > 0 && alphaAt(radius * dx, radius * dy) < 0.5) radius -= 0.1;
      return radius;
    });
    expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(1.5);
  });

  it('has no faint blocks at the edges of its picture', () => {
    const alphaAt = enlargeAlpha((x, y) => {
      if (Math.abs(y) > 18 && Math.abs(y) < 20 && Math.abs(x) < 8) return 0.2;
      return Math.abs(y) < 18 && Math.abs(x) < 15 ? 1 : 0;
    });
    expect(alphaAt(0, 10)).toBe(1);
    for (let x = -6; x <= 6; x++) {
      expect(alphaAt(x, 19)).toBeLessThan(0.03);
      expect(alphaAt(x, -19)).toBeLessThan(0.03);
    }
  });
});
