import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SIDE_PX, sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readPng, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

describe('upscale', () => {
  it('doubles the size of a cut-out, keeps it transparent, and can be undone', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await studio.choose(sample('mug'));
    await studio.result();
    await page.getByRole('button', { name: 'Upscale', exact: true }).first().click();
    await page.getByText(`${SAMPLE_SIDE_PX * 2} × ${SAMPLE_SIDE_PX * 2} px`).waitFor();
    await page.getByText('Clean up first').click();
    await page.getByRole('button', { name: 'Upscale', exact: true }).last().click();
    await studio.result('Upscaled');
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 2 });

    await page.getByText(/^1400 × 1400 px/).waitFor();
    await page.getByRole('button', { name: 'Side by side' }).click();
    const measureWidth = async (name: string) => (await page.getByRole('img', { name }).boundingBox())?.width;
    // Polls, because both panes appear before either reaches its final size.
    await expect
      .poll(async () => (await measureWidth('Before')) === (await measureWidth('Upscaled')))
      .toBe(true);
    await page.getByRole('button', { name: 'Side by side' }).click();

    const download = await studio.download();
    expect(await readPng(page, download)).toMatchObject({
      widthPx: SAMPLE_SIDE_PX * 2,
      heightPx: SAMPLE_SIDE_PX * 2,
      cornerAlpha: 0,
      middleAlpha: 255,
    });
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 1 });

    await page.keyboard.press('Control+z');
    await page.getByRole('img', { name: 'Cut-out' }).waitFor();
    await page.getByRole('button', { name: '2. Upscaled' }).click();
    await page.getByRole('img', { name: 'Upscaled' }).waitFor();
    await studio.waitUntilSaved();
    await page.reload();
    await page.getByRole('img', { name: 'Upscaled' }).waitFor();
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
