import { describe, expect, it } from 'vitest';
import { drawnPicture } from '../../testing/drawn-product.ts';
import { cutOutAt, cutOutOf } from './cut-out.ts';

/** Green and blue columns by turns, each so many pixels wide. */
const striped = (widthPx: number, stripePx: number) =>
  drawnPicture(widthPx, 12, (x) => (Math.floor(x / stripePx) % 2 === 0 ? [0, 255, 0] : [0, 0, 255]));

describe('a product from a large photo', () => {
  it('is shrunk by no more than it must be, with its place and its light', () => {
    const photo = striped(2100, 60);
    const product = cutOutOf(photo);
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

  it('keeps its pixels where it is small enough', () => {
    const product = cutOutOf(striped(300, 1));
    if (product === undefined) throw new Error('Something was drawn');
    const { data } = cutOutAt(product, 300, 12, false);
    for (let x = 0; x < 300; x++) expect(data[(5 * 300 + x) * 4 + 1]).toBeCloseTo(x % 2 === 0 ? 1 : 0, 3);
  });
});
