import { expect, test } from 'vitest';
import { emptyRaster } from '../pixels/raster/raster.ts';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { segment } from './segment.ts';
import type { Segmenter } from './segment.ts';

const [WIDTH, HEIGHT] = [360, 300];

/** Photo of a red object that fills three quarters of it, on gray. */
function closeUp() {
  const photo = emptyRaster(WIDTH, HEIGHT, 4);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++)
      photo.data.set(x > 60 && x < 330 ? [200, 30, 30, 255] : [128, 128, 128, 255], i * 4);
  }
  return photo;
}

/** Fake segmentation network that finds red, but only in pictures for which `sees` returns true. */
const findIn = (sees: (picture: RgbRaster) => boolean): Segmenter => ({
  sidePx: 1024,
  sideMultiplePx: 64,
  run: async (picture) => {
    const mask = emptyRaster(picture.widthPx, picture.heightPx, 1);
    if (!sees(picture)) return mask;
    mask.data.forEach(
      (_, i) => (mask.data[i] = picture.data[i * 3] > picture.data[i * 3 + 1] + 60 ? 255 : 0),
    );
    return mask;
  },
});

/** True for a far pass; only the usual pass stretches the photo to a square. */
const isFromAfar = ({ widthPx, heightPx }: RgbRaster): boolean => widthPx !== heightPx;

test('an object that fills its photo is found in a reduced view of the photo (far pass), and flagged as a whole', async () => {
  const { mask, unsure } = await segment(closeUp(), findIn(isFromAfar));
  const inside = mask.data.filter((value) => value >= 128).length / mask.data.length;
  expect(inside).toBeCloseTo(269 / WIDTH, 1);
  expect(unsure).toMatchObject([{ isApart: false }]);
});

test('a part inside an object of which the network is unsure is opaque', async () => {
  const photo = closeUp();
  // A background of many colors, of which none tells what belongs to the object.
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const x = i % WIDTH;
    if (x <= 60 || x >= 330) photo.data.set([(i * 37) % 90, (i * 91) % 256, (i * 53) % 256, 255], i * 4);
  }
  const network = findIn(() => true);
  const unsure: Segmenter = {
    ...network,
    run: async (picture) => {
      const mask = await network.run(picture);
      const { data, widthPx, heightPx } = mask;
      for (let y = Math.round(0.4 * heightPx); y < 0.6 * heightPx; y++)
        data.fill(150, y * widthPx + Math.round(0.4 * widthPx), y * widthPx + Math.round(0.6 * widthPx));
      return mask;
    },
  };
  const { mask } = await segment(photo, unsure);
  expect(mask.data[(mask.heightPx >> 1) * mask.widthPx + (mask.widthPx >> 1)]).toBe(255);
});

test('an object that only one far pass sees is refused', async () => {
  let views = 0;
  const once = findIn((picture) => isFromAfar(picture) && picture.widthPx >= 1024 && views++ === 0);
  await expect(segment(closeUp(), once)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
});

test('the background inside a ring is removed even if only close-up passes of the network show the opening', async () => {
  const ring = emptyRaster(WIDTH, HEIGHT, 4);
  const computeRadius = (i: number): number => Math.hypot((i % WIDTH) - 180, Math.floor(i / WIDTH) - 150);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const isRing = computeRadius(i) > 30 && computeRadius(i) < 60;
    ring.data.set(isRing ? [200, 30, 30, 255] : [128, 128, 128, 255], i * 4);
  }
  /**
   * Fake segmentation network that shows the ring open in the input sizes of passes over a crop, and fills it in all
   * others.
   */
  const filling: Segmenter = {
    sidePx: 1024,
    sideMultiplePx: 64,
    run: async (picture) => {
      const mask = await findIn(() => true).run(picture);
      const { data, widthPx, heightPx } = mask;
      if (Math.max(widthPx, heightPx) <= 768 && widthPx > 320) return mask;
      for (let y = 0; y < heightPx; y++) {
        const row = data.subarray(y * widthPx, (y + 1) * widthPx);
        if (row.includes(255)) row.fill(255, row.indexOf(255), row.lastIndexOf(255));
      }
      return mask;
    },
  };
  const { mask } = await segment(ring, filling);
  const at = (x: number): number => mask.data[150 * mask.widthPx + x];
  expect([at(180), at(135), at(225), at(100)]).toEqual([0, 255, 255, 0]);
});

test('a mirror image in a glossy background isn’t part of the object', async () => {
  const photo = emptyRaster(WIDTH, HEIGHT, 4);
  /** Color of the product's front by rows, counted upwards from the line, or downwards in the mirror image. */
  const front = (x: number, row: number): number => (Math.hypot(x - 180, row - 50) < 30 ? 60 : 160);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      photo.data.set([245, 245, 245, 255], i * 4);
      const row = y < 190 ? 189 - y : y - 190;
      if (x < 110 || x > 250 || row > (y < 190 ? 140 : 70)) continue;
      const share = y < 190 ? 1 : 0.5 * (1 - row / 75);
      for (const [c, sample] of [210, front(x, row), front(x, row)].entries())
        photo.data[i * 4 + c] = Math.round(245 + share * (sample - 245));
    }
  }
  /** Fake segmentation network that includes everything except white. */
  const greedy: Segmenter = {
    sidePx: 1024,
    sideMultiplePx: 64,
    run: async ({ data, widthPx, heightPx }) => {
      const mask = emptyRaster(widthPx, heightPx, 1);
      mask.data.forEach((_, i) => (mask.data[i] = data[i * 3 + 1] < 235 ? 255 : 0));
      return mask;
    },
  };
  const { mask } = await segment(photo, greedy);
  const at = (y: number): number =>
    mask.data[Math.floor((y / HEIGHT) * mask.heightPx) * mask.widthPx + (mask.widthPx >> 1)];
  expect(at(180)).toBe(255);
  expect(at(196)).toBe(0);
});
