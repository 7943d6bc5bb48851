/// <reference lib="dom" />
/** Every tool is reachable at every window size: phones in both orientations, tablets, desktops, and desktops at 150 and 200 %. */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HALF_WIDTH_PX, phonePhoto } from './fixtures/phone-photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage, touchLine } from './fixtures/studio.ts';
import type { Point } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const WINDOWS = [
  [1440, 900],
  [1024, 768],
  [960, 600],
  [932, 430],
  [844, 390],
  [720, 450],
  [667, 375],
  [390, 844],
  [360, 640],
  [320, 568],
] as const;

/**
 * One window width for each layout: a panel beside the stage, a panel beside a low stage, a phone in landscape, a
 * phone, and the smallest phone.
 */
const LAYOUTS = [1440, 720, 667, 390, 320];
/** Windows tested completely; for the others only the first screen and the header are checked, except in thorough runs. */
const WALKED = WINDOWS.filter(([width]) => IS_THOROUGH || LAYOUTS.includes(width));
const WALKED_BY_KEYS = new Set([1440, 390]);

const TOOL_COUNT = 8;
const BACKGROUND_AT = 2;
/** Minimum height of the picture as a share of the window, with any tool and all its options. */
const STAGE_SHARE = 0.4;
/**
 * Minimum height of the picture in an upright window, as a share of the window. Applies while the sheet of options has
 * its smallest size. Windows lower than `LOW_PX` use `LOW_SHARE_ABOVE_SHEET`.
 */
const SHARE_ABOVE_SHEET = 0.6;
const LOW_PX = 656;
const LOW_SHARE_ABOVE_SHEET = 0.5;

/** Smallest share of the window's height that the picture may have, while the options are in their initial state. */
function smallestShare({ width, height }: { readonly width: number; readonly height: number }): number {
  if (width > height) return STAGE_SHARE;
  return height < LOW_PX ? LOW_SHARE_ABOVE_SHEET : SHARE_ABOVE_SHEET;
}

describe('a window of any shape', () => {
  it('keeps every tool, its settings and its main button within reach of fingers and keys', async () => {
    const { studio, context } = await StudioPage.open(product, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = studio;
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const choose = page.getByRole('main').getByRole('button', { name: 'Choose a photo' });
      await choose.scrollIntoViewIfNeeded();
      await expectTouchable(choose, `${width} × ${height}, no photo`);
      await expectNothingShifted(page, `${width} × ${height}, no photo`);
    }
    await studio.choose(await phonePhoto('mug', HALF_WIDTH_PX));
    await studio.result();

    const cdp = await context.newCDPSession(page);
    for (const [width, height] of WALKED) {
      await page.setViewportSize({ width, height });
      for (let at = 0; at < TOOL_COUNT; at += 1) {
        const tool = toolAt(page, at);
        const where = `${width} × ${height}, tool ${at + 1}`;
        if ((await missedTarget(tool)) !== '') await swipeTo(cdp, tool);
        await expectTouchable(tool, where);
        await tapUntilChosen(tool, where);
        await expectWithinReach(page, where);
      }
      if (!IS_THOROUGH && !WALKED_BY_KEYS.has(width)) continue;
      for (let at = TOOL_COUNT - 1; at >= 0; at -= 1) {
        const where = `${width} × ${height}, tool ${at + 1}, by keys`;
        await toolAt(page, at).focus();
        await page.keyboard.press('Space');
        await expectChosen(toolAt(page, at), where);
        await expectTouchable(toolAt(page, at), where);
        await expectNothingShifted(page, where);
      }
    }
    await tapUntilChosen(toolAt(page, BACKGROUND_AT), 'Background');
    await page.getByRole('radio', { name: 'Picture', exact: true }).check();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const where = `${width} × ${height}, no background picture`;
      const main = page.locator(MAIN_BUTTON).first();
      await expect.poll(() => wordsCutOff(main), { message: `${where}, words` }).toBe(0);
      await expect.poll(() => coveredByHandle(page), { message: `${where}, hint` }).toBe(false);
    }
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('shows the complete header on every page', async () => {
    const { studio, context } = await StudioPage.open(product, {});
    const { page } = studio;
    await page.goto(product.url);
    await page.getByRole('link', { name: /generations left/ }).waitFor();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await expectNothingShifted(page, `${width} × ${height}, home`);
      const links = page.locator('header a:visible, nav[aria-label=Main]:visible a:visible');
      expect(await links.count()).toBeGreaterThanOrEqual(8);
      for (const link of await links.all())
        await expectTouchable(link, `${width} × ${height}, ${String(await link.textContent())}`);
    }
    await context.close();
  });
});

