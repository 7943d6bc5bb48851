import { useLayoutEffect } from 'react';

const ROOT_ID = 'root';
let openCount = 0;

/**
 * While `isOpen`, the page behind is inert: no pointer, no keyboard, no screen reader reaches it. What covers it
 * is drawn in a portal beside the root. Nested scopes are counted.
 */
export function useInertPage(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.getElementById(ROOT_ID);
    // Inert elements lose the focus; it goes back to where it was.
    const focused = document.activeElement;
    openCount += 1;
    root?.setAttribute('inert', '');
    return () => {
      openCount -= 1;
      if (openCount > 0) return;
      root?.removeAttribute('inert');
      if (focused instanceof HTMLElement && root?.contains(focused) === true)
        focused.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
