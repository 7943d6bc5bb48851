/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const GERMAN: Readonly<Record<string, string>> = Object.assign(
  {},
  ...['web', 'contract'].map(
    (name) =>
      JSON.parse(
        readFileSync(new URL(`../packages/${name}/translations/de.json`, import.meta.url), 'utf8'),
      ) as object,
  ),
);
const german = (english: string): string => GERMAN[english] ?? english;

const inGerman = (width = 1440, height = 900): Promise<BrowserContext> =>
  product.browser.newContext({ locale: 'de-DE', viewport: { width, height } });

describe('a browser that asks for German', () => {
  it('gets the pages in German until the user chooses English', async () => {
    const context = await inGerman();
    const page = await context.newPage();
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto(product.url);
    await expect.poll(() => heading.textContent()).toBe(german('Product photos, without the shoot.'));
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    // Scripts that contain sentences are built once per language, so the page loads none with a name that lacks the
    // language.
    expect(scripts.filter((path) => /^\/assets\/(?:index|core|home)-[\w-]+\.js$/.test(path))).toEqual([]);
    await page.getByLabel(german('Language')).selectOption('en');
    await expect.poll(() => heading.textContent()).toBe('Product photos, without the shoot.');
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByLabel('Language').selectOption('de');
    await expect.poll(() => heading.textContent()).toBe(german('Product photos, without the shoot.'));
    await context.close();
  });

  it('shows the server’s errors in German', async () => {
    const context = await inGerman();
    const page = await context.newPage();
    await page.goto(`${product.url}/sign-in`);
    await page.getByLabel(german('Email address')).fill('anna@shop.example');
    await page.getByLabel(german('Password'), { exact: true }).fill('falsch123');
    await page.getByRole('button', { name: german('Sign in') }).click();
    const message = german('This email address and password don’t match. Please try again.');
    await expect.poll(() => page.getByText(message).count()).toBeGreaterThan(0);
    expect(message).not.toMatch(/password/);
    await context.close();
  });

  it('makes a cut-out in German, and keeps the name of the photo', async () => {
    const context = await inGerman();
    const page = await context.newPage();
    const photo = sample('mug');
    await page.goto(`${product.url}/studio`);
    await page
      .getByTestId('file-input')
      .first()
      .setInputFiles({ ...photo, buffer: photo.bytes });
    await expect.poll(() => page.getByRole('button', { name: german('Download PNG') }).count()).toBe(1);
    expect(await untranslatedTexts(page)).toEqual([]);
    await context.close();
  });

  const widths: readonly (readonly [number, number])[] = IS_THOROUGH
    ? [
        [390, 844],
        [720, 450],
        [1024, 768],
        [1440, 900],
      ]
    : [[390, 844]];
  it.each(widths)(
    'shows no English and no truncated sentence in a window of %d × %d',
    async (width, height) => {
      const context = await inGerman(width, height);
      const page = await context.newPage();
      const faults: string[] = [];
      for (const path of [
        '/',
        '/?tab=pricing',
        '/?tab=account',
        '/?tab=history',
        '/studio',
        '/sign-up',
        '/verify',
        '/catalog',
      ]) {
        await page.goto(product.url + path, { waitUntil: 'networkidle' });
        await page.locator('main').first().waitFor();
        for (const text of [...(await untranslatedTexts(page)), ...(await cutTexts(page))])
          faults.push(`${path}: ${text}`);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});

/** Visible English texts that have a different German translation. */
async function untranslatedTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    return shown.flatMap((element) => [
      ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data.trim()] : [])),
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    ]);
  });
  const germanTexts = new Set(Object.values(GERMAN));
  return texts.filter(
    (text) => GERMAN[text] !== undefined && GERMAN[text] !== text && !germanTexts.has(text),
  );
}

/** Texts that are wider than the button, link, heading or label around them. Texts for screen readers have no width. */
const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('button, a, h1, h2, h3, label, th')];
    return boxes.flatMap((box) => {
      const frame = box.getBoundingClientRect();
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const cut: string[] = [];
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        const isShown = text.width > 0 && walker.currentNode.parentElement?.clientWidth !== 1;
        const isWider = text.right > frame.right + 4 || text.left < frame.left - 4;
        if (isShown && isWider && box.checkVisibility()) cut.push(`${range.toString()} in ${frame.width} px`);
      }
      return cut;
    });
  });
