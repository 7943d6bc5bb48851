/**
 * Handles for light and background on the stage: a sun that the user drags around the product, and a line where the
 * surface ends.
 */
import { t } from '@packshot/contract/text/translation';
import { Sun } from 'lucide';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '../../../../ui/icon.tsx';
import { isFlat, placedProduct } from '../../composite/composing.ts';
import { createUndoActions } from '../../documents/undo-actions.ts';
import { clamp } from '../../model/clamp.ts';
import { placedBox } from '../../model/composition.ts';
import { screenPoint } from '../../model/view-transform.ts';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import { createHarmonizeSettings } from './harmonize-work.ts';
import { lightAtPlace, rotateLight, placeOfLight } from './light-place.ts';
import { lightWords, formatOrigin, useSurroundings } from './surroundings.ts';

/**
 * Largest distance of the sun from the product's center: a share of the product's longer side, and a share of the
 * frame's shorter side.
 */
const REACH_OF_PRODUCT = 0.75;
const REACH_OF_FRAME = 0.44;
const LEAST_REACH_PX = 64;

interface ScreenFrame {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export default function LightHandles() {
  const transform = useView((state) => state.transform);
  const image = useView((state) => state.image);
  const state = useStudioState((whole) => whole);
  const product = placedProduct(state);
  const isShown = state.document !== null && isFlat(state.document.edits.scene) && !isBusy(state);
  if (!transform || !image || !product || !isShown) return null;
  const { offset, scale } = transform;
  const { centerX, centerY } = product.placement;
  const on: ScreenFrame = {
    leftPx: offset.x,
    topPx: offset.y,
    widthPx: image.widthPx * scale,
    heightPx: image.heightPx * scale,
  };
  const { widthPx, heightPx } = placedBox(product.placement, product.box, image);
  const reachPx = Math.max(
    LEAST_REACH_PX,
    Math.min(
      REACH_OF_PRODUCT * Math.max(widthPx, heightPx) * scale,
      REACH_OF_FRAME * Math.min(on.widthPx, on.heightPx),
    ),
  );
  const middle = { x: on.leftPx + centerX * on.widthPx, y: on.topPx + centerY * on.heightPx };
  return (
    <>
      <GroundLine on={on} />
      <LightHandle middle={middle} reachPx={reachPx} />
    </>
  );
}

/** Pointer position relative to the stage's top left corner. */
function stagePoint(event: PointerEvent): { readonly x: number; readonly y: number } {
  const pane = event.currentTarget.closest('[data-pane]')?.getBoundingClientRect();
  return screenPoint(event.clientX - (pane?.left ?? 0), event.clientY - (pane?.top ?? 0));
}

/** Event handlers for a handle that a pointer drags. */
function useHold(onMove: (event: PointerEvent) => void) {
  const { endGesture } = useActions(createUndoActions);
  const heldRef = useRef<number | null>(null);
  const end = (event: PointerEvent): void => {
    if (heldRef.current !== event.pointerId) return;
    heldRef.current = null;
    endGesture();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      heldRef.current = event.pointerId;
    },
    onPointerMove: (event: PointerEvent) => {
      if (heldRef.current === event.pointerId) onMove(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyUp: () => endGesture(),
  };
}

const TURN_DEG = 5;
const TURNS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-TURN_DEG, 0],
  ArrowRight: [TURN_DEG, 0],
  ArrowUp: [0, TURN_DEG],
  ArrowDown: [0, -TURN_DEG],
};

interface LightHandleProps {
  readonly middle: { readonly x: number; readonly y: number };
  readonly reachPx: number;
}

