import { useLayoutEffect } from 'react';

const ROOT_ID = 'root';
let openCount = 0;

/**
 * Makes the page behind an overlay inert while `isOpen`, so that no pointer, keyboard or screen reader reaches it.
 * Overlays are rendered in a portal outside the page's root. Nested overlays are counted.
 */
export function useInertPage(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.getElementById(ROOT_ID);
    // Remembers the focused element, because inert elements lose focus, and focuses it again afterwards.
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
