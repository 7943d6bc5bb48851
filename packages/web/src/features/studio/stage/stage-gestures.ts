import type { RefObject } from 'react';
import type { ViewStore } from './view-store.ts';
import type { Painter } from '../state/painter.ts';
import { screenPoint } from '../model/view-transform.ts';
import type { ScreenPoint } from '../model/view-transform.ts';
import { useEffect } from 'react';

/** Zoom per pixel of wheel movement: a notch of a mouse wheel (100 to 120) changes the scale by about a sixth. */
const WHEEL_ZOOM_PER_PX = 0.0015;
/** Zoom per pixel of a pinch on a trackpad, which browsers report as a wheel event with Ctrl and small steps. */
const PINCH_ZOOM_PER_PX = 0.01;
/** Height of a line in pixels, because Firefox reports wheel steps in lines. */
const LINE_HEIGHT_PX = 16;
const DOUBLE_TAP_MS = 300;
/** Movement in pixels from which a press counts as a drag rather than a tap. */
const TAP_SLOP_PX = 8;

const distance = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: ScreenPoint, b: ScreenPoint): ScreenPoint => screenPoint((a.x + b.x) / 2, (a.y + b.y) / 2);

const ARROW_PAN_PX = 48;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [ARROW_PAN_PX, 0],
  ArrowRight: [-ARROW_PAN_PX, 0],
  ArrowUp: [0, ARROW_PAN_PX],
  ArrowDown: [0, -ARROW_PAN_PX],
};

/**
 * Limits for starting a pinch during a stroke: a second finger that touches later, or after a longer movement of the
 * first, is a resting hand.
 */
const PINCH_WITHIN_MS = 250;
const PINCH_WITHIN_PX = 24;
/** Size in pixels above which a touch counts as a palm. */
const PALM_PX = 90;

/** Selector of elements that are dragged without the picture: the comparison line, and the product in its frame. */
const HANDLE = '[role=slider], [data-movable]';
const MOUSE_LEFT = 0;
const MOUSE_MIDDLE = 1;

interface Moment {
  readonly at: ScreenPoint;
  readonly timeMs: number;
}

interface GestureOptions {
  readonly view: ViewStore;
  onDragging(isDragging: boolean): void;
  readonly painterRef: RefObject<Painter | null>;
}

/** Gestures on an element. Points are relative to the element's top left corner. */
class StageGestures {
  readonly #element: HTMLElement;
  readonly #options: GestureOptions;
  readonly #pointers = new Map<number, ScreenPoint>();
  #tap: Moment | null = null;
  #pressed: ScreenPoint | null = null;
  #painting: Painter | null = null;
  #paintedFrom: Moment | null = null;
  /** True after a pinch: the remaining finger then neither draws nor moves the picture. */
  #hasPinched = false;
  /**
   * True after the first pen input: from then on fingers only move the picture, because the hand rests on the screen.
   */
  #hasPen = false;

  constructor(element: HTMLElement, options: GestureOptions) {
    this.#element = element;
    this.#options = options;
  }

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

  #toPoint(event: MouseEvent): ScreenPoint {
    const box = this.#element.getBoundingClientRect();
    return screenPoint(event.clientX - box.left, event.clientY - box.top);
  }

  /** Detects an unintended touch: a palm, or a hand that comes to rest during a stroke. */
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
    this.#options.view.zoomBy(Math.exp(-deltaPx * perPx), this.#toPoint(event));
  }

  #onPointerDown(event: PointerEvent): void {
    // Ignores events on elements that are dragged without the picture.
    if (event.target instanceof Element && event.target.closest(HANDLE)) return;
    if (event.pointerType === 'mouse' && event.button !== MOUSE_LEFT && event.button !== MOUSE_MIDDLE) return;
    if (this.#isPalm(event)) return;
    // Prevents the autoscroll that browsers start with the middle button.
    if (event.button === MOUSE_MIDDLE) event.preventDefault();
    if (event.pointerType === 'pen') {
      // Discards the touches of the hand, which touched the screen before the pen did.
      this.#painting?.cancel();
      this.#pointers.clear();
    }
    this.#element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#toPoint(event));
    if (this.#pointers.size === 1) this.#beginWithOne(event);
    else this.#goOnWithMore();
    this.#options.onDragging(this.#painting === null);
  }

  #beginWithOne(event: PointerEvent): void {
    const at = this.#toPoint(event);
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
    const now = this.#toPoint(event);
    this.#painter?.hover(event.pointerType === 'touch' ? null : now);
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    this.#pointers.set(event.pointerId, now);
    if (this.#painting) {
      const coalesced = event.getCoalescedEvents?.() ?? [];
      this.#painting.move(coalesced.length > 0 ? coalesced.map((each) => this.#toPoint(each)) : [now]);
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
    const at = this.#toPoint(event);
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
 * Attaches the gestures to an element.
 * @param onDragging reports whether the picture is being dragged, for the cursor
 * @param painterRef while it holds a painter, one pointer draws; Space, the middle button and two fingers still move
 * the picture
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
