import { t } from '@packshot/contract/text/translation';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { turnedSize } from '../../model/crop.ts';
import type { Crop } from '../../model/crop.ts';
import { CROP_HANDLES, moveCrop, resizeCrop } from './crop-moves.ts';
import type { CropHandle } from './crop-moves.ts';
import { cropBaseId, getCrop } from './cropping.ts';
import { getPictureSize } from '../../model/document.ts';
import { bestRendition } from '../../state/studio-state.ts';
import { createCropActions } from './crop-actions.ts';
import { createViewStore } from '../../stage/view-store.ts';
import { useActions, useStudio, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import { FILL } from '../../stage/stage-layers.tsx';

/**
 * Distance by which an arrow key moves the box, as a share of the picture's longest side; with Shift, ten times as
 * much.
 */
const NUDGE = 0.004;

/**
 * Whole picture, rotated, below the crop box. The box stays upright and the picture rotates, so that users can judge
 * straight lines.
 */
export function CropLayers() {
  const transform = useView((state) => state.transform);
  const document = useStudioState((state) => state.document);
  const picture = useStudioState(
    (state) => state.document && bestRendition(state, cropBaseId(state.document)),
  );
  const base = document && getPictureSize(document, cropBaseId(document));
  if (!transform || !document || !picture || !base) return null;
  const crop = getCrop(document);
  const turned = turnedSize(base, crop);
  const { offset, scale } = transform;
  const middle = { x: crop.centerX * turned.widthPx * scale, y: crop.centerY * turned.heightPx * scale };
  const box = { width: crop.width * turned.widthPx * scale, height: crop.height * turned.heightPx * scale };
  return (
    <div
      className="absolute top-0 left-0"
      style={{
        width: turned.widthPx * scale,
        height: turned.heightPx * scale,
        transform: `translate(${offset.x}px, ${offset.y}px)`,
      }}
    >
      <div
        className="pointer-events-none absolute inset-0"
        style={{
          transformOrigin: `${middle.x}px ${middle.y}px`,
          transform: `rotate(${crop.angleDeg}deg)`,
        }}
      >
        <div className="checkerboard absolute inset-0 ring-1 ring-line" />
        <div
          className="absolute top-1/2 left-1/2"
          style={{
            width: base.widthPx * scale,
            height: base.heightPx * scale,
            transform: `translate(-50%, -50%)${crop.isFlipped ? ' scaleX(-1)' : ''} rotate(${crop.quarterTurns * 90}deg)`,
          }}
        >
          <img
            src={picture.url}
            alt={t('Full frame with the crop area marked')}
            draggable={false}
            className={FILL}
          />
        </div>
      </div>
      <CropBox crop={crop} left={middle.x - box.width / 2} top={middle.y - box.height / 2} {...box} />
    </div>
  );
}

interface CropBoxProps {
  readonly crop: Crop;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface CropGesture {
  readonly handle: CropHandle | null;
  readonly start: Crop;
  readonly x: number;
  readonly y: number;
}

/** Crop box: the user moves it by dragging inside, resizes it by its handles, or uses keys. */
function CropBox({ crop, left, top, width, height }: CropBoxProps) {
  const gestureRef = useRef<CropGesture | null>(null);
  const actions = useActions(createCropActions);
  const { store } = useStudio();
  const view = useActions(createViewStore);

  /**
   * Changes the crop while the user drags.
   * @param dxPx pixels of the picture, along the box's horizontal axis
   * @param dyPx pixels of the picture, along the box's vertical axis
   */
  const change = (
    { handle, start }: Pick<CropGesture, 'handle' | 'start'>,
    dxPx: number,
    dyPx: number,
  ): void => {
    const { document, cropRatio: ratio } = store.getState();
    const base = document && getPictureSize(document, cropBaseId(document));
    if (!base) return;
    const turned = turnedSize(base, start);
    actions.setCrop(
      handle === null
        ? moveCrop(start, dxPx, dyPx, turned)
        : resizeCrop(start, { handle, dxPx, dyPx, ratio }, turned),
    );
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (!event.isPrimary || (event.pointerType === 'mouse' && event.button !== 0)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
    const handle = CROP_HANDLES.find((name) => name === target?.dataset['handle']) ?? null;
    gestureRef.current = { handle, start: crop, x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const gesture = gestureRef.current;
    const scale = view.store.getState().transform?.scale;
    if (!gesture || !event.isPrimary || scale === undefined) return;
    change(gesture, (event.clientX - gesture.x) / scale, (event.clientY - gesture.y) / scale);
  };
  const onPointerEnd = (): void => {
    gestureRef.current = null;
    actions.endCropping();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    const image = view.store.getState().image;
    if (!arrow || !image || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = NUDGE * (event.shiftKey ? 10 : 1) * Math.max(image.widthPx, image.heightPx);
    // With Alt, arrow keys move the lower right corner instead of the box.
    change({ handle: event.altKey ? 'se' : null, start: crop }, arrow[0] * step, arrow[1] * step);
  };
  return (
    <button
      type="button"
      aria-roledescription={t('crop')}
      aria-label={t('Crop area. Arrow keys move it; with Alt they resize it.')}
      data-movable
      data-testid="crop"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
      onKeyUp={() => actions.endCropping()}
      onDragStart={(event) => event.preventDefault()}
      className="absolute top-0 left-0 cursor-move touch-none shadow-[0_0_0_200vmax_var(--crop-shade)] outline-2 outline-handle group-data-panning/pane:pointer-events-none focus-visible:outline-accent"
      style={{ width, height, transform: `translate(${left}px, ${top}px)` }}
    >
      <Thirds />
      {CROP_HANDLES.map((handle) => (
        <Handle key={handle} handle={handle} />
      ))}
    </button>
  );
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Thirds() {
  return (
    <>
      <span className="pointer-events-none absolute inset-y-0 left-1/3 w-1/3 border-x border-handle/50" />
      <span className="pointer-events-none absolute inset-x-0 top-1/3 h-1/3 border-y border-handle/50" />
    </>
  );
}

const HANDLE_PLACES: Readonly<Record<CropHandle, string>> = {
  nw: 'top-0 left-0 cursor-nwse-resize',
  n: 'top-0 left-1/2 cursor-ns-resize',
  ne: 'top-0 left-full cursor-nesw-resize',
  e: 'top-1/2 left-full cursor-ew-resize',
  se: 'top-full left-full cursor-nwse-resize',
  s: 'top-full left-1/2 cursor-ns-resize',
  sw: 'top-full left-0 cursor-nesw-resize',
  w: 'top-1/2 left-0 cursor-ew-resize',
};

const getHandleClass = (handle: CropHandle): string =>
  handle === 'n' || handle === 's'
    ? 'h-1.5 w-5'
    : handle === 'e' || handle === 'w'
      ? 'h-5 w-1.5'
      : 'size-3.5';

function Handle({ handle }: { readonly handle: CropHandle }) {
  return (
    <span
      data-handle={handle}
      className={`absolute flex size-7 -translate-1/2 items-center justify-center pointer-coarse:size-11 ${HANDLE_PLACES[handle]}`}
    >
      <span
        className={`rounded-[3px] bg-handle shadow-mid outline-1 outline-on-handle/40 ${getHandleClass(handle)}`}
      />
    </span>
  );
}
