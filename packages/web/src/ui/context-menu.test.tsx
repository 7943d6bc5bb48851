// @vitest-environment happy-dom
import { Copy } from 'lucide';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContextMenu } from './context-menu.tsx';

/** Duration in milliseconds; longer than the browser's threshold for a long press. */
const LONG_PRESS_MS = 800;

let root: Root;
let onSelect: () => void;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') ?? document.body);
  onSelect = vi.fn<() => void>();
  const groups = () => [[{ id: 'copy', label: 'Copy', icon: Copy, isEnabled: true, onSelect }]];
  await act(async () =>
    root.render(
      <ContextMenu label="Stage" groups={groups}>
        <button type="button">Mug</button>
      </ContextMenu>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const touch = (type: string, x: number, isPrimary = true): Promise<void> =>
  act(async () => {
    const event = new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerType: 'touch',
      isPrimary,
      clientX: x,
      clientY: 100,
    });
    document.querySelector('button')?.dispatchEvent(event);
  });
const rest = (): Promise<void> => act(async () => void vi.advanceTimersByTime(LONG_PRESS_MS));
const menu = (): Element | null => document.querySelector('[role=menu]');

describe('a long press', () => {
  it('a long press opens the menu even if the finger trembles, and lifting it closes nothing', async () => {
    await touch('pointerdown', 100);
    await touch('pointermove', 104);
    await rest();
    expect(menu()?.textContent).toContain('Copy');
    const lift = new Event('touchend', { bubbles: true, cancelable: true });
    document.querySelector('button')?.dispatchEvent(lift);
    // The menu prevents the click after lifting the finger, which would close the menu.
    expect(lift.defaultPrevented).toBe(true);
    const later = new Event('touchend', { bubbles: true, cancelable: true });
    document.querySelector('button')?.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });

  it('a long press doesn’t open the menu when the finger moves, or with two fingers', async () => {
    await touch('pointerdown', 100);
    await touch('pointermove', 130);
    await rest();
    expect(menu()).toBeNull();
    await touch('pointerup', 130);
    await touch('pointerdown', 100);
    await touch('pointerdown', 200, false);
    await touch('pointermove', 101);
    await rest();
    expect(menu()).toBeNull();
  });
});
