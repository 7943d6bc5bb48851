/// <reference lib="dom" />
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { STORAGE_KEYS } from '../packages/web/src/lib/state/storage-keys.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const countRequests = (page: Page, part: string): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(part)) count += 1;
  });
  return () => count;
};

const setToken = (page: Page, key: string, value: string): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [key, value]);

describe('a browser session', () => {
  it('starts and charges a run only once after a double click', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await studio.choose(sample('mug'));
    await studio.cancel();
    await studio.expectToast(OWN_MESSAGES.canceled);
    await studio.expectGenerations(5);
    const jobs = countRequests(page, 'bgremove-vs');
    await studio.removeButton.dblclick();
    await studio.result();
    expect(jobs()).toBe(1);
    await studio.expectGenerations(4);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('keeps the edits of two tabs on one picture, also after a reload', async () => {
    const { studio, context } = await StudioPage.open(product);
    await studio.choose(sample('mug'));
    await studio.cancel();
    await studio.expectToast(OWN_MESSAGES.canceled);
    await studio.waitUntilSaved();
    const other = new StudioPage(await context.newPage());
    await other.page.goto(`${product.url}/studio`);
    const tabs = [
      [studio, 'on marble'],
      [other, 'on oak'],
    ] as const;
    const prompt = ({ page }: StudioPage) => page.getByRole('textbox', { name: 'Describe the scene' });
    for (const [tab, words] of tabs) {
      await tab.waitUntilSaved();
      await tab.page.keyboard.press('g');
      await prompt(tab).fill(words);
      await tab.waitUntilSaved();
    }
    await other.expectToast(OWN_MESSAGES.changedInOtherTab);
    for (const [tab, words] of tabs) {
      await tab.page.reload();
      await expect.poll(() => prompt(tab).inputValue()).toBe(words);
      expect(tab.problems).toEqual([]);
    }
    await context.close();
  });

  it('applies the tracking parameter of the address, and shows an uncaught error', async () => {
    const context = await product.browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const testMode = () =>
      page.evaluate(
        (keys) => keys.map((key) => localStorage.getItem(key)),
        [STORAGE_KEYS.testMode, STORAGE_KEYS.testModeDebug],
      );
    await page.goto(`${product.url}/?tab=pricing&tracking=1`);
    await page.waitForURL(`${product.url}/?tab=pricing`);
    expect(await testMode()).toEqual(['true', 'true']);
    // In test mode, the page asks for consent to usage statistics and sends events to the server, even if the operator
    // has configured no statistics.
    const eventRequest = page.waitForRequest((request) => request.url().includes('/events/'));
    await page.getByRole('region', { name: 'Usage statistics' }).getByRole('button', { name: 'Yes' }).click();
    expect((await eventRequest).postDataJSON()).toMatchObject({
      test_mode: true,
      events: [{ name: 'page_viewed' }],
    });
    await page.goto(`${product.url}/?tab=pricing&tracking=2`);
    await page.waitForURL(`${product.url}/?tab=pricing`);
    expect(await testMode()).toEqual([null, null]);
    await page.evaluate(() => void Promise.reject(new Error('This error isn’t caught.')));
    await page.getByRole('dialog').getByText(OWN_MESSAGES.internal).waitFor();
    await context.close();
  });

  it('continues when the tokens of two tabs expire at once', async () => {
    const { studio, context } = await StudioPage.open(product);
    const other = new StudioPage(await context.newPage());
    await other.page.goto(`${product.url}/studio`);
    await other.page.getByRole('heading', { name: 'Drop a product photo' }).waitFor();
    const refreshes = [studio, other].map(({ page }) => countRequests(page, 'login/refresh'));
    const userBefore = await storedUser(studio.page);

    await setToken(studio.page, STORAGE_KEYS.accessToken, 'expired');
    await Promise.all([studio.choose(sample('mug')), other.choose(sample('sunglasses'))]);
    await Promise.all([studio.result(), other.result()]);
    // In a busy browser, the second tab may learn about new tokens late. It then sends the old one, which the server
    // accepts for a short time.
    const total = refreshes.reduce((sum, count) => sum + count(), 0);
    expect(total).toBeGreaterThanOrEqual(1);
    expect(total).toBeLessThanOrEqual(2);
    expect(await storedUser(other.page)).toBe(userBefore);
    expect(await studio.toast.count()).toBe(0);
    await studio.expectGenerations(3);
    expect([...studio.problems, ...other.problems]).toEqual([]);
    await context.close();
  });

  it('restores the work after a reload, even for a guest, and starts no run by itself', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await studio.choose(sample('candle-holder'));
    await studio.result();
    await page.getByRole('radio', { name: 'Red' }).check();
    await studio.waitUntilSaved();
    const jobs = countRequests(page, 'bgremove-vs');
    await page.reload();
    await studio.result();
    expect(await page.getByRole('radio', { name: 'Red' }).isChecked()).toBe(true);
    expect(await page.getByText('candle-holder.jpg').first().isVisible()).toBe(true);
    expect(jobs()).toBe(0);
    await studio.expectGenerations(4);
    await context.close();
  });

  it('resumes a job that was running during a reload, and charges it once', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    const accepted = page.waitForResponse((response) => response.url().includes('bgremove-vs'));
    await studio.choose(sample('tank-top'));
    await accepted;
    // The balance updates when the task is accepted, and the task is stored with the next save.
    await page.getByRole('link', { name: '4 generations left' }).waitFor();
    await studio.waitUntilSaved();
    await page.reload();
    await studio.result();
    await studio.expectGenerations(4);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('ends on the home page with a message when it expires', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await setToken(page, STORAGE_KEYS.accessToken, 'expired');
    await setToken(page, STORAGE_KEYS.refreshToken, 'expired');
    await studio.choose(sample('mug'));
    await studio.expectToast(MESSAGES.sessionExpired);
    await page.waitForURL(`${product.url}/`);
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.refreshToken)).not.toBe(
      'expired',
    );
    await context.close();
  });
});

const storedUser = (page: Page): Promise<string> =>
  page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { user?: { id?: string } };
    return stored.user?.id ?? '';
  }, STORAGE_KEYS.currentUser);
