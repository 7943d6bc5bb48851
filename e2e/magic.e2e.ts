/// <reference lib="dom" />
import { OWN_MESSAGES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  HALF_HEIGHT_PX,
  HALF_WIDTH_PX,
  PHONE_HEIGHT_PX,
  PHONE_WIDTH_PX,
  phonePhoto,
  turnedPhonePhoto,
} from './fixtures/phone-photos.ts';
import type { TestPhoto } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readDownload, PHONE, StudioPage, tapUntil, touchLine } from './fixtures/studio.ts';
import type { Point } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** A line over the mug's handle; its points are shares (0 to 1) of the picture's size. */
interface HandleLine {
  readonly from: Point;
  readonly to: Point;
}
const LYING: HandleLine = { from: { x: 0.23, y: 0.42 }, to: { x: 0.29, y: 0.6 } };
const UPRIGHT: HandleLine = { from: { x: 0.14, y: 0.44 }, to: { x: 0.22, y: 0.575 } };

describe('the magic tool', () => {
  it('removes only the area that was drawn over with the mouse', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await page.getByRole('button', { name: 'Magic tool' }).click();
    const mug = await phonePhoto('mug');
    await studio.choose(mug);
    const photo = page.getByRole('img', { name: 'The original' });
    await photo.waitFor();
    const generate = page.getByRole('button', { name: 'Generate' });
    await page.getByText(OWN_MESSAGES.emptyMask).waitFor();
    expect(await generate.isDisabled()).toBe(true);

    const at = await createPointMapper(page);
    await page.mouse.move(at(LYING.from).x, at(LYING.from).y);
    await page.mouse.down();
    await page.mouse.move(at(LYING.to).x, at(LYING.to).y, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000);
    await page.keyboard.press('Control+z');
    await expect.poll(() => drawnPixels(page)).toBe(0);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000);

    const field = page.getByRole('textbox', { name: 'What should change?' });
    await field.fill('sing a song');
    await generate.click();
    await expect.poll(() => studio.failure.textContent()).toContain(OWN_MESSAGES.magicPromptNotUnderstood);
    expect(await studio.balances()).toEqual({ generations: 5, downloads: 2 });

    await field.fill('');
    await generate.click();
    await expectRemoved(studio, mug, LYING, PHONE_WIDTH_PX, PHONE_HEIGHT_PX);
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('draws with one finger and zooms with two', async () => {
    const { studio, context } = await StudioPage.open(product, PHONE);
    const { page } = studio;
    await page.getByRole('radio', { name: 'Magic tool' }).check({ force: true });
    const mug = await turnedPhonePhoto('mug', HALF_WIDTH_PX);
    await studio.choose(mug);
    await page.getByRole('img', { name: 'The original' }).waitFor();
    const cdp = await context.newCDPSession(page);
    const before = await createPointMapper(page);
    await touchLine(cdp, [[before(UPRIGHT.from), before({ x: 0.5, y: 0.5 })]], 0);
    await touchLine(
      cdp,
      [
        [before({ x: 0.4, y: 0.5 }), before({ x: 0.2, y: 0.5 })],
        [before({ x: 0.6, y: 0.5 }), before({ x: 0.8, y: 0.5 })],
      ],
      6,
    );
    const zoomed = await createPointMapper(page);
    expect(zoomed({ x: 1, y: 0 }).x - zoomed({ x: 0, y: 0 }).x).toBeGreaterThan(
      (before({ x: 1, y: 0 }).x - before({ x: 0, y: 0 }).x) * 1.5,
    );
    await page.getByRole('button', { name: 'Fit', exact: true }).tap();
    await page.getByRole('button', { name: 'Clear' }).click({ force: true });
    await expect.poll(() => drawnPixels(page)).toBe(0);

    const at = await createPointMapper(page);
    await touchLine(cdp, [[at(UPRIGHT.from), at(UPRIGHT.to)]], 8);
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await tapUntil(
      page.getByRole('button', { name: 'Generate' }),
      page.getByRole('button', { name: 'Cancel' }).first(),
    );
    await expectRemoved(studio, mug, UPRIGHT, HALF_HEIGHT_PX, HALF_WIDTH_PX);
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

/** Returns a function that converts a point, given as shares (0 to 1) of the picture's size, to screen coordinates. */
async function createPointMapper(page: Page): Promise<(share: Point) => Point> {
  const box = await page.getByRole('img', { name: 'The original' }).boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  return ({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
}

/** Counts the pixels that the user's strokes have drawn in the mask. */
const drawnPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=mask] canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count += 1;
    return count;
  });

/** Accepted difference in levels; larger than the difference between two JPEG decoders. */
const TOLERANCE = 6;
/**
 * Distance that an edit may reach beyond the stroke's center line: half the brush plus the soft edge of the fill, as a
 * share of the photo's longer side.
 */
const MARGIN_SHARE = 195 / PHONE_WIDTH_PX;

/** Expects the downloaded result to differ from the photo only in the drawn area. */
async function expectRemoved(
  studio: StudioPage,
  photo: TestPhoto,
  { from, to }: HandleLine,
  photoWidthPx: number,
  photoHeightPx: number,
): Promise<void> {
  const { page } = studio;
  const marginPx = MARGIN_SHARE * Math.max(photoWidthPx, photoHeightPx);
  await studio.result('Magic edit');
  const file = await readDownload(await studio.download());
  const { widthPx, inside, outside } = await page.evaluate(
    async ({ photo, result, box, tolerance }) => {
      const decodePixels = async (base64: string, type: string) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        if (!context) throw new Error('No 2d context.');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const before = await decodePixels(photo, 'image/jpeg');
      const after = await decodePixels(result, 'image/png');
      const count = { widthPx: after.width, inside: 0, outside: 0 };
      for (let at = 0; at < before.data.length; at += 1) {
        if (Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) <= tolerance) continue;
        const x = (at >> 2) % before.width;
        const y = Math.floor((at >> 2) / before.width);
        const isInside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
        count[isInside ? 'inside' : 'outside'] += 1;
      }
      return count;
    },
    {
      photo: photo.bytes.toString('base64'),
      result: file.toString('base64'),
      tolerance: TOLERANCE,
      box: {
        left: from.x * photoWidthPx - marginPx,
        right: to.x * photoWidthPx + marginPx,
        top: from.y * photoHeightPx - marginPx,
        bottom: to.y * photoHeightPx + marginPx,
      },
    },
  );
  expect(widthPx).toBe(photoWidthPx);
  expect(inside).toBeGreaterThan(2000);
  expect(outside).toBe(0);
}
