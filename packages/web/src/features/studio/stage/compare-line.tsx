import { formatPercent } from '../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import { MoveHorizontal } from 'lucide';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { createViewActions } from './view-actions.ts';
import { useActions, useCompareNames, useStudioState } from '../state/use-studio.ts';
import { useView } from './use-view.ts';
import { imagePoint, screenPoint, toImage, toScreen, visibleSplit } from '../model/view-transform.ts';

/** Distance by which an arrow key moves the line, as a share of the picture's width; with Shift, ten times as much. */
const KEY_STEP = 0.01;
const BIG_KEY_STEP = 0.1;

/** Line between the pictures before and after. It belongs to the picture, so it moves and zooms with the picture. */
export function CompareLine() {
  const { viewport, image, transform } = useView((state) => state);
  const { setSplit } = useActions(createViewActions);
  const requestedSplit = useStudioState((state) => state.document?.view.splitFraction ?? 0.5);
  const { before, after } = useCompareNames();
  const lineRef = useRef<HTMLDivElement>(null);
  if (!viewport || !image || !transform) return null;

  const split = visibleSplit(requestedSplit, transform, viewport, image);
  const top = toScreen(transform, imagePoint(split * image.widthPx, 0));
  const bottom = toScreen(transform, imagePoint(0, image.heightPx));
  // Vertical position of the line's grip: the middle of the visible part of the line.
  const gripY = (Math.max(0, top.y) + Math.min(viewport.heightPx, bottom.y)) / 2;
  const percent = Math.round(split * 100);

  const moveTo = (event: PointerEvent): void => {
    const pane = lineRef.current?.parentElement;
    if (!pane) return;
    const x = event.clientX - pane.getBoundingClientRect().left;
    const fraction = toImage(transform, screenPoint(x, 0)).x / image.widthPx;
    setSplit(Math.min(1, Math.max(0, fraction)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? BIG_KEY_STEP : KEY_STEP;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: split - step,
      ArrowDown: split - step,
      ArrowRight: split + step,
      ArrowUp: split + step,
      Home: 0,
      End: 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setSplit(Math.min(1, Math.max(0, next)));
  };
  return (
    <>
      <div
        ref={lineRef}
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 w-0.5 -translate-x-1/2 bg-handle shadow-mid"
        style={{ height: bottom.y - top.y, translate: `${top.x - 1}px ${top.y}px` }}
      />
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('Compare before and after')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${formatPercent(percent / 100)} ${before}, ${formatPercent(1 - percent / 100)} ${after}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveTo(event)}
        style={{ translate: `${top.x - 22}px ${gripY - 22}px` }}
        className="absolute top-0 left-0 inline-flex size-11 cursor-ew-resize touch-none items-center justify-center rounded-full bg-handle text-on-handle shadow-mid group-data-panning/pane:pointer-events-none"
      >
        <Icon of={MoveHorizontal} />
      </div>
      <CompareLabels before={before} after={after} lineX={top.x} topY={Math.max(0, top.y)} />
    </>
  );
}

function CompareLabels(props: {
  readonly before: string;
  readonly after: string;
  readonly lineX: number;
  readonly topY: number;
}) {
  const { before, after, lineX, topY } = props;
  const look =
    'pointer-events-none absolute top-0 left-0 rounded-full bg-chip px-3 py-1 text-xs font-semibold whitespace-nowrap text-chip-text';
  return (
    <div aria-hidden>
      <span className={look} style={{ transform: `translate(calc(${lineX - 12}px - 100%), ${topY + 12}px)` }}>
        {before}
      </span>
      <span className={look} style={{ transform: `translate(${lineX + 12}px, ${topY + 12}px)` }}>
        {after}
      </span>
    </div>
  );
}
