import { expect, it } from 'vitest';
import { raster } from '../raster/raster.ts';
import { liftWatermark, watermark } from './watermark.ts';

/** Share of changed pixels in each of 4 x 4 tiles of a picture. */
function changedByPart(color: readonly number[], widthPx: number, heightPx: number): number[] {
  const before = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, i) => color[i % 4] ?? 0);
  const picture = raster(before.slice(), widthPx, heightPx, 4);
  watermark(picture);
  const parts = Array.from({ length: 16 }, () => 0);
  for (let i = 0; i < before.length; i += 4) {
    const isChanged = [0, 1, 2, 3].some((channel) => picture.data[i + channel] !== before[i + channel]);
    const x = (i / 4) % widthPx;
    const y = Math.floor(i / 4 / widthPx);
    const part = Math.floor((4 * y) / heightPx) * 4 + Math.floor((4 * x) / widthPx);
    if (isChanged) parts[part] = (parts[part] ?? 0) + 16 / (widthPx * heightPx);
  }
  return parts;
}

it.each([
  ['white', [255, 255, 255, 255]],
  ['black', [0, 0, 0, 255]],
  ['transparent', [0, 0, 0, 0]],
])('every part of a %s picture carries the watermark', (_name, color) => {
  for (const [widthPx, heightPx] of [
    [640, 480],
    [300, 1200],
    [64, 64],
  ] as const) {
    for (const share of changedByPart(color, widthPx, heightPx)) {
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.6);
    }
  }
});

it('the watermark is translucent', () => {
  const picture = raster(new Uint8Array([255, 255, 255, 255]).slice(), 1, 1, 4);
  watermark(picture);
  expect([...picture.data]).toEqual([217, 217, 217, 255]);
});

it('the pixels under the letters of the watermark can’t be recovered', () => {
  const [widthPx, heightPx] = [640, 480];
  const checker = (first: number) => {
    const data = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, i) => {
      const pixel = Math.floor(i / 4);
      const isFirst = ((pixel % widthPx) + Math.floor(pixel / widthPx)) % 2 === 0;
      return i % 4 === 3 ? 255 : isFirst ? first : 255 - first;
    });
    const picture = raster(data, widthPx, heightPx, 4);
    watermark(picture);
    return picture.data;
  };
  const [one, other] = [checker(0), checker(255)];
  // The picture is black or white, so pixels of other colors are under a letter of the watermark.
  const written = [...one.keys()].filter((i) => i % 4 === 0 && one[i] !== 0 && one[i] !== 255);
  expect(written.length).toBeGreaterThan(widthPx * heightPx * 0.05);
  expect(written.filter((i) => one[i] !== other[i])).toEqual([]);
});

it('lifting the watermark restores every alpha, and the color of an even opaque area within one level', () => {
  const [widthPx, heightPx] = [320, 240];
  // Picture with a transparent upper half and a product in the lower half.
  const data = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, i) =>
    i / 4 / widthPx < heightPx / 2 ? 0 : ([200, 40, 30, 255][i % 4] ?? 0),
  );
  const picture = raster(data.slice(), widthPx, heightPx, 4);
  watermark(picture);
  expect(picture.data).not.toEqual(data);
  liftWatermark(picture);
  const alphas = (samples: Uint8Array) => samples.filter((_, i) => i % 4 === 3);
  expect(alphas(picture.data)).toEqual(alphas(data));
  expect(picture.data.every((sample, i) => data[i] === 0 || Math.abs(sample - (data[i] ?? 0)) <= 1)).toBe(
    true,
  );
});