/** Tool button in the rail next to the stage, or in the row below it. */
const toolAt = (page: Page, at: number): Locator =>
  page
    .getByRole('navigation', { name: 'Tools' })
    .locator('li button')
    .or(page.getByRole('group', { name: 'Tools' }).getByRole('radio'))
    .nth(at);

const isChosen = (tool: Locator): Promise<boolean> =>
  tool.evaluate((element) =>
    element instanceof HTMLInputElement ? element.checked : element.getAttribute('aria-pressed') === 'true',
  );

async function expectChosen(tool: Locator, where: string): Promise<void> {
  await expect.poll(() => isChosen(tool), { message: where }).toBe(true);
}

/** Taps a tool until it is chosen: Chromium treats a tap right after a swipe as part of the swipe. */
async function tapUntilChosen(tool: Locator, where: string): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!(await isChosen(tool))) await tool.tap({ force: true });
        return isChosen(tool);
      },
      { message: where, timeout: 10_000 },
    )
    .toBe(true);
}

/** Waits for a tool; if the tool is missing, the error lists the tools shown instead. */
async function expectThere(tool: Locator): Promise<void> {
  await tool.waitFor({ state: 'attached', timeout: 5000 }).catch(async (error: unknown) => {
    const page = tool.page();
    const snapshot = await page.locator('body').ariaSnapshot();
    throw new Error(`${page.url()} shows no such tool, but:\n${snapshot}`, { cause: error });
  });
}

/** Swipes the scroller around a tool until the tool is centered or scrolling ends. */
async function swipeTo(cdp: CDPSession, tool: Locator): Promise<void> {
  let last = '';
  for (let swipes = 0; swipes < 6; swipes += 1) {
    await expectThere(tool);
    const swipe = await tool.evaluate((element): { line: [Point, Point]; at: Point } | null => {
      const isScrolled = (candidate: Element): boolean => {
        const { overflowX, overflowY } = getComputedStyle(candidate);
        return (
          (overflowX === 'auto' && candidate.scrollWidth > candidate.clientWidth) ||
          (overflowY === 'auto' && candidate.scrollHeight > candidate.clientHeight)
        );
      };
      let scroller = element.parentElement;
      while (scroller && !isScrolled(scroller)) scroller = scroller.parentElement;
      if (!scroller) return null;
      const [box, room] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
      const from = { x: room.x + room.width / 2, y: room.y + room.height / 2 };
      const along = (away: number, lengthPx: number): number =>
        Math.max(8 - lengthPx / 2, Math.min(lengthPx / 2 - 8, away));
      const across = scroller.scrollWidth > scroller.clientWidth;
      const to = across
        ? { x: from.x + along(from.x - (box.x + box.width / 2), room.width), y: from.y }
        : { x: from.x, y: from.y + along(from.y - (box.y + box.height / 2), room.height) };
      return { line: [from, to], at: { x: box.x, y: box.y } };
    });
    const now = JSON.stringify(swipe);
    if (!swipe || now === last) return;
    const { line } = swipe;
    if (Math.hypot(line[1].x - line[0].x, line[1].y - line[0].y) < 12) return;
    last = now;
    await touchLine(cdp, [line], 8);
  }
}

/**
 * Reason why a touch on the target's center misses it, or why the target isn't fully on the screen. Empty if the touch
 * hits.
 */
const missedTarget = (target: Locator): Promise<string> =>
  target.evaluate((element) => {
    const visibleElement = (element.matches('input') && element.closest('label')) || element;
    const { left, top, right, bottom } = visibleElement.getBoundingClientRect();
    const isWhole = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    // A disabled element lets touches through to its container.
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isHit =
      hit !== null &&
      (visibleElement.contains(hit) || (element.matches(':disabled') && hit.contains(visibleElement)));
    return isWhole && isHit
      ? ''
      : JSON.stringify({ left, top, right, bottom, hit: hit?.outerHTML.slice(0, 120) });
  });

