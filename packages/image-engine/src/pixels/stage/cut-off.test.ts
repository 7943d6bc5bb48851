import { expect, test } from 'vitest';
import { visibleBounds } from '../raster/alpha.ts';
import { emptyRaster } from '../raster/raster.ts';
import type { Box } from '../raster/raster.ts';
import { findCutEdges } from './cut-off.ts';
import type { CutEdges } from './cut-off.ts';

const NONE: CutEdges = { isCutBelow: false, isCutAbove: false, cutSide: undefined, hangsFromEdge: false };

/** Edges at which opaque boxes in a picture of 100 by 80 pixels are cut off. */
function cutEdges(...boxes: readonly Box[]): CutEdges {
  const image = emptyRaster(100, 80, 4);
  for (const { xPx, yPx, widthPx, heightPx } of boxes)
    for (let y = yPx; y < yPx + heightPx; y++)
      image.data.fill(255, (y * 100 + xPx) * 4, (y * 100 + xPx + widthPx) * 4);
  const box = visibleBounds(image);
  if (box === undefined) throw new Error('Nothing is visible');
  return findCutEdges(image, box);
}

test.each([
  ['the lower edge', { xPx: 20, yPx: 10, widthPx: 50, heightPx: 70 }, { isCutBelow: true }],
  ['no edge', { xPx: 20, yPx: 10, widthPx: 50, heightPx: 69 }, {}],
  ['the upper edge', { xPx: 20, yPx: 0, widthPx: 50, heightPx: 60 }, { isCutAbove: true }],
  ['the left edge', { xPx: 0, yPx: 10, widthPx: 50, heightPx: 50 }, { cutSide: 'left' }],
  ['the right edge', { xPx: 50, yPx: 10, widthPx: 50, heightPx: 50 }, { cutSide: 'right' }],
  ['no edge of a trimmed picture', { xPx: 0, yPx: 0, widthPx: 100, heightPx: 80 }, {}],
  ['no edge of a picture padded to a square', { xPx: 0, yPx: 10, widthPx: 100, heightPx: 50 }, {}],
  ['no edge of a tall picture padded to a square', { xPx: 30, yPx: 0, widthPx: 40, heightPx: 80 }, {}],
  [
    'three edges',
    { xPx: 0, yPx: 10, widthPx: 100, heightPx: 70 },
    { isCutBelow: true, cutSide: 'both' as const },
  ],
])('%s cuts off a product that reaches it', (_, box, edges) => {
  expect(cutEdges(box)).toEqual({ ...NONE, ...edges });
});

test('no edge cuts off a product that is trimmed at three sides', () => {
  const upright = { xPx: 10, yPx: 10, widthPx: 80, heightPx: 70 };
  expect(cutEdges(upright, { xPx: 0, yPx: 20, widthPx: 100, heightPx: 50 })).toEqual(NONE);
});

test('two products that different rows of both sides cut off are cut off at both, also below a thing at the top', () => {
  const pair = [
    { xPx: 0, yPx: 10, widthPx: 45, heightPx: 50 },
    { xPx: 40, yPx: 30, widthPx: 60, heightPx: 20 },
  ];
  expect(cutEdges(...pair).cutSide).toBe('both');
  expect(cutEdges(...pair, { xPx: 10, yPx: 0, widthPx: 3, heightPx: 10 }).cutSide).toBe('both');
});

test('a product that one side cuts off may touch the other side with a tip', () => {
  const product = { xPx: 0, yPx: 10, widthPx: 80, heightPx: 50 };
  expect(cutEdges(product, { xPx: 80, yPx: 40, widthPx: 20, heightPx: 3 }).cutSide).toBe('left');
});

test('a side whose pixels are mixed with the background is the product’s own edge', () => {
  const image = emptyRaster(100, 80, 4);
  for (let y = 10; y < 60; y++) image.data.fill(255, y * 400, (y * 100 + 80) * 4);
  for (let y = 30; y < 34; y++) image.data.fill(255, (y * 100 + 80) * 4, (y * 100 + 100) * 4);
  const box = visibleBounds(image);
  if (box === undefined) throw new Error('Nothing is visible');
  expect(findCutEdges(image, box).cutSide).toBe('left');
  for (let y = 10; y < 60; y++) image.data[y * 400 + 3] = 200;
  expect(findCutEdges(image, box).cutSide).toBeUndefined();
});

test('a leaf beside the product that the edge cuts off doesn’t count as the product', () => {
  const product = { xPx: 20, yPx: 20, widthPx: 70, heightPx: 50 };
  expect(cutEdges(product, { xPx: 90, yPx: 40, widthPx: 10, heightPx: 3 })).toEqual(NONE);
});

test('a bottle doesn’t count as hanging by its neck, nor a lid by its knob', () => {
  const body = { xPx: 30, yPx: 20, widthPx: 40, heightPx: 50 };
  const neck = { xPx: 47, yPx: 0, widthPx: 5, heightPx: 20 };
  expect(cutEdges(body, neck).hangsFromEdge).toBe(false);
  expect(cutEdges({ ...body, yPx: 40, heightPx: 20 }, { ...neck, heightPx: 40 }).hangsFromEdge).toBe(true);
});

test('a product hangs from the upper edge by a cord above its center', () => {
  const lamp = { xPx: 30, yPx: 40, widthPx: 40, heightPx: 30 };
  const cord = { xPx: 49, yPx: 0, widthPx: 2, heightPx: 40 };
  expect(cutEdges(lamp, cord)).toEqual({ ...NONE, isCutAbove: true, hangsFromEdge: true });
  expect(cutEdges(lamp, { ...cord, xPx: 32 }).hangsFromEdge).toBe(false);
  expect(cutEdges(lamp, { ...cord, xPx: 45, widthPx: 12 }).hangsFromEdge).toBe(false);
  expect(cutEdges({ ...lamp, heightPx: 40 }, cord).hangsFromEdge).toBe(false);
});
