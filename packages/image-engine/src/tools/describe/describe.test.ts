import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { openClassifierSession } from '../../models/classifier-session.ts';
import { openTextSession } from '../../models/text-session.ts';
import { extractAlpha } from '../../pixels/raster/alpha.ts';
import { seededRandom } from '../../pixels/raster/random.ts';
import { emptyRaster, raster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { sharedPath } from '../../testing/shared-files.ts';
import { nameProduct } from './name-product.ts';
import { readPrint } from './read-print.ts';
import { describe } from './run.ts';
import type { DescribeContext } from './run.ts';
import type { Segmenter } from '../segment.ts';

const reader = await openTextSession();
const classifier = await openClassifierSession();
afterAll(() => Promise.all([reader.release(), classifier.release()]));
const bottle = readFileSync(new URL('../../testing/fixtures/serum-bottle.png', import.meta.url));
const mug = readFileSync(new URL('../../testing/fixtures/mug.png', import.meta.url));
const card = readFileSync(new URL('../../testing/fixtures/printed-card.png', import.meta.url));
const MODEL_SIDE_PX = 512;
const NOISE_SIDE_PX = 256;
const finds = (mask: AlphaRaster): Segmenter => ({
  sidePx: MODEL_SIDE_PX,
  run: () => Promise.resolve(resample(mask, MODEL_SIDE_PX, MODEL_SIDE_PX, 'linear')),
});
const never: Segmenter = { sidePx: MODEL_SIDE_PX, run: () => Promise.reject(new Error('not for a cut-out')) };

const run = (photo: Uint8Array, context: Partial<DescribeContext> = {}, name?: string) =>
  describe(
    { photo, ...(name !== undefined && { name }) },
    {
      openSegmenter: () => Promise.resolve(never),
      openReader: () => Promise.resolve(reader),
      openClassifier: () => Promise.resolve(classifier),
      checkpoint: () => Promise.resolve(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...context,
    },
  );

test('a cut-out is described by its own alpha, with equal results each time', async () => {
  const stages: [number, string][] = [];
  const first = await run(bottle, { onProgress: (...stage) => stages.push(stage) });
  expect(first.finalDescription).toMatch(
    /^A .*serum bottle in brown and white\. The text on it reads “GLOW”/,
  );
  expect(first.facts).toMatchObject({ orientation: 'upright', kind: { noun: 'serum' } });
  expect(stages.map(([, stage]) => stage)).toEqual(['decode', 'segment', 'measure', 'name', 'read']);
  expect(stages.map(([share]) => share)).toEqual(stages.map(([share]) => share).toSorted());
  const second = await run(bottle);
  expect(second.finalDescription).toBe(first.finalDescription);
  expect(second.facts).toEqual(first.facts);
});

test('a recognized product is named in the sentence and in the shop texts of all languages', async () => {
  const { facts, finalDescription, shopTexts } = await run(mug);
  expect(facts.noun?.words.en).toBe('cup');
  expect(finalDescription).toMatch(/^A [^.]*\bcup\b/);
  const titles = Object.values(shopTexts ?? {}).map(({ title }) => title.split(/[ ,]/)[0]);
  expect(titles).toEqual(['Cup', 'Tasse', 'Tasse', 'Taza', 'Tazza']);
  expect(shopTexts?.de.alt_text).toMatch(/^Tasse in /);
});

test('a typed name replaces the recognized noun, and the classifier does not run', async () => {
  const openClassifier = () => Promise.reject(new Error('not for a named product'));
  const { facts, finalDescription } = await run(mug, { openClassifier }, 'Kaffeepott Moritz');
  expect(facts.noun).toBeNull();
  expect(finalDescription).toMatch(/^Kaffeepott Moritz /);
});

test('a kind of product printed on the package replaces the recognized noun', async () => {
  const { image } = await decodePhoto(bottle);
  const context = { openClassifier: () => Promise.resolve(classifier), checkpoint: () => Promise.resolve() };
  expect((await nameProduct(image, extractAlpha(image), context))?.words.en).toBe('cosmetic product');
  expect((await run(bottle)).facts.noun).toBeNull();
});

test('a picture of noise is described without a noun', async () => {
  const random = seededRandom(5);
  const noise = raster(
    Uint8Array.from({ length: NOISE_SIDE_PX * NOISE_SIDE_PX * 4 }, () => random(256)),
    NOISE_SIDE_PX,
    NOISE_SIDE_PX,
    4,
  );
  const context = { openClassifier: () => Promise.resolve(classifier), checkpoint: () => Promise.resolve() };
  const everywhere = raster(
    new Uint8Array(NOISE_SIDE_PX * NOISE_SIDE_PX).fill(255),
    NOISE_SIDE_PX,
    NOISE_SIDE_PX,
    1,
  );
  expect(await nameProduct(noise, everywhere, context)).toBeNull();
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

test.each(['segment', 'measure', 'name', 'read'])(
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
  ['ob_mug', ['black', 'yellow', 'handle on the left', 'glossy cup'], ['white', 'gray', 'text', 'product']],
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
