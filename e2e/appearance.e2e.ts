/**
 * Checks that Chromium decodes files with every kind of color profile and orientation tag to the colors in a stored
 * table. The engine's test expects the same colors.
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePhoto } from '../packages/image-engine/src/codec/decode.ts';
import { isReadAlike } from '../packages/image-engine/src/pixels/file/appearance/read-alike.ts';
import { ByteReader } from '../packages/image-engine/src/pixels/file/header/bytes.ts';
import { readHeicHeader } from '../packages/image-engine/src/pixels/file/header/heic.ts';
import { adobeRgbProfile } from '../packages/image-engine/src/testing/appearance/icc.ts';
import { colorDifference, toLab } from '../packages/image-engine/src/pixels/color/color-difference.ts';
import {
  formatReadings,
  READINGS_FILE,
  storedReadings,
} from '../packages/image-engine/src/testing/appearance/chromium-readings.ts';
import { appearanceFiles } from '../packages/image-engine/src/testing/appearance/index.ts';
import { PATCH_PX, readPatches } from '../packages/image-engine/src/testing/appearance/picture.ts';
import type { PictureReading } from '../packages/image-engine/src/testing/appearance/picture.ts';
import { FIREFOX, startFirefox } from './fixtures/firefox.ts';
import { heicPhonePhoto } from './fixtures/phone-photos.ts';
import type { TestPhoto } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Largest accepted color difference, in levels: browser versions round differently by one or two. */
const MAX_LEVELS = 3;

interface BrowserDrawing {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: readonly number[];
}

/** Draws each file on a canvas of its size; null for a file that the browser rejects. Runs in the page. */
const drawInPage = (files: [string, string][]): Promise<(BrowserDrawing | null)[]> =>
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

const mediaTypeFor = (name: string): string => `image/${(name.split(':')[0] ?? '').toLowerCase()}`;

const readDrawing = (drawing: BrowserDrawing | null | undefined): PictureReading | null =>
  drawing ? readPatches(drawing.samples, drawing.widthPx, drawing.heightPx, PATCH_PX) : null;

