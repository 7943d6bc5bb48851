/// <reference lib="dom" />
/** A downloaded file matches the stage (the editor's view) in position and size, for any photo size. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HALF_HEIGHT_PX,
  HALF_WIDTH_PX,
  heicPhonePhoto,
  PHONE_HEIGHT_PX,
  turnedPhonePhoto,
} from './fixtures/phone-photos.ts';
import { file, sample, SAMPLE_SIDE_PX } from './fixtures/photos.ts';
import type { TestPhoto } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { restingPlace } from './fixtures/resting-place.ts';
import { readDownload, RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct({ GUEST_FREE_DOWNLOADS: '4' });
});
afterAll(() => product?.stop());

interface StageCase {
  readonly what: string;
  readonly photo: () => TestPhoto | Promise<TestPhoto>;
  readonly widthPx: number;
  /** Whether this photo differs from another case only in how it is decoded. If so, only thorough tests compare it. */
  readonly isDecodedAlike?: boolean;
}
const CASES: readonly StageCase[] = [
  {
    what: 'a phone’s photo, held upright',
    photo: () => turnedPhonePhoto('mug', HALF_WIDTH_PX),
    widthPx: HALF_HEIGHT_PX,
  },
  { what: 'a HEIC', photo: heicPhonePhoto, widthPx: PHONE_HEIGHT_PX, isDecodedAlike: true },
  { what: 'a small photo', photo: () => sample('mug'), widthPx: SAMPLE_SIDE_PX },
];

describe('product placement on the stage', () => {
  it.each(CASES.filter(({ isDecodedAlike }) => IS_THOROUGH || isDecodedAlike !== true))(
    'matches the placement in the file: $what',
    async ({ photo, widthPx }) => {
      const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
      const { page } = studio;
      await studio.choose(await photo());
      await studio.result();
      await page.keyboard.press('g');
      await page.getByRole('radio', { name: 'Color', exact: true }).check();
      await page.getByRole('radio', { name: 'Lilac' }).check({ force: true });
      // Waits for the full-size picture: the stage first shows a quick rendition, and the comparison must hold with all
      // pixels.
      const productImage = page.getByRole('img', { name: 'Your product' });
      await expect
        .poll(() => productImage.evaluate((image) => (image as HTMLImageElement).naturalWidth), {
          timeout: RESULT_TIMEOUT_MS,
        })
        .toBe(widthPx);
      await moveAndEnlarge(page);
      await compareWithFile(studio);
      if (widthPx === SAMPLE_SIDE_PX) await compareColors(studio);
      await page.getByRole('radio', { name: 'Picture', exact: true }).check();
      const { name, mimeType, bytes } = await plainPhoto();
      await page.getByLabel('Choose a background picture').setInputFiles({ name, mimeType, buffer: bytes });
      await page.getByText('Change', { exact: true }).waitFor();
      await compareWithFile(studio);
      expect(studio.problems).toEqual([]);
      await context.close();
    },
  );
});

async function moveAndEnlarge(page: Page): Promise<void> {
  const handles = page.getByTestId('product');
  const before = await handles.boundingBox();
  if (!before) throw new Error('The product is not on the stage.');
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 37, middle.y - 61, { steps: 4 });
  await page.mouse.up();
  // Tests only the direction, because the product may snap to a guide when released.
  await expect.poll(async () => (await handles.boundingBox())?.x).toBeLessThan(before.x - 20);
  const moved = await restingPlace(handles);
  const corner = { x: moved.x + moved.width, y: moved.y + moved.height };
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + before.width * 0.15, corner.y + before.height * 0.15, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await handles.boundingBox())?.width).toBeGreaterThan(before.width * 1.1);
}

/** Largest distance between an edge on the screen and in the file, in screen pixels. */
const APART_PX = 1;
/** Largest distance for the end of a shadow, which fades; screen and file use different blur implementations. */
const FADED_APART_PX = 8;

/** Smallest difference from the background, in levels, that counts as the product's edge or as its shadow. */
const EDGE_LEVELS = 56;
const SHADOW_LEVELS = 12;

/** Compares the stage with the downloaded file, first without the product's shadow, then with it. */
async function compareWithFile(studio: StudioPage): Promise<void> {
  const { page } = studio;
  for (const [shadow, levels, apartPx] of [
    ['None', EDGE_LEVELS, APART_PX],
    ['Standing', SHADOW_LEVELS, FADED_APART_PX],
  ] as const) {
    await page.getByRole('group', { name: 'Shadow' }).getByLabel(shadow).check({ force: true });
    const stage = await onStage(page, levels);
    const file = await inFile(studio, levels, stage.frameWidthPx);
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(
        Math.abs(file[side] - stage[side]),
        `${side}: ${JSON.stringify({ file, stage })}`,
      ).toBeLessThanOrEqual(apartPx);
  }
}

/**
 * Largest difference, in levels, between the screen and the downscaled file; about 1.5 % of the samples are edges,
 * which are sampled differently.
 */
