import { t } from '@packshot/contract/text/translation';
import { HISTORY_PAGE_SIZE } from '@packshot/contract/records/limits';
import type { RecordActions } from './record-menu.tsx';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RecordTile } from './record-tile.tsx';
import type { Records } from './use-records.ts';

/** Distance from the end of the list at which the next page is requested. */
const PREFETCH_MARGIN = '800px';

const SKELETONS = Array.from({ length: HISTORY_PAGE_SIZE }, (_, index) => index);

/** Number of tiles whose rendering the browser skips together; 60 fills whole rows of two, three and four tiles. */
const BLOCK = 60;

const ROWS = 'grid grid-cols-2 gap-x-4 gap-y-6 max-sm:gap-x-3 sm:grid-cols-3 lg:grid-cols-4';
/**
 * Styles of a full block of tiles. The browser neither lays out nor paints a block far from the screen, so a long
 * history scrolls as fast as a short one. The block stays available to the keyboard, screen readers and find-in-page.
 * Its height is estimated until it is painted: rows of squares with two lines below, the gaps between them, and a
 * margin for outlines, which would be clipped.
 */
const SKIPPED =
  '-m-2 p-2 [content-visibility:auto] [contain-intrinsic-block-size:auto_calc(30*((100cqi-0.75rem)/2+3.125rem)+44.5rem)] sm:[contain-intrinsic-block-size:auto_calc(20*((100cqi-2rem)/3+3.125rem)+29.5rem)] lg:[contain-intrinsic-block-size:auto_calc(15*((100cqi-3rem)/4+3.125rem)+22rem)]';

interface RecordGridProps extends RecordActions {
  readonly records: Records;
  readonly isSelecting: boolean;
  readonly selectedIds: readonly string[];
}

export function RecordGrid({ records, isSelecting, selectedIds, ...actions }: RecordGridProps) {
  const { rows, isLoading, hasMore, failure } = records;
  const selected = new Set(selectedIds);
  const blocks = toBlocks(rows ?? []);
  return (
    <>
      <div
        role="list"
        aria-label={t('Pictures')}
        aria-busy={isLoading}
        className="@container mt-2 grid gap-y-6"
      >
        {blocks.map((block, at) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a deletion moves later pictures to other blocks
            key={at}
            role="presentation"
            className={classNames(ROWS, block.length === BLOCK && SKIPPED)}
          >
            {block.map((record) => (
              <div role="listitem" key={record.id}>
                <RecordTile
                  record={record}
                  isSelecting={isSelecting}
                  isSelected={selected.has(record.id)}
                  {...actions}
                  onMissing={records.skip}
                />
              </div>
            ))}
            {isLoading && at === blocks.length - 1 && <Skeletons />}
          </div>
        ))}
      </div>
      {hasMore && !isLoading && failure === null && <End key={rows?.length} onReach={records.more} />}
    </>
  );
}

/** Splits the rows into blocks. The last block is never full, so that it has room for the next page. */
function toBlocks(rows: readonly SavedRecord[]): (readonly SavedRecord[])[] {
  const count = Math.floor(rows.length / BLOCK) + 1;
  return Array.from({ length: count }, (_, at) => rows.slice(at * BLOCK, (at + 1) * BLOCK));
}

const Skeletons = () =>
  SKELETONS.map((index) => (
    <div key={`skeleton-${index}`} aria-hidden>
      <Skeleton className="aspect-square rounded-xl" />
      <Skeleton className="mt-2.5 h-4 w-2/3" />
      <Skeleton className="mt-2 h-3.5 w-1/3" />
    </div>
  ));

/**
 * Marks the end of the list, and requests the next page when the user comes near it. Mounted again for each page,
 * because an observer doesn't report a target that stays in view.
 */
function End({ onReach }: { readonly onReach: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref} aria-hidden className="h-px" />;
}
