import { HISTORY_PAGE_SIZE } from '@packshot/contract/limits';
import type { SavedRecord } from '@packshot/contract/records';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RecordTile } from './record-tile.tsx';
import type { Records } from './use-records.ts';

/** Asked for before the end is in sight. */
const AHEAD = '800px';

const SKELETONS = Array.from({ length: HISTORY_PAGE_SIZE }, (_, index) => index);

/**
 * The browser neither lays out nor paints what is far from the screen, however far one has scrolled; all of it stays there for
 * the keyboard, a screen reader and the search in the page. Until it comes near, a tile is as high as it will be: a square and
 * its two lines. The room around it is for outlines, which would be cut off.
 */
const CELL =
  '-m-2 p-2 [content-visibility:auto] [contain-intrinsic-block-size:auto_calc((100cqi-0.75rem)/2+4.125rem)] sm:[contain-intrinsic-block-size:auto_calc((100cqi-2rem)/3+4.125rem)] lg:[contain-intrinsic-block-size:auto_calc((100cqi-3rem)/4+4.125rem)]';

interface RecordGridProps {
  readonly records: Records;
  readonly isSelecting: boolean;
  readonly selectedIds: readonly string[];
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onStar: (record: SavedRecord) => void;
}

/** Pictures in a grid that grows while one scrolls. */
export function RecordGrid({ records, isSelecting, selectedIds, onOpen, onToggle, onStar }: RecordGridProps) {
  const { rows, isLoading, hasMore, failure } = records;
  const selected = new Set(selectedIds);
  return (
    <>
      <ul
        aria-label="Pictures"
        aria-busy={isLoading}
        className="@container mt-2 grid grid-cols-2 gap-x-4 gap-y-6 max-sm:gap-x-3 sm:grid-cols-3 lg:grid-cols-4"
      >
        {rows?.map((record) => (
          <li key={record.id} className={CELL}>
            <RecordTile
              record={record}
              isSelecting={isSelecting}
              isSelected={selected.has(record.id)}
              onOpen={onOpen}
              onToggle={onToggle}
              onStar={onStar}
              onMissing={records.skip}
            />
          </li>
        ))}
        {isLoading &&
          SKELETONS.map((index) => (
            <li key={`skeleton-${index}`} aria-hidden>
              <Skeleton className="aspect-square rounded-xl" />
              <Skeleton className="mt-2.5 h-4 w-2/3" />
              <Skeleton className="mt-2 h-3.5 w-1/3" />
            </li>
          ))}
      </ul>
      {hasMore && !isLoading && failure === null && <End key={rows?.length} onReach={records.more} />}
    </>
  );
}

/** The end of what is here: coming near it asks for more. A new one for each page, as one that stays in sight tells nothing new. */
function End({ onReach }: { readonly onReach: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref} aria-hidden className="h-px" />;
}
