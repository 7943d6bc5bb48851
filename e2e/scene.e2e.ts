/// <reference lib="dom" />
import { OWN_MESSAGES, SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HALF_HEIGHT_PX, HALF_WIDTH_PX, phonePhoto, turnedPhonePhoto } from './fixtures/phone-photos.ts';
import { emptyWall } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { PHONE, readPng, RESULT_TIMEOUT_MS, StudioPage, tapUntil } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const SCENE_SIDE_PX = 1024;

/** Button of the nth picture in the strip of pictures; the user's own photo isn't counted. */
const nth = (studio: StudioPage, at: number, name: string): Locator =>
  studio.page.getByRole('button', { name: new RegExp(`^${at}\\. ${name}`) });

describe('a product in a scene', () => {
  it('places a product by hand, makes two variants, compares and downloads them, and survives a reload', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('list', { name: 'Scenes' }).getByRole('button', { name: 'Blush arches' }).click();
    await page.getByText('It will be placed in a scene like “Blush arches”.').waitFor();
    await studio.choose(await phonePhoto('mug', HALF_WIDTH_PX));
    // Long timeout, because the first cut-out of a new product also starts the engine.
    await page.getByTestId('product').waitFor({ timeout: RESULT_TIMEOUT_MS });
    await page.getByRole('img', { name: 'Preview of the scene: Blush arches' }).waitFor();
    await page.getByText('Placed automatically').waitFor();
    await nth(studio, 1, 'Cut-out').waitFor();

    const before = await settledBox(page.getByTestId('product'));
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width / 2 + 60, before.y + before.height / 2 - 40, { steps: 4 });
    await page.mouse.up();
    const after = await visibleBox(page.getByTestId('product'));
    expect(after.x).toBeGreaterThan(before.x + 40);
    await page.getByText('Placed by you').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Placed automatically').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await page.getByText('Placed by you').waitFor();
    await page.getByTestId('product').press('PageUp');
    await expect
      .poll(async () => (await visibleBox(page.getByTestId('product'))).width)
      .toBeGreaterThan(after.width);

    await page.getByRole('textbox', { name: 'Describe the scene' }).fill('warm morning light, xyzzy');
    await page.getByRole('list', { name: 'How your words are understood' }).getByText('xyzzy').waitFor();
    await studio.openGroup('Advanced');
    await page.getByRole('radio', { name: '2', exact: true }).check();
    await page.getByRole('button', { name: 'Generate 2 variants' }).click();
    await studio.result('Background');
    await nth(studio, 3, 'Background').waitFor({ timeout: RESULT_TIMEOUT_MS });
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 2 });

    await nth(studio, 3, 'Background').click();
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await page.getByRole('button', { name: '3. Background, starred' }).waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    // Photo and scene show the product in different places, so the page offers no slider to compare them.
    await page.getByRole('img', { name: 'The original' }).waitFor();
    expect(await page.getByRole('img', { name: 'Background', exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('slider', { name: 'Compare before and after' }).count()).toBe(0);
    expect(await readPng(page, await studio.download())).toMatchObject({
      widthPx: SCENE_SIDE_PX,
      heightPx: SCENE_SIDE_PX,
      cornerAlpha: 255,
      middleAlpha: 255,
    });
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 1 });

    await page.getByRole('button', { name: 'Generate 2 variants' }).click();
    await page.getByRole('link', { name: '2 generations left' }).waitFor();
    await studio.waitUntilSaved();
    await page.reload();
    await nth(studio, 5, 'Background').waitFor({ timeout: RESULT_TIMEOUT_MS });
    await studio.expectGenerations(2);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('places a product on the user’s own picture, and matches the light of that picture', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1024, height: 768 } });
    const { page } = studio;
    await studio.choose(await turnedPhonePhoto('mug', HALF_WIDTH_PX));
    await studio.result();
    await page.keyboard.press('g');
    await page.getByRole('list', { name: 'Scenes' }).getByRole('button', { name: 'Autumn leaves' }).click();
    const preview = page.getByRole('img', { name: /^Preview of the scene/ });
    await preview.waitFor();
    // The page shows the scene contents that it recognizes in the prompt; a reference picture replaces them.
    const prompt = page.getByRole('textbox', { name: 'Describe the scene' });
    const chips = page.getByRole('list', { name: 'How your words are understood' }).getByRole('listitem');
    await prompt.fill('neon in a marble kitchen, palm trees');
    await page.getByText('The scene “Autumn leaves” can’t show the crossed-out words.').waitFor();
    expect(await chips.allTextContents()).toEqual(
      ['neon', 'marble', 'kitchen', 'palm trees'].map((word) => `${word}, not in these scenes`),
    );
    await page.getByRole('button', { name: 'Surprise me: any scene that fits your words' }).click();
    await prompt.fill('marble kitchen, leather, palm trees');
    await page.getByText('This kind of scene can’t show the crossed-out words.').waitFor();
    expect(await chips.allTextContents()).toEqual([
      'marble, understood as marble',
      'kitchen, understood as kitchen',
      'leather, not in these scenes',
      'palm trees, not in these scenes',
    ]);
    await prompt.fill('مشهد جميل');
    await page.getByText(/^No scene matches these words, so nothing is generated or charged\./).waitFor();
    const nearest = page.getByRole('list', { name: 'Closest matches' }).getByRole('button');
    await expect.poll(() => nearest.count()).toBe(3);
    expect(await prompt.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
    await prompt.fill(`marble ${'x'.repeat(SCENE_PROMPT_MAX_LENGTH)}`);
    await page
      .getByText('507 of 500 characters. The last 7 are not used: please shorten the text.')
      .waitFor();
    expect(await prompt.inputValue()).toHaveLength(SCENE_PROMPT_MAX_LENGTH + 7);
    await prompt.fill('');
    await page.getByRole('list', { name: 'Scenes' }).getByRole('button', { name: 'Autumn leaves' }).click();
    await preview.waitFor();
    await page.getByRole('radio', { name: 'Picture', exact: true }).check();
    // Without a background picture nothing can be saved or charged, and no button suggests it.
    await page.getByText('Choose a background picture.').first().waitFor();
    expect(await preview.count()).toBe(0);
    for (const name of ['Download PNG', 'Export as…', 'Copy to clipboard'])
      expect(await page.getByRole('button', { name }).first().isDisabled()).toBe(true);
    for (const keys of ['Control+s', 'Control+Shift+s', 'Control+c']) await page.keyboard.press(keys);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await studio.balances()).downloads).toBe(2);
    const wall = emptyWall();
    await page
      .getByLabel('Choose a background picture')
      .setInputFiles({ name: wall.name, mimeType: wall.mimeType, buffer: wall.bytes });
    const locked = page.getByText(
      /^Your product is untouched · 0 of [\d,]{6,} product pixels changed, compared with/,
    );
    const lit = page.getByText(
      /^Your product is untouched · 0 of [\d,]{6,} product pixels changed beyond the matched lighting \(\d+%\), compared with the pasted product/,
    );
    await page.getByRole('button', { name: 'Check the product' }).click();
    await locked.waitFor();
    await page.getByText('Want matching light?').getByRole('button', { name: 'Harmonize' }).click();
    await page.getByRole('button', { name: 'Harmonize', exact: true }).last().click();
    await studio.result('Harmonized');
    await lit.waitFor();
    await page.getByText('Applied at 60%').waitFor();
    expect(await studio.balances()).toEqual({ generations: 3, downloads: 2 });
    // Lower strengths are shown immediately by blending with the original.
    await page.getByRole('slider', { name: 'Match the scene' }).press('Home');
    await expect
      .poll(() =>
        page.getByRole('img', { name: 'Harmonized' }).evaluate((image) => getComputedStyle(image).opacity),
      )
      .toBe('0');
    await page.getByText('This is a preview.').waitFor();
    // If copying to the clipboard fails, nothing is charged; a later export costs one credit in any format.
    const copy = page.getByRole('button', { name: 'Copy to clipboard' }).first();
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
    });
    await copy.click();
    await studio.expectToast(OWN_MESSAGES.copyFailed);
    expect((await studio.balances()).downloads).toBe(2);
    // The file has the photo's full size.
    const downloadedPicture = await readPng(page, await studio.download());
    expect(downloadedPicture.cornerAlpha).toBe(255);
    expect(downloadedPicture.widthPx).toBeGreaterThanOrEqual(HALF_HEIGHT_PX);
    expect((await studio.balances()).downloads).toBe(1);
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'write'));
    await copy.click();
    await studio.expectToast(OWN_MESSAGES.imageCopied);
    expect((await studio.balances()).downloads).toBe(1);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

