import type { ProductScale, ProductView } from '@packshot/contract';
import { expect, test } from 'vitest';
import { SHIPPED } from '../../../testing/planned-scenes.ts';
import { suitsSet } from './suits-set.ts';

const standing: ProductView = { pose: 'stands', elevationDeg: 5 };
const flatLay: ProductView = { pose: 'lies', elevationDeg: 88 };
const hanging: ProductView = { pose: 'hangs', elevationDeg: 5 };

test.each<[string, ProductView | null, ProductScale | null, boolean]>([
  ['oak-window-eye', standing, null, true],
  ['oak-window-eye', null, null, true],
  ['oak-window-eye', standing, 'hand', true],
  ['oak-window-eye', standing, 'furniture', false],
  ['oak-window-eye', standing, 'vehicle', false],
  ['living-room-eye', standing, 'furniture', true],
  ['plain-sweep-eye', standing, 'furniture', true],
  ['oak-window-high', flatLay, null, false],
  ['flat-oak-top', flatLay, null, true],
  ['oak-window-eye', hanging, null, false],
  ['clothes-rail-eye', hanging, null, true],
  ['clothes-rail-eye', flatLay, null, true],
  ['clothes-rail-eye', standing, null, false],
])('the set %s for a product seen as %j of the size %s: %s', (id, view, scale, isRight) => {
  const set = SHIPPED.find((each) => each.id === id);
  expect(set && suitsSet(set, { view, scale })).toBe(isRight);
});

test('a product on a cord hangs in every set', () => {
  const set = SHIPPED.find(({ id }) => id === 'oak-window-eye');
  expect(set && suitsSet(set, { view: hanging, scale: null, hangsFromEdge: true })).toBe(true);
});
