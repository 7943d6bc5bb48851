import type { Placement } from '@packshot/contract/tools/scene';
import { t } from '@packshot/contract/text/translation';
import type { LiveFrame } from '@packshot/image-engine/pixels';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { showPixels } from '../../../../lib/canvas/show-pixels.ts';
import type { PlacedPixels } from '../../../../lib/canvas/show-pixels.ts';
import { placedOthers, placedProduct } from '../../composite/composing.ts';
import { adjustableScene, hasOpenAdjustment } from '../../model/adjustment.ts';
import type { StudioDocument } from '../../model/document.ts';
import type { PictureId } from '../../model/results.ts';
import type { PixelSize } from '../../model/size.ts';
import { FILL, StageLayers } from '../../stage/stage-layers.tsx';
import { useView } from '../../stage/use-view.ts';
import { createEngines } from '../../run/engines.ts';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createLiveScenes } from './live-scenes.ts';
import { ProductHandles } from './product-handles.tsx';

/**
 * Made scene on the stage that the user can change. The file is shown until the first change; then the scene is
 * composed again after each one. While the user moves the product, it is drawn above the scene that was composed last.
 */
export function LiveLayers() {
  const isIdle = useStudioState((state) => !isBusy(state));
  const isChanged = useStudioState(({ document }) => document !== null && hasOpenAdjustment(document));
  // The file would be distorted in another aspect ratio.
  const isReshaped = useStudioState(({ document }) => document !== null && isReshapedScene(document));
  useLiveScene();
  return (
    <>
      {!isReshaped && <StageLayers shows="result" />}
      {isChanged && <ChangedScene />}
      {isIdle && <ProductHandles isQuiet />}
    </>
  );
}

function isReshapedScene(document: StudioDocument): boolean {
  const scene = adjustableScene(document);
  return scene !== null && scene.size.aspectRatioId !== scene.madeSize.aspectRatioId;
}

/** Composes the scene on the stage when it appears, and after each change. */
export function useLiveScene(): void {
  const { key, update, updateAfterTyping } = useActions(createLiveScenes);
  // Subscribes to the settings and pictures from which the key is made.
  const prompt = useStudioState(({ document }) => document?.edits.scene.prompt ?? '');
  useStudioState((state) => state.document);
  useStudioState((state) => state.pictures);
  useStudioState((state) => state.movedId);
  useStudioState((state) => state.nextSeed);
  useStore(useActions(createEngines).store);
  const now = key();
  const typedRef = useRef(prompt);
  useEffect(() => {
    if (now === null) return;
    const onChange = (): void => void update();
    const isTyping = typedRef.current !== prompt;
    typedRef.current = prompt;
    if (isTyping) void updateAfterTyping();
    else onChange();
    // When the connection is back, composes scenes again whose files couldn't be loaded.
    addEventListener('online', onChange);
    return () => removeEventListener('online', onChange);
  }, [now, prompt, update, updateAfterTyping]);
}

/** Note at the top of the visible part of the picture. */
function PictureNote({ role, children }: { readonly role?: 'status'; readonly children: ReactNode }) {
  const { transform, image, viewport } = useView((state) => state);
  if (!transform || !image || !viewport) return null;
  const { offset, scale } = transform;
  const leftPx = Math.max(0, offset.x);
  const rightPx = Math.min(viewport.widthPx, offset.x + image.widthPx * scale);
  const topPx = Math.max(offset.y, viewport.insets.top);
  return (
    <p
      role={role}
      className="pointer-events-none absolute top-3 left-0 px-2 text-center text-xs compact:top-2"
      style={{ width: rightPx - leftPx, transform: `translate(${leftPx}px, ${topPx}px)` }}
    >
      <span className="inline-block rounded-2xl bg-chip px-3 py-1.5 font-medium text-chip-text">
        {children}
      </span>
    </p>
  );
}

/** False for a scene of another aspect ratio, which the frame would stretch. */
export const areAlike = (picture: PixelSize | undefined, frame: PixelSize): boolean =>
  picture !== undefined &&
  Math.abs(picture.widthPx / picture.heightPx - frame.widthPx / frame.heightPx) < 0.01;

