import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { decodePhoto } from '../codec/decode.ts';
import { raster } from '../pixels/raster.ts';
import type { AlphaRaster } from '../pixels/raster.ts';
import { createTextReader, OCR_MAX_PIXELS } from './ocr.ts';
import type { TextReader, TextReaderOptions } from './ocr.ts';

let reader: TextReader;
afterEach(() => reader.close());
const start = (options: TextReaderOptions = {}): TextReader => (reader = createTextReader(options));

const bottle = await decodePhoto(
  readFileSync(new URL('../testing/fixtures/serum-bottle.png', import.meta.url)),
);
const label = ((): AlphaRaster => {
  const { data, widthPx, heightPx } = bottle.image;
  const gray = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => data[4 * i + 1]);
  return raster(gray, widthPx, heightPx, 1);
})();
const noise = ((): AlphaRaster => {
  const data = Uint8Array.from({ length: OCR_MAX_PIXELS }, (_, i) => Math.imul(i + 1, 2_654_435_761) >>> 24);
  return raster(data, 1500, OCR_MAX_PIXELS / 1500, 1);
})();

test('OCR reads the print on a label', async () => {
  const words = (await start().read(label)).flat();
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['GLOW', 'Face', 'Serum']));
  const glow = words.find(({ text }) => text === 'GLOW');
  expect(glow?.confidence).toBeGreaterThan(80);
  expect(glow?.yPx).toBeGreaterThan(290);
});

test('a canceled reading ends with its process, and the next one works', async () => {
  start();
  const reason = new Error('canceled');
  const controller = new AbortController();
  const reading = reader.read(noise, controller.signal);
  await setTimeout(400);
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  expect(reader.running).toBe(false);
  expect((await reader.read(label)).flat().length).toBeGreaterThan(0);
});

test('a reading that takes too long fails, and its process ends', async () => {
  start({ readTimeoutMs: 50 });
  await expect(reader.read(noise)).rejects.toThrow('too long');
  expect(reader.running).toBe(false);
});

test('an idle process ends', async () => {
  start({ idleTimeoutMs: 50 });
  await reader.read(label);
  await expect.poll(() => reader.running).toBe(false);
});

test('closing rejects running and new readings', async () => {
  start();
  const running = reader.read(noise);
  const outcomes = Promise.allSettled([running]);
  await setTimeout(100);
  reader.close();
  expect((await outcomes)[0].status).toBe('rejected');
  await expect(reader.read(label)).rejects.toThrow('closed');
});

test('a picture that is too large is refused', async () => {
  const large = raster(new Uint8Array(OCR_MAX_PIXELS + 1), OCR_MAX_PIXELS + 1, 1, 1);
  await expect(start().read(large)).rejects.toBeInstanceOf(RangeError);
});
