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
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('a toast', () => {
  it.each(['success', 'error', 'warning'] as const)(
    'a toast in %s style names the style in words too',
    (type) => {
      show({ type });
      expect(toast()?.dataset['type']).toBe(type);
      expect(toast()?.textContent?.toLowerCase()).toBe(`${type}: saved.`);
      // A screen reader announces errors immediately, and other messages when it is idle.
      expect(toast()?.parentElement?.getAttribute('aria-live')).toBe(
        type === 'error' ? 'assertive' : 'polite',
      );
    },
  );

  it('a toast is at the top and is closed with its close button', () => {
    show({});
    expect(toast()?.parentElement?.className).toMatch(/\bfixed\b.*\btop-0\b/);
    const cross = toast()?.querySelector('button');
    expect(cross?.getAttribute('aria-label')).toBe('Close message');
    act(() => cross?.click());
    expect(onClose).toHaveBeenCalledOnce();
    show({ isShown: false });
    expect(toast()).toBeNull();
  });

  /** Creates an element with a fake position in the window. */
  const placeElement = (marked: boolean, rect: DOMRect): HTMLElement => {
    const element = document.body.appendChild(document.createElement('div'));
    if (marked) element.dataset['keepClear'] = '';
    element.getBoundingClientRect = () => rect;
    return element;
  };
  const layOutToast = (): void => {
    const layout = { offsetLeft: 400, offsetTop: 12, offsetWidth: 400, offsetHeight: 54 } as const;
    for (const name of ['offsetLeft', 'offsetTop', 'offsetWidth', 'offsetHeight'] as const)
      vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(layout[name]);
  };
  const topOfToast = () => toast()?.parentElement?.style.top;

  it('a toast lies below the title of an open dialog, and at the top once the dialog is closed', async () => {
    layOutToast();
    const title = placeElement(true, new DOMRect(300, 40, 800, 36));
    show({});
    expect(topOfToast()).toBe('72px');
    title.remove();
    await vi.waitFor(() => expect(topOfToast()).toMatch(/^0(px)?$/));
    document.body.append(title);
    await vi.waitFor(() => expect(topOfToast()).toBe('72px'));
    title.remove();
  });

  it('a toast stays at the top beside a title that doesn’t overlap, and behind a dialog', () => {
    layOutToast();
    placeElement(true, new DOMRect(0, 20, 300, 40));
    placeElement(false, new DOMRect(400, 20, 300, 40));
    placeElement(true, new DOMRect(400, 20, 300, 40)).setAttribute('inert', '');
    show({});
    expect(topOfToast()).toMatch(/^0(px)?$/);
  });
});