const COLORS_APART = 6;
const SHARE_APART = 0.02;

/** Compares the colors of the whole frame, including the shadow taken from the photo. */
async function compareColors(studio: StudioPage): Promise<void> {
  const { page } = studio;
  const shadow = page.getByRole('group', { name: 'Shadow' });
  await shadow.getByLabel('None').check({ force: true });
  const bare = await computeBounds((await frameOnScreen(page)).picture, SHADOW_LEVELS);
  await shadow.getByLabel('From the photo').check({ force: true });
  const { picture: stage, frame } = await frameOnScreen(page);
  expect((await computeBounds(stage, SHADOW_LEVELS)).right).toBeGreaterThan(bare.right + 5);

  const size = { width: Math.round(frame.width), height: Math.round(frame.height), fit: 'fill' } as const;
  const file = await sharp(await readDownload(await studio.download()))
    .resize(size)
    .png()
    .toBuffer();
  const [stageSamples, fileSamples] = await Promise.all([readSamples(stage), readSamples(file)]);
  const apart = stageSamples.map((sample, at) => Math.abs(sample - (fileSamples[at] ?? 0)));
  expect(apart.filter((levels) => levels > COLORS_APART).length / apart.length).toBeLessThan(SHARE_APART);
}

async function readSamples(picture: Buffer): Promise<number[]> {
  const area = { left: 2, top: 2, width: 400, height: 400 };
  return [...(await sharp(picture).removeAlpha().extract(area).blur(1.5).raw().toBuffer())];
}

interface ForegroundBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface FrameOnScreen {
  /** Screenshot, cut at whole pixels. */
  readonly picture: Buffer;
  /** Position of the frame on the page, in fractional pixels. */
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Position of the screenshot on the page. */
  readonly x: number;
  readonly y: number;
}

/** Screenshot of the frame on the stage, without the handles. */
async function frameOnScreen(page: Page): Promise<FrameOnScreen> {
  const handles = page.getByTestId('product');
  const show = (visibility: string): Promise<void> =>
    handles.evaluate((element, value) => {
      element.style.visibility = value;
    }, visibility);
  await show('hidden');
  const frame = await page.getByTestId('frame').boundingBox();
  if (!frame) throw new Error('There is no frame.');
  const [x, y] = [Math.ceil(frame.x), Math.ceil(frame.y)];
  const clip = {
    x,
    y,
    width: Math.floor(frame.x + frame.width) - x,
    height: Math.floor(frame.y + frame.height) - y,
  };
  const picture = await page.screenshot({ clip, animations: 'disabled' });
  await show('');
  return { picture, frame, x, y };
}

/** Bounds of the pixels that differ from the background in the frame on the screen. */
async function onStage(
  page: Page,
  levels: number,
): Promise<ForegroundBounds & { readonly frameWidthPx: number }> {
  const { picture, frame, x, y } = await frameOnScreen(page);
  const bounds = await computeBounds(picture, levels);
  // The bounds must be those of a product, neither the whole frame nor a dot.
  expect(bounds.right - bounds.left).toBeGreaterThan(frame.width * 0.2);
  expect(bounds.right - bounds.left).toBeLessThan(frame.width * 0.95);
  return {
    frameWidthPx: frame.width,
    left: bounds.left + x - frame.x,
    right: bounds.right + x - frame.x,
    top: bounds.top + y - frame.y,
    bottom: bounds.bottom + y - frame.y,
  };
}

/**
 * Bounds of the pixels that differ from the background in the downloaded file, converted to screen pixels of the
 * frame.
 */
async function inFile(studio: StudioPage, levels: number, frameWidthPx: number): Promise<ForegroundBounds> {
  const bytes = await readDownload(await studio.download());
  const { width } = await sharp(bytes).metadata();
  const { left, top, right, bottom } = await computeBounds(bytes, levels);
  const scale = frameWidthPx / width;
  return { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale };
}

/** Bounding box of all pixels that differ from the picture's corner by more than `levels` in any channel. */
async function computeBounds(picture: Buffer, levels: number): Promise<ForegroundBounds> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const bounds = { left: info.width, top: info.height, right: 0, bottom: 0 };
  const [red = 0, green = 0, blue = 0] = data;
  // The loop avoids a function call per pixel, because files have twelve megapixels.
  for (let at = 0; at < data.length; at += 3) {
    if (
      Math.abs((data[at] ?? 0) - red) <= levels &&
      Math.abs((data[at + 1] ?? 0) - green) <= levels &&
      Math.abs((data[at + 2] ?? 0) - blue) <= levels
    )
      continue;
    const x = (at / 3) % info.width;
    const y = Math.floor(at / 3 / info.width);
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x + 1);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y + 1);
  }
  return bounds;
}

async function plainPhoto(): Promise<TestPhoto> {
  const background = { r: 60, g: 200, b: 90 };
  const bytes = await sharp({ create: { width: 1800, height: 1000, channels: 3, background } })
    .png()
    .toBuffer();
  return file('ground.png', 'image/png', bytes);
}
