import type { Placement } from '@packshot/contract/scene';
import { RotateCw } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { frameOf, placedProduct, stagePlaceOf } from '../scene/composing.ts';
import {
  kept,
  normalDeg,
  pinched,
  placedBox,
  scaledByCorner,
  snapped,
  turnedTo,
} from '../scene/composition.ts';
import { theStudio } from '../studio.ts';
import { useStudio, useView } from '../use-studio.ts';
import { screenPoint, toImage } from './view-transform.ts';

/** How near to a line counts, on the screen. */
const SNAP_PX = 7;
const CORNERS = ['nw', 'ne', 'se', 'sw'] as const;
type Corner = (typeof CORNERS)[number];

interface Point {
  readonly x: number;
  readonly y: number;
}
type Gesture =
  | { readonly mode: 'move' | 'scale' | 'turn'; readonly start: Placement; readonly from: Point }
  | { readonly mode: 'pinch'; readonly start: Placement; readonly from: readonly [Point, Point] };

/** One press of an arrow key, as a share of the frame; Shift makes it ten. */
const NUDGE = 0.004;
const GROWTH = 1.04;
const TURN_DEG = 2;

/** The frame around the product by which it is moved, scaled and turned: by mouse, fingers and keys. */
export function ProductHandles() {
  const transform = useView((state) => state.transform);
  const state = useStudio((whole) => whole);
  const boxRef = useRef<HTMLButtonElement>(null);
  const pointersRef = useRef(new Map<number, Point>());
  const gestureRef = useRef<Gesture | null>(null);
  const product = placedProduct(state);
  const scene = state.document?.edits.scene;
  if (!transform || !product || !scene) return null;

  const { scene: actions } = theStudio();
  const frame = frameOf(scene);
  const { placement, box } = product;
  const placed = placedBox(placement, box, frame);
  const { scale, offset } = transform;

  const framePoint = (event: PointerEvent): Point => {
    const pane = boxRef.current?.closest('[aria-roledescription=canvas]')?.getBoundingClientRect();
    return toImage(
      transform,
      screenPoint(event.clientX - (pane?.left ?? 0), event.clientY - (pane?.top ?? 0)),
    );
  };
  const now = (): Placement => placedProduct(theStudio().store.getState())?.placement ?? placement;

  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const pointers = pointersRef.current;
    pointers.set(event.pointerId, framePoint(event));
    const [first, second] = [...pointers.values()];
    if (first && second) {
      gestureRef.current = { mode: 'pinch', start: now(), from: [first, second] };
      return;
    }
    const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
    const kind = handle instanceof HTMLElement ? handle.dataset['handle'] : undefined;
    const mode = kind === 'turn' ? 'turn' : kind === undefined ? 'move' : 'scale';
    const from = isCorner(kind) ? cornerOf(kind, now()) : framePoint(event);
    gestureRef.current = { mode, start: now(), from };
  };
  /** Where a corner of the turned box is, in pixels of the frame. */
  const cornerOf = (corner: Corner, at: Placement): Point => {
    const { centreXPx, centreYPx, widthPx, heightPx } = placedBox(at, box, frame);
    const turn = (at.rotationDeg * Math.PI) / 180;
    const x = (corner.includes('e') ? widthPx : -widthPx) / 2;
    const y = (corner.includes('s') ? heightPx : -heightPx) / 2;
    return {
      x: centreXPx + x * Math.cos(turn) - y * Math.sin(turn),
      y: centreYPx + x * Math.sin(turn) + y * Math.cos(turn),
    };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const pointers = pointersRef.current;
    const gesture = gestureRef.current;
    if (!gesture || !pointers.has(event.pointerId)) return;
    const to = framePoint(event);
    pointers.set(event.pointerId, to);
    const { start } = gesture;
    if (gesture.mode === 'pinch') {
      const [first, second] = [...pointers.values()];
      if (first && second) actions.place(pinched(start, frame, gesture.from, [first, second]));
    } else if (gesture.mode === 'scale') {
      actions.place(scaledByCorner(start, box, frame, gesture.from, to));
    } else if (gesture.mode === 'turn') {
      actions.place(turnedTo(start, frame, to, event.shiftKey));
    } else {
      const moved = kept({
        ...start,
        centerX: start.centerX + (to.x - gesture.from.x) / frame.widthPx,
        centerY: start.centerY + (to.y - gesture.from.y) / frame.heightPx,
      });
      const reach = { x: SNAP_PX / scale / frame.widthPx, y: SNAP_PX / scale / frame.heightPx };
      const stage = stagePlaceOf(theStudio().store.getState());
      const { placement: at, guides } =
        event.ctrlKey || event.metaKey
          ? { placement: moved, guides: [] }
          : snapped(moved, box, frame, stage, reach);
      actions.place(at, guides);
    }
  };
  const onPointerEnd = (event: PointerEvent): void => {
    const pointers = pointersRef.current;
    if (!pointers.delete(event.pointerId)) return;
    // After a pinch the finger that stays does not drag what it did not grip.
    gestureRef.current = null;
    if (pointers.size === 0) actions.endPlacing();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const moved = movedByKey(event, now());
    if (!moved) return;
    event.preventDefault();
    event.stopPropagation();
    actions.place(moved);
  };
  const widthPx = placed.widthPx * scale;
  const heightPx = placed.heightPx * scale;
  return (
    <>
      <Guides />
      <button
        type="button"
        ref={boxRef}
        aria-roledescription="movable product"
        aria-label={LABEL}
        data-movable
        data-testid="product"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
        onKeyUp={() => actions.endPlacing()}
        onDragStart={(event) => event.preventDefault()}
        className="group absolute top-0 left-0 cursor-move touch-none outline-1 outline-accent focus-visible:outline-2 group-data-panning/pane:pointer-events-none"
        style={{
          width: widthPx,
          height: heightPx,
          transform: `translate(${offset.x + placed.centreXPx * scale - widthPx / 2}px, ${
            offset.y + placed.centreYPx * scale - heightPx / 2
          }px) rotate(${placement.rotationDeg}deg)`,
        }}
      >
        {CORNERS.map((corner) => (
          <CornerHandle key={corner} corner={corner} />
        ))}
        <TurnHandle />
      </button>
    </>
  );
}

