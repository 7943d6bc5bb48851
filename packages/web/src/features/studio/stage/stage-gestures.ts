/** Wheel, drag, pinch, double tap and arrow keys on the stage. */
import type { RefObject } from 'react';
import type { ViewStore } from './view-store.ts';
import type { Painter } from '../state/painter.ts';
import { screenPoint } from '../model/view-transform.ts';
import type { ScreenPoint } from '../model/view-transform.ts';
import { useEffect } from 'react';

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

/** A place and when the pointer was there. */
interface Moment {
  readonly at: ScreenPoint;
  readonly timeMs: number;
}

interface GestureOptions {
  readonly view: ViewStore;
  /** True while the picture is being dragged, for the cursor. */
  onDragging(isDragging: boolean): void;
  /** While it holds a painter, one pointer draws; Space, the middle button and two fingers still move. */
  readonly painterRef: RefObject<Painter | null>;
}

/** The gestures of one surface. Points are counted from its top left corner. */
class StageGestures {
  readonly #element: HTMLElement;
  readonly #options: GestureOptions;
  readonly #pointers = new Map<number, ScreenPoint>();
  #tap: Moment | null = null;
  #pressed: ScreenPoint | null = null;
  #painting: Painter | null = null;
  /** Where and when the stroke that is painted began. */
  #paintedFrom: Moment | null = null;
  /** After a pinch the finger that stays neither draws nor moves. */
  #hasPinched = false;
  /** Who draws with a pen rests the hand on the screen: from then on fingers only move the picture. */
  #hasPen = false;

  constructor(element: HTMLElement, options: GestureOptions) {
    this.#element = element;
    this.#options = options;
  }

  /** Attends to the surface until the signal fires. */
  listen(signal: AbortSignal): void {
    const element = this.#element;
    const onPointerEnd = (event: PointerEvent): void => this.#onPointerEnd(event);
    element.addEventListener('keydown', (event) => this.#onKeyDown(event), { signal });
    element.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false, signal });
    element.addEventListener('pointerdown', (event) => this.#onPointerDown(event), { signal });
    element.addEventListener('pointermove', (event) => this.#onPointerMove(event), { signal });
    element.addEventListener('pointerup', onPointerEnd, { signal });
    element.addEventListener('pointercancel', onPointerEnd, { signal });
    element.addEventListener('pointerleave', () => this.#painter?.hover(null), { signal });
  }

  get #painter(): Painter | null {
    return this.#options.painterRef.current;
  }

  #pointOf(event: MouseEvent): ScreenPoint {
    const box = this.#element.getBoundingClientRect();
    return screenPoint(event.clientX - box.left, event.clientY - box.top);
  }

  /** A touch that is not meant: a palm, or the hand that comes to rest while a stroke is being painted. */
  #isPalm(event: PointerEvent): boolean {
    if (event.pointerType !== 'touch' || !this.#painter) return false;
    if (Math.max(event.width, event.height) > PALM_PX) return true;
    const [drawnTo] = this.#pointers.values();
    const from = this.#paintedFrom;
    if (!this.#painting || !from || !drawnTo) return false;
    return event.timeStamp - from.timeMs > PINCH_WITHIN_MS || distance(from.at, drawnTo) > PINCH_WITHIN_PX;
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const deltaPx = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT_PX : 1);
    const perPx = event.ctrlKey ? PINCH_ZOOM_PER_PX : WHEEL_ZOOM_PER_PX;
    this.#options.view.zoomBy(Math.exp(-deltaPx * perPx), this.#pointOf(event));
  }

  #onPointerDown(event: PointerEvent): void {
    // A handle on the stage is dragged by itself.
    if (event.target instanceof Element && event.target.closest(HANDLE)) return;
    if (event.pointerType === 'mouse' && event.button !== MOUSE_LEFT && event.button !== MOUSE_MIDDLE) return;
    if (this.#isPalm(event)) return;
    // The middle button would start the browser's own scrolling.
    if (event.button === MOUSE_MIDDLE) event.preventDefault();
    if (event.pointerType === 'pen') {
      // The hand was there before its pen.
      this.#painting?.cancel();
      this.#pointers.clear();
    }
    this.#element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#pointOf(event));
    if (this.#pointers.size === 1) this.#beginWithOne(event);
    else this.#goOnWithMore();
    this.#options.onDragging(this.#painting === null);
  }

  #beginWithOne(event: PointerEvent): void {
    const at = this.#pointOf(event);
    this.#pressed = at;
    this.#hasPinched = false;
    this.#hasPen ||= event.pointerType === 'pen';
    const isMoving =
      event.button === MOUSE_MIDDLE ||
      this.#element.dataset['panning'] !== undefined ||
      (this.#hasPen && event.pointerType === 'touch');
    this.#painting = isMoving ? null : this.#painter;
    this.#paintedFrom = { at, timeMs: event.timeStamp };
    this.#painting?.begin(at);
  }

  #goOnWithMore(): void {
    this.#pressed = null;
    this.#hasPinched = this.#painting !== null || this.#hasPinched;
    this.#painting?.cancel();
    this.#painting = null;
  }

  #onPointerMove(event: PointerEvent): void {
    const now = this.#pointOf(event);
    this.#painter?.hover(event.pointerType === 'touch' ? null : now);
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    this.#pointers.set(event.pointerId, now);
    if (this.#painting) {
      const coalesced = event.getCoalescedEvents?.() ?? [];
      this.#painting.move(coalesced.length > 0 ? coalesced.map((each) => this.#pointOf(each)) : [now]);
      return;
    }
    const { view } = this.#options;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      if (!this.#hasPinched) view.panBy(now.x - before.x, now.y - before.y);
      return;
    }
    const from = middle(before, other);
    const to = middle(now, other);
    view.panBy(to.x - from.x, to.y - from.y);
    view.zoomBy(distance(now, other) / Math.max(1, distance(before, other)), to);
  }

  /** The pointer was let go, or taken away by the browser. */
  #onPointerEnd(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size === 0) this.#options.onDragging(false);
    const isLetGo = event.type === 'pointerup';
    const pressed = this.#pressed;
    this.#pressed = null;
    if (this.#painting) {
      if (isLetGo) this.#painting.end();
      else this.#painting.cancel();
      this.#painting = null;
      return;
    }
    const at = this.#pointOf(event);
    if (isLetGo && pressed && distance(pressed, at) < TAP_SLOP_PX)
      this.#onTap({ at, timeMs: event.timeStamp });
  }

  #onTap(tap: Moment): void {
    const first = this.#tap;
    const isSecond =
      first !== null &&
      tap.timeMs - first.timeMs < DOUBLE_TAP_MS &&
      distance(first.at, tap.at) < TAP_SLOP_PX * 3;
    this.#tap = isSecond ? null : tap;
    if (isSecond) this.#options.view.toggleFit(tap.at);
  }

  #onKeyDown(event: KeyboardEvent): void {
    const move = ARROWS[event.key];
    if (!move || event.target !== this.#element) return;
    event.preventDefault();
    this.#options.view.panBy(...move);
  }
}

/**
 * Attaches the gestures to a surface.
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
    const listening = new AbortController();
    new StageGestures(element, { view, onDragging, painterRef }).listen(listening.signal);
    return () => listening.abort();
  }, [element, view, onDragging, painterRef]);
}
