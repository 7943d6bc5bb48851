// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toast } from './toast.tsx';
import type { ToastProps } from './toast.tsx';

let root: Root;
const onClose = vi.fn<() => void>();
const show = (props: Partial<ToastProps>) =>
  act(() =>
    root.render(<Toast isShown type="success" message="Saved." toastId={1} onClose={onClose} {...props} />),
  );
const toast = () => document.querySelector<HTMLElement>('[data-testid="toast"]');

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onClose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

describe('a toast', () => {
  it.each(['success', 'error', 'warning'] as const)(
    'a toast in %s style names the style in words too',
    (type) => {
      show({ type });
      expect(toast()?.dataset['type']).toBe(type);
      expect(toast()?.textContent?.toLowerCase()).toBe(`${type}: saved.`);
      // Errors interrupt a screen reader, the others wait.
      expect(toast()?.parentElement?.getAttribute('aria-live')).toBe(
        type === 'error' ? 'assertive' : 'polite',
      );
    },
  );

  it('a toast is at the top and is closed with its cross', () => {
    show({});
    expect(toast()?.parentElement?.className).toMatch(/\bfixed\b.*\btop-0\b/);
    const cross = toast()?.querySelector('button');
    expect(cross?.getAttribute('aria-label')).toBe('Close message');
    act(() => cross?.click());
    expect(onClose).toHaveBeenCalledOnce();
    show({ isShown: false });
    expect(toast()).toBeNull();
  });
});
