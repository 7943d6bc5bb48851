// npm run bench -- strokes
//
// Smoothness of the brush: the real product in a real browser, with the processor slowed down four times, on a
// 12-megapixel photo. Each stroke consists of a few seconds of pointer moves, one after another as fast as the page
// accepts them; the time between frames is measured.
import { chromium } from 'playwright-core';
import type { CDPSession, Page } from 'playwright-core';
import { findBrowser } from '../test/browser.ts';
import { median, row } from './contestants.ts';
import { bottlePhoto } from './photo.ts';
import { onRunningProduct } from './running-product.ts';

const PHOTO = { widthPx: 4000, heightPx: 3000 };
const SLOWDOWN = 4;
const MOVES = 240;
/**
 * Duration of a frame on a 60 Hz screen, in milliseconds; browsers' frame timestamps vary by a few tenths of a
 * millisecond.
 */
const FRAME_MS = 1000 / 60 + 0.5;
const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];

interface BenchStroke {
  readonly name: string;
  readonly key: string;
  /** Width of the brush in units of the slider, 0 to 100. */
  readonly size: number;
  readonly isActualSize: boolean;
}

const MAGIC: readonly BenchStroke[] = [
  { name: 'magic, brush', key: 'b', size: 61, isActualSize: false },
  { name: 'magic, eraser', key: 'e', size: 61, isActualSize: false },
  { name: 'magic, brush at 100 %', key: 'b', size: 30, isActualSize: true },
];
const CORRECTIONS: readonly BenchStroke[] = [
  { name: 'correction, erase', key: 'e', size: 61, isActualSize: false },
  { name: 'correction, restore', key: 'b', size: 61, isActualSize: false },
  { name: 'correction, the widest brush', key: 'e', size: 100, isActualSize: false },
  { name: 'correction, restore at 100 %', key: 'b', size: 30, isActualSize: true },
];

async function main(address: string): Promise<void> {
  const executablePath = await findBrowser((line) => process.stderr.write(`${line}\n`));
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}/studio`);
    const photo = Buffer.from(bottlePhoto(PHOTO.widthPx, PHOTO.heightPx));
    const input = page.locator('input[type=file]').first();
    await input.setInputFiles({ name: 'bottle.png', mimeType: 'image/png', buffer: photo });
    await page.getByRole('img', { name: 'Cut-out', exact: true }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Download PNG' }).waitFor();
    await measure(page);
  } finally {
    await browser.close();
  }
}

async function measure(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  console.log(
    `A photo of ${PHOTO.widthPx} × ${PHOTO.heightPx}, 1440 × 900, the processor ${SLOWDOWN} times slower.\n`,
  );
  console.log(row(['stroke', 'moves', 'frames', 'median', 'p95', 'longest', 'within a frame']));
  console.log(row(Array<string>(7).fill('---')));
  await page.getByRole('button', { name: 'Correct by hand' }).click();
  await page.getByTestId('refine').waitFor();
  for (const stroke of CORRECTIONS) await draw(page, cdp, stroke);
  await page.getByRole('button', { name: 'Done' }).first().waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('w');
  await page.getByTestId('mask').waitFor();
  for (const stroke of MAGIC) await draw(page, cdp, stroke);
}

/** Draws a spiral over the middle of the stage, and prints the figures about its frames as a table row. */
async function draw(
  page: Page,
  cdp: CDPSession,
  { name, key, size, isActualSize }: BenchStroke,
): Promise<void> {
  await page.keyboard.press(isActualSize ? 'Control+1' : 'Control+0');
  await page.keyboard.press(key);
  await page.getByRole('slider', { name: 'Size' }).fill(String(size));
  const stage = await page.getByRole('group', { name: /Arrow keys move/ }).boundingBox();
  if (!stage) throw new Error('There is no stage.');
  const at = (share: number): { x: number; y: number } => ({
    x: stage.x + stage.width / 2 + Math.cos(share * 18) * (40 + share * 160),
    y: stage.y + stage.height / 2 + Math.sin(share * 18) * (40 + share * 160),
  });
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', share: number): Promise<unknown> =>
    cdp.send('Input.dispatchMouseEvent', { type, ...at(share), button: 'left', buttons: 1, clickCount: 1 });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await mouse('mousePressed', 0);
  await page.evaluate(WATCH_FRAMES);
  for (let move = 1; move <= MOVES; move += 1) await mouse('mouseMoved', move / MOVES);
  const stamps = await page.evaluate<number[]>(TAKE_FRAMES);
  await mouse('mouseReleased', 1);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // Waits until the page is idle, so that work caused by this stroke doesn't count for the next one.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))');
  const frames = stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? stamp));
  const sorted = frames.toSorted((a, b) => a - b);
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const within = frames.filter((frame) => frame <= FRAME_MS).length / frames.length;
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const figures = [ms(median(frames)), ms(p95), ms(sorted.at(-1) ?? 0), `${(within * 100).toFixed(0)} %`];
  console.log(row([name, String(MOVES), String(frames.length), ...figures]));
}

const WATCH_FRAMES = `globalThis.frameStamps = [];
  const stamp = (timeMs) => { frameStamps.push(timeMs); globalThis.frameWatch = requestAnimationFrame(stamp); };
  globalThis.frameWatch = requestAnimationFrame(stamp);`;
const TAKE_FRAMES = 'cancelAnimationFrame(globalThis.frameWatch), globalThis.frameStamps';

await onRunningProduct(({ address }) => main(address));
