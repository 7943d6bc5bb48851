/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { OWN_MESSAGES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE_HEIGHT_PX, PHONE_WIDTH_PX, phonePhoto } from './fixtures/phone-photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readPng, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

describe('cutting out on a desktop', () => {
  it('turns a dropped photo into a transparent PNG of its size, and updates each balance once', async () => {
    // Animations are enabled, as for most users.
    const { studio, context } = await StudioPage.open(product, {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'no-preference',
    });
    const { page } = studio;
    await expect.poll(() => page.getByText('Uses 1 of 5 generations').isVisible()).toBe(true);
    expect(await studio.balances()).toEqual({ generations: 5, downloads: 2 });

    await drop(studio);
    await page.getByRole('img', { name: 'The original' }).waitFor();
    await studio.result();
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 2 });
    await page.getByText('4032 × 3024 px').waitFor();

    await compare(studio);
    await zoom(studio);

    const download = await studio.download(() => page.keyboard.press('Control+s'));
    expect(download.suggestedFilename()).toBe('mug.png');
    await studio.expectToast(OWN_MESSAGES.imageDownloaded);
    expect(await readPng(page, download)).toMatchObject({
      widthPx: PHONE_WIDTH_PX,
      heightPx: PHONE_HEIGHT_PX,
      cornerAlpha: 0,
      middleAlpha: 255,
    });
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });

    await page.getByText('Already downloaded. Free to save again.').waitFor();
    // The background color on the stage is the color in the file.
    await page.getByRole('radio', { name: 'White', exact: true }).check();
    await page.getByText('Downloads include this color.').waitFor();
    expect(await readPng(page, await studio.download())).toMatchObject({
      widthPx: PHONE_WIDTH_PX,
      cornerAlpha: 255,
      cornerColor: '#ffffff',
    });
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    await checkCredentials(studio, await download.path());
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('opens a sample from a tool on the home page, and spends nothing until the user starts the tool', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1024, height: 768 } });
    const { page } = studio;
    await page.goto(`${product.url}/?tab=home`);
    await page.getByRole('button', { name: 'Background Studio scenes' }).click();
    await page.getByRole('img', { name: 'The original' }).waitFor();
    await page.getByText('Uses 1 of 5 generations').waitFor();
    expect(await page.getByRole('button', { name: 'Remove background' }).isEnabled()).toBe(true);
    expect(await studio.balances()).toEqual({ generations: 5, downloads: 2 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

async function drop(studio: StudioPage): Promise<void> {
  const photo = await phonePhoto('mug');
  const transfer = await studio.page.evaluateHandle(
    ({ base64, name, type }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { base64: photo.bytes.toString('base64'), name: photo.name, type: photo.mimeType },
  );
  await studio.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

async function compare({ page }: StudioPage): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const line = page.getByRole('slider', { name: 'Compare before and after' });
  expect(await line.getAttribute('aria-valuenow')).toBe('50');
  await line.press('Shift+ArrowRight');
  expect(await line.getAttribute('aria-valuenow')).toBe('60');
  const box = await line.boundingBox();
  if (!box) throw new Error('The comparison line is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 150, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(50);

  await page.getByRole('button', { name: 'Side by side' }).click();
  expect(await page.getByRole('img', { name: 'The original' }).isVisible()).toBe(true);
  expect(await page.getByRole('img', { name: 'Cut-out' }).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Side by side' }).click();
  expect(await page.getByRole('img', { name: 'The original' }).count()).toBe(0);

  await page.keyboard.down('\\');
  await page.getByRole('img', { name: 'The original' }).waitFor();
  await page.keyboard.up('\\');
  await page.getByRole('img', { name: 'The original' }).waitFor({ state: 'detached' });
}

/** Zooms, and checks that the point under the pointer stays in place and that Fit and 100% work as labeled. */
async function zoom({ page }: StudioPage): Promise<void> {
  const picture = page.getByRole('img', { name: 'Cut-out' });
  const percent = page.getByRole('button', { name: /^Zoom \d+ percent/ });
  // Retry, because the full rendition may replace the quick one between finding the element and measuring it.
  const measureBox = async (): Promise<{ x: number; y: number; width: number; height: number }> => {
    for (let tries = 0; tries < 20; tries += 1) {
      const box = await picture.boundingBox();
      if (box) return box;
    }
    throw new Error('The picture is not shown.');
  };
  const fitted = await measureBox();
  const pointer = { x: fitted.x + fitted.width * 0.3, y: fitted.y + fitted.height * 0.6 };
  await page.mouse.move(pointer.x, pointer.y);
  await page.mouse.wheel(0, -600);
  await expect.poll(async () => (await measureBox()).width).toBeGreaterThan(fitted.width * 1.5);
  const zoomed = await measureBox();
  expect((pointer.x - zoomed.x) / zoomed.width).toBeCloseTo(0.3, 2);
  expect((pointer.y - zoomed.y) / zoomed.height).toBeCloseTo(0.6, 2);

  await page.keyboard.press('Control+1');
  await expect.poll(() => percent.textContent()).toBe('100%');
  expect((await measureBox()).width).toBe(PHONE_WIDTH_PX);
  await page.keyboard.press('Control+0');
  await expect.poll(async () => Math.abs((await measureBox()).x - fitted.x)).toBeLessThan(1);
}

/** Checks that the public page confirms an unchanged file, and detects a changed bit. */
async function checkCredentials({ page }: StudioPage, path: string): Promise<void> {
  await page.goto(`${product.url}/verify`);
  const heading = page.getByRole('region', { name: 'Result' }).getByRole('heading').first();
  const choose = async (buffer: Buffer): Promise<void> => {
    const file = { name: 'mug.png', mimeType: 'image/png', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
  };
  const bytes = readFileSync(path);
  await choose(bytes);
  await expect.poll(() => heading.textContent()).toBe('Made and signed by this Packshot');
  await page.getByText('Cut-out, without a generative model').first().waitFor();
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await choose(bytes);
  await expect.poll(() => heading.textContent()).toBe('Changed since it was signed');
}