describe('Inspiration on a phone', () => {
  it('creates a picture from words, by touch, without a photo', async () => {
    const { studio, context } = await StudioPage.open(product, PHONE);
    const { page } = studio;
    await page.getByRole('radio', { name: 'Inspire' }).tap({ force: true });
    await page.getByText(OWN_MESSAGES.scenePromptEmpty).waitFor();
    await page.getByRole('textbox', { name: 'Describe the scene' }).fill('desert dunes at golden hour');
    const sheet = page.getByRole('dialog', { name: 'Inspire' });
    await page.getByRole('button', { name: 'All settings and details' }).tap();
    await studio.openGroup('Advanced', sheet);
    await sheet.getByRole('radio', { name: '2', exact: true }).tap({ force: true });
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await sheet.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const cancel = page.getByRole('button', { name: 'Cancel' }).first();
    await tapUntil(page.getByRole('button', { name: 'Generate 2 variants' }), cancel);
    await studio.result('Inspiration');
    await nth(studio, 2, 'Inspiration').waitFor({ timeout: RESULT_TIMEOUT_MS });
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 2 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

async function visibleBox(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The product is not on the stage.');
  return box;
}

/** Waits until the element stops moving, and returns its position: the stage shrinks when elements appear around it. */
async function settledBox(locator: Locator): Promise<Awaited<ReturnType<typeof visibleBox>>> {
  let last = await visibleBox(locator);
  await expect
    .poll(async () => {
      const before = last;
      last = await visibleBox(locator);
      return last.x === before.x && last.y === before.y && last.width === before.width;
    })
    .toBe(true);
  return last;
}
