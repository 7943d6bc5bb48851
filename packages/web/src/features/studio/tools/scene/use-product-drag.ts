/** Lets the user move, scale and rotate the product in its frame by mouse, touch and keyboard. */
import type { Placement } from '@packshot/contract/tools/scene';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { movedProduct, getStagePlace } from '../../composite/composing.ts';
import { clampPlacement, normalDeg } from '../../model/composition.ts';
import type { FramedProduct } from '../../model/composition.ts';
import type { PictureId } from '../../model/results.ts';
import { CORNERS, getCorner, pinchPlacement, scaledByCorner, snapPlacement, turnedTo } from './moving.ts';
import type { Corner, FramePoint, Snapped } from './moving.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudio } from '../../state/use-studio.ts';
import { screenPoint, toImage } from '../../model/view-transform.ts';
import type { ViewTransform } from '../../model/view-transform.ts';

/** Snapping distance in screen pixels. */
const SNAP_PX = 7;

/** Gesture. `start` is the initial placement, `from` where the user grabbed the product, in frame pixels. */
type ProductGesture =
  | { readonly mode: 'move' | 'scale' | 'turn'; readonly start: Placement; readonly from: FramePoint }
  | { readonly mode: 'pinch'; readonly start: Placement; readonly from: readonly [FramePoint, FramePoint] };

/**
 * @param id ID of a further product; null for the first one
 * @returns event handlers for the product's box; its handles carry `data-handle`: a corner, or `turn`
 */
export function useProductDrag(id: PictureId | null, product: FramedProduct, transform: ViewTransform) {
  const pointersRef = useRef(new Map<number, FramePoint>());
  const gestureRef = useRef<ProductGesture | null>(null);
  const actions = useActions(createSceneActions);
  const { store } = useStudio();
  const { box, frame } = product;

  /** Current placement, which may be newer than the last render. Makes the product the one that actions move. */
  const now = (): Placement => {
    actions.choose(id);
    return movedProduct(store.getState())?.placement ?? product.placement;
  };
  const framePoint = (event: PointerEvent): FramePoint => {
    const pane = event.currentTarget.closest('[data-pane]')?.getBoundingClientRect();
    return toImage(
      transform,
      screenPoint(event.clientX - (pane?.left ?? 0), event.clientY - (pane?.top ?? 0)),
    );
  };
  const dragPlacement = (start: Placement, from: FramePoint, to: FramePoint, isFree: boolean): Snapped => {
    const placement = clampPlacement({
      ...start,
      centerX: start.centerX + (to.x - from.x) / frame.widthPx,
      centerY: start.centerY + (to.y - from.y) / frame.heightPx,
    });
    if (isFree) return { placement, guides: [] };
    const reachPx = SNAP_PX / transform.scale;
    const reach = { x: reachPx / frame.widthPx, y: reachPx / frame.heightPx };
    return snapPlacement({ placement, box, frame }, getStagePlace(store.getState()), reach);
  };

  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const pointers = pointersRef.current;
      pointers.set(event.pointerId, framePoint(event));
      const [first, second] = [...pointers.values()];
      const start = now();
      if (first && second) {
        gestureRef.current = { mode: 'pinch', start, from: [first, second] };
        return;
      }
      const kind = handleAt(event.target);
      if (isCorner(kind)) {
        const from = getCorner(kind, { placement: start, box, frame });
        gestureRef.current = { mode: 'scale', start, from };
      } else {
        gestureRef.current = { mode: kind === 'turn' ? 'turn' : 'move', start, from: framePoint(event) };
      }
    },
    onPointerMove: (event: PointerEvent): void => {
      const pointers = pointersRef.current;
      const gesture = gestureRef.current;
      if (!gesture || !pointers.has(event.pointerId)) return;
      const to = framePoint(event);
      pointers.set(event.pointerId, to);
      const { start } = gesture;
      if (gesture.mode === 'pinch') {
        const [first, second] = [...pointers.values()];
        if (first && second) actions.place(pinchPlacement(start, frame, gesture.from, [first, second]));
      } else if (gesture.mode === 'scale') {
        actions.place(scaledByCorner({ placement: start, box, frame }, gesture.from, to));
      } else if (gesture.mode === 'turn') {
        actions.place(turnedTo(start, frame, to, event.shiftKey));
      } else {
        const { placement, guides } = dragPlacement(start, gesture.from, to, event.ctrlKey || event.metaKey);
        actions.place(placement, guides);
      }
    },
    onPointerEnd: (event: PointerEvent): void => {
      const pointers = pointersRef.current;
      if (!pointers.delete(event.pointerId)) return;
      // After a pinch, the remaining finger doesn't drag the product.
      gestureRef.current = null;
      if (pointers.size === 0) actions.endPlacing();
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.target !== event.currentTarget) return;
      const moved = movedByKey(event, now());
      if (!moved) return;
      event.preventDefault();
      event.stopPropagation();
      actions.place(moved);
    },
  };
}

function handleAt(target: EventTarget): string | undefined {
  const handle = target instanceof Element ? target.closest('[data-handle]') : null;
  return handle instanceof HTMLElement ? handle.dataset['handle'] : undefined;
}

const isCorner = (kind: string | undefined): kind is Corner => CORNERS.some((corner) => corner === kind);

/** Distance by which an arrow key moves the product, as a share of the frame; with Shift, ten times as much. */
const NUDGE = 0.004;
const GROWTH = 1.04;
const TURN_DEG = 2;

/** @returns the placement after a key press, or null for keys that don't move the product */
function movedByKey(event: KeyboardEvent, at: Placement): Placement | null {
  const step = NUDGE * (event.shiftKey ? 10 : 1);
  if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    const turn = (event.key === 'ArrowRight' ? TURN_DEG : -TURN_DEG) * (event.shiftKey ? 10 : 1);
    return { ...at, rotationDeg: normalDeg(at.rotationDeg + turn) };
  }
  switch (event.key) {
    case 'ArrowLeft':
      return { ...at, centerX: at.centerX - step };
    case 'ArrowRight':
      return { ...at, centerX: at.centerX + step };
    case 'ArrowUp':
      return { ...at, centerY: at.centerY - step };
    case 'ArrowDown':
      return { ...at, centerY: at.centerY + step };
    case 'PageUp':
      return { ...at, width: at.width * GROWTH };
    case 'PageDown':
      return { ...at, width: at.width / GROWTH };
    default:
      return null;
  }
}
