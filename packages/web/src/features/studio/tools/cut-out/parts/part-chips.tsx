import { t } from '@packshot/contract/text/translation';
import { useEffect, useMemo } from 'react';
import type { CSSProperties } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../../../../../ui/class-names.ts';
import { Pills } from '../../../panel/fields.tsx';
import { NO_CORRECTION } from '../../../model/corrections.ts';
import { currentCorrection } from '../../../model/document.ts';
import { findSource } from '../../../model/results.ts';
import { bestRendition, isLocked } from '../../../state/studio-state.ts';
import { useActions, useCurrentResult, useStudioState } from '../../../state/use-studio.ts';
import { createRefineActions } from '../refine-actions.ts';
import { createPartsActions, createField, isPartOn, partName } from './choose-parts.ts';
import { REACHES } from './find-parts.ts';
import type { CutOutSegment, CutOutSegments, Reach } from './find-parts.ts';

interface ChipsProps {
  /** Whether to show the chips in a single row. */
  readonly isCompact?: boolean;
}

/** Chips (buttons with a thumbnail) to keep or drop each object in a photo. Hidden if there is only one object. */
export function PartChips({ isCompact = false }: ChipsProps) {
  const shownParts = useShownParts();
  const isRunning = useStudioState(isLocked);
  const partsActions = useActions(createPartsActions);
  const refineActions = useActions(createRefineActions);
  if (!shownParts || shownParts.parts.parts.length < 2) return null;
  const { parts, isOn } = shownParts;
  const toggle = (part: CutOutSegment, shouldKeep: boolean): void => {
    refineActions.open('parts');
    partsActions.set(part, shouldKeep);
  };
  return (
    <div
      role="group"
      aria-label={t('Parts')}
      className={classNames('flex gap-1.5', isCompact ? 'shrink-0' : 'mb-3 flex-wrap')}
    >
      {parts.parts.map((part, index) => (
        <button
          key={index}
          type="button"
          aria-pressed={isOn[index] === true}
          aria-label={partName(parts, part)}
          title={isOn[index] === true ? t('Remove it') : t('Keep it')}
          disabled={isRunning}
          onClick={() => toggle(part, isOn[index] !== true)}
          onPointerEnter={() => partsActions.light(part)}
          onPointerLeave={() => partsActions.light(null)}
          className={classNames(
            'relative size-12 shrink-0 overflow-hidden rounded-md border transition-colors disabled:opacity-50',
            isOn[index] === true ? 'border-ink' : 'border-dashed border-line-strong hover:border-ink',
          )}
        >
          <Thumbnail parts={parts} part={part} isOn={isOn[index] === true} />
          <span
            aria-hidden
            className="absolute right-0.5 bottom-0.5 min-w-4 rounded-sm bg-surface px-1 text-center text-[0.625rem] leading-4 font-semibold text-ink tabular-nums"
          >
            {index + 1}
          </span>
        </button>
      ))}
    </div>
  );
}

export function useShownParts(): {
  readonly parts: CutOutSegments;
  readonly isOn: readonly boolean[];
} | null {
  const { store, find } = useActions(createPartsActions);
  const result = useCurrentResult();
  const seenId = useStudioState((state) => (result && bestRendition(state, result.id) ? result.id : null));
  useEffect(() => {
    if (seenId !== null) void find(seenId);
  }, [find, seenId]);
  const foundParts = useStore(store, (state) => state.cutOut);
  const strokes = useStudioState(
    ({ document }) => ((document && currentCorrection(document)) ?? NO_CORRECTION).strokes,
  );
  const parts = foundParts && foundParts.id === result?.id ? foundParts.parts : null;
  return useMemo(() => {
    if (!parts) return null;
    const field = createField(parts, strokes);
    return { parts, isOn: parts.parts.map((part) => isPartOn(parts, field, part)) };
  }, [parts, strokes]);
}

function Thumbnail({
  parts,
  part,
  isOn,
}: {
  readonly parts: CutOutSegments;
  readonly part: CutOutSegment;
  readonly isOn: boolean;
}) {
  const result = useCurrentResult();
  const url = useStudioState((state) => {
    if (!state.document || !result) return null;
    return bestRendition(state, part.isKept ? result.id : findSource(state.document, result.id))?.url ?? null;
  });
  const place = useMemo(() => getChipStyle(parts, part), [parts, part]);
  return (
    <span
      aria-hidden
      className={classNames('absolute inset-0 bg-no-repeat', isOn ? '' : 'opacity-40 grayscale')}
      style={url === null ? {} : { backgroundImage: `url("${url}")`, ...place }}
    />
  );
}

/** Style of the picture behind the chip, with which the segment fills the chip. */
function getChipStyle({ widthPx, heightPx }: CutOutSegments, { cells }: CutOutSegment): CSSProperties {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (const cell of cells) {
    const [x, y] = [cell % widthPx, Math.floor(cell / widthPx)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  const side = 1.1 * Math.max(right - left, bottom - top);
  const share = (whole: number, from: number, to: number): number => {
    const start = (from + to - side) / 2;
    return whole === side ? 0 : (100 * start) / (whole - side);
  };
  return {
    backgroundSize: `${(100 * widthPx) / side}% ${(100 * heightPx) / side}%`,
    backgroundPosition: `${share(widthPx, left, right)}% ${share(heightPx, top, bottom)}%`,
  };
}

const REACH_LABELS: Readonly<Record<Reach, string>> = { object: t('Whole part'), area: t('One color') };

export function ReachChoice() {
  const { store, setReach } = useActions(createPartsActions);
  const reach = useStore(store, (state) => state.reach);
  return (
    <Pills
      label={t('A click selects')}
      value={reach}
      options={REACHES.map((value) => ({ value, label: REACH_LABELS[value] }))}
      onChange={setReach}
      className="flex-nowrap!"
    />
  );
}
