/// <reference lib="dom" />
/** Changes of a made scene on the stage: what the stage shows is what the updated file contains, free of charge. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../tools/launch/settings.ts';
import { HALF_WIDTH_PX, phonePhoto } from './fixtures/phone-photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readDownload, RESULT_TIMEOUT_MS, StudioPage, touchLine } from './fixtures/studio.ts';

let product: ProductWithBrowser;
let studio: StudioPage;
let page: Page;
let context: BrowserContext;
beforeAll(async () => {
  product = await startProduct();
  ({ studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } }));
  ({ page } = studio);
});
afterAll(async () => {
  await context?.close();
  await product?.stop();
});

const PERFUME = {
  name: 'perfume.png',
  mimeType: 'image/png',
  buffer: readFileSync(join(ROOT, 'packages/image-engine/src/testing/fixtures/perfume.png')),
};

/** Mean differences in levels of 255: the largest between stage and file, and the smallest that counts as a change. */
const ALIKE = 4;
const CHANGED = 8;

describe('a made scene', () => {
  it('is adjusted by mouse, and updated for free to what the stage showed', async () => {
    await makeScene();
    const balances = await studio.balances();
    await expect.poll(areHandlesShown).toBe(false);
    const madePicture = await shownPicture();
    const from = await productBox();
    await page.mouse.move(middle(from).x, middle(from).y);
    await expect.poll(areHandlesShown).toBe(true);
    await drag('product', -150, 0);
    const to = await productBox();
    expect(to.x).toBeLessThan(from.x - 100);
    await waitForComposition();
    const moved = await shownPicture();
    expect(await measureDifference(madePicture, moved, to)).toBeGreaterThan(CHANGED);

    await page.getByRole('slider', { name: 'Brightness' }).fill('0.4');
    await expect
      .poll(async () => (await brightness(moved)) - (await brightness(await shownPicture())))
      .toBeGreaterThan(CHANGED);
    const stage = await shownPicture();
    await update(4);
    expect(await studio.balances()).toEqual(balances);
    const file = await readDownload(await studio.download());
    expect(await sharp(file).metadata()).toMatchObject({ width: 1024, height: 1024 });
    expect(await measureDifference(stage, file)).toBeLessThan(ALIKE);
    expect(await measureDifference(stage, file, to)).toBeLessThan(2 * ALIKE);
    expect(await measureDifference(madePicture, file, to)).toBeGreaterThan(CHANGED);
  });

  it('is replaced on the stage by a new scene of its product, and can be shown again', async () => {
    await page.getByRole('radio', { name: 'New background' }).click();
    await page.getByRole('img', { name: /^Preview of the scene: / }).waitFor();
    await page.getByRole('button', { name: 'Generate 2 variants' }).waitFor();
    await page.getByRole('radio', { name: 'Adjust this scene' }).click();
    await page.getByRole('img', { name: 'Background', exact: true }).waitFor();
    await expect.poll(() => page.getByTestId('product').count()).toBe(1);
  });

  it('is adjusted by keyboard, and announced to screen readers', async () => {
    const before = await productBox();
    for (let pressed = 0; pressed < 4; pressed += 1)
      await page.getByTestId('product').press('Shift+ArrowRight');
    await page.getByText(/^Product moved: its center is \d+% from the left/).waitFor({ state: 'attached' });
    expect((await productBox()).x).toBeGreaterThan(before.x + 50);
    expect(await areHandlesShown()).toBe(true);
    await waitForComposition();
    await update(5);
  });

  it('is adjusted by touch on a phone, without another step first', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.getByRole('radio', { name: 'Adjust this scene' }).waitFor();
    const from = await productBox();
    await touchLine(cdp, [[middle(from), { x: middle(from).x - 60, y: middle(from).y }]], 6);
    await waitForComposition();
    expect((await productBox()).x).toBeLessThan(from.x - 30);
    await expect.poll(areHandlesShown).toBe(true);
    await touchLine(
      cdp,
      [
        [
          { x: 6, y: 70 },
          { x: 6, y: 70 },
        ],
      ],
      0,
    );
    await expect.poll(areHandlesShown).toBe(false);
    const moved = await shownPicture();
    await page.getByRole('slider', { name: 'Brightness' }).fill('2');
    await expect
      .poll(async () => (await brightness(await shownPicture())) - (await brightness(moved)))
      .toBeGreaterThan(CHANGED);
    await update(6);
    expect(studio.problems).toEqual([]);
  });

  it('gets a second product, which is moved separately, and is updated to what the stage showed', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('radio', { name: 'New background' }).click();
    await page.getByRole('button', { name: 'Add a product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a product' });
    await dialog.locator('input[type=file]').setInputFiles(PERFUME);
    await page.getByTestId('other-product').waitFor();
    await page.getByText('perfume.png is in the scene.').waitFor({ state: 'attached' });
    const first = await productBox();
    await drag('other-product', 40, 30);
    expect(await productBox()).toEqual(first);
    const preview = page.getByRole('img', { name: /^Preview of the scene: / });
    // Until the scene is composed again, a moved product has its own canvas above the scene.
    await expect.poll(() => page.getByTestId('frame').locator('canvas').count()).toBe(1);
    await page.mouse.move(5, 5);
    const stage = await page.screenshot({ clip: (await preview.boundingBox()) ?? first });

    await page.getByRole('button', { name: 'Generate 2 variants' }).click();
    await studio.result('Background');
    await page.getByText('2 of 2 variants are ready.').waitFor({ state: 'attached' });
    const other = await measureBox('other-product');
    expect(await measureDifference(stage, await shownPicture(), other)).toBeLessThan(2 * ALIKE);

    const balances = await studio.balances();
    const madePicture = await shownPicture();
    await drag('other-product', -60, 20);
    await waitForComposition();
    const moved = await shownPicture();
    expect(await measureDifference(madePicture, moved, other)).toBeGreaterThan(CHANGED);
    await update(9);
    expect(await studio.balances()).toEqual(balances);
    expect(await measureDifference(moved, await shownPicture(), other)).toBeLessThan(2 * ALIKE);
    expect(studio.problems).toEqual([]);
  });
});

