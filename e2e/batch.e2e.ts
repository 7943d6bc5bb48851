import { fileNotSupported } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../packages/server/src/testing/read-zip.ts';
import { HALF_WIDTH_PX, heicPhonePhoto, turnedPhonePhoto } from './fixtures/phone-photos.ts';
import { drawnVase, emptyWall, file } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

/**
 * Number of photos with a vase. The batch also contains a phone photo of a mug, an empty wall, and a file that isn't a
 * photo.
 */
const VASES = IS_THOROUGH ? 7 : 2;
const PHOTOS = VASES + 3;
/** Number of downloads that the batch costs: one for each photo that shows a product. */
const DOWNLOADS = PHOTOS - 1;

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct({
    GUEST_FREE_GENERATIONS: String(PHOTOS),
    GUEST_FREE_DOWNLOADS: String(DOWNLOADS),
  });
});
afterAll(() => product?.stop());

describe('a batch of photos', () => {
  it('survives a reload, skips the photo that fails, and is saved as one ZIP', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    const vases = Array.from({ length: VASES }, (_, at) => drawnVase(at + 1));
    const photos = [heicPhonePhoto(), await turnedPhonePhoto('mug', HALF_WIDTH_PX), ...vases];
    await studio.choose(...photos, emptyWall(160), file('notes.txt', 'text/plain', Buffer.from('x')));
    await studio.expectToast(fileNotSupported('notes.txt'));
    await page.getByRole('heading', { name: `Batch of ${PHOTOS} photos` }).waitFor();
    await page.getByText(`Uses ${PHOTOS} of ${PHOTOS} generations. Failures are free.`).waitFor();
    await page.getByRole('radio', { name: 'JPEG' }).check({ force: true });
    await page.getByRole('radio', { name: /^eBay/ }).check({ force: true });
    await page.getByRole('button', { name: `Create ${PHOTOS} pictures` }).click();

    await page.getByText(/^\d+ (of \d+ )?done/).waitFor({ timeout: RESULT_TIMEOUT_MS });
    await page.reload();
    await page.getByText(`${DOWNLOADS} done, 1 failed`).waitFor({ timeout: 2 * RESULT_TIMEOUT_MS });
    await page.getByRole('article', { name: 'wall.png' }).getByText('couldn’t find a product').waitFor();
    await studio.expectGenerations(1);

    await page.getByText(`Uses ${DOWNLOADS} of ${DOWNLOADS} downloads. Saving it again is free.`).waitFor();
    const download = await studio.download(() =>
      page.getByRole('button', { name: `Download ZIP of ${DOWNLOADS}` }).click(),
    );
    expect(download.suggestedFilename()).toBe('Packshot batch.zip');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const entries = readZip(Buffer.concat(chunks));
    expect([...entries.keys()].toSorted()).toEqual(
      photos.map(({ name }) => name.replace(/\.\w+$/, '.jpg')).toSorted(),
    );
    for (const bytes of entries.values()) {
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      // The file is a cut-out on white and contains its provenance steps.
      expect(bytes.includes('digitalsourcetype/composite<')).toBe(true);
      expect(bytes.includes('"tool":"cut-out"')).toBe(true);
      expect(bytes.includes('packshot.recipe')).toBe(true);
    }
    expect(await studio.balances()).toEqual({ generations: 1, downloads: 0 });

    // Opens one picture separately; the batch stays as it is.
    await page.getByRole('button', { name: 'Open vase 2.png in Create' }).click();
    await studio.result();
    expect(await page.getByText('vase 2.png').first().isVisible()).toBe(true);
    await page.getByText('Already downloaded. Free to save again.').waitFor();
    await page.getByRole('button', { name: 'Batch', exact: true }).click();
    await page.getByText(`${DOWNLOADS} done, 1 failed`).waitFor();
    expect(await studio.balances()).toEqual({ generations: 1, downloads: 0 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
