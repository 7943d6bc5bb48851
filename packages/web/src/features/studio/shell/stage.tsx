import { t } from '@packshot/contract/text/translation';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { isCompact } from '../stage/layout.ts';
import { createViewStore } from '../stage/view-store.ts';
import {
  useActions,
  useCompareNames,
  useHasResult,
  useIsDrawing,
  useStudio,
  useStudioState,
  useTool,
} from '../state/use-studio.ts';
import { getCompareMode, hasInput } from '../state/studio-state.ts';
import { findStage } from '../state/tools.ts';
import { CompareLine } from '../stage/compare-line.tsx';
import { StageLabel, StageLayers } from '../stage/stage-layers.tsx';
import { useGestures } from '../stage/stage-gestures.ts';
import type { Painter } from '../state/painter.ts';
import type { Insets } from '../model/view-transform.ts';
import { isTextField } from '../stage/text-field.ts';
import { useSwipe } from '../variants/swipe.ts';

/** True while Space is held to drag the picture. If a control was focused by keyboard, Space presses it instead. */
function useSpaceHeld(): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || isTextField(event.target)) return;
      if (document.activeElement?.matches(':is(button, a, input, summary):focus-visible')) return;
      event.preventDefault();
      setIsHeld(true);
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.code !== 'Space') return;
      // Keeps the release of Space from pressing a button that the user clicked before.
      if (isHeld) event.preventDefault();
      setIsHeld(false);
    };
    const letGo = (): void => setIsHeld(false);
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', letGo);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', letGo);
    };
  }, [isHeld]);
  return isHeld;
}

/** Space in CSS pixels that the bars floating over the stage cover. */
const WIDE_INSETS: Insets = { top: 76, right: 40, bottom: 76, left: 40 };
/** Leaves room for half a handle above the bars, so that fingers reach the lower corners of a crop or product. */
const NARROW_INSETS: Insets = { top: 64, right: 12, bottom: 76, left: 12 };
/**
 * Insets without a bar at the top: on compact stages, whose bars are at the bottom, while the user draws, and while
 * there is nothing to compare.
 */
const BARE_INSETS: Insets = { ...NARROW_INSETS, top: 12 };
const NARROW_BELOW_PX = 560;

interface StageProps {
  /** Whether a sheet covers the panes. */
  readonly isCovered?: boolean;
  readonly children?: ReactNode;
}

/** Stage with one pane, or two side by side (stacked on a tall stage). */
export function Stage({ isCovered = false, children }: StageProps) {
  const { tools } = useStudio();
  const { Overlay, Marks, picture } = tools[useTool()];
  const stage = useStudioState((state) => findStage(tools, state));
  const hasResult = useHasResult();
  const mode = useStudioState(getCompareMode);
  const isHeld = useStudioState((state) => state.isShowingOriginal);
  const isDrawing = useIsDrawing();
  const { before, after } = useCompareNames();
  const painterRef = useRef<Painter | null>(null);
  const noPainterRef = useRef<Painter | null>(null);
  const hasBefore = useStudioState(hasInput);
  const hasOwnPicture = useStudioState((state) => picture?.isShown(state) === true);
  const canCompare = hasResult && stage === null;
  const compare = canCompare ? mode : 'result';
  const isSideBySide = compare === 'side-by-side';
  const OwnPicture = hasOwnPicture && compare === 'result' && !isHeld ? picture?.Layers : undefined;
  const [firstPane, setFirstPane] = useState<HTMLElement | null>(null);
  useMeasuredViewport(firstPane, isSideBySide, isDrawing || !canCompare || !hasBefore);

  return (
    <div className="relative isolate min-h-0 min-w-0 flex-1 overflow-clip bg-canvas under:min-h-[calc(var(--stage-min)+1px)]">
      <div inert={isCovered} className="absolute inset-0 flex flex-col landscape:flex-row">
        {isSideBySide && (
          <>
            <Pane onElement={setFirstPane} description={before} painterRef={noPainterRef}>
              <StageLayers shows="original" />
              <StageLabel corner="left">{before}</StageLabel>
            </Pane>
            <div aria-hidden className="h-px w-full bg-line-strong landscape:h-full landscape:w-px" />
          </>
        )}
        <Pane
          {...(isSideBySide ? {} : { onElement: setFirstPane })}
          description={stage?.description ?? after}
          painterRef={painterRef}
          isDrawing={isDrawing}
        >
          {stage && <stage.Layers />}
          {!stage && OwnPicture && <OwnPicture painterRef={painterRef} />}
          {!stage && !OwnPicture && (
            <StageLayers
              shows={isHeld || !hasResult ? 'original' : compare === 'slider' ? 'both' : 'result'}
            />
          )}
          {canCompare && compare === 'result' && !isHeld && !OwnPicture && Marks && <Marks />}
          {compare === 'slider' && !isHeld && <CompareLine />}
          {isSideBySide && <StageLabel corner="right">{isHeld ? before : after}</StageLabel>}
          {isHeld && !stage && !isSideBySide && <StageLabel corner="left">{before}</StageLabel>}
          {isDrawing && !OwnPicture && Overlay && <Overlay painterRef={painterRef} />}
        </Pane>
      </div>
      {children}
    </div>
  );
}

interface PaneProps {
  /** Called with the pane's element, and with null when it unmounts. */
  readonly onElement?: (element: HTMLElement | null) => void;
  readonly description: string;
  readonly painterRef: RefObject<Painter | null>;
  readonly isDrawing?: boolean;
  readonly children: ReactNode;
}

function Pane({ onElement, description, painterRef, isDrawing = false, children }: PaneProps) {
  const view = useActions(createViewStore);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const isSpaceHeld = useSpaceHeld();
  useGestures(element, view, setIsDragging, painterRef);
  useSwipe(element);
  useEffect(() => {
    onElement?.(element);
    return () => onElement?.(null);
  }, [element, onElement]);

  return (
    <div
      ref={setElement}
      role="group"
      aria-roledescription={t('canvas')}
      aria-label={t('{description}. Arrow keys move the picture, plus and minus zoom.', { description })}
      tabIndex={0}
      data-pane
      data-panning={isSpaceHeld || undefined}
      className={classNames(
        // With `overflow-hidden`, focusing a product that stands half outside would scroll the pane.
        'group/pane relative min-h-0 min-w-0 flex-1 touch-none overflow-clip outline-offset-[-3px] select-none',
        isDragging ? 'cursor-grabbing' : isDrawing && !isSpaceHeld ? 'cursor-crosshair' : 'cursor-grab',
      )}
    >
      <Suspense>{children}</Suspense>
    </div>
  );
}

/** Reports the stage's size to the view, when it mounts and on each change. */
function useMeasuredViewport(pane: HTMLElement | null, isSideBySide: boolean, hasNoTopBar: boolean): void {
  const view = useActions(createViewStore);
  const measure = useEffectEvent((element: HTMLElement, isBare: boolean): void => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const hasLittleRoom = isCompact();
    const isNarrow = box.width < NARROW_BELOW_PX || isSideBySide || hasLittleRoom;
    const narrowInsets = isBare || hasLittleRoom ? BARE_INSETS : NARROW_INSETS;
    view.setViewport({
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
    // `resize` also fires when the window moves to another screen, or the user changes the browser's zoom.
    addEventListener('resize', onChange);
    return () => {
      observer.disconnect();
      removeEventListener('resize', onChange);
    };
  }, [pane, hasNoTopBar]);
}
