/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { PHONE, RESULT_TIMEOUT_MS, StudioPage, tapUntil, touchLine } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const resultStrip = (page: Page): Locator => page.getByRole('region', { name: 'Results' });
const nth = (page: Page, at: number): Locator =>
  resultStrip(page).getByRole('button', { name: new RegExp(`^${at}\\. Background`) });

/** Position of an element in the viewport, to compare with others. */
async function measureBox(
  locator: Locator,
): Promise<{ x: number; right: number; y: number; bottom: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x, right: box.x + box.width, y: box.y, bottom: box.y + box.height };
}

/** Waits until the strip shows a tile as a whole. */
async function expectWholeInStrip(page: Page, tile: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const strip = await measureBox(resultStrip(page).getByRole('list', { name: 'Pictures' }));
      const { x, right } = await measureBox(tile);
      return x >= strip.x && right <= strip.right;
    })
    .toBe(true);
}

/** Checks that four tiles are in two rows of two, and all within the sheet. */
async function expectTwoByTwo(sheet: Locator): Promise<void> {
  const tiles = sheet.getByRole('listitem');
  await expect.poll(() => tiles.count()).toBe(4);
  const outer = await measureBox(sheet);
  const boxes = await Promise.all((await tiles.all()).map(measureBox));
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(outer.x);
    expect(box.right).toBeLessThanOrEqual(outer.right);
    expect(box.y).toBeGreaterThanOrEqual(outer.y);
    expect(box.bottom).toBeLessThanOrEqual(outer.bottom);
  }
  expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(2);
  expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(2);
}

describe('variants of a scene', () => {
  it('open as a sheet on a desktop, are grouped by run, and arrive while the user works with another tool', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page, sheet } = studio;
    await studio.choose(sample('mug'));
    await studio.result();
    await page.keyboard.press('g');
    // Variants in one scene take less computing than variants in four scenes.
    await page.getByRole('list', { name: 'Scenes' }).getByRole('button', { name: 'Blush arches' }).click();
    const generate = page.getByRole('button', { name: 'Generate 4 variants' });
    await generate.click();
    await sheet.waitFor({ timeout: RESULT_TIMEOUT_MS });
    await expectTwoByTwo(sheet);
    await sheet.getByRole('button', { name: 'Variant 4 of 4' }).waitFor({ timeout: RESULT_TIMEOUT_MS });
    await page.getByText('4 of 4 variants are ready.').waitFor({ state: 'attached' });
    // The first variant is the selected one, so it is the one that Download would save.
    expect(await nth(page, 2).getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('3');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Background', exact: true }).waitFor();
    expect(await nth(page, 4).getAttribute('aria-current')).toBe('true');

    await generate.click();
    await page.getByRole('button', { name: 'Cancel' }).first().waitFor();
    await page.keyboard.press('x');
    const group = resultStrip(page).getByRole('button', { name: 'Show all 4 variants, 4 new' });
    await group.waitFor({ timeout: RESULT_TIMEOUT_MS });
    expect(await sheet.count()).toBe(0);
    expect(await nth(page, 4).getAttribute('aria-current')).toBe('true');
    await expectWholeInStrip(page, nth(page, 9));
    await expectWholeInStrip(page, nth(page, 4));

    await group.click();
    await expectTwoByTwo(sheet);
    await sheet.getByRole('button', { name: 'Variant 2 of 4' }).press('Enter');
    await sheet.waitFor({ state: 'detached' });
    expect(await nth(page, 7).getAttribute('aria-current')).toBe('true');
    expect(await resultStrip(page).getByRole('button', { name: 'Show all 4 variants' }).count()).toBe(2);
    await studio.download();
    expect(await studio.balances()).toEqual({ generations: 2, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  // The components' tests cover the phone's sheet and strip too.
  it.runIf(IS_THOROUGH)('open as a sheet on a phone, where the user swipes between them', async () => {
    const { studio, context } = await StudioPage.open(product, PHONE);
    const { page, sheet } = studio;
    await studio.choose(sample('mug'));
    await studio.result();
    await page.getByRole('radio', { name: 'Background' }).check({ force: true });
    const generate = page.getByRole('button', { name: 'Generate 4 variants' });
    await tapUntil(generate, page.getByRole('button', { name: 'Cancel' }).first());
    await sheet.waitFor({ timeout: RESULT_TIMEOUT_MS });
    await expectTwoByTwo(sheet);
    await expectWholeInStrip(page, nth(page, 2));
    await page.getByText('4 of 4 variants are ready.').waitFor({
      state: 'attached',
      timeout: RESULT_TIMEOUT_MS,
    });
    const second = sheet.getByRole('button', { name: 'Variant 2 of 4' });
    const picture = page.getByRole('img', { name: 'Background', exact: true });
    await tapUntil(second, nth(page, 3).and(page.locator('[aria-current=true]')));
    await sheet.waitFor({ state: 'detached' });
    await expectWholeInStrip(page, nth(page, 3));

    const cdp = await context.newCDPSession(page);
    const place = await measureBox(picture);
    // Position above the product, because a finger on the product would move it instead of swiping.
    const y = place.y + 16;
    const swipe = (fromX: number, toX: number): Promise<void> =>
      touchLine(
        cdp,
        [
          [
            { x: fromX, y },
            { x: toX, y },
          ],
        ],
        6,
      );
    for (const [toX, at] of [
      [120, 4],
      [120, 5],
      [120, 5],
      [270, 4],
    ] as const) {
      await swipe(390 - toX, toX);
      await expect.poll(() => nth(page, at).getAttribute('aria-current')).toBe('true');
      await expectWholeInStrip(page, nth(page, at));
      // Swiping doesn't move the picture out of its place.
      await expect.poll(() => measureBox(picture)).toEqual(place);
    }
    expect(await page.getByTestId('swipe-dots').locator('span').count()).toBe(4);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
