import { fileNotSupported, MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyWall, file, padPhoto, sample, truncatePhoto } from './fixtures/photos.ts';
import type { TestPhoto } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

const AVIF = readFileSync(new URL('../packages/image-engine/src/testing/fixtures/mug.avif', import.meta.url));
const ALLOWANCE = 5;
const MEGABYTE = 1024 * 1024;

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** A PNG whose header claims far more pixels than it has. */
function giant(): TestPhoto {
  const bytes = Buffer.from(emptyWall(16).bytes);
  bytes.writeUInt32BE(10_000, 16);
  bytes.writeUInt32BE(6_000, 20);
  return file('60-megapixels.png', 'image/png', bytes);
}

describe('an unusable file', () => {
  it('refuses an unusable file at once with its own message, and sends nothing', async () => {
    const { studio, context } = await StudioPage.open(product);
    const uploads: string[] = [];
    studio.page.on('request', (request) => {
      if (request.url().includes('upload-target')) uploads.push(request.url());
    });
    const refusals: readonly (readonly [TestPhoto, string])[] = [
      [file('shoe.gif', 'image/gif', Buffer.from('GIF89a')), fileNotSupported('shoe.gif')],
      [file('shoe.avif', 'image/avif', AVIF), fileNotSupported('shoe.avif')],
      [file('notes.png', 'image/png', Buffer.from('Only a text.')), OWN_MESSAGES.unsupportedImage],
      [file('empty.png', 'image/png', Buffer.alloc(0)), OWN_MESSAGES.emptyFile],
      [padPhoto(sample('mug'), 26 * MEGABYTE), OWN_MESSAGES.tooLargeBytes],
      [giant(), OWN_MESSAGES.tooManyPixels],
    ];
    for (const [photo, sentence] of refusals) {
      await studio.choose(photo);
      await studio.expectToast(sentence);
    }
    expect(uploads).toEqual([]);
    await studio.expectGenerations(ALLOWANCE);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('names an unusable file, and processes the good one chosen with it', async () => {
    const { studio, context } = await StudioPage.open(product);
    await studio.choose(file('shoe.gif', 'image/gif', Buffer.from('GIF89a')), sample('mug'));
    await studio.expectToast(fileNotSupported('shoe.gif'));
    await studio.cancel();
    await studio.expectGenerations(ALLOWANCE);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

describe('an AVIF picture saved by a browser', () => {
  it('accepts a pasted AVIF, shows it, and cuts it out', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await page.evaluate((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'shoe.avif', { type: 'image/avif' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, AVIF.toString('base64'));
    await page.getByRole('img', { name: 'The original' }).waitFor();
    await page.getByRole('img', { name: 'Cut-out' }).first().waitFor();
    await studio.expectGenerations(ALLOWANCE - 1);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

describe('a photo that turns out to be unusable', () => {
  it.each([
    ['is damaged', truncatePhoto(sample('mug')), OWN_MESSAGES.corruptImage],
    ['shows no product', emptyWall(), OWN_MESSAGES.noSubject],
  ])(
    'charges nothing, and offers to choose another photo, when the photo %s',
    async (_name, photo, sentence) => {
      const { studio, context } = await StudioPage.open(product);
      await studio.choose(photo);
      await studio.expectFailure(sentence);
      await studio.page.getByText('Nothing was charged.').waitFor();
      await studio.page.getByRole('button', { name: 'Choose another photo' }).waitFor();
      await studio.expectGenerations(ALLOWANCE);
      expect(studio.problems).toEqual([]);
      await context.close();
    },
  );
});

describe('an interrupted run', () => {
  it('charges nothing for an interrupted upload, and dismisses its message once the connection is back', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await page.getByRole('link', { name: `${ALLOWANCE} generations left. Open account` }).waitFor();
    await throttleUploads(page, 400_000);
    await studio.choose(padPhoto(sample('sunglasses'), 3 * MEGABYTE));
    await page.getByText(/^\d+% sent$/).waitFor();
    await context.setOffline(true);
    await studio.expectFailure(MESSAGES.removeBackgroundFailed);
    await studio.expectFailure(OWN_MESSAGES.uploadInterrupted);
    expect(await page.getByRole('img', { name: 'The original' }).isVisible()).toBe(true);

    await page.getByRole('button', { name: 'Close this message' }).waitFor();

    // The studio dismisses the message by itself once the connection is back.
    await context.setOffline(false);
    await throttleUploads(page, -1);
    await expect.poll(() => studio.failure.count(), { timeout: 15_000 }).toBe(0);
    await page.getByRole('link', { name: `${ALLOWANCE} generations left. Open account` }).waitFor();
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Show all 24' }).waitFor();
    const withoutPictures = (route: Route): Promise<void> =>
      route.request().resourceType() === 'image' ? route.abort() : route.continue();
    await page.route('**/*', withoutPictures);
    await page.getByRole('button', { name: 'Show all 24' }).click();
    const last = page.getByRole('button', { name: 'Wet river stones' });
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.locator('img').count()).toBe(0);
    await page.unroute('**/*', withoutPictures);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect
      .poll(() =>
        last
          .locator('img')
          .evaluate(isDecoded)
          .catch(() => false),
      )
      .toBe(true);
    await studio.expectGenerations(ALLOWANCE);
    await studio.removeButton.click();
    await studio.cancel();
    await studio.expectGenerations(ALLOWANCE);
    await context.close();
  });

  it('charges nothing for a canceled run, and doesn’t show its late result', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    const accepted = page.waitForResponse((response) => response.url().includes('bgremove-vs'));
    await studio.choose(sample('candle-holder'));
    await accepted;
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await studio.expectToast(OWN_MESSAGES.canceled);
    await studio.expectGenerations(ALLOWANCE);
    expect(await page.getByRole('img', { name: 'Cut-out' }).count()).toBe(0);
    // Waits until a second cut-out ends; by then the canceled one would have shown its result.
    await studio.removeButton.click();
    await studio.result();
    expect(await page.getByRole('button', { name: /^\d+\. Cut-out$/ }).count()).toBe(1);
    await studio.expectGenerations(ALLOWANCE - 1);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

/**
 * Limits the upload rate of the page.
 * @param bytesPerSecond -1 removes the limit
 */
async function throttleUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

const isDecoded = (image: Element): boolean => image instanceof HTMLImageElement && image.naturalWidth > 0;
