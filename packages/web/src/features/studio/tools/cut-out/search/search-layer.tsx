import { t } from '@packshot/contract/text/translation';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import type { RefineFind } from '@packshot/contract/tools/limits';
import { isSearch, NO_CORRECTION } from '../../../model/corrections.ts';
import { currentCorrection } from '../../../model/document.ts';
import type { Result } from '../../../model/results.ts';
import { isLocked } from '../../../state/studio-state.ts';
import { useActions, useStudio, useStudioState } from '../../../state/use-studio.ts';
import { boxRing, createSearchActions } from './search-actions.ts';

interface SearchLayerProps {
  readonly result: Result;
  readonly kind: 'box' | 'line';
  /** Whether the user can draw; otherwise the layer only shows the area in which the network is searching. */
  readonly isOpen: boolean;
}

/** Layer that shows the drawn box or line, and the box that the user moves by keys. */
export function SearchLayer({ result, kind, isOpen }: SearchLayerProps) {
  const { store } = useActions(createSearchActions);
  const drawnPoints = useStore(store, (state) => state.drawn);
  const searched = useStudioState(
    ({ document }) => ((document && currentCorrection(document)) ?? NO_CORRECTION).strokes,
  ).find(isSearch);
  const ring =
    drawnPoints.length > 0 ? (kind === 'box' ? boxRing(drawnPoints) : drawnPoints) : searched?.rings[0];
  return (
    <>
      <svg
        aria-hidden
        data-testid="search"
        viewBox={`0 0 ${result.widthPx} ${result.heightPx}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full overflow-visible"
      >
        {ring && <Ring points={ring} />}
      </svg>
      {kind === 'box' && isOpen && <KeyBox result={result} />}
    </>
  );
}

function Ring({ points }: { readonly points: readonly number[] }) {
  const pairs = Array.from(
    { length: points.length / 2 },
    (_, at) => `${points[2 * at]},${points[2 * at + 1]}`,
  );
  return (
    <>
      <polygon
        points={pairs.join(' ')}
        className="fill-accent/20 stroke-on-handle/60"
        strokeWidth={4}
        vectorEffect="non-scaling-stroke"
      />
      <polygon
        points={pairs.join(' ')}
        className="fill-none stroke-handle"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

/** Distance by which an arrow key moves the box, as a share of the picture; with Shift, five times as much. */
const STEP = 0.02;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LEAST_SHARE = 0.04;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Box that the user moves by keyboard. Visible only while focused; lets pointer events through. */
function KeyBox({ result: { widthPx, heightPx } }: { readonly result: Result }) {
  const { store, setFind, setKeyBox, awaitKeyBox, search } = useActions(createSearchActions);
  const studio = useStudio();
  const box = useStore(store, (state) => state.keyBox);
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!store.getState().isKeyBoxAwaited) return;
    awaitKeyBox(false);
    ref.current?.focus();
  }, [store, awaitKeyBox]);

  const change = (dx: number, dy: number, isResized: boolean): void => {
    const next = isResized
      ? {
          ...box,
          width: clamp(box.width + dx, LEAST_SHARE, 1 - box.left),
          height: clamp(box.height + dy, LEAST_SHARE, 1 - box.top),
        }
      : {
          ...box,
          left: clamp(box.left + dx, 0, 1 - box.width),
          top: clamp(box.top + dy, 0, 1 - box.height),
        };
    setKeyBox(next);
    studio.announce(
      t('Box from {left}% to {right}% across, {top}% to {bottom}% down', {
        left: Math.round(100 * next.left),
        right: Math.round(100 * (next.left + next.width)),
        top: Math.round(100 * next.top),
        bottom: Math.round(100 * (next.top + next.height)),
      }),
    );
  };
  const look = (find: RefineFind): void => {
    if (isLocked(studio.store.getState())) return;
    setFind(find);
    awaitKeyBox(true);
    const [right, bottom] = [box.left + box.width, box.top + box.height];
    void search(boxRing([box.left * widthPx, box.top * heightPx, right * widthPx, bottom * heightPx]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const step = STEP * (event.shiftKey ? 5 : 1);
    // With Alt, arrow keys move the lower right corner instead of the box.
    if (arrow) change(arrow[0] * step, arrow[1] * step, event.altKey);
    else if (event.key === 'Enter' || event.key === ' ') look(store.getState().find);
    else if (event.key === 'Delete' || event.key === 'Backspace') look('erase');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const percent = (share: number): string => `${100 * share}%`;
  return (
    <button
      ref={ref}
      type="button"
      aria-roledescription={t('box')}
      aria-label={t(
        'Box. Arrow keys move it, with Alt they resize it. Enter searches it for an object, Delete removes the object found in it.',
      )}
      onKeyDown={onKeyDown}
      className="pointer-events-none absolute border-2 border-handle opacity-0 outline-1 outline-on-handle focus-visible:opacity-100"
      style={{
        left: percent(box.left),
        top: percent(box.top),
        width: percent(box.width),
        height: percent(box.height),
      }}
    />
  );
}
