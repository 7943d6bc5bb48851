/** Wheel, drag, pinch, double tap and arrow keys on the stage. */
import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { ViewStore } from './view-store.ts';
import { screenPoint } from './view-transform.ts';
import type { ScreenPoint } from './view-transform.ts';

/** One notch of a mouse wheel (100 to 120) is about a sixth of the scale. */
const WHEEL_ZOOM_PER_PX = 0.0015;
/** Trackpads report a pinch as a wheel with Ctrl and small steps. */
const PINCH_ZOOM_PER_PX = 0.01;
/** Firefox counts lines. */
const LINE_HEIGHT_PX = 16;
const DOUBLE_TAP_MS = 300;
/** A tap that moved more was a drag. */
const TAP_SLOP_PX = 8;

const distance = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: ScreenPoint, b: ScreenPoint): ScreenPoint => screenPoint((a.x + b.x) / 2, (a.y + b.y) / 2);

/** One press of an arrow key. */
const ARROW_PAN_PX = 48;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [ARROW_PAN_PX, 0],
  ArrowRight: [-ARROW_PAN_PX, 0],
  ArrowUp: [0, ARROW_PAN_PX],
  ArrowDown: [0, -ARROW_PAN_PX],
};

/** A second finger that comes later than this, or after a longer way, is the hand resting on the screen. */
const PINCH_WITHIN_MS = 250;
const PINCH_WITHIN_PX = 24;
/** No fingertip is this wide; a palm is. */
const PALM_PX = 90;

/** What is dragged by itself: the comparison line, the product in its frame. */
const HANDLE = '[role=slider], [data-movable]';
const MOUSE_LEFT = 0;
const MOUSE_MIDDLE = 1;

/** Draws with one pointer, in place of moving the picture. Points are screen pixels from the surface's corner. */
export interface Painter {
  begin(point: ScreenPoint): void;
  move(points: readonly ScreenPoint[]): void;
  end(): void;
  /** Takes back what was drawn since `begin`: a second finger has come. */
  cancel(): void;
  /** Where the pointer is without being pressed; null when it is gone or is a finger. */
  hover(point: ScreenPoint | null): void;
}

/**
 * Attaches the gestures to a surface. Points are counted from its top left corner.
 * @param onDragging true while the picture is being dragged, for the cursor
 * @param painterRef while it holds a painter, one pointer draws; Space, the middle button and two fingers still move
 */
export function useGestures(
  element: HTMLElement | null,
  view: ViewStore,
  onDragging: (isDragging: boolean) => void,
  painterRef: RefObject<Painter | null>,
): void {
  useEffect(() => {
    if (!element) return;
    const { signal, abort } = abortable();
    const pointers = new Map<number, ScreenPoint>();
    let tap: { readonly at: ScreenPoint; readonly timeMs: number } | null = null;
    let pressed: ScreenPoint | null = null;
    let painting: Painter | null = null;
    /** Where and when the stroke that is painted began. */
    let paintedFrom: { readonly at: ScreenPoint; readonly timeMs: number } | null = null;
    /** After a pinch the finger that stays neither draws nor moves. */
    let hasPinched = false;
    /** Who draws with a pen rests the hand on the screen: from then on fingers only move the picture. */
    let hasPen = false;

    const pointOf = (event: MouseEvent): ScreenPoint => {
      const box = element.getBoundingClientRect();
      return screenPoint(event.clientX - box.left, event.clientY - box.top);
    };

    /** A touch that is not meant: a palm, or the hand that comes to rest while a stroke is being painted. */
    const isPalm = (event: PointerEvent): boolean => {
      if (event.pointerType !== 'touch' || !painterRef.current) return false;
      if (Math.max(event.width, event.height) > PALM_PX) return true;
      const [drawnTo] = pointers.values();
      if (!painting || !paintedFrom || !drawnTo) return false;
      return (
        event.timeStamp - paintedFrom.timeMs > PINCH_WITHIN_MS ||
        distance(paintedFrom.at, drawnTo) > PINCH_WITHIN_PX
      );
    };

    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const deltaPx = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT_PX : 1);
      const perPx = event.ctrlKey ? PINCH_ZOOM_PER_PX : WHEEL_ZOOM_PER_PX;
      view.zoomBy(Math.exp(-deltaPx * perPx), pointOf(event));
    };

    const onPointerDown = (event: PointerEvent): void => {
      // A handle on the stage is dragged by itself.
      if (event.target instanceof Element && event.target.closest(HANDLE)) return;
      if (event.pointerType === 'mouse' && event.button !== MOUSE_LEFT && event.button !== MOUSE_MIDDLE)
        return;
      if (isPalm(event)) return;
      // The middle button would start the browser's own scrolling.
      if (event.button === MOUSE_MIDDLE) event.preventDefault();
      if (event.pointerType === 'pen') {
        // The hand was there before its pen.
        painting?.cancel();
        pointers.clear();
      }
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, pointOf(event));
      pressed = pointers.size === 1 ? pointOf(event) : null;
      if (pointers.size === 1) {
        hasPinched = false;
        hasPen ||= event.pointerType === 'pen';
        const isMoving =
          event.button === MOUSE_MIDDLE ||
          element.dataset['panning'] !== undefined ||
          (hasPen && event.pointerType === 'touch');
        painting = isMoving ? null : painterRef.current;
        paintedFrom = { at: pointOf(event), timeMs: event.timeStamp };
        painting?.begin(pointOf(event));
      } else {
        hasPinched = painting !== null || hasPinched;
        painting?.cancel();
        painting = null;
      }
      onDragging(painting === null);
    };

    const onPointerMove = (event: PointerEvent): void => {
      const now = pointOf(event);
      painterRef.current?.hover(event.pointerType === 'touch' ? null : now);
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (painting) {
        const coalesced = event.getCoalescedEvents?.() ?? [];
        painting.move(coalesced.length > 0 ? coalesced.map(pointOf) : [now]);
      } else if (pointers.size === 1) {
        if (!hasPinched) view.panBy(now.x - before.x, now.y - before.y);
      } else if (other) {
        const from = middle(before, other);
        const to = middle(now, other);
        view.panBy(to.x - from.x, to.y - from.y);
        view.zoomBy(distance(now, other) / Math.max(1, distance(before, other)), to);
      }
    };

    const onPointerUp = (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size === 0) onDragging(false);
      if (painting) {
        if (event.type === 'pointerup') painting.end();
        else painting.cancel();
        painting = null;
        pressed = null;
        return;
      }
      const at = pointOf(event);
      const isTap = pressed !== null && distance(pressed, at) < TAP_SLOP_PX && event.type === 'pointerup';
      pressed = null;
      if (!isTap) return;
      const isSecond =
        tap && event.timeStamp - tap.timeMs < DOUBLE_TAP_MS && distance(tap.at, at) < TAP_SLOP_PX * 3;
      tap = isSecond ? null : { at, timeMs: event.timeStamp };
      if (isSecond) view.toggleFit(at);
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      const move = ARROWS[event.key];
      if (!move || event.target !== element) return;
      event.preventDefault();
      view.panBy(...move);
    };

    const onPointerLeave = (): void => painterRef.current?.hover(null);

    element.addEventListener('keydown', onKeyDown, { signal });
    element.addEventListener('pointerleave', onPointerLeave, { signal });
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    element.addEventListener('pointerdown', onPointerDown, { signal });
    element.addEventListener('pointermove', onPointerMove, { signal });
    element.addEventListener('pointerup', onPointerUp, { signal });
    element.addEventListener('pointercancel', onPointerUp, { signal });
    return abort;
  }, [element, view, onDragging, painterRef]);
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