it('Chromium shows each sample file with its expected colors and size', async () => {
  const page = await product.browser.newPage();
  const files = await appearanceFiles();
  const drawings = await page.evaluate(
    drawInPage,
    files.map(([name, bytes]): [string, string] => [mediaTypeFor(name), bytes.toString('base64')]),
  );
  const readings = new Map(files.map(([name], i) => [name, readDrawing(drawings[i])]));
  await page.close();
  // To update the table of expected colors: WRITE_READINGS=1 npm test -- --project e2e appearance
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

const MAX_DELTA_E = 2;

/** Largest color difference between two decoded pictures; infinite if their sizes differ. */
function difference(a: PictureReading | null, b: PictureReading | null | undefined): number {
  if (a?.widthPx !== b?.widthPx || a?.heightPx !== b?.heightPx) return Infinity;
  const lab = ([red = 0, green = 0, blue = 0]: readonly number[]) => toLab(red, green, blue);
  return Math.max(
    ...(a?.colors ?? []).map((color, i) => colorDifference(lab(color), lab(b?.colors[i] ?? []))),
  );
}

it.skipIf(FIREFOX === null)(
  'Firefox shows each sample file like Chromium, or the stage lets the server decode the file',
  async () => {
    const files = await appearanceFiles();
    const firefox = await startFirefox(FIREFOX ?? '');
    const drawings = await firefox.page.evaluate(
      drawInPage,
      files.map(([name, bytes]): [string, string] => [mediaTypeFor(name), bytes.toString('base64')]),
    );
    await firefox.stop();
    const stored = storedReadings();
    const other = files
      .filter(([name], i) => !(difference(readDrawing(drawings[i]), stored.get(name)) <= MAX_DELTA_E))
      .filter(([, bytes]) => isReadAlike(new Uint8Array(bytes)));
    expect(other.map(([name]) => name)).toEqual([]);
  },
);

/**
 * Pictures are scaled to 48 × 32 pixels for comparison: three by two cells of 16 pixels, compared by their mean colors.
 */
const [GRID_WIDTH_PX, GRID_HEIGHT_PX] = [48, 32];

/** Draws an image scaled to the comparison grid, and returns its samples. Runs in the page. */
const drawSmall = (element: Element, [widthPx, heightPx]: readonly [number, number]): number[] => {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(element as HTMLImageElement, 0, 0, widthPx, heightPx);
  return [...context.getImageData(0, 0, widthPx, heightPx).data];
};

/**
 * Mean color of each 16 × 16 cell, without the outer 4 pixels on each side.
 * @param samples RGBA at the size of the grid
 */
function cellMeans(samples: ArrayLike<number>): number[][] {
  const [side, margin] = [16, 4];
  return Array.from({ length: 6 }, (_, cell) => {
    const sums = [0, 0, 0];
    for (let y = margin; y < side - margin; y++)
      for (let x = margin; x < side - margin; x++) {
        const at = ((Math.floor(cell / 3) * side + y) * GRID_WIDTH_PX + (cell % 3) * side + x) * 4;
        for (let c = 0; c < 3; c++)
          sums[c] = (sums[c] ?? 0) + (samples[at + c] ?? 0) / (side - 2 * margin) ** 2;
      }
    return sums.map(Math.round);
  });
}

const smallReading = (samples: ArrayLike<number>): PictureReading => ({
  widthPx: GRID_WIDTH_PX,
  heightPx: GRID_HEIGHT_PX,
  colors: cellMeans(samples),
});

/** Decodes a file with the engine and scales it to the comparison grid. */
async function engineReading(file: Buffer): Promise<PictureReading> {
  const { data, widthPx, heightPx } = (await decodePhoto(new Uint8Array(file))).image;
  const small = sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  return smallReading(await small.resize(GRID_WIDTH_PX, GRID_HEIGHT_PX, { fit: 'fill' }).raw().toBuffer());
}

async function inks(): Promise<TestPhoto> {
  const bytes = (await appearanceFiles()).find(([name]) => name === 'JPEG: CMYK, profile')?.[1];
  return { name: 'inks.jpg', mimeType: 'image/jpeg', bytes: bytes ?? Buffer.alloc(0) };
}

/**
 * Replaces the color profile inside the phone's HEIC file with Adobe RGB. Works only if Adobe RGB doesn't need more
 * bytes than the original profile.
 */
async function wideHeic(): Promise<TestPhoto> {
  const { bytes, ...photo } = heicPhonePhoto();
  const { iccProfile } = readHeicHeader(new ByteReader(new Uint8Array(bytes)));
  const before = Buffer.from(iccProfile ?? []);
  const profile = Buffer.alloc(before.length);
  Buffer.from(adobeRgbProfile()).copy(profile);
  const wide = Buffer.from(bytes);
  profile.copy(wide, wide.indexOf(before));
  return { ...photo, bytes: wide };
}

describe('the stage', () => {
  it.each([
    ['inks by a profile', inks],
    ['a HEIC of another color space', wideHeic],
  ])('shows %s in the colors that the image engine decodes', async (_what, choose) => {
    const photo = await choose();
    const expected = await engineReading(photo.bytes);
    const { studio, context } = await StudioPage.open(product);
    await studio.choose(photo);
    const original = studio.page.getByRole('img', { name: 'The original' });
    await expect
      .poll(
        async () => {
          const samples = await original.evaluate(drawSmall, [GRID_WIDTH_PX, GRID_HEIGHT_PX] as const);
          return difference(smallReading(samples), expected);
        },
        { timeout: RESULT_TIMEOUT_MS },
      )
      .toBeLessThan(MAX_DELTA_E);
    await context.close();
  });
});
