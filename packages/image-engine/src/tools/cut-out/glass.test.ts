import { expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeQuickPng } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { emptyRaster } from '../../pixels/raster/raster.ts';
import type { RgbRaster } from '../../pixels/raster/raster.ts';
import { BOTTOM, createPhoto, H, LEFT, RIGHT, TOP, tumbler, W } from '../../testing/glass-photo.ts';
import { cutOut } from './run.ts';

/** Fake segmentation network that returns the drawn product's rectangle. */
const segmenter = {
  sidePx: 1024,
  run: async ({ widthPx, heightPx }: RgbRaster) => {
    const mask = emptyRaster(widthPx, heightPx, 1);
    const [left, right] = [LEFT, RIGHT].map((x) => Math.round((x * widthPx) / W));
    for (let y = Math.round((TOP * heightPx) / H); y < Math.round((BOTTOM * heightPx) / H); y++)
      mask.data.fill(255, y * widthPx + left, y * widthPx + right);
    return mask;
  },
};

test('both files of a glass contain the light that the glass blocks as alpha, and its clear map', async () => {
  const photo = await encodeQuickPng(createPhoto(tumbler).photo);
  const { signal } = new AbortController();
  const result = await cutOut(
    { photo },
    { segmenter, signal, checkpoint: async () => {}, onProgress: () => {} },
  );
  for (const file of [result.full, result.standard]) {
    const { image } = await decodePhoto(file, signal);
    const maps = await decodeAuxiliaryMaps(file);
    const middle = 90 * W + 120;
    expect(image.data[middle * 4 + 3]).toBeLessThan(128);
    expect(maps.coverage?.data.includes(255)).toBe(true);
    expect(maps.through).toBeDefined();
  }
});
