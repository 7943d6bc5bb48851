import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

describe('product descriptions', () => {
  it.each([
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ...(IS_THOROUGH
      ? [
          [
            'a wide screen',
            { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
          ] as const,
        ]
      : []),
  ] as const)('describes a photo on %s for free, and keeps edits', async (_what, screen) => {
    const { studio, context } = await StudioPage.open(product, screen);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = studio;
    await studio.choose(sample('mug'));
    await studio.result();
    const before = await studio.balances();
    const entry = screen.isMobile ? 'radio' : 'button';
    await page.getByRole(entry, { name: 'Describe', exact: true }).click();
    await page.getByText(/Free with at least 1 generation left/).waitFor();
    const name = page.getByRole('textbox', { name: 'What is it?' });
    expect(await name.inputValue()).toBe('Mug');
    await name.fill('Sunrise mug');
    await page.getByRole('button', { name: 'Describe', exact: true }).last().click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.waitFor({ timeout: RESULT_TIMEOUT_MS });
    expect(await field.inputValue()).toMatch(/^Sunrise mug in .+\.$/);
    expect(await studio.balances()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.viewport.width);

    await field.fill('A mug of mine.');
    await page.getByRole('button', { name: 'Copy description' }).click();
    await page.getByText(OWN_MESSAGES.descriptionCopied).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A mug of mine.');
    await studio.waitUntilSaved();
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe('A mug of mine.');
    expect(await name.inputValue()).toBe('Sunrise mug');
    expect(studio.problems).toEqual([]);

    await page.route('**/analyze-vs/', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Describe', exact: true }).last().click();
    await page.getByText(MESSAGES.removeBackgroundFailed).waitFor();
    expect(await field.inputValue()).toBe('A mug of mine.');
    await context.close();
  });
});
