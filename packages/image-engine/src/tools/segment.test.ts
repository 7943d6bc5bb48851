import { expect, test } from 'vitest';
import { emptyRaster } from '../pixels/raster.ts';
import type { RgbRaster } from '../pixels/raster.ts';
import { segment } from './segment.ts';
import type { Segmenter } from './segment.ts';

const [WIDTH, HEIGHT] = [360, 300];

/** A red thing that fills three quarters of its photo, on gray. */
function closeUp() {
  const photo = emptyRaster(WIDTH, HEIGHT, 4);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++)
      photo.data.set(x > 60 && x < 330 ? [200, 30, 30, 255] : [128, 128, 128, 255], i * 4);
  }
  return photo;
}

/** Finds what is red, but only in pictures that `sees` lets it see. */
const finding = (sees: (picture: RgbRaster) => boolean): Segmenter => ({
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

/** The usual look is squeezed into a square. */
const isFromAfar = ({ widthPx, heightPx }: RgbRaster): boolean => widthPx !== heightPx;

test('a thing that fills its photo is found from afar, and is doubted as a whole', async () => {
  const { mask, unsure } = await segment(closeUp(), finding(isFromAfar));
  const inside = mask.data.filter((value) => value >= 128).length / mask.data.length;
  expect(inside).toBeCloseTo(269 / WIDTH, 1);
  expect(unsure).toMatchObject([{ isApart: false }]);
});

test('what one far view alone sees is nothing', async () => {
  let views = 0;
  const once = finding((picture) => isFromAfar(picture) && picture.widthPx >= 1024 && views++ === 0);
  await expect(segment(closeUp(), once)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
});

test('the ground that is seen through a ring is taken out where looks at the ring alone see it', async () => {
  const ring = emptyRaster(WIDTH, HEIGHT, 4);
  const radiusOf = (i: number): number => Math.hypot((i % WIDTH) - 180, Math.floor(i / WIDTH) - 150);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const isRing = radiusOf(i) > 30 && radiusOf(i) < 60;
    ring.data.set(isRing ? [200, 30, 30, 255] : [128, 128, 128, 255], i * 4);
  }
  /** Sees the ring, and fills it in pictures larger than looks at a part are. */
  const filling: Segmenter = {
    sidePx: 1024,
    sideMultiplePx: 64,
    run: async (picture) => {
      const mask = await finding(() => true).run(picture);
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
