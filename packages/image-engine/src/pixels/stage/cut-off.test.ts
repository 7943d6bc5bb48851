import { expect, test } from 'vitest';
import { visibleBounds } from '../raster/alpha.ts';
import { emptyRaster } from '../raster/raster.ts';
import type { Box } from '../raster/raster.ts';
import { findCutSide, isCutBelow } from './cut-off.ts';
import type { CutSide } from './cut-off.ts';

/** Sides at which an opaque box in a picture of 100 by 80 pixels is cut off. */
function cutOff({ xPx, yPx, widthPx, heightPx }: Box): { below: boolean; side: CutSide | undefined } {
  const image = emptyRaster(100, 80, 4);
  for (let y = yPx; y < yPx + heightPx; y++)
    image.data.fill(255, (y * 100 + xPx) * 4, (y * 100 + xPx + widthPx) * 4);
  const box = visibleBounds(image);
  if (box === undefined) throw new Error('Nothing is visible');
  return { below: isCutBelow(image, box), side: findCutSide(image, box) };
}

test('the photo’s lower edge cuts off a product that reaches it, unless the picture was trimmed', () => {
  expect(cutOff({ xPx: 20, yPx: 10, widthPx: 50, heightPx: 70 }).below).toBe(true);
  expect(cutOff({ xPx: 20, yPx: 10, widthPx: 50, heightPx: 69 }).below).toBe(false);
  expect(cutOff({ xPx: 0, yPx: 0, widthPx: 100, heightPx: 80 }).below).toBe(false);
});

test('the photo’s sides cut off a product that reaches one of them', () => {
  expect(cutOff({ xPx: 0, yPx: 10, widthPx: 50, heightPx: 50 }).side).toBe('left');
  expect(cutOff({ xPx: 50, yPx: 10, widthPx: 50, heightPx: 50 }).side).toBe('right');
  expect(cutOff({ xPx: 49, yPx: 10, widthPx: 50, heightPx: 50 }).side).toBeUndefined();
  expect(cutOff({ xPx: 0, yPx: 10, widthPx: 100, heightPx: 50 }).side).toBeUndefined();
});
