/** Browsers that draw incompletely or return changed pixels still produce correct files. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { installProtectedCanvas, installSmallCanvas } from './fixtures/odd-canvas.ts';
import { sample, SAMPLE_SIDE_PX } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { translatePage } from './fixtures/translator.ts';
import { readDownload, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Simulated maximum area of a canvas in pixels: one less than the photo has. */
const SMALL_CANVAS_PX = SAMPLE_SIDE_PX * SAMPLE_SIDE_PX - 1;
const PROTECTED = 'This browser keeps pictures from being read';

describe('JPEG output on white', () => {
  it.each([
    [
      'a canvas smaller than the picture',
      (context: BrowserContext) => installSmallCanvas(context, SMALL_CANVAS_PX),
      false,
    ],
    ['a canvas whose pixels are protected', installProtectedCanvas, true],
  ])('shows the product in a browser with %s', async (_what, install, isProtected) => {
    const context = await product.browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' });
    await install(context);
    const studio = new StudioPage(await context.newPage());
    const { page } = studio;
    await page.goto(`${product.url}/studio`);
    await studio.choose(sample('mug'));
    if (isProtected) await studio.expectToast(PROTECTED);
    await studio.result();
    const cutOut = await readDownload(await studio.download());
    const before = await studio.balances();
    await page.getByRole('button', { name: /^1\. Cut-out/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: 'JPEG' }).check({ force: true });
    await dialog.getByRole('combobox', { name: 'Check for' }).selectOption({ label: 'Amazon' });
    await dialog.getByText('Checking…').waitFor({ state: 'detached' });
    expect(await dialog.innerText()).not.toContain('isn’t pure white');
    const jpeg = await readDownload(
      await studio.download(() => dialog.getByRole('button', { name: 'Download' }).click()),
    );
    expect((await studio.balances()).downloads).toBe(before.downloads);

    const expectedSamples = await sharp(cutOut)
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const jpegSamples = await sharp(jpeg).raw().toBuffer();
    expect(jpegSamples.length).toBe(expectedSamples.length);
    let apart = 0;
    for (let i = 0; i < jpegSamples.length; i += 1)
      apart += Math.abs((jpegSamples[i] ?? 0) - (expectedSamples[i] ?? 0));
    // A mean difference below one level proves that both files show the same picture, apart from JPEG compression.
    expect(apart / jpegSamples.length).toBeLessThan(1);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

describe('browser translation', () => {
  it('doesn’t break the photo, the forms and the dialogs of a translated page', async () => {
    const context = await product.browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' });
    await context.addInitScript(translatePage);
    const studio = new StudioPage(await context.newPage());
    const { page } = studio;
    await page.goto(`${product.url}/sign-up`);
    const create = page.getByRole('button', { name: 'Create account' });
    await create.click().catch(async (error: unknown) => {
      throw new Error(`No form:\n${await page.locator('body').innerText()}`, { cause: error });
    });
    await expect
      .poll(() => page.locator('font', { hasText: /required|enter|valid/i }).count())
      .toBeGreaterThan(0);
    await page.goto(`${product.url}/studio`);
    await studio.choose(sample('mug'));
    await studio.result();
    await page.getByRole('button', { name: /^1\. Cut-out/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export as…' }).click();
    await page.getByRole('img', { name: 'Preview of the file' }).waitFor();
    await page.keyboard.press('Escape');
    for (const tab of ['History', 'Pricing', 'Create']) {
      await page.getByRole('link', { name: tab, exact: true }).first().click();
      await page.getByRole('main').waitFor();
    }
    await page.getByRole('img', { name: 'Cut-out', exact: true }).waitFor();
    expect(await page.locator('font').count()).toBeGreaterThan(10);
    await page.goto(`${product.url}/catalog`);
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
