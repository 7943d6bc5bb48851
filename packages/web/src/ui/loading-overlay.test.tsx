// @vitest-environment happy-dom
import { MESSAGES } from '@packshot/contract/messages';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadingOverlay } from './loading-overlay.tsx';
import type { LoadingOverlayProps } from './loading-overlay.tsx';

let root: Root;
const show = (props: LoadingOverlayProps) => act(() => root.render(<LoadingOverlay {...props} />));
const tick = (durationMs: number) =>
  act(() => {
    vi.advanceTimersByTime(durationMs);
  });
const overlay = () => document.querySelector<HTMLElement>('[data-testid="loading-overlay"]');
const percent = () => document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow') ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the loading overlay', () => {
  it('the overlay covers everything and makes the page behind inert', () => {
    show({ state: true });
    expect(overlay()?.style.zIndex).toBe('1000000');
    expect(document.getElementById('root')?.hasAttribute('inert')).toBe(true);
    show({ state: false });
    expect(overlay()).toBeNull();
    expect(document.getElementById('root')?.hasAttribute('inert')).toBe(false);
  });

  it('the overlay moves its progress bar in steps, and restarts at 0', () => {
    show({ state: 'Uploading', mode: 'progress' });
    expect([percent(), overlay()?.textContent]).toEqual(['0', 'Uploading']);
    tick(1000);
    expect(percent()).toBe('3');
    show({ state: MESSAGES.removingBackground, mode: 'progress' });
    expect(percent()).toBe('8');
    show({ state: MESSAGES.removingBackground, mode: 'progress', trueProgress: 0.5 });
    expect(percent()).toBe('50');
    tick(60_000);
    expect(percent()).toBe('97');
    show({ state: false, mode: 'progress' });
    expect(percent()).toBe('100');
    tick(200);
    expect(overlay()).toBeNull();
    show({ state: true, mode: 'progress' });
    expect(percent()).toBe('0');
  });

  it.each([100, 200, 300])(
    'the bar steps every 500 ms even while progress is reported every %i ms',
    (betweenMs) => {
      show({ state: 'Uploading', mode: 'progress', trueProgress: 0 });
      for (let elapsedMs = betweenMs; elapsedMs <= 6000; elapsedMs += betweenMs) {
        tick(betweenMs);
        show({ state: 'Uploading', mode: 'progress', trueProgress: elapsedMs / 1_000_000 });
        const steps = Math.floor(elapsedMs / 500);
        expect(Number(percent())).toBeGreaterThanOrEqual(Math.round(steps * 1.67));
      }
      expect(percent()).toBe('20');
    },
  );

  it("the overlay shows the spinner for 'Processing...' and in spinner mode", () => {
    show({ state: MESSAGES.processing, mode: 'progress' });
    expect([percent(), overlay()?.textContent]).toEqual([null, MESSAGES.processing]);
    show({ state: 'Working' });
    expect(percent()).toBeNull();
  });
});