describe('a scene that isn’t made yet', () => {
  it('is generated with the lamp that was dimmed on the stage', async () => {
    await page.getByRole('radio', { name: 'New background' }).click();
    await studio.openGroup('Light, colors, shadow');
    const preview = page.getByRole('img', { name: /^Preview of the scene: / });
    await preview.waitFor();
    const usual = await brightness(await preview.screenshot());
    await page.getByRole('slider', { name: 'Brightness' }).fill('0.3');
    await expect
      .poll(async () => usual - (await brightness(await preview.screenshot())))
      .toBeGreaterThan(CHANGED);
    await page.mouse.move(5, 5);
    const stage = await preview.screenshot();
    await page.getByRole('button', { name: 'Generate 2 variants' }).click();
    await studio.result('Background');
    await page.getByText('2 of 2 variants are ready.').waitFor({ state: 'attached' });
    expect(await measureDifference(stage, await shownPicture())).toBeLessThan(ALIKE);
    expect(studio.problems).toEqual([]);
  });
});

/** Cuts out a product, and makes two variants of a scene with it. */
async function makeScene(): Promise<void> {
  await studio.choose(await phonePhoto('mug', HALF_WIDTH_PX));
  await studio.result();
  await page.keyboard.press('g');
  const coach = page.getByRole('region', { name: 'First steps' });
  await coach.getByText('Describe the scene, or pick one.').waitFor();
  await page.getByRole('textbox', { name: 'Describe the scene' }).fill('marble kitchen');
  await coach.getByText('Drag the product to place it.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await coach.getByRole('button', { name: 'Next' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await studio.openGroup('Advanced');
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByRole('button', { name: 'Generate 2 variants' }).click();
  await studio.result('Background');
  expect(await coach.count()).toBe(0);
  await page
    .getByText('2 of 2 variants are ready.')
    .waitFor({ state: 'attached', timeout: RESULT_TIMEOUT_MS });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

async function measureBox(testId: 'product' | 'other-product'): Promise<Box> {
  const box = await page.getByTestId(testId).boundingBox();
  if (!box) throw new Error('The product is not on the stage.');
  return box;
}
const productBox = (): Promise<Box> => measureBox('product');

/** Drags a product by this many pixels. */
async function drag(testId: 'product' | 'other-product', dx: number, dy: number): Promise<void> {
  const { x, y } = middle(await measureBox(testId));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(5, 5);
}

/** Place of the picture in the window. */
async function pictureBox(): Promise<Box> {
  const picture = page.getByRole('img', { name: 'Background', exact: true });
  await picture.waitFor();
  const box = await picture.boundingBox();
  if (!box) throw new Error('No picture is on the stage.');
  return box;
}

const areHandlesShown = (): Promise<boolean> =>
  page
    .getByTestId('product')
    .evaluate((box) => getComputedStyle(box.querySelector('[data-handle]') ?? box).opacity === '1');

/** Waits until the scene is composed with the product at its new place; until then, two canvases show it. */
async function waitForComposition(): Promise<void> {
  await expect.poll(() => page.getByTestId('live-scene').locator('canvas').count()).toBe(1);
}

/** Updates the picture; the new one becomes the nth in the strip. */
async function update(nth: number): Promise<void> {
  await page.getByRole('button', { name: 'Update the picture' }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${nth}\\. Background`) })
    .waitFor({ timeout: RESULT_TIMEOUT_MS });
  await page.getByTestId('live-scene').waitFor({ state: 'detached' });
  await expect.poll(() => studio.downloadButton.isEnabled(), { timeout: RESULT_TIMEOUT_MS }).toBe(true);
}

/** Screenshot of the picture on the stage. */
const shownPicture = async (): Promise<Buffer> => page.screenshot({ clip: await pictureBox() });

const brightness = async (picture: Buffer): Promise<number> => {
  const { channels } = await sharp(picture).removeAlpha().stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
};

/** Mean difference of two pictures in levels, of the whole picture or at a place on the stage. */
async function measureDifference(one: Buffer, other: Buffer, place?: Box): Promise<number> {
  const whole = await pictureBox();
  const [width, height] = [Math.floor(whole.width), Math.floor(whole.height)];
  const clip = place && {
    left: Math.max(0, Math.round(place.x - whole.x)),
    top: Math.max(0, Math.round(place.y - whole.y)),
    width: Math.floor(place.width),
    height: Math.floor(place.height),
  };
  const [a, b] = await Promise.all(
    [one, other].map(async (picture) => {
      const same = await sharp(picture).resize(width, height, { fit: 'fill' }).removeAlpha().png().toBuffer();
      return (clip ? sharp(same).extract(clip) : sharp(same)).raw().toBuffer();
    }),
  );
  if (!a || !b) throw new Error('A picture is missing.');
  return a.reduce((sum, level, at) => sum + Math.abs(level - (b[at] ?? 0)), 0) / a.length;
}
