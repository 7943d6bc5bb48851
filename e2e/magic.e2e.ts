/// <reference lib="dom" />
import { OWN_MESSAGES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { SAMPLE_SIDE_PX, sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { RunningProduct } from './fixtures/product.ts';
import { PHONE, StudioPage, tapUntil, touchLine } from './fixtures/studio.ts';
import type { Point } from './fixtures/studio.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Drawn from and to, as shares of the picture: over the mug's handle. */
const FROM = { x: 0.14, y: 0.42 };
const TO = { x: 0.22, y: 0.6 };

describe('the magic tool', () => {
  it('removes what the mouse drew over, and nothing else', async () => {
    const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
    const { page } = studio;
    await page.getByRole('button', { name: 'Magic tool' }).click();
    await studio.choose(sample('mug'));
    const photo = page.getByRole('img', { name: 'The original' });
    await photo.waitFor();
    const generate = page.getByRole('button', { name: 'Generate' });
    await page.getByText(OWN_MESSAGES.emptyMask).waitFor();
    expect(await generate.isDisabled()).toBe(true);

    const at = await placeOf(page);
    await page.mouse.move(at(FROM).x, at(FROM).y);
    await page.mouse.down();
    await page.mouse.move(at(TO).x, at(TO).y, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000);
    await page.keyboard.press('Control+z');
    await expect.poll(() => drawnPixels(page)).toBe(0);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000);

    const wish = page.getByRole('textbox', { name: 'What should happen' });
    await wish.fill('sing a song');
    await generate.click();
    await expect.poll(() => studio.failure.textContent()).toContain(OWN_MESSAGES.magicPromptNotUnderstood);
    expect(await studio.balances()).toEqual({ generations: 5, downloads: 2 });

    await wish.fill('');
    await generate.click();
    await expectRemoved(studio);
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('draws with one finger and moves with two', async () => {
    const { studio, context } = await StudioPage.open(product, PHONE);
    const { page } = studio;
    await page.getByRole('radio', { name: 'Magic tool' }).check({ force: true });
    await studio.choose(sample('mug'));
    await page.getByRole('img', { name: 'The original' }).waitFor();
    const cdp = await context.newCDPSession(page);
    const before = await placeOf(page);
    await touchLine(cdp, [[before(FROM), before({ x: 0.5, y: 0.5 })]], 0);
    await touchLine(
      cdp,
      [
        [before({ x: 0.4, y: 0.5 }), before({ x: 0.2, y: 0.5 })],
        [before({ x: 0.6, y: 0.5 }), before({ x: 0.8, y: 0.5 })],
      ],
      6,
    );
    const zoomed = await placeOf(page);
    expect(zoomed({ x: 1, y: 0 }).x - zoomed({ x: 0, y: 0 }).x).toBeGreaterThan(
      (before({ x: 1, y: 0 }).x - before({ x: 0, y: 0 }).x) * 1.5,
    );
    await page.getByRole('button', { name: 'Fit', exact: true }).tap();
    await page.getByRole('button', { name: 'Clear' }).click({ force: true });
    await expect.poll(() => drawnPixels(page)).toBe(0);

    const at = await placeOf(page);
    await touchLine(cdp, [[at(FROM), at(TO)]], 8);
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(1000);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await tapUntil(
      page.getByRole('button', { name: 'Generate' }),
      page.getByRole('button', { name: 'Cancel' }).first(),
    );
    await expectRemoved(studio);
    expect(await studio.balances()).toEqual({ generations: 4, downloads: 1 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});

/** Where a share of the picture lies on the screen. */
async function placeOf(page: Page): Promise<(share: Point) => Point> {
  const box = await page.getByRole('img', { name: 'The original' }).boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  return ({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
}

/** How many pixels of the mask are drawn. */
const drawnPixels = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=mask] canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count += 1;
    return count;
  });

/** Larger than what two JPEG decoders may differ by. */
const TOLERANCE = 6;
/** Half the brush, and the soft edge of the fill. */
const MARGIN_PX = 45;

/** The downloaded result differs from the photo where it was drawn over, and nowhere else. */
async function expectRemoved(studio: StudioPage): Promise<void> {
  const { page } = studio;
  await studio.result('Edited');
  const download = await studio.download();
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const { widthPx, inside, outside } = await page.evaluate(
    async ({ photo, result, box, tolerance }) => {
      const pixelsOf = async (base64: string, type: string) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        if (!context) throw new Error('No 2d context.');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const before = await pixelsOf(photo, 'image/jpeg');
      const after = await pixelsOf(result, 'image/png');
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
      photo: sample('mug').bytes.toString('base64'),
      result: Buffer.concat(chunks).toString('base64'),
      tolerance: TOLERANCE,
      box: {
        left: FROM.x * SAMPLE_SIDE_PX - MARGIN_PX,
        right: TO.x * SAMPLE_SIDE_PX + MARGIN_PX,
        top: FROM.y * SAMPLE_SIDE_PX - MARGIN_PX,
        bottom: TO.y * SAMPLE_SIDE_PX + MARGIN_PX,
      },
    },
  );
  expect(widthPx).toBe(SAMPLE_SIDE_PX);
  expect(inside).toBeGreaterThan(2000);
  expect(outside).toBe(0);
}
