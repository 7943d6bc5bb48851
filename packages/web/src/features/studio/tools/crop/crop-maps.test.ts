import { expect, it } from 'vitest';
import { fadeAtEdges } from './crop-maps.ts';

it('a shadow cut by a crop fades at the new edges, and stays unchanged inside', () => {
  const [widthPx, heightPx] = [60, 40];
  const data = new Uint8ClampedArray(widthPx * heightPx * 4).fill(100);
  fadeAtEdges(data, { widthPx, heightPx });
  const at = (x: number, y: number): number | undefined => data[(y * widthPx + x) * 4];
  expect([at(0, 20), at(59, 20), at(30, 0), at(30, 39)]).toEqual([255, 255, 255, 255]);
  expect(at(1, 20)).toBeGreaterThan(100);
  expect([at(2, 20), at(30, 2), at(30, 20)]).toEqual([100, 100, 100]);
});
