import { t } from '@packshot/contract/text/translation';
import { recordsDeleted } from '@packshot/contract/records/messages';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { Images, RotateCw, SearchX, TriangleAlert } from 'lucide';
import { useCallback, useState } from 'react';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { OutOfDownloads } from '../../lib/plans/out-of-downloads.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UndoBar } from '../../ui/undo-bar.tsx';
import { isFiltered } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { RecordGrid } from './record-grid.tsx';
import { RecordViewer } from './record-viewer.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useRecordDownload } from './use-record-download.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useRecords } from './use-records.ts';
import { picturesFound } from './words.ts';

interface RecordListProps {
  readonly filter: HistoryFilter;
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
  readonly onClearFilter: () => void;
}

export function RecordList({ filter, isSelecting, onSelecting, onClearFilter }: RecordListProps) {
  const records = useRecords(filter);
  const { rows } = records;
  const [openId, setOpenId] = useState<string | null>(null);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const open = rows?.find(({ id }) => id === openId) ?? null;
  const selected = isSelecting ? (rows ?? []).filter(({ id }) => selectedIds.includes(id)) : [];

  // Callbacks that stay the same functions, so that hundreds of tiles re-render only when their own data changes.
  const toggle = useCallback(
    (id: string): void => {
      onSelecting(true);
      setSelectedIds((before) =>
        before.includes(id) ? before.filter((other) => other !== id) : [...before, id],
      );
    },
    [onSelecting],
  );
  const endSelecting = (): void => {
    setSelectedIds([]);
    onSelecting(false);
  };
  const { star, remove, deletedIds, bringBack, forgetDeleted } = useRecordActions(records);
  const removeAndClose = (ids: readonly string[]): void => {
    setOpenId(null);
    endSelecting();
    void remove(ids);
  };
  const { isUnpaid, download, closeUnpaid } = useRecordDownload(records.replace);
  const removeOne = useCallback((id: string): void => void remove([id]), [remove]);

  return (
    <>
      <p role="status" className="mt-4 h-5 text-sm text-muted tabular-nums">
        {rows !== null && records.total > 0 && picturesFound(records.total)}
      </p>
      <RecordGrid
        records={records}
        isSelecting={isSelecting}
        selectedIds={selectedIds}
        onOpen={setOpenId}
        onToggle={toggle}
        onStar={star}
        onDownload={download}
        onDelete={removeOne}
      />
      <OutOfDownloads isOpen={isUnpaid} onClose={closeUnpaid} />
      {rows?.length === 0 && !records.isLoading && <Nothing filter={filter} onClearFilter={onClearFilter} />}
      {records.failure !== null && <Failure message={records.failure} onRetry={records.more} />}
      {open && rows && (
        <RecordViewer
          record={open}
          neighbors={findNeighbors(rows, open.id)}
          onMove={setOpenId}
          onClose={() => setOpenId(null)}
          onChange={records.replace}
          onStar={() => star(open)}
          onDelete={() => removeAndClose([open.id])}
        />
      )}
      {isSelecting && (
        <SelectionBar
          selected={selected}
          onSelectAll={() => setSelectedIds((rows ?? []).map(({ id }) => id))}
          onDownloaded={() => {
            for (const record of selected) records.replace({ ...record, is_downloaded: true });
            endSelecting();
          }}
          onDelete={() => removeAndClose(selected.map(({ id }) => id))}
          onClose={endSelecting}
        />
      )}
      {deletedIds.length > 0 && (
        <UndoBar
          key={deletedIds.join()}
          message={recordsDeleted(deletedIds.length)}
          onUndo={() => void bringBack()}
          onClose={forgetDeleted}
        />
      )}
    </>
  );
}

/** IDs of the previous and next picture, for the arrow keys. */
function findNeighbors(rows: readonly SavedRecord[], id: string) {
  const at = rows.findIndex((row) => row.id === id);
  return { before: rows[at - 1]?.id ?? null, after: rows[at + 1]?.id ?? null };
}

function Nothing(props: { readonly filter: HistoryFilter; readonly onClearFilter: () => void }) {
  if (isFiltered(props.filter)) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('No matches')}
        actions={
          <Button variant="secondary" onClick={props.onClearFilter}>
            {t('Clear filters')}
          </Button>
        }
      >
        {t('Try fewer words, another tool or a longer period.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Images}
      title={t('Nothing here yet')}
      actions={
        <Link to={ROUTES.studio} className={buttonClasses()}>
          {t('Create your first picture')}
        </Link>
      }
    >
      {t('Every picture you create from now on is saved here.')}
    </EmptyState>
  );
}

function Failure(props: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('Your history didn’t load')}
        actions={
          <Button variant="secondary" icon={RotateCw} onClick={props.onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {props.message}
      </EmptyState>
    </div>
  );
}
