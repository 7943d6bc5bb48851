import { expect, it } from 'vitest';
import { edgeColorIn } from './edge-color.ts';

it('edgeColorIn takes the median of the opaque edge, ignoring the inside', () => {
  const [inside, edge, odd] = [
    [9, 9, 9, 255],
    [200, 180, 160, 255],
    [0, 0, 0, 255],
  ] as const;
  const rows = [
    [edge, edge, odd],
    [edge, inside, edge],
    [edge, edge, edge],
  ];
  expect(edgeColorIn(rows.flat(2), 3, 3)).toBe('#c8b4a0');
  expect(edgeColorIn(new Array(36).fill(0), 3, 3)).toBeNull();
});
