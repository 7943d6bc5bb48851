/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { HALF_WIDTH_PX, phonePhoto, turnedPhonePhoto } from './fixtures/phone-photos.ts';
import { twoVases } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { restingPlace } from './fixtures/resting-place.ts';
import { PHONE, readPng, StudioPage, tapUntil, touchLine } from './fixtures/studio.ts';
import type { Point } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Returns a function that converts a point, given as shares (0 to 1) of the element's size, to screen coordinates. */
async function placeIn(visibleElement: Locator): Promise<(share: Point) => Point> {
  const box = await restingPlace(visibleElement);
  return ({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
}

describe('corrections of a cut-out', () => {
  it('corrects a cut-out by hand for free, even across a reload, and crops it to the product', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await studio.choose(await phonePhoto('mug', HALF_WIDTH_PX));
    await studio.result();
    // Selecting another picture isn't an undo step. While the brushes are open, undo applies only to their strokes.
    await page.getByRole('button', { name: 'Your photo' }).click();
    await page.getByRole('button', { name: /^1\. Cut-out/ }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.isDisabled()).toBe(true);
    await page.keyboard.press('e');
    expect(await undo.count()).toBe(1);
    await page.keyboard.press('Control+z');
    expect(await page.getByTestId('refine').isVisible()).toBe(true);
    const canvas = page.getByTestId('refine').locator('canvas');
    const at = await placeIn(page.getByTestId('refine'));
    // Draws a stroke through the middle of the mug, where the cut-out is certainly opaque.
    await page.mouse.move(at({ x: 0.4, y: 0.5 }).x, at({ x: 0.4, y: 0.5 }).y);
    await page.mouse.down();
    await page.mouse.move(at({ x: 0.65, y: 0.5 }).x, at({ x: 0.65, y: 0.5 }).y, { steps: 6 });
    await expect.poll(() => alphaIn(canvas, 0.5, 0.5)).toBe(0);
    await page.mouse.up();
    await page.keyboard.press('Control+z');
    await expect.poll(() => alphaIn(canvas, 0.5, 0.5)).toBe(255);
    await page.keyboard.press('Control+z');
    expect(await undo.isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => alphaIn(canvas, 0.5, 0.5)).toBe(0);
    await page.getByText('Apply corrections').waitFor();
    expect(await studio.downloadButton.isDisabled()).toBe(true);
    await page.getByText('Apply your corrections first.').waitFor();

    await studio.waitUntilSaved();
    await page.reload();
    const apply = page.getByRole('button', { name: 'Apply corrections' });
    await apply.waitFor();
    // Waits until the page has loaded the full-size photo and cut-out again; strokes aren't possible before.
    await expect.poll(() => alphaIn(canvas, 0.5, 0.5), { timeout: 15_000 }).toBe(0);
    await apply.click();
    await studio.result();
    expect(await readPng(page, await studio.download())).toMatchObject({
      widthPx: HALF_WIDTH_PX,
      middleAlpha: 0,
    });
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });

    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Trim to product' }).click();
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await page.getByRole('button', { name: 'Apply crop' }).click();
    await studio.result();
    const trimmed = await readPng(page, await studio.download());
    expect(trimmed.widthPx).toBeLessThan(HALF_WIDTH_PX);
    expect(trimmed.heightPx).toBeLessThan(HALF_WIDTH_PX);
    // The credit paid for downloading the cut-out also covers the pictures made from it.
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('removes or keeps a segment with its button or with a box drawn around it', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await studio.choose(twoVases());
    await studio.result();
    const chip = page.getByRole('button', { name: 'Part 2' });
    await chip.click();
    expect(await chip.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Control+z');
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true');

    await page.keyboard.press('t');
    const canvas = page.getByTestId('refine').locator('canvas');
    const vases = async (): Promise<readonly number[]> => [
      await alphaIn(canvas, 0.3, 0.5),
      await alphaIn(canvas, 0.8, 0.6),
    ];
    const at = await placeIn(page.getByTestId('refine'));
    const drawBox = async (): Promise<void> => {
      await page.mouse.move(at({ x: 0.64, y: 0.4 }).x, at({ x: 0.64, y: 0.4 }).y);
      await page.mouse.down();
      await page.mouse.move(at({ x: 0.97, y: 0.8 }).x, at({ x: 0.97, y: 0.8 }).y, { steps: 4 });
      await page.mouse.up();
    };
    await page.getByText('Remove it', { exact: true }).click();
    await drawBox();
    await page.getByRole('button', { name: /^2\. Cut-out/ }).waitFor();
    await expect.poll(vases).toEqual([255, 0]);
    await page.getByText('Keep it').click();
    await drawBox();
    await page.getByRole('button', { name: /^3\. Cut-out/ }).waitFor();
    await expect.poll(vases).toEqual([255, 255]);
    await page.keyboard.press('Control+z');
    await expect.poll(vases).toEqual([255, 0]);
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 2 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('corrects with one finger, moves the view with two, and ignores a palm', async () => {
    const { studio, context } = await StudioPage.open(product, PHONE);
    const { page } = studio;
    await studio.choose(await turnedPhonePhoto('mug', HALF_WIDTH_PX));
    await studio.result();
    const refine = page.getByTestId('refine');
    await tapUntil(page.getByRole('button', { name: 'Correct the edge' }), refine);
    await page.getByRole('button', { name: 'Erase' }).click({ force: true });
    const cdp = await context.newCDPSession(page);
    const canvas = refine.locator('canvas');
    const before = await placeIn(refine);
    const [left, middle, right] = [0.35, 0.5, 0.65].map((x) => before({ x, y: 0.5 }));
    if (!left || !middle || !right) throw new Error('There is no place to draw.');

    // A second touch, long after the first finger started to draw, is the palm coming to rest.
    const palm = { id: 1, ...before({ x: 0.9, y: 0.9 }) };
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ id: 0, ...left }] });
    for (const at of [middle, right])
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ id: 0, ...at }] });
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ id: 0, ...right }, palm],
    });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => alphaIn(canvas, 0.5, 0.5)).toBe(0);
    const still = await placeIn(refine);
    expect(still({ x: 0, y: 0 })).toEqual(before({ x: 0, y: 0 }));

    await touchLine(
      cdp,
      [
        [before({ x: 0.4, y: 0.3 }), before({ x: 0.2, y: 0.3 })],
        [before({ x: 0.6, y: 0.3 }), before({ x: 0.8, y: 0.3 })],
      ],
      6,
    );
    const zoomed = await placeIn(refine);
    const measureWidth = (at: (share: Point) => Point): number => at({ x: 1, y: 0 }).x - at({ x: 0, y: 0 }).x;
    expect(measureWidth(zoomed)).toBeGreaterThan(measureWidth(before) * 1.5);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

/** Alpha (0 to 255) of the canvas at a position given as shares (0 to 1) of its width and height. */
const alphaIn = (canvas: Locator, x: number, y: number): Promise<number> =>
  canvas.evaluate(
    (element, at) => {
      const { width, height } = element as HTMLCanvasElement;
      const context = (element as HTMLCanvasElement).getContext('2d');
      return context?.getImageData(Math.floor(at.x * width), Math.floor(at.y * height), 1, 1).data[3] ?? -1;
    },
    { x, y },
  );
