import { useRef } from 'react';
import type { PointerEvent } from 'react';

/** A resting finger moves less than this. */
const REST_PX = 10;

/** Cancels the mouse events and the click that browsers generate when a finger is lifted. */
const cancelLift = (event: Event): void => event.preventDefault();

/**
 * Fixes long presses in Radix's context menu: it gives up at the first pixel that a resting finger trembles,
 * and the click after lifting the finger closes the menu that has just opened.
 * @returns the trigger's props, and a function to call when the menu opens
 */
export function useLongPress() {
  const finger = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = (): void => {
    finger.current = null;
  };
  return {
    trigger: {
      onPointerDown: (event: PointerEvent) => {
        const { pointerType, isPrimary, clientX, clientY } = event;
        finger.current = pointerType !== 'mouse' && isPrimary ? { x: clientX, y: clientY } : null;
        // A second finger makes it a pinch: the next move ends the wait for the first finger, and none starts
        // again.
        if (!isPrimary) event.preventDefault();
      },
      onPointerMove: (event: PointerEvent) => {
        const { current: from } = finger;
        const isResting =
          from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= REST_PX;
        // Hides the move from Radix.
        if (isResting) event.preventDefault();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    onOpen: () => {
      if (finger.current !== null)
        document.addEventListener('touchend', cancelLift, { once: true, capture: true, passive: false });
    },
  };
}