function ChangedScene() {
  const transform = useView((state) => state.transform);
  const image = useView((state) => state.image);
  const live = useStore(useActions(createLiveScenes).state);
  const currentId = useStudioState(({ document }) => document?.edits.currentId);
  if (!transform || !image) return null;
  const isCurrent = live.id === currentId;
  const isInShape = areAlike(live.shown?.frame.ground, image);
  if (!isCurrent || live.shown === null || !isInShape)
    return <Waiting hasFailed={isCurrent && live.shown === null} />;
  return (
    <div
      className="pointer-events-none absolute top-0 left-0 overflow-hidden"
      data-testid="live-scene"
      style={{
        width: image.widthPx * transform.scale,
        height: image.heightPx * transform.scale,
        transform: `translate(${transform.offset.x}px, ${transform.offset.y}px)`,
      }}
    >
      <ComposedScene {...live.shown} scale={transform.scale} label={t('Your scene')} />
    </div>
  );
}

function Waiting({ hasFailed }: { readonly hasFailed: boolean }) {
  return (
    <PictureNote role="status">
      {hasFailed
        ? t('The change can’t be previewed here. Update the picture to see it.')
        : t('Loading the scene…')}
    </PictureNote>
  );
}

interface ComposedSceneProps {
  readonly frame: LiveFrame;
  /** Product in the frame's separate layer (see `LiveState`), and its placement. */
  readonly movedId: PictureId | null;
  readonly placement: Placement;
  readonly scale: number;
  /** Name for screen readers. */
  readonly label: string;
}

export function ComposedScene({ frame, movedId, placement, scale, label }: ComposedSceneProps) {
  const state = useStudioState((whole) => whole);
  const placed =
    movedId === null ? placedProduct(state) : placedOthers(state).find(({ id }) => id === movedId);
  const isMoving = placed && JSON.stringify(placed.placement) !== JSON.stringify(placement);
  return (
    <>
      <Layer frame={frame} shows={isMoving ? 'ground' : 'scene'} label={label} />
      {isMoving && (
        <div
          className="absolute inset-0 origin-top-left will-change-transform"
          style={{ transform: moveBetween(placement, placed.placement, placed.frame, scale) }}
        >
          <Layer frame={frame} shows="product" label={null} />
        </div>
      )}
    </>
  );
}

/** CSS transform that moves a picture of the product at one placement to another. */
function moveBetween(
  from: Placement,
  to: Placement,
  { widthPx, heightPx }: PixelSize,
  scale: number,
): string {
  const translate = ({ centerX, centerY }: Placement, sign: number): string =>
    `translate(${sign * centerX * widthPx * scale}px, ${sign * centerY * heightPx * scale}px)`;
  const growth = to.width / from.width;
  const across = from.isFlipped === to.isFlipped ? growth : -growth;
  return `${translate(to, 1)} rotate(${to.rotationDeg}deg) scale(${across}, ${growth}) rotate(${-from.rotationDeg}deg) ${translate(from, -1)}`;
}

/** Layer of a frame: the whole scene, its ground, or its product. */
type FrameLayer = 'scene' | 'ground' | 'product';

function partsToShow({ ground, patch, product, xPx, yPx }: LiveFrame, layer: FrameLayer): PlacedPixels[] {
  if (layer === 'product') return [{ pixels: product, xPx, yPx }];
  const whole = { pixels: ground, xPx: 0, yPx: 0 };
  return layer === 'ground' ? [whole] : [whole, { pixels: patch, xPx, yPx }];
}

interface LayerProps {
  readonly frame: LiveFrame;
  readonly shows: FrameLayer;
  /** Name for screen readers; null for a part of a picture. */
  readonly label: string | null;
}

function Layer({ frame, shows, label }: LayerProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvasRef.current) showPixels(canvasRef.current, frame.ground, partsToShow(frame, shows));
  }, [frame, shows]);
  return (
    <canvas
      ref={canvasRef}
      className={FILL}
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === null}
    />
  );
}
