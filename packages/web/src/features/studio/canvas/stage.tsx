import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { theStudio } from '../studio.ts';
import { useCompareNames, useHasResult, useIsDrawing, useSpaceHeld, useStudio } from '../use-studio.ts';
import { isComposing } from '../scene/composing.ts';
import { hasInputOf, isBusy, showsCorrection } from '../studio-state.ts';
import { CompareLine } from './compare-line.tsx';
import { CompositionLayers } from './composition-layers.tsx';
import { CropLayers } from './crop-layers.tsx';
import { MaskOverlay } from './mask-overlay.tsx';
import { ProductHandles } from './product-handles.tsx';
import { RefineLayers } from './refine-layers.tsx';
import { StageLabel, StageLayers } from './stage-layers.tsx';
import { useGestures } from './use-gestures.ts';
import type { Painter } from './use-gestures.ts';
import type { Insets } from './view-transform.ts';

/** Room at the edges for the bars that float over the stage. */
const WIDE_INSETS: Insets = { top: 76, right: 40, bottom: 76, left: 40 };
const NARROW_INSETS: Insets = { top: 64, right: 12, bottom: 60, left: 12 };
/** Where nothing floats at the top: on phones, whose bars share the bottom, and while there is nothing to compare. */
const BARE_INSETS: Insets = { ...NARROW_INSETS, top: 12 };
const NARROW_BELOW_PX = 560;
/** What the style sheets call `max-sm`. */
const PHONE = '(width < 40rem)';

/** The picture on its stage: one pane, or two beside (on a tall stage: above) each other. */
export function Stage({ children }: { readonly children?: ReactNode }) {
  const hasResult = useHasResult();
  const mode = useStudio((state) => state.document?.view.compare ?? 'result');
  const isHeld = useStudio((state) => state.isShowingOriginal);
  const isDrawing = useIsDrawing();
  const { before, after } = useCompareNames();
  const painterRef = useRef<Painter | null>(null);
  const noPainterRef = useRef<Painter | null>(null);
  const isComposed = useStudio(isComposing);
  const hasBefore = useStudio(hasInputOf);
  const isIdle = useStudio((state) => !isBusy(state));
  const hasCorrection = useStudio(showsCorrection);
  const isCropped = useStudio(({ document }) => document?.tool === 'crop');
  const compare = hasResult && !isComposed && !isCropped ? mode : 'result';
  const isCorrecting = hasCorrection && compare === 'result' && !isHeld;
  const [firstPane, setFirstPane] = useState<HTMLElement | null>(null);
  useViewportOf(
    firstPane,
    compare === 'side-by-side',
    isDrawing || !hasResult || isComposed || isCropped || !hasBefore,
  );

  return (
    <div className="relative isolate min-h-0 min-w-0 flex-1 overflow-hidden bg-canvas">
      <div className="absolute inset-0 flex flex-col landscape:flex-row">
        {compare === 'side-by-side' && (
          <Pane onElement={setFirstPane} description={before} painterRef={noPainterRef}>
            <StageLayers shows="original" />
            <StageLabel corner="left">{before}</StageLabel>
          </Pane>
        )}
        {compare === 'side-by-side' && (
          <div aria-hidden className="h-px w-full bg-line-strong landscape:h-full landscape:w-px" />
        )}
        <Pane
          {...(compare === 'side-by-side' ? {} : { onElement: setFirstPane })}
          description={isComposed ? 'Your scene in the making' : isCropped ? 'What is cropped' : after}
          painterRef={painterRef}
          isDrawing={isDrawing}
        >
          {isCropped ? (
            <CropLayers />
          ) : isComposed ? (
            <CompositionLayers />
          ) : isCorrecting ? (
            <RefineLayers painterRef={painterRef} />
          ) : (
            <StageLayers
              shows={isHeld || !hasResult ? 'original' : compare === 'slider' ? 'both' : 'result'}
            />
          )}
          {isComposed && isIdle && <ProductHandles />}
          {compare === 'slider' && !isHeld && <CompareLine />}
          {compare === 'side-by-side' && <StageLabel corner="right">{isHeld ? before : after}</StageLabel>}
          {isHeld && !isComposed && !isCropped && compare !== 'side-by-side' && (
            <StageLabel corner="left">{before}</StageLabel>
          )}
          {isDrawing && !isCorrecting && <MaskOverlay painterRef={painterRef} />}
        </Pane>
      </div>
      {children}
    </div>
  );
}

interface PaneProps {
  /** Told the pane's element, and null when it goes. */
  readonly onElement?: (element: HTMLElement | null) => void;
  readonly description: string;
  readonly painterRef: RefObject<Painter | null>;
  readonly isDrawing?: boolean;
  readonly children: ReactNode;
}

function Pane({ onElement, description, painterRef, isDrawing = false, children }: PaneProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const isSpaceHeld = useSpaceHeld();
  useGestures(element, theStudio().view, setIsDragging, painterRef);
  useEffect(() => {
    onElement?.(element);
    return () => onElement?.(null);
  }, [element, onElement]);

  return (
    <div
      ref={setElement}
      role="group"
      aria-roledescription="canvas"
      aria-label={`${description}. Arrow keys move the picture, plus and minus zoom.`}
      tabIndex={0}
      data-panning={isSpaceHeld || undefined}
      className={classNames(
        'group/pane relative min-h-0 min-w-0 flex-1 touch-none overflow-hidden outline-offset-[-3px] select-none',
        isDragging ? 'cursor-grabbing' : isDrawing && !isSpaceHeld ? 'cursor-crosshair' : 'cursor-grab',
      )}
    >
      {children}
    </div>
  );
}

/** Tells the view how large the stage is, now and whenever that changes. */
function useViewportOf(pane: HTMLElement | null, isSideBySide: boolean, hasNoTopBar: boolean): void {
  const measure = useEffectEvent((element: HTMLElement, isBare: boolean): void => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const isNarrow = box.width < NARROW_BELOW_PX || isSideBySide;
    const narrowInsets = isBare || matchMedia(PHONE).matches ? BARE_INSETS : NARROW_INSETS;
    theStudio().view.setViewport({
      widthPx: box.width,
      heightPx: box.height,
      insets: isNarrow ? narrowInsets : WIDE_INSETS,
      devicePixelRatio: globalThis.devicePixelRatio,
    });
  });
  useEffect(() => {
    if (!pane) return;
    const onChange = (): void => measure(pane, hasNoTopBar);
    onChange();
    const observer = new ResizeObserver(onChange);
    observer.observe(pane);
    // Another screen, or the browser's own zoom.
    addEventListener('resize', onChange);
    return () => {
      observer.disconnect();
      removeEventListener('resize', onChange);
    };
  }, [pane, hasNoTopBar]);
}
