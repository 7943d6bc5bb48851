import type { ReadView } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { chooseSeen } from './seen-noun.ts';
import { readInLife } from './seen-in-life.ts';

const read = (pose: ReadView['pose'], elevationDeg: number, confidence: number): ReadView => ({
  pose,
  elevationDeg,
  confidence,
  lightSide: null,
  footLines: [],
});
const STRAP = { widthPx: 200, heightPx: 520 };
const TOP = { widthPx: 480, heightPx: 610 };
const PERSON = { widthPx: 267, heightPx: 790 };

describe('a view that contradicts what the product is', () => {
  it.each([
    ['a watch on the tip of its strap', read('stands', 12, 0.8), 'clock', STRAP, ['lies', 88]],
    ['a watch on its closed strap', read('stands', 12, 0.8), 'clock', TOP, ['stands', 12]],
    ['a necklace from above', read('stands', 30, 0.3), 'lies', undefined, ['lies', 70]],
    ['a bracelet that hangs', read('hangs', 10, 0.8), 'lies', STRAP, ['hangs', 10]],
    ['a spread-out top', read('stands', 9, 0.7), 'worn', TOP, ['lies', 88]],
    ['a person in a shirt', read('stands', 14, 0.9), 'worn', PERSON, ['stands', 14]],
    ['a shirt that the photo cuts off', read('stands', 49, 0.2), 'worn', undefined, ['stands', 49]],
    ['a lying chair', read('lies', 33, 0.4), 'floor', undefined, ['stands', 33]],
    ['a bicycle from above', read('stands', 71, 0.6), 'road', undefined, ['stands', 10]],
    ['a standing pendant lamp', read('stands', 10, 0.9), 'hangs', undefined, ['hangs', 10]],
    ['a mug from above', read('stands', 80, 0.9), 'stands', undefined, ['stands', 80]],
  ] as const)(
    'is corrected, unlike a plausible view: %s',
    (_, view, usualPose, shape, [pose, elevationDeg]) => {
      expect(readInLife(view, usualPose, shape)).toMatchObject({ pose, elevationDeg });
    },
  );

  it('has the scale “furniture” if the product is known to be furniture', () => {
    expect(readInLife(read('stands', 10, 0.9), 'floor').scale).toBe('furniture');
    expect(readInLife(read('stands', 10, 0.9), 'stands').scale).toBeUndefined();
  });
});

describe('the usual pose of a product, judged by its photo', () => {
  const CARDIGAN = 474;
  const SWEATSHIRT = 841;
  const MUG = 504;
  const chooseViews = (values: Readonly<Record<number, number>>) =>
    chooseSeen([Float32Array.from({ length: 1000 }, (_, index) => values[index] ?? 0.00001)]);

  it('is known if all likely kinds of product share one usual pose, and unknown otherwise', () => {
    expect(chooseViews({ [CARDIGAN]: 0.4, [SWEATSHIRT]: 0.4 })).toBe('worn');
    expect(chooseViews({ [CARDIGAN]: 0.4, [MUG]: 0.4 })).toBeNull();
  });
});
