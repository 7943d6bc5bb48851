/// <reference lib="dom" />
/** Runs the main user journey in Firefox, also with Firefox's protection against scripts that read canvases. */
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '../tools/launch/settings.ts';
import { FIREFOX, startFirefox } from './fixtures/firefox.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

const MUG = join(ROOT, 'packages', 'web', 'src', 'lib', 'samples', 'mug.jpg');
const LILAC = [0xc9, 0xbf, 0xe0];

/**
 * Accepted difference between a sample on the stage and in the downscaled file, in levels, and the share of samples
 * that may exceed it: edges are sampled differently.
 */
const COLORS_APART = 8;
const SHARE_APART = 0.03;

/**
 * Firefoxes and their settings. The usual run tries protected canvases only in Chromium (odd-browsers.e2e.ts), because a
 * second Firefox takes as much CPU time as four journeys.
 */
const BROWSERS: readonly (readonly [what: string, prefs: Readonly<Record<string, unknown>>])[] = [
  ['', {}],
  ...(IS_THOROUGH ? [[' that protects canvases', { 'privacy.resistFingerprinting': true }] as const] : []),
];

describe.skipIf(FIREFOX === null)('Firefox', () => {
  it.each(BROWSERS)(
    'writes the product to the file as shown on the stage, in a Firefox%s',
    async (_what, prefs) => {
      const firefox = await startFirefox(FIREFOX ?? '', prefs);
      try {
        const { page } = firefox;
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(String(error)));
        await page.goto(`${inject('sharedServer').url}/studio`);
        const input = await page.waitForSelector('input[type=file]');
        await input?.uploadFile(MUG);
        await page.waitForSelector('img[alt="Cut-out"]');
        await page.locator('::-p-aria([name="Download PNG"][role="button"]):not([disabled])').wait();
        await page.locator('::-p-aria([name="Background"][role="button"])').click();
        await page.locator('::-p-aria([name="Color"][role="radio"])').click();
        await page.locator('::-p-aria([name="Lilac"][role="radio"])').click();
        await page.waitForFunction(
          () => document.querySelector<HTMLImageElement>('img[alt="Your product"]')?.naturalWidth === 700,
        );
        const stage = await frameOnScreen(page);
        await page.locator('::-p-aria([name="Download PNG"][role="button"])').click();
        const file = await firefox.downloadBytes();
        expect([...(await sharp(file).removeAlpha().raw().toBuffer()).subarray(0, 3)]).toEqual(LILAC);
        expect(await shareApart(stage, file)).toBeLessThan(SHARE_APART);
        expect(problems).toEqual([]);
      } finally {
        await firefox.stop();
      }
    },
  );
});

/** Screenshot of the frame on the stage, without its handles. */
async function frameOnScreen(page: Page): Promise<Buffer> {
  const clip = await page.evaluate(() => {
    const handles = document.querySelector<HTMLElement>('[data-testid=product]');
    if (handles) handles.style.visibility = 'hidden';
    const box = document.querySelector('[data-testid=frame]')?.getBoundingClientRect();
    if (!box) throw new Error('There is no frame.');
    const [x, y] = [Math.ceil(box.x), Math.ceil(box.y)];
    return { x, y, width: Math.floor(box.right) - x, height: Math.floor(box.bottom) - y };
  });
  return Buffer.from(await page.screenshot({ clip }));
}

/** Share of samples that differ between the frame on the screen and the downscaled file. */
async function shareApart(stage: Buffer, file: Buffer): Promise<number> {
  const { width, height } = await sharp(stage).metadata();
  const samples = (picture: Buffer) => sharp(picture).removeAlpha().blur(1.5).raw().toBuffer();
  const smaller = await sharp(file).resize(width, height, { fit: 'fill' }).png().toBuffer();
  const [stageSamples, fileSamples] = await Promise.all([samples(stage), samples(smaller)]);
  const apart = stageSamples.filter((sample, at) => Math.abs(sample - (fileSamples[at] ?? 0)) > COLORS_APART);
  return apart.length / stageSamples.length;
}
