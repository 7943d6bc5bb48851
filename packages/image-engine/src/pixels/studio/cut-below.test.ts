import { expect, test } from 'vitest';
import { visibleBounds } from '../alpha.ts';
import { emptyRaster } from '../raster.ts';
import type { Box } from '../raster.ts';
import { isCutBelow } from './cut-below.ts';

/** Whether something opaque there, in a picture of 100 by 80, is cut off below. */
function isCut({ xPx, yPx, widthPx, heightPx }: Box): boolean {
  const image = emptyRaster(100, 80, 4);
  for (let y = yPx; y < yPx + heightPx; y++)
    image.data.fill(255, (y * 100 + xPx) * 4, (y * 100 + xPx + widthPx) * 4);
  const box = visibleBounds(image);
  return box !== undefined && isCutBelow(image, box);
}

test('the photo’s lower edge cuts off what reaches it, unless the picture was trimmed to it', () => {
  expect(isCut({ xPx: 20, yPx: 10, widthPx: 50, heightPx: 70 })).toBe(true);
  expect(isCut({ xPx: 20, yPx: 10, widthPx: 50, heightPx: 69 })).toBe(false);
  expect(isCut({ xPx: 0, yPx: 0, widthPx: 100, heightPx: 80 })).toBe(false);
});
