/** Chromium's own decoding of files that state their color and orientation in every way: the table that the engine's test uses. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  formatReadings,
  READINGS_FILE,
  storedReadings,
} from '../packages/image-engine/src/testing/appearance/chromium-readings.ts';
import { appearanceFiles } from '../packages/image-engine/src/testing/appearance/index.ts';
import { PATCH_PX, readPatches } from '../packages/image-engine/src/testing/appearance/picture.ts';
import type { Reading } from '../packages/image-engine/src/testing/appearance/picture.ts';
import { startProduct } from './fixtures/product.ts';
import type { RunningProduct } from './fixtures/product.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Versions of a browser round differently by a level or two. */
const MAX_LEVELS = 3;

interface Drawn {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: readonly number[];
}

/** Draws each file on a canvas of its size; null for a file that the browser refuses. Runs in the page. */
const drawInPage = (files: [string, string][]): Promise<(Drawn | null)[]> =>
  Promise.all(
    files.map(async ([type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([bytes], { type }));
      try {
        await image.decode();
      } catch {
        return null;
      }
      const [widthPx, heightPx] = [image.naturalWidth, image.naturalHeight];
      const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
      if (context === null) throw new Error('This browser has no canvas.');
      context.drawImage(image, 0, 0);
      return { widthPx, heightPx, samples: [...context.getImageData(0, 0, widthPx, heightPx).data] };
    }),
  );

const typeOf = (name: string): string => `image/${(name.split(':')[0] ?? '').toLowerCase()}`;

const readingOf = (drawn: Drawn | null | undefined): Reading | null =>
  drawn ? readPatches(drawn.samples, drawn.widthPx, drawn.heightPx, PATCH_PX) : null;

it('Chromium shows each file as the table says', async () => {
  const page = await product.browser.newPage();
  const files = await appearanceFiles();
  const drawn = await page.evaluate(
    drawInPage,
    files.map(([name, bytes]): [string, string] => [typeOf(name), bytes.toString('base64')]),
  );
  const readings = new Map(files.map(([name], i) => [name, readingOf(drawn[i])]));
  await page.close();
  // To write the table anew: WRITE_READINGS=1 npm test -- --project e2e appearance
  if (process.env['WRITE_READINGS'] === '1') writeFileSync(READINGS_FILE, formatReadings(readings));
  const stored = storedReadings();
  expect([...readings.keys()]).toEqual([...stored.keys()]);
  for (const [name, reading] of readings) {
    const expected = stored.get(name);
    expect([reading?.widthPx, reading?.heightPx], name).toEqual([expected?.widthPx, expected?.heightPx]);
    const levels = reading?.colors.flatMap((color, i) =>
      color.map((value, c) => Math.abs(value - (expected?.colors[i]?.[c] ?? 0))),
    );
    expect(Math.max(0, ...(levels ?? [])), name).toBeLessThanOrEqual(MAX_LEVELS);
  }
});
