/** Measures how smoothly the list of a run's rows scrolls. */
import type { CDPSession, Page } from 'playwright-core';
import { median, row } from '../contestants.ts';

/**
 * Duration of a frame on a 60 Hz screen, in milliseconds; browsers' frame timestamps vary by a few tenths of a
 * millisecond.
 */
const FRAME_MS = 1000 / 60 + 0.5;
const LONG_TASK_MS = 50;

interface ScrollGesture {
  readonly name: string;
  readonly distancePx: number;
  readonly pxEachSecond: number;
}
const GESTURES: readonly ScrollGesture[] = [
  { name: 'reading on', distancePx: 6_000, pxEachSecond: 1_000 },
  { name: 'a fling', distancePx: 24_000, pxEachSecond: 4_000 },
  { name: 'as fast as it goes', distancePx: 60_000, pxEachSecond: 12_000 },
];
const SLOWDOWNS = [1, 4] as const;

export async function scrollFigures(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const list = page.getByRole('region', { name: /photos$/ });
  await list.waitFor();
  await list.locator('img').first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  // Measures only the processor time of the main thread, so that other load on the machine has no effect.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const box = await list.boundingBox();
  if (!box) throw new Error('There is no list.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const heads = ['frames', 'median', 'p95', 'longest', 'within a frame', 'long tasks'];
  const work = ['main thread a frame', 'of it script', 'style and layout'];
  console.log(`\n${row(['scrolling', 'processor', ...heads, ...work])}`);
  console.log(row(['---', '---', ...Array<string>(heads.length + work.length).fill('---:')]));
  for (const slowdown of SLOWDOWNS) {
    for (const gesture of GESTURES) {
      await list.evaluate((element) => element.scrollTo(0, 0));
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))');
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await scroll(page, cdp, { gesture, middle, slowdown });
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
  }
}

interface Scrolling {
  readonly gesture: ScrollGesture;
  readonly middle: { readonly x: number; readonly y: number };
  readonly slowdown: number;
}

async function scroll(page: Page, cdp: CDPSession, { gesture, middle, slowdown }: Scrolling): Promise<void> {
  await page.evaluate(WATCH);
  const before = await metrics(cdp);
  await cdp.send('Input.synthesizeScrollGesture', {
    ...middle,
    yDistance: -gesture.distancePx,
    speed: gesture.pxEachSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const after = await metrics(cdp);
  const { stamps, longTasks } = await page.evaluate<{ stamps: number[]; longTasks: number[] }>(TAKE);
  const frames = stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? stamp));
  const sorted = frames.toSorted((a, b) => a - b);
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const each = (...names: readonly string[]): string =>
    ms((1000 * names.reduce((sum, name) => sum + after(name) - before(name), 0)) / frames.length);
  const within = frames.filter((frame) => frame <= FRAME_MS).length / frames.length;
  const figures = [
    String(frames.length),
    ms(median(frames)),
    ms(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    ms(sorted.at(-1) ?? 0),
    `${(within * 100).toFixed(0)} %`,
    String(longTasks.filter((took) => took >= LONG_TASK_MS).length),
    each('TaskDuration'),
    each('ScriptDuration'),
    each('RecalcStyleDuration', 'LayoutDuration'),
  ];
  const processor = slowdown === 1 ? 'as it is' : `${slowdown} times slower`;
  console.log(row([`${gesture.name}, ${gesture.pxEachSecond} px a second`, processor, ...figures]));
}

async function metrics(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics: all } = await cdp.send('Performance.getMetrics');
  const values = new Map(all.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? 0;
}

const WATCH = `globalThis.scrolling = { stamps: [], longTasks: [] };
  scrolling.observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) scrolling.longTasks.push(duration);
  });
  scrolling.observer.observe({ type: 'longtask' });
  const stamp = (timeMs) => { scrolling.stamps.push(timeMs); scrolling.watch = requestAnimationFrame(stamp); };
  scrolling.watch = requestAnimationFrame(stamp);`;
const TAKE = `cancelAnimationFrame(scrolling.watch), scrolling.observer.disconnect(),
  ({ stamps: scrolling.stamps, longTasks: scrolling.longTasks })`;
