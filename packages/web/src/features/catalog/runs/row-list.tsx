import { t } from '@packshot/contract/text/translation';
import type { ItemState } from '@packshot/contract/catalog/items';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { ItemRow } from './item-row.tsx';
import { useWindowedRows } from './use-windowed-rows.ts';

const ROW_HEIGHT_PX = 88;
/** Number of rows rendered above and below the visible area, so that fast scrolling shows no gap. */
const SPARE_ROWS = 6;
/** Number of rows that are added or removed together, so that most scrolling doesn't re-render. */
const ROWS_AT_ONCE = 4;

interface RowListProps {
  readonly runId: string;
  readonly state: ItemState | null;
  /** Key of the run's state; the list loads its visible rows again when the key changes. */
  readonly refreshKey: string;
  /** Opens a row in a dialog; missing if rows can't be opened. */
  readonly onOpen?: (row: number) => void;
  /** Removes a row; missing if rows can't be removed. */
  readonly onRemove?: (row: number) => void;
}

/** Virtualized list of a run's rows: renders only the visible rows. */
export function RowList({ runId, state, refreshKey, onOpen, onRemove }: RowListProps) {
  const { span, ref, onScroll } = useSpan();
  const { total, failure, rowAt, isOld, retry } = useWindowedRows(
    { runId, state },
    span.first,
    span.last,
    refreshKey,
  );
  const count = total ?? 0;
  const last = Math.min(span.last, count - 1);
  const places = Array.from({ length: Math.max(0, last - span.first + 1) }, (_, at) => span.first + at);
  return (
    <>
      {failure !== null && <LoadFailure message={failure} onRetry={retry} />}
      {total === 0 && <p className="py-8 text-center text-sm text-muted">{t('None.')}</p>}
      <div
        ref={ref}
        onScroll={onScroll}
        // The element scrolls, so the keyboard must be able to focus it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t('{photos, plural, one {# photo} other {# photos}}', { photos: count })}
        aria-busy={total === null}
        className="max-h-[70dvh] min-h-0 overflow-y-auto overscroll-y-contain rounded-lg border border-line bg-surface"
      >
        <ul style={{ height: `${count * ROW_HEIGHT_PX}px` }} className="relative">
          {places.map((place) => (
            <li
              key={place}
              aria-setsize={count}
              aria-posinset={place + 1}
              style={{ transform: `translateY(${place * ROW_HEIGHT_PX}px)`, height: `${ROW_HEIGHT_PX}px` }}
              className="absolute inset-x-0 top-0 border-b border-line [contain:size_layout_style] last:border-b-0"
            >
              <ItemRow item={rowAt(place)} onOpen={onOpen} onRemove={onRemove} isOld={isOld(place)} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Range of visible rows, computed from scroll position and height. */
function useSpan() {
  const [span, setSpan] = useState({ first: 0, last: 20 });
  const box = useRef<HTMLElement>(null);
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const at = Math.floor(scrollTop / ROW_HEIGHT_PX / ROWS_AT_ONCE) * ROWS_AT_ONCE;
    const visibleCount = Math.ceil(Math.max(clientHeight, globalThis.innerHeight * 0.7) / ROW_HEIGHT_PX);
    const first = Math.max(0, at - SPARE_ROWS);
    const last = at + ROWS_AT_ONCE + visibleCount + SPARE_ROWS;
    setSpan((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  useLayoutEffect(() => {
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [measure]);
  const ref = useCallback((element: HTMLElement | null) => {
    box.current = element;
  }, []);
  return { span, ref, onScroll: measure };
}
