import { useRef } from 'react';
import type { PointerEvent } from 'react';

/** A finger that rests moves less than this. */
const REST_PX = 10;

/** Drops the mouse events and the click that browsers make of a finger that is lifted. */
const onlyLift = (event: Event): void => event.preventDefault();

/**
 * What Radix's context menu lacks for fingers: it gives up at the first pixel that a resting finger trembles, and the click that
 * follows the lifted finger closes the menu that it has just opened.
 * @returns what the trigger is given, and what is to be called when the menu opens
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
        // A second finger makes a pinch of it: the wait for the first ends with the next move, and none begins anew.
        if (!isPrimary) event.preventDefault();
      },
      onPointerMove: (event: PointerEvent) => {
        const { current: from } = finger;
        const isResting =
          from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= REST_PX;
        // Keeps Radix from hearing of it.
        if (isResting) event.preventDefault();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    onOpen: () => {
      if (finger.current !== null)
        document.addEventListener('touchend', onlyLift, { once: true, capture: true, passive: false });
    },
  };
}
