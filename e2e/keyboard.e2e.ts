/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Download, Locator, Page } from 'playwright-core';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Limit for pressing Tab: more tab stops than any page has. */
const MOST_STOPS = 120;

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${String(target)}`);
}

async function readDownload(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('keyboard-only use', () => {
  it('is enough to open a sample, make a scene and save files in other formats', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    const { keyboard } = page;
    await tabTo(page, page.getByRole('button', { name: 'Try it: Mug' }));
    await keyboard.press('Enter');
    await studio.result();

    await keyboard.press('m');
    const line = page.getByRole('slider', { name: /compar/i });
    await tabTo(page, line);
    const place = await line.getAttribute('aria-valuenow');
    await keyboard.press('ArrowLeft');
    await expect.poll(() => line.getAttribute('aria-valuenow')).not.toBe(place);
    await keyboard.press('m');

    await keyboard.press('g');
    const mug = page.getByTestId('product');
    await mug.waitFor();
    await tabTo(page, mug);
    const before = await mug.boundingBox();
    for (let press = 0; press < 5; press += 1) await keyboard.press('Shift+ArrowLeft');
    await keyboard.press('PageDown');
    await expect.poll(async () => (await mug.boundingBox())?.width).toBeLessThan(before?.width ?? 0);
    expect((await mug.boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 20);
    await tabTo(page, page.getByRole('textbox', { name: 'Describe the scene' }));
    await keyboard.type('marble podium');
    const variants = page.getByRole('radio', { name: '4', exact: true });
    await tabTo(page, page.locator('summary', { hasText: 'Advanced' }));
    await keyboard.press('Enter');
    await tabTo(page, variants);
    await keyboard.press('ArrowLeft');
    await tabTo(page, page.getByRole('button', { name: 'Generate 2 variants' }));
    await keyboard.press('Enter');
    await studio.result('Background');
    await page.getByText('2 of 2 variants are ready.').waitFor({ state: 'attached' });

    // Opens the picture's context menu from the keyboard.
    await tabTo(page, page.getByRole('button', { name: /^2\. Background/ }));
    await keyboard.press('Shift+F10');
    const exporting = page.getByRole('menuitem', { name: 'Export as…' });
    await exporting.waitFor();
    await keyboard.type('Export');
    // The menu moves its focus shortly after the test types letters.
    await expect.poll(() => exporting.evaluate((item) => item === document.activeElement)).toBe(true);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await tabTo(page, dialog.getByRole('radio', { name: 'PNG' }));
    await keyboard.press('ArrowRight');
    await tabTo(page, dialog.getByRole('radio', { name: /^Original/ }));
    await keyboard.press('ArrowDown');
    await dialog.getByText('2000 × 2000 px', { exact: true }).waitFor();
    await tabTo(page, dialog.getByRole('textbox', { name: 'Alt text' }));
    await keyboard.type('A mug on marble');
    await tabTo(page, dialog.getByRole('button', { name: 'Download' }));
    const jpeg = await readDownload(await studio.download(() => keyboard.press('Enter')));
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(jpeg.includes('digitalsourcetype/composite<')).toBe(true);
    expect(jpeg.includes('A mug on marble')).toBe(true);
    await dialog.waitFor({ state: 'detached' });

    // Saves the picture in other formats, which cost nothing once its first download is paid for.
    const saveAs = async (format: string): Promise<Buffer> => {
      await keyboard.press('Control+Shift+S');
      await page.getByText('Already downloaded. Free to save again.').last().waitFor();
      // The dialog's first radio group chooses between one file and one file per shop.
      await tabTo(page, dialog.getByRole('radio', { checked: true }).nth(1));
      const formatChoice = dialog.getByRole('radio', { name: format });
      while (!(await formatChoice.isChecked())) await keyboard.press('ArrowRight');
      await tabTo(page, dialog.getByRole('button', { name: 'Download' }));
      const bytes = await readDownload(await studio.download(() => keyboard.press('Enter')));
      await dialog.waitFor({ state: 'detached' });
      return bytes;
    };
    const psd = await saveAs('PSD');
    expect(psd.subarray(0, 4).toString('latin1')).toBe('8BPS');
    for (const layer of ['Background', 'Shadow', 'Product']) expect(psd.includes(layer)).toBe(true);
    expect(psd.includes('digitalsourcetype/composite<')).toBe(true);
    const avif = await saveAs('AVIF');
    expect(avif.subarray(4, 12).toString('latin1')).toBe('ftypavif');
    expect(avif.includes('digitalsourcetype/composite<')).toBe(true);
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
