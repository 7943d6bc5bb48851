// @vitest-environment happy-dom
import { LOADING_INDICATOR_DELAY_MS } from './spinner.tsx';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { FullScreenLoader } from './full-screen-loader.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the full-screen loader covers the screen at once, and spins only when waiting takes longer than 1500 ms', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<FullScreenLoader />));
  const loader = document.querySelector('[role="status"]');
  expect(loader?.className).toMatch(/\bfixed inset-0\b/);
  const wait = (durationMs: number) =>
    act(() => {
      vi.advanceTimersByTime(durationMs);
    });
  const turns = () => loader?.querySelector('.animate-spin-steady') !== null;
  wait(LOADING_INDICATOR_DELAY_MS - 1);
  expect(turns()).toBe(false);
  wait(1);
  expect(turns()).toBe(true);
  act(() => root.unmount());
});
