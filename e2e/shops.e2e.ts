/** Tests one export for several shops: a ZIP in which each file meets its shop's requirements. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../packages/server/src/testing/read-zip.ts';
import { HALF_WIDTH_PX, phonePhoto } from './fixtures/phone-photos.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readDownload, RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const ALT_TEXT = 'A mug on a marble table, with “quotes”, and commas.';

describe('the export for several shops', () => {
  it('fills the frames of a scene, shows its product on white where a shop asks for it, and adds texts', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await studio.choose(await phonePhoto('mug', HALF_WIDTH_PX));
    await studio.result();
    await describeProduct(page);
    await page.keyboard.press('g');
    await page.getByRole('textbox', { name: 'Describe the scene' }).fill('marble kitchen');
    await page.locator('summary', { hasText: 'Advanced' }).click();
    await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Generate 2 variants' }).click();
    await studio.result('Background');
    await page
      .getByText('2 of 2 variants are ready.')
      .waitFor({ state: 'attached', timeout: RESULT_TIMEOUT_MS });
    const before = await studio.balances();

    const dialog = await openShops(page);
    for (const name of ['Amazon', 'eBay', 'Etsy']) {
      await dialog.getByRole('checkbox', { name, exact: true }).focus();
      await page.keyboard.press('Space');
    }
    await expectChecked(dialog);
    await row(dialog, 'Amazon').getByText('Only the product').waitFor();
    await row(dialog, 'Amazon').getByText('The background isn’t pure white').waitFor();
    await row(dialog, 'Etsy').getByText('Meets Etsy’s requirements.').waitFor();
    await dialog.getByRole('textbox', { name: 'Alt text' }).fill(ALT_TEXT);
    await dialog.getByText('Uses 2 of 2 downloads. Saving it again is free.').waitFor();
    const zip = await saveZip(studio, dialog);
    expect([...zip.keys()]).toEqual(['Amazon/mug.jpg', 'eBay/mug.jpg', 'Etsy/mug.jpg', 'texts.csv']);
    await expectFile(zip.get('Amazon/mug.jpg'), 2000, 2000);
    await expectFile(zip.get('eBay/mug.jpg'), 1600, 1600);
    await expectFile(zip.get('Etsy/mug.jpg'), 2667, 2000);
    expect(await darkestAtEdge(zip.get('Amazon/mug.jpg'))).toBe(255);
    for (const side of ['left', 'right'] as const)
      expect(await variation(zip.get('Etsy/mug.jpg'), side), side).toBeGreaterThan(0.5);
    const [, ...lines] = (zip.get('texts.csv')?.toString() ?? '').trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'Amazon/mug.jpg',
      'eBay/mug.jpg',
      'Etsy/mug.jpg',
    ]);
    // Amazon's file shows only the product, so the scene's text doesn't describe it.
    const [onWhite, ...ofScene] = lines;
    expect(onWhite).toMatch(/,"Sunrise mug in .+",/);
    expect(onWhite).not.toContain('marble table');
    for (const line of ofScene)
      expect(line).toMatch(/,"Sunrise mug in .+","A mug on a marble table, with “quotes”, and commas\."$/);
    expect(await studio.balances()).toEqual({ ...before, downloads: 0 });

    // Exported alone, a shop's file has the same pixels, and is free because its picture was downloaded.
    await page.getByRole('button', { name: 'Export as…' }).click();
    await dialog.getByRole('checkbox', { name: 'Etsy', checked: true }).waitFor();
    await dialog.getByRole('radio', { name: 'One file' }).check({ force: true });
    await dialog.getByRole('radio', { name: /^Etsy/ }).check({ force: true });
    await dialog.getByText('Already downloaded. Free to save again.').waitFor();
    const alone = await readDownload(
      await studio.download(() => dialog.getByRole('button', { name: 'Download' }).click()),
    );
    expect(await pixels(alone)).toEqual(await pixels(zip.get('Etsy/mug.jpg')));
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('puts a cut-out on white, and enlarges it for all shops with one click on Fix it', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 390, height: 844 } });
    const { page } = studio;
    await studio.choose(sample('candle-holder'));
    await studio.result();
    const before = await studio.balances();
    const dialog = await openShops(page);
    for (const name of ['Zalando', 'Shopify', 'eBay'])
      await dialog.getByRole('checkbox', { name, exact: true }).check({ force: true });
    await expectChecked(dialog);
    expect(await dialog.innerText()).toContain('2 of 3 files ready');
    await row(dialog, 'Zalando').getByText('The product is not sharp').waitFor();
    await dialog
      .getByText(`“Fix it” enlarges the picture with Upscale. Uses 1 of ${before.generations} generations.`)
      .waitFor();
    await dialog.getByRole('button', { name: 'Fix it' }).click();
    await dialog.getByText('Fixing…').first().waitFor();
    await expectChecked(dialog);
    expect(await dialog.innerText()).toContain('3 of 3 files ready');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const zip = await saveZip(studio, dialog, 'candle-holder.zip');
    expect([...zip.keys()]).toEqual([
      'eBay/candle-holder.jpg',
      'Shopify/candle-holder.jpg',
      'Zalando/candle-holder.jpg',
    ]);
    await expectFile(zip.get('eBay/candle-holder.jpg'), 1600, 1600);
    await expectFile(zip.get('Shopify/candle-holder.jpg'), 2048, 2048);
    await expectFile(zip.get('Zalando/candle-holder.jpg'), 1801, 2600);
    for (const bytes of zip.values()) expect(await darkestAtEdge(bytes)).toBe(255);
    expect(await studio.balances()).toEqual({
      generations: before.generations - 1,
      downloads: before.downloads - 1,
    });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

async function describeProduct(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Describe', exact: true }).click();
  await page.getByRole('textbox', { name: 'What is it?' }).fill('Sunrise mug');
  await page.getByRole('button', { name: 'Describe', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Description' }).waitFor({ timeout: RESULT_TIMEOUT_MS });
}

async function openShops(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Export as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('radio', { name: 'A file for each shop' }).check({ force: true });
  return dialog;
}

/** Waits for the check of all files; an enlargement takes longer than other results. */
const expectChecked = (dialog: Locator): Promise<void> =>
  dialog.getByText(/^\d of 3 files ready$/).waitFor({ timeout: 2 * RESULT_TIMEOUT_MS });

