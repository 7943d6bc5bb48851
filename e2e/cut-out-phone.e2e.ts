import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CDPSession, Locator } from 'playwright-core';
import { PHONE_HEIGHT_PX, PHONE_WIDTH_PX, turnedPhonePhoto } from './fixtures/phone-photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { PHONE, readPng, StudioPage, tapUntil } from './fixtures/studio.ts';
import { restingPlace } from './fixtures/resting-place.ts';
import type { Point } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Minimum size of touch targets by our own rule, in CSS pixels. */
const MIN_TARGET_PX = 40;

describe('cutting out on a phone', () => {
  it('works by touch, from the photo to the file', async () => {
    const { studio, context } = await StudioPage.open(product, { ...PHONE, reducedMotion: 'no-preference' });
    const { page } = studio;
    await studio.choose(await turnedPhonePhoto('tank-top'));
    await studio.result();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    const targets = page.locator('main button:visible');
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      const name = (await target.getAttribute('aria-label')) ?? (await target.textContent());
      expect(box?.height, String(name)).toBeGreaterThanOrEqual(MIN_TARGET_PX);
    }

    const picture = page.getByRole('img', { name: 'Cut-out' });
    const fitted = await measureWidth(picture);
    const cdp = await context.newCDPSession(page);
    const center = await findCenter(picture);
    await pinch(cdp, center, 40, 120);
    await expect.poll(() => measureWidth(picture)).toBeGreaterThan(fitted * 2);
    await page.touchscreen.tap(center.x, center.y);
    await page.touchscreen.tap(center.x, center.y);
    await expect.poll(() => measureWidth(picture)).toBeCloseTo(fitted, 0);

    await page.getByRole('button', { name: 'Compare', exact: true }).tap();
    const line = page.getByRole('slider', { name: 'Compare before and after' });
    const grip = await findCenter(line);
    await swipe(cdp, grip, { x: grip.x - 90, y: grip.y });
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(40);

    const details = page.getByRole('dialog', { name: 'Cut out' });
    await tapUntil(page.getByRole('button', { name: 'All settings and details' }), details);
    await details.getByText('3024 × 4032 px').waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    const png = await readPng(page, await studio.download(() => studio.downloadButton.tap()));
    await pinchProduct(studio, cdp);
    // The result is upright: a phone held this way stores the picture in landscape with an orientation tag.
    expect(png).toMatchObject({ widthPx: PHONE_HEIGHT_PX, heightPx: PHONE_WIDTH_PX, cornerAlpha: 0 });
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

/** Spreads two fingers on the product in its frame, which enlarges the product but doesn't zoom the view. */
async function pinchProduct({ page }: StudioPage, cdp: CDPSession): Promise<void> {
  await page.getByRole('radio', { name: 'Background' }).check({ force: true });
  const product = page.getByTestId('product');
  await product.waitFor();
  // Wait for the Background panel, which shrinks the stage when it opens.
  await page.getByRole('button', { name: 'Blush arches' }).waitFor();
  // After the panel, bars and chips appear, which shrink the stage further.
  const frame = await restingPlace(page.getByTestId('frame'));
  const before = await measureBox(product);
  await pinch(cdp, await findCenter(product), 20, 32);
  await expect.poll(() => measureWidth(product)).toBeGreaterThan(before.width * 1.3);
  expect((await measureBox(page.getByTestId('frame'))).width).toBe(frame.width);
}

async function measureBox(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
}
const measureWidth = async (locator: Locator): Promise<number> => (await measureBox(locator)).width;
async function findCenter(locator: Locator): Promise<Point> {
  const box = await measureBox(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const STEPS = 6;

async function touch(cdp: CDPSession, type: string, points: readonly Point[]): Promise<void> {
  const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
  await cdp.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints });
}

async function pinch(cdp: CDPSession, center: Point, fromPx: number, toPx: number): Promise<void> {
  const at = (px: number): Point[] => [
    { x: center.x - px, y: center.y },
    { x: center.x + px, y: center.y },
  ];
  await touch(cdp, 'touchStart', at(fromPx));
  for (let step = 1; step <= STEPS; step += 1) {
    await touch(cdp, 'touchMove', at(fromPx + ((toPx - fromPx) * step) / STEPS));
  }
  await touch(cdp, 'touchEnd', []);
}

async function swipe(cdp: CDPSession, from: Point, to: Point): Promise<void> {
  await touch(cdp, 'touchStart', [from]);
  for (let step = 1; step <= STEPS; step += 1) {
    const part = step / STEPS;
    await touch(cdp, 'touchMove', [
      { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
    ]);
  }
  await touch(cdp, 'touchEnd', []);
}