function LightHandle({ middle, reachPx }: LightHandleProps) {
  const { setSurroundings } = useActions(createHarmonizeSettings);
  const { light, set, isLightSure } = useSurroundings();
  const hold = useHold((event) => {
    const at = stagePoint(event);
    setSurroundings({ light: lightAtPlace({ x: at.x - middle.x, y: at.y - middle.y }, reachPx) });
  });
  const place = placeOfLight(light, reachPx);
  const isKnown = set.light !== null || isLightSure;
  const onKeyDown = (event: KeyboardEvent): void => {
    const turn = TURNS[event.key];
    const isReset = event.key === 'Delete' || event.key === 'Backspace';
    if (!turn && !isReset) return;
    event.preventDefault();
    event.stopPropagation();
    setSurroundings({ light: turn ? rotateLight(light, ...turn) : null });
  };
  const length = Math.hypot(place.x, place.y);
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 h-0 origin-left border-t border-dashed border-accent opacity-70"
        style={{
          width: length,
          transform: `translate(${middle.x}px, ${middle.y}px) rotate(${Math.atan2(place.y, place.x)}rad)`,
        }}
      />
      <button
        type="button"
        aria-roledescription={t('movable light')}
        aria-label={t(
          '{light}. {origin}. Left and right arrows turn it, up and down raise and lower it, Delete resets it to the estimate.',
          { light: lightWords(light), origin: formatOrigin(set.light !== null, isLightSure) },
        )}
        title={`${lightWords(light)} · ${formatOrigin(set.light !== null, isLightSure)}`}
        data-movable
        data-testid="light"
        {...hold}
        onKeyDown={onKeyDown}
        onDragStart={(event) => event.preventDefault()}
        className="absolute -top-5 -left-5 flex size-10 cursor-grab touch-none items-center justify-center rounded-full focus-visible:outline-2 focus-visible:outline-accent pointer-coarse:-top-5.5 pointer-coarse:-left-5.5 pointer-coarse:size-11"
        style={{ transform: `translate(${middle.x + place.x}px, ${middle.y + place.y}px)` }}
      >
        <span
          className={`flex size-7 items-center justify-center rounded-full border border-line bg-handle text-on-handle shadow-mid ${isKnown ? '' : 'border-dashed opacity-80'}`}
        >
          <Icon of={Sun} sizePx={16} />
        </span>
      </button>
    </>
  );
}

const LINE_STEP = 0.01;
const LINE_STEPS: Readonly<Record<string, number>> = { ArrowUp: -LINE_STEP, ArrowDown: LINE_STEP };

function GroundLine({ on }: { readonly on: ScreenFrame }) {
  const { setSurroundings } = useActions(createHarmonizeSettings);
  const { groundLine, set, isGroundSure } = useSurroundings();
  const hold = useHold((event) =>
    setSurroundings({ groundLine: lineAt((stagePoint(event).y - on.topPx) / on.heightPx) }),
  );
  if (groundLine === null) return null;
  const origin = formatOrigin(set.groundLine !== null, isGroundSure);
  const percent = Math.round(groundLine * 100);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = LINE_STEPS[event.key];
    const isReset = event.key === 'Delete' || event.key === 'Backspace';
    if (step === undefined && !isReset) return;
    event.preventDefault();
    event.stopPropagation();
    setSurroundings({ groundLine: step === undefined ? null : lineAt(groundLine + step) });
  };
  const top = on.topPx + groundLine * on.heightPx;
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 h-0 border-t border-dashed border-accent opacity-80"
        style={{ width: on.widthPx, transform: `translate(${on.leftPx}px, ${top}px)` }}
      />
      <div
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('Where the ground ends')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t('{percent}% from the top. {origin}. Delete resets it to the estimate.', {
          percent,
          origin,
        })}
        title={t('Ground ends here · {origin}', { origin })}
        data-testid="ground-line"
        {...hold}
        onKeyDown={onKeyDown}
        className="absolute -top-5 left-0 flex h-10 w-12 cursor-ns-resize touch-none items-center justify-center rounded-md focus-visible:outline-2 focus-visible:outline-accent pointer-coarse:-top-5.5 pointer-coarse:h-11"
        style={{ transform: `translate(${on.leftPx}px, ${top}px)` }}
      >
        <span className="h-3 w-7 rounded-full border border-line bg-handle shadow-mid" />
      </div>
    </>
  );
}

const lineAt = (share: number): number => Math.round(clamp(share, 0, 1) * 100) / 100;
