import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { openTextSession } from '../../models/text-session.ts';
import { extractAlpha } from '../../pixels/raster/alpha.ts';
import { emptyRaster, raster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { sharedPath } from '../../testing/shared-files.ts';
import { readPrint } from './read-print.ts';
import { describe } from './run.ts';
import type { DescribeContext } from './run.ts';
import type { Segmenter } from '../segment.ts';

const reader = await openTextSession();
afterAll(() => reader.release());
const bottle = readFileSync(new URL('../../testing/fixtures/serum-bottle.png', import.meta.url));
const card = readFileSync(new URL('../../testing/fixtures/printed-card.png', import.meta.url));
const MODEL_SIDE_PX = 512;
const finds = (mask: AlphaRaster): Segmenter => ({
  sidePx: MODEL_SIDE_PX,
  run: () => Promise.resolve(resample(mask, MODEL_SIDE_PX, MODEL_SIDE_PX, 'linear')),
});
const never: Segmenter = { sidePx: MODEL_SIDE_PX, run: () => Promise.reject(new Error('not for a cut-out')) };

const run = (photo: Uint8Array, context: Partial<DescribeContext> = {}) =>
  describe(
    { photo },
    {
      openSegmenter: () => Promise.resolve(never),
      openReader: () => Promise.resolve(reader),
      checkpoint: () => Promise.resolve(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...context,
    },
  );

test('a cut-out is described by its own alpha, the same way each time', async () => {
  const stages: [number, string][] = [];
  const first = await run(bottle, { onProgress: (...stage) => stages.push(stage) });
  expect(first.finalDescription).toMatch(
    /^A .*serum bottle in brown and white\. The text on it reads “GLOW”/,
  );
  expect(first.facts).toMatchObject({ orientation: 'upright', kind: { noun: 'serum' } });
  expect(stages.map(([, stage]) => stage)).toEqual(['decode', 'segment', 'measure', 'read']);
  expect(stages.map(([share]) => share)).toEqual(stages.map(([share]) => share).toSorted());
  const second = await run(bottle);
  expect(second.finalDescription).toBe(first.finalDescription);
  expect(second.facts).toEqual(first.facts);
});

test('print is read from top to bottom, whether straight, rotated, small, faint or curved', async () => {
  const { image } = await decodePhoto(card);
  const lines = await readPrint(image, extractAlpha(image), {
    openReader: () => Promise.resolve(reader),
    checkpoint: () => Promise.resolve(),
  });
  expect(lines.map(({ text }) => text)).toEqual([
    'ROSE WATER TONER',
    'Best before 2027-03',
    'Organic Olive Oil',
    'Fair Trade Coffee',
    'NORDLICHT Handcreme',
    'SPF 50 SUN LOTION',
  ]);
});

test('a picture without a product has no description', async () => {
  const blank = await import('../../codec/encode.ts').then(({ encodePng }) =>
    encodePng(raster(new Uint8Array(64 * 64 * 4).fill(255), 64, 64, 4)),
  );
  const { finalDescription } = await run(blank, {
    openSegmenter: () => Promise.resolve(finds(emptyRaster(8, 8, 1))),
  });
  expect(finalDescription).toBeNull();
});

test.each(['segment', 'measure', 'read'])(
  'a description job canceled in stage “%s” stops in that stage',
  async (at) => {
    const controller = new AbortController();
    const reason = new Error('canceled');
    const later: string[] = [];
    const job = run(bottle, {
      signal: controller.signal,
      onProgress: (_, stage) => {
        if (controller.signal.aborted) later.push(stage);
        if (stage === at) setTimeout(() => controller.abort(reason));
      },
      checkpoint: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        controller.signal.throwIfAborted();
      },
    });
    await expect(job).rejects.toBe(reason);
    expect(later).toEqual([]);
  },
);

const photos = sharedPath('photos');
test.skipIf(photos === undefined).each([
  ['ob_mug', ['black', 'yellow', 'handle on the left', 'cup-shaped', 'glossy'], ['white', 'gray', 'text']],
  ['ob_sunglasses', ['dark gray'], ['white', 'handle', 'text']],
  ['ob_candle-holder', ['round', 'metallic', 'silver', 'textured'], ['white', 'text on']],
  ['ob_tank-top', ['black', 'textured'], ['white', 'glossy', 'metallic', 'text on']],
])('the description of %s has the expected words', async (name, expectedWords, unsaid) => {
  const { image } = await decodePhoto(readFileSync(join(photos ?? '', `masks/${name}.ref.png`)));
  const mask = Uint8Array.from({ length: image.widthPx * image.heightPx }, (_, i) => image.data[4 * i]);
  const segmenter = finds(raster(mask, image.widthPx, image.heightPx, 1));
  const photo = readFileSync(join(photos ?? '', `objects/${name}.jpg`));
  const { finalDescription } = await run(photo, { openSegmenter: () => Promise.resolve(segmenter) });
  for (const words of expectedWords) expect(finalDescription).toContain(words);
  for (const words of unsaid) expect(finalDescription).not.toContain(words);
});