/** Expects a touch to hit the target, once moving elements have come to rest. */
async function expectTouchable(target: Locator, where: string): Promise<void> {
  await expect.poll(() => missedTarget(target), { message: where, interval: 20, timeout: 3000 }).toBe('');
}

/** Expects that focus hasn't scrolled the page, and that the page is no wider than the window. */
async function expectNothingShifted(page: Page, where: string): Promise<void> {
  const shift = await page.evaluate(() => {
    const { scrollLeft, scrollTop, scrollWidth } = document.documentElement;
    const header = document.querySelector('header')?.getBoundingClientRect();
    return {
      scrolled: [scrollLeft, scrollTop, document.body.scrollLeft, document.body.scrollTop],
      header: [header?.x, header?.y],
      beyond: Math.max(0, scrollWidth - innerWidth),
    };
  });
  expect(shift, where).toEqual({ scrolled: [0, 0, 0, 0], header: [0, 0], beyond: 0 });
}

const MAIN_BUTTON = '[aria-describedby=cost-of-run], [aria-describedby=cost-of-download]';

const wordsCutOff = (button: Locator): Promise<number> =>
  button.evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth));

async function coveredByHandle(page: Page): Promise<boolean> {
  const hint = await page.getByTestId('frame').getByText('Choose a background picture.').boundingBox();
  const handle = await page.locator('[data-handle=turn] > span').boundingBox();
  if (!hint || !handle) throw new Error('The frame has no hint or no handle.');
  return (
    hint.x < handle.x + handle.width &&
    handle.x < hint.x + hint.width &&
    hint.y < handle.y + handle.height &&
    handle.y < hint.y + hint.height
  );
}

/** Expects the picture to have its minimum height, and the main button and each focused setting to be touchable. */
async function expectWithinReach(page: Page, where: string): Promise<void> {
  await page.locator(MAIN_BUTTON).first().waitFor();
  const stage = page.locator('[aria-roledescription=canvas]').first();
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  const measureShare = async (): Promise<number> =>
    ((await stage.boundingBox())?.height ?? 0) / window.height;
  await expect.poll(measureShare, { message: where }).toBeGreaterThanOrEqual(smallestShare(window));
  await expectTouchable(page.locator(MAIN_BUTTON).first(), `${where}, main button`);
  expect(await wordsCutOff(page.locator(MAIN_BUTTON).first()), `${where}, words of the main button`).toBe(0);
  const title = page.locator('main section:has(h1), main aside:has(h1)').first();
  expect(await unreachableIn(title), where).toEqual([]);
  await expectNothingShifted(page, where);
  const more = page.getByRole('button', { name: 'All settings and details' });
  if ((await more.count()) === 0) return;
  await page.getByRole('button', { name: 'More options' }).tap();
  await expect.poll(measureShare, { message: `${where}, all options` }).toBeGreaterThanOrEqual(STAGE_SHARE);
  await expectTouchable(page.locator(MAIN_BUTTON).first(), `${where}, main button below all options`);
  expect(await unreachableIn(title), `${where}, all options`).toEqual([]);
  await page.getByRole('button', { name: 'Fewer options' }).tap();
  await more.tap();
  const sheet = page.getByRole('dialog');
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  await expectTouchable(sheet.locator(MAIN_BUTTON).first(), `${where}, main button of the sheet`);
  expect(await unreachableIn(sheet), `${where}, sheet`).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}

/** Names of controls whose center can't be touched once they are focused, with all groups of settings open. */
const unreachableIn = (panel: Locator): Promise<string[]> =>
  panel.evaluate((element) => {
    const closed = [...element.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const group of closed) group.open = true;
    const controls = element.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href]');
    const names = [...controls].flatMap((control) => {
      if (control.matches(':disabled') || control.closest('[hidden]')) return [];
      control.focus();
      const visibleElement = (control.matches('input') && control.closest('label')) || control;
      const { left, top, width, height } = visibleElement.getBoundingClientRect();
      if (width === 0 || height === 0) return [];
      // Focusing a text area scrolls its first line into view, so test near its top.
      const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 16));
      const isHit = hit !== null && visibleElement.contains(hit);
      const name = control.getAttribute('aria-label') ?? control.textContent;
      const met = `${String(hit?.tagName)} ${String(hit?.className)}`;
      return isHit ? [] : [`${name} at ${left}, ${top}, ${width} × ${height}: ${met}`];
    });
    for (const group of closed) group.open = false;
    return names;
  });
