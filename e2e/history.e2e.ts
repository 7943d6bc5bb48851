import { readFile } from 'node:fs/promises';
/// <reference lib="dom" />
import { MESSAGES, RECORD_MESSAGES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress, PASSWORD, signIn, signUp } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const PROMPT = 'warm oak table by a window';

describe('history', () => {
  it('saves results, finds them by their text, deletes and restores them, and reuses their settings in Create', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    const email = newAddress('ann');
    await signUp(product, page, { firstName: 'Ann', lastName: 'Lee', email });
    await studio.choose(sample('mug'));
    await studio.result();
    await page
      .getByRole('button', { name: /^Background/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Describe the scene' }).fill(PROMPT);
    await studio.openGroup('Advanced');
    await page.getByRole('radio', { name: '2', exact: true }).check();
    await page.getByRole('button', { name: 'Generate 2 variants' }).click();
    await page.getByRole('button', { name: /^3\. Background/ }).waitFor({ timeout: RESULT_TIMEOUT_MS });

    const pictures = page.getByRole('list', { name: 'Pictures' });
    const scenes = pictures.getByRole('button', { name: 'Open Background: mug.jpg' });
    // Waits until the history lists the last variant; a reload could interrupt filing it there.
    await expect
      .poll(
        async () => {
          await page.getByRole('link', { name: 'Create', exact: true }).click();
          await page.getByRole('link', { name: 'History', exact: true }).click();
          await pictures.getByRole('button', { name: 'Open Cut-out: mug.jpg' }).waitFor();
          return scenes.count();
        },
        { timeout: RESULT_TIMEOUT_MS },
      )
      .toBe(2);
    await page.getByRole('searchbox').fill('OAK window');
    await page.getByText('2 pictures', { exact: true }).waitFor();
    expect(await pictures.getByRole('button', { name: /^Open Cut-out/ }).count()).toBe(0);
    // The page stores the current filter of the history in the URL, so a reload preserves it.
    await page.reload();
    await page.getByText('2 pictures', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('OAK window');

    await scenes.first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 picture', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await studio.expectToast(RECORD_MESSAGES.recordRestored);
    await page.getByText('2 pictures', { exact: true }).waitFor();

    await scenes.first().click();
    const seed = (await page.getByRole('dialog').locator('dt:text-is("Seed") + dd').textContent()) ?? '';
    expect(seed).toMatch(/^\d+$/);
    const remainingGenerations = (await studio.balances()).generations;
    // A download that failed in transit was charged once; downloading again is free.
    const before = (await studio.balances()).downloads;
    await page.route('**/objects/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Download PNG' }).click();
    await studio.expectToast(MESSAGES.downloadFailed);
    await page.getByText('Already downloaded. Free to save again.').waitFor();
    await page.unroute('**/objects/**');
    const fromHistory = await studio.download();
    expect(fromHistory.suggestedFilename()).toBe('AI image - history.png');
    expect(await readFile(await fromHistory.path(), 'latin1')).toContain('digitalsourcetype/composite<');
    expect((await studio.balances()).downloads).toBe(before - 1);
    await page.getByRole('button', { name: 'Reuse settings' }).click();
    await page.waitForURL(`${product.url}/studio`);
    await studio.expectToast(RECORD_MESSAGES.settingsReused);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Describe the scene' }).inputValue())
      .toBe(PROMPT);
    expect(studio.problems).toEqual([]);
    await context.close();

    // On another device without local data, the user can continue from the saved picture, and reusing its settings
    // loads their photo.
    const other = await StudioPage.open(product, { viewport: { width: 390, height: 844 } });
    const second = other.studio.page;
    await signIn(product, second, { email, password: PASSWORD });
    await second.waitForURL(`${product.url}/studio`);
    await second.goto(`${product.url}/?tab=history`);
    await second.getByRole('button', { name: 'Open Background: mug.jpg' }).first().click();
    await second.getByRole('dialog').getByRole('button', { name: 'Open in Create' }).click();
    await other.studio.result('Background');
    await second.getByRole('button', { name: /^1\. Cut-out/ }).waitFor();
    const owned = (await other.studio.balances()).downloads;
    expect((await other.studio.download()).suggestedFilename()).toBe('mug.png');
    // The picture was paid for on the first device.
    expect((await other.studio.balances()).downloads).toBe(owned);
    await second.getByRole('radio', { name: 'Magic tool' }).check({ force: true });
    await second.getByRole('textbox', { name: /^What should change/ }).waitFor();

    await second.getByRole('button', { name: 'All settings and details' }).click();
    await second.getByRole('button', { name: 'Start over' }).click();
    await second.getByRole('heading', { name: 'Drop a product photo' }).waitFor();
    await second.getByRole('link', { name: 'History', exact: true }).click();
    await second.getByRole('button', { name: 'Open Background: mug.jpg' }).first().click();
    await second.getByRole('button', { name: 'Reuse settings' }).click();
    await second.getByTestId('product').waitFor();
    await expect
      .poll(() => second.getByRole('textbox', { name: 'Describe the scene' }).first().inputValue())
      .toBe(PROMPT);
    // Opening a picture neither saves nor charges anything.
    expect((await other.studio.balances()).generations).toBe(remainingGenerations);
    expect(other.studio.problems).toEqual([]);
    await other.context.close();
  });
});
