import { useLayoutEffect } from 'react';

const ROOT_ID = 'root';
let openCount = 0;

/**
 * Makes the page behind inert while `isOpen`: no pointer, keyboard or screen reader reaches it. Overlays
 * render in a portal beside the root. Nested scopes are counted.
 */
export function useInertPage(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.getElementById(ROOT_ID);
    // Inert elements lose focus, so it is restored afterwards.
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
