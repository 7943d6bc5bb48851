import { t } from '@packshot/contract/text/translation';
import { useMemo, useState } from 'react';
import type { KeyboardEvent, CSSProperties } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../../../../../ui/class-names.ts';
import { imagePoint } from '../../../model/view-transform.ts';
import type { ImagePoint } from '../../../model/view-transform.ts';
import type { Result } from '../../../model/results.ts';
import { useActions, useStudio } from '../../../state/use-studio.ts';
import { createPartsActions, NOTHING_THERE, partName } from './choose-parts.ts';
import { computeCover } from './find-parts.ts';
import type { CutOutSegment, CutOutSegments } from './find-parts.ts';
import { traceOutlines } from './outline.ts';
import { useShownParts } from './part-chips.tsx';

interface StageHintProps {
  /** Position to which the hint points, in shares of the picture. */
  readonly across: number;
  readonly down: number;
  readonly text: string;
}

/** Hint at a position on the picture. Visual only: the caller announces the same text to screen readers. */
function StageHint({ across, down, text }: StageHintProps) {
  // Limits the hint's position to the inside of the picture, away from a finger below it.
  const place: CSSProperties = {
    left: `${100 * across}%`,
    top: `${100 * down}%`,
    translate: `${-100 * across}% ${down > 0.25 ? 'calc(-100% - 1rem)' : '1.5rem'}`,
  };
  return (
    <div
      aria-hidden
      data-testid="hint"
      className="pointer-events-none absolute w-max max-w-56 animate-fade-in rounded-sm bg-button-ink px-2.5 py-1.5 text-xs font-medium text-paper shadow-mid"
      style={place}
    >
      {text}
    </div>
  );
}

/** Outlines of the segments; the one under the pointer is filled. A crosshair selects by keyboard. */
export function PartsLayer({ result }: { readonly result: Result }) {
  const shownParts = useShownParts();
  const lit = useStore(useActions(createPartsActions).store, (state) => state.lit);
  if (!shownParts) return null;
  const { parts, isOn } = shownParts;
  return (
    <>
      <svg
        aria-hidden
        data-testid="parts"
        viewBox={`0 0 ${result.widthPx} ${result.heightPx}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full overflow-visible"
      >
        {parts.parts.map((part, index) => (
          <Outline key={index} parts={parts} part={part} isOn={isOn[index] === true} />
        ))}
        {lit && <Outline parts={parts} part={lit} isOn isLit />}
      </svg>
      <Crosshair parts={parts} result={result} />
      <Missed result={result} />
    </>
  );
}

function Missed({ result: { widthPx, heightPx } }: { readonly result: Result }) {
  const missedAt = useStore(useActions(createPartsActions).store, (state) => state.missedAt);
  if (!missedAt) return null;
  const [across, down] = [missedAt.x / widthPx, missedAt.y / heightPx];
  return <StageHint across={across} down={down} text={NOTHING_THERE} />;
}

interface OutlineProps {
  readonly parts: CutOutSegments;
  readonly part: CutOutSegment;
  readonly isOn: boolean;
  readonly isLit?: boolean;
}

function Outline({ parts, part, isOn, isLit = false }: OutlineProps) {
  const path = useMemo(() => formatPath(parts, part), [parts, part]);
  return (
    <>
      <path
        d={path}
        fill="none"
        className="stroke-on-handle/60"
        strokeWidth={3}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={path}
        fillRule="evenodd"
        className={classNames(isLit ? 'fill-accent/35 stroke-accent' : 'fill-none stroke-handle')}
        strokeWidth={isLit ? 2 : 1.5}
        strokeDasharray={isOn ? undefined : '5 4'}
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

function formatPath(parts: CutOutSegments, part: CutOutSegment): string {
  return traceOutlines(parts, computeCover(parts, part), parts.scale)
    .map((ring) => {
      const points = Array.from(
        { length: ring.length / 2 },
        (_, at) => `${ring[2 * at]} ${ring[2 * at + 1]}`,
      );
      return `M${points.join('L')}Z`;
    })
    .join('');
}

/** Distance by which an arrow key moves the crosshair, as a share of the picture; with Shift, five times as much. */
const STEP = 0.02;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Crosshair that selects segments by keyboard. Visible only while focused; ignores the pointer. */
function Crosshair({ parts, result }: { readonly parts: CutOutSegments; readonly result: Result }) {
  const actions = useActions(createPartsActions);
  const studio = useStudio();
  const { widthPx, heightPx } = result;
  const [at, setAt] = useState(() => imagePoint(widthPx / 2, heightPx / 2));

  const moveTo = (point: ImagePoint): void => {
    setAt(point);
    const part = actions.at(point);
    actions.light(part);
    if (!part) return studio.announce(t('Background'));
    const name = partName(parts, part);
    studio.announce(
      actions.isOn(part) ? t('{part}, kept', { part: name }) : t('{part}, removed', { part: name }),
    );
  };
  const set = (isOn: boolean): void => {
    const part = actions.at(at);
    if (part) actions.set(part, isOn);
    else actions.miss(at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const step = STEP * (event.shiftKey ? 5 : 1) * Math.max(widthPx, heightPx);
    const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
    if (arrow)
      moveTo(imagePoint(within(at.x + arrow[0] * step, widthPx), within(at.y + arrow[1] * step, heightPx)));
    else if (event.key === 'Enter' || event.key === ' ') set(true);
    else if (event.key === 'Delete' || event.key === 'Backspace') set(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      aria-roledescription={t('crosshair')}
      aria-label={t(
        'Crosshair. Arrow keys move it, Enter keeps the part under it, Delete removes that part.',
      )}
      onKeyDown={onKeyDown}
      onFocus={() => actions.light(actions.at(at))}
      onBlur={() => actions.light(null)}
      className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-2 border-handle opacity-0 outline-1 outline-on-handle focus-visible:opacity-100"
      style={{ left: `${(100 * at.x) / widthPx}%`, top: `${(100 * at.y) / heightPx}%` }}
    >
      <span className="absolute inset-x-1/2 inset-y-1 w-px bg-handle" />
      <span className="absolute inset-x-1 inset-y-1/2 h-px bg-handle" />
    </button>
  );
}
