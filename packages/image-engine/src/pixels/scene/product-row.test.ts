import { GROUP_FIRST } from '@packshot/contract';
import { expect, it } from 'vitest';
import { createRow } from './product-row.ts';

const FRAME = { widthPx: 200, heightPx: 100 };
const SQUARE = { widthPx: 50, heightPx: 50 };
const TALL = { widthPx: 50, heightPx: 200 };
const first = { centerX: 0.5, centerY: 0.6, width: 0.2, rotationDeg: 0, isFlipped: false };

it('places products alternately to the right and left of the first one, on its baseline', () => {
  const row = createRow({ product: SQUARE, placement: first }, FRAME);
  const [right, left] = [row.add(TALL) ?? first, row.add(SQUARE) ?? first];
  const footY = ({ centerY, width }: typeof first, { widthPx, heightPx }: typeof TALL): number =>
    centerY + (width * 2 * heightPx) / widthPx / 2;
  expect(footY(right, TALL)).toBeCloseTo(0.8);
  expect(footY(left, SQUARE)).toBeCloseTo(0.8);
  expect(right.centerX - right.width / 2).toBeGreaterThan(0.6);
  expect(left.centerX + left.width / 2).toBeLessThan(0.4);
  // Both products have the same area.
  expect(right.width ** 2 * 4).toBeCloseTo(left.width ** 2);
});

it('leaves room for products with a placement of their own, whether they come earlier or later', () => {
  const row = createRow({ product: SQUARE, placement: first }, FRAME, [{ ...first, centerX: 0.71 }]);
  const added = row.add(SQUARE);
  expect(added && added.centerX - added.width / 2).toBeGreaterThan(0.81);
});

it('keeps products inside the picture, reduced if necessary, and adds none without room', () => {
  const row = createRow({ product: SQUARE, placement: { ...first, centerX: 0.8 } }, FRAME);
  const added = [1, 2, 3, 4, 5, 6, 7].map(() => row.add(SQUARE));
  const placed = added.filter((one) => one !== undefined);
  expect(placed.length).toBeGreaterThan(2);
  expect(placed.length).toBeLessThan(7);
  for (const { centerX, width } of placed) {
    expect(centerX - width / 2).toBeGreaterThanOrEqual(0);
    expect(centerX + width / 2).toBeLessThanOrEqual(1);
  }
});

it('arranges a group in a square if the first one has no placement', () => {
  const row = createRow({ product: SQUARE, placement: undefined }, FRAME);
  const { centerY, width } = row.add(SQUARE) ?? first;
  expect(centerY + width / 2).toBeCloseTo(GROUP_FIRST.centerY + GROUP_FIRST.width / 2);
});