const row = (dialog: Locator, shop: string): Locator =>
  dialog.getByRole('row').filter({ has: dialog.page().getByRole('rowheader', { name: shop, exact: true }) });

async function saveZip(
  studio: StudioPage,
  dialog: Locator,
  name = 'mug.zip',
): Promise<ReadonlyMap<string, Buffer>> {
  const download = await studio.download(() => dialog.getByRole('button', { name: 'Download ZIP' }).click());
  expect(download.suggestedFilename()).toBe(name);
  return readZip(await readDownload(download));
}

async function expectFile(bytes: Buffer | undefined, width: number, height: number): Promise<void> {
  // A JPEG has no transparency, so every pixel has a color.
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height, hasAlpha: false });
}

const pixels = (bytes: Buffer | undefined): Promise<Buffer> => sharp(bytes).raw().toBuffer();

/** Lowest level of any channel in the outermost pixels of a picture. */
async function darkestAtEdge(bytes: Buffer | undefined): Promise<number> {
  const { width, height } = await sharp(bytes).metadata();
  const edges = [
    { left: 0, top: 0, width, height: 1 },
    { left: 0, top: height - 1, width, height: 1 },
    { left: 0, top: 0, width: 1, height },
    { left: width - 1, top: 0, width: 1, height },
  ];
  const levels = await Promise.all(
    edges.map(async (edge) => {
      const { channels } = await sharp(await sharp(bytes).extract(edge).png().toBuffer()).stats();
      return Math.min(...channels.map(({ min }) => min));
    }),
  );
  return Math.min(...levels);
}

/** Standard deviation of the levels in a strip along one side; 0 if the strip has a single color. */
async function variation(bytes: Buffer | undefined, side: 'left' | 'right'): Promise<number> {
  const { width, height } = await sharp(bytes).metadata();
  const strip = { left: side === 'left' ? 0 : width - 40, top: 0, width: 40, height };
  const { channels } = await sharp(await sharp(bytes).extract(strip).png().toBuffer()).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}
