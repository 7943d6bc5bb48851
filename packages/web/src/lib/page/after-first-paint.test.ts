// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstPaint } from './after-first-paint.ts';

let workCount = 0;
const work = (): void => {
  workCount += 1;
};
beforeEach(() => {
  workCount = 0;
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pretendLoading = (): void =>
  void vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');

it('deferred work waits until the page and its pictures have loaded', () => {
  pretendLoading();
  afterFirstPaint(work);
  vi.advanceTimersByTime(1000);
  expect(workCount).toBe(0);
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(1000);
  expect(workCount).toBe(1);
});

it('deferred work runs once, and waits only a limited time for slow pictures', () => {
  pretendLoading();
  afterFirstPaint(work);
  vi.advanceTimersByTime(10_000);
  expect(workCount).toBe(1);
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(10_000);
  expect(workCount).toBe(1);
});

it('deferred work can be canceled before and after the page has loaded', () => {
  pretendLoading();
  const [early, late] = [afterFirstPaint(work), afterFirstPaint(work)];
  early();
  dispatchEvent(new Event('load'));
  late();
  vi.advanceTimersByTime(10_000);
  expect(workCount).toBe(0);
});
