/** Swiping on the stage: one finger on a whole picture brings the next or previous variant of the run. */
import { useEffect } from 'react';
import { hasOpenAdjustment } from '../model/adjustment.ts';
import { createViewStore } from '../stage/view-store.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { getCompareMode, isLocked } from '../state/studio-state.ts';
import { findStage, isDrawing } from '../state/tools.ts';
import { useStudio } from '../state/use-studio.ts';
import { getNeighbors } from './run-variants.ts';
import { createVariants } from './variants.ts';

/** Distance in pixels from which a released swipe changes the variant. */
const SWIPE_PX = 48;
/** Distance in pixels from which a finger swipes rather than taps. */
const SLOP_PX = 8;
/** Share of the finger's way by which the picture follows at the first and last variant. */
const RUBBER_BAND = 0.25;
const SETTLE_MS = 180;
/** Selector of elements that can be dragged; dragging them doesn't swipe to another variant. */
const HANDLE = '[role=slider], [data-movable]';

/** Whether a swipe would change the variant: not while the user draws, compares, or has zoomed in. */
function canSwipe(context: StudioContext): boolean {
  const state = context.store.getState();
  return (
    context.get(createViewStore).store.getState().isFit &&
    getNeighbors(state) !== null &&
    // Swiping is off while the scene has changes that aren't applied, because they belong to this picture.
    !(state.document && hasOpenAdjustment(state.document)) &&
    !isLocked(state) &&
    getCompareMode(state) === 'result' &&
    findStage(context.tools, state) === null &&
    !isDrawing(context.tools, state)
  );
}

interface Finger {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

class Swipe {
  readonly #element: HTMLElement;
  readonly #context: StudioContext;
  #finger: Finger | null = null;
  #dx = 0;

  constructor(element: HTMLElement, context: StudioContext) {
    this.#element = element;
    this.#context = context;
  }

  listen(signal: AbortSignal): void {
    const element = this.#element;
    element.addEventListener('pointerdown', (event) => this.#begin(event), { signal });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    element.addEventListener('pointerup', (event) => this.#end(event, true), { signal });
    element.addEventListener('pointercancel', (event) => this.#end(event, false), { signal });
  }

  #begin(event: PointerEvent): void {
    const isOnHandle = event.target instanceof Element && event.target.closest(HANDLE) !== null;
    // A second finger starts a pinch.
    if (this.#finger) this.#settle(this.#dx);
    const isSwipe =
      event.pointerType === 'touch' && event.isPrimary && !isOnHandle && canSwipe(this.#context);
    this.#finger = isSwipe ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    this.#dx = 0;
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#finger?.id) return;
    const dx = event.clientX - this.#finger.x;
    const isSideways = Math.abs(dx) > Math.abs(event.clientY - this.#finger.y);
    if (this.#dx === 0 && (Math.abs(dx) < SLOP_PX || !isSideways)) return;
    this.#dx = this.#hasNext(dx) ? dx : dx * RUBBER_BAND;
    if (!isMotionReduced()) for (const layer of this.#layers) layer.style.translate = `${this.#dx}px`;
  }

  #end(event: PointerEvent, isReleased: boolean): void {
    if (event.pointerId !== this.#finger?.id) return;
    const dx = this.#dx;
    this.#finger = null;
    this.#dx = 0;
    if (dx === 0) return;
    const isDone = isReleased && Math.abs(dx) >= SWIPE_PX && this.#hasNext(dx);
    if (isDone) this.#context.get(createVariants).step(dx < 0 ? 1 : -1);
    // The next picture comes in from the other side.
    this.#settle(isDone ? -Math.sign(dx) * SWIPE_PX : dx);
  }

  #hasNext(dx: number): boolean {
    const neighbors = getNeighbors(this.#context.store.getState());
    return neighbors?.ids[neighbors.at + (dx < 0 ? 1 : -1)] !== undefined;
  }

  /** Layers of the pane; they are placed by `transform`, so `translate` is free. */
  get #layers(): HTMLElement[] {
    return [...this.#element.children].filter((layer) => layer instanceof HTMLElement);
  }

  /** Moves the picture back to its place. */
  #settle(fromPx: number): void {
    const isMoving = fromPx !== 0 && !isMotionReduced();
    for (const layer of this.#layers) {
      layer.style.translate = '';
      if (isMoving)
        layer.animate([{ translate: `${fromPx}px` }, { translate: '0px' }], {
          duration: SETTLE_MS,
          easing: 'ease-out',
        });
    }
  }
}

const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets users swipe between variants on an element of the stage. */
export function useSwipe(element: HTMLElement | null): void {
  const context = useStudio();
  useEffect(() => {
    if (!element) return;
    const listening = new AbortController();
    new Swipe(element, context).listen(listening.signal);
    return () => listening.abort();
  }, [element, context]);
}