const LABEL =
  'Your product. Arrow keys move it, Page Up and Page Down change its size, Alt with left and right turns it.';

const isCorner = (kind: string | undefined): kind is Corner => CORNERS.some((corner) => corner === kind);

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

const CORNER_PLACES: Readonly<Record<Corner, string>> = {
  nw: '-top-3.5 -left-3.5 cursor-nwse-resize pointer-coarse:-top-5.5 pointer-coarse:-left-5.5',
  ne: '-top-3.5 -right-3.5 cursor-nesw-resize pointer-coarse:-top-5.5 pointer-coarse:-right-5.5',
  se: '-right-3.5 -bottom-3.5 cursor-nwse-resize pointer-coarse:-right-5.5 pointer-coarse:-bottom-5.5',
  sw: '-bottom-3.5 -left-3.5 cursor-nesw-resize pointer-coarse:-bottom-5.5 pointer-coarse:-left-5.5',
};

/** Small to the eye, large enough for a finger. */
function CornerHandle({ corner }: { readonly corner: Corner }) {
  return (
    <span
      data-handle={corner}
      className={`absolute flex size-7 items-center justify-center pointer-coarse:size-11 ${CORNER_PLACES[corner]}`}
    >
      <span className="size-3 rounded-[3px] border-[1.5px] border-accent bg-handle pointer-coarse:size-4" />
    </span>
  );
}

function TurnHandle() {
  return (
    <span
      data-handle="turn"
      className="absolute -top-12 left-1/2 flex size-8 -translate-x-1/2 cursor-grab items-center justify-center pointer-coarse:-top-16 pointer-coarse:size-11"
    >
      <span className="flex size-6 items-center justify-center rounded-full border border-line bg-handle text-on-handle shadow-mid pointer-coarse:size-8">
        <Icon of={RotateCw} sizePx={13} />
      </span>
    </span>
  );
}

/** Lines that the product is snapped to. */
function Guides() {
  const transform = useView((state) => state.transform);
  const image = useView((state) => state.image);
  const guides = useStudio((state) => state.guides);
  if (!transform || !image) return null;
  const { offset, scale } = transform;
  return guides.map(({ axis, at }) => (
    <div
      key={`${axis}${at}`}
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 bg-accent"
      style={
        axis === 'x'
          ? {
              width: 1,
              height: image.heightPx * scale,
              transform: `translate(${offset.x + at * image.widthPx * scale}px, ${offset.y}px)`,
            }
          : {
              height: 1,
              width: image.widthPx * scale,
              transform: `translate(${offset.x}px, ${offset.y + at * image.heightPx * scale}px)`,
            }
      }
    />
  ));
}
