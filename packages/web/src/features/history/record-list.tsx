import { RECORD_MESSAGES, recordsDeleted } from '@packshot/contract/record-messages';
import type { SavedRecord } from '@packshot/contract/records';
import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { Images, RotateCw, SearchX, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { call, messageOf } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { UndoBar } from '../../ui/undo-bar.tsx';
import { isFiltered } from './filter.ts';
import type { HistoryFilter } from './filter.ts';
import { RecordGrid } from './record-grid.tsx';
import { RecordViewer } from './record-viewer.tsx';
import { SelectionBar } from './selection-bar.tsx';
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
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  const open = rows?.find(({ id }) => id === openId) ?? null;
  const selected = isSelecting ? (rows ?? []).filter(({ id }) => selectedIds.includes(id)) : [];

  // Hundreds of tiles are drawn again only when something of theirs changes: what they are given stays the same.
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
  const { replace } = records;
  const star = useCallback(
    (record: SavedRecord): void => {
      const starred = !record.starred;
      replace({ ...record, starred });
      call('updateRecord', { params: { id: record.id }, body: { starred } }).catch((error: unknown) => {
        replace(record);
        showToast('error', messageOf(error));
      });
    },
    [replace],
  );
  const remove = async (ids: readonly string[]): Promise<void> => {
    setOpenId(null);
    records.drop(ids);
    endSelecting();
    const outcomes = await Promise.allSettled(ids.map((id) => call('deleteRecord', { params: { id } })));
    // A page that was asked for before they were gone may have brought them back.
    records.drop(ids);
    setDeletedIds(ids.filter((_id, index) => outcomes[index]?.status === 'fulfilled'));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed === undefined) return;
    showToast('error', messageOf(failed.reason));
    records.reload();
  };
  const bringBack = async (): Promise<void> => {
    setDeletedIds([]);
    const outcomes = await Promise.allSettled(
      deletedIds.map((id) => call('updateRecord', { params: { id }, body: { is_visible: true } })),
    );
    const isBack = outcomes.every(({ status }) => status === 'fulfilled');
    showToast(
      isBack ? 'success' : 'error',
      isBack ? RECORD_MESSAGES.recordRestored : RECORD_MESSAGES.recordRestoreFailed,
    );
    records.reload();
  };

  return (
    <>
      <p role="status" className="mt-4 h-5 text-sm text-muted tabular-nums">
        {rows !== null && picturesFound(records.total)}
      </p>
      <RecordGrid
        records={records}
        isSelecting={isSelecting}
        selectedIds={selectedIds}
        onOpen={setOpenId}
        onToggle={toggle}
        onStar={star}
      />
      {rows?.length === 0 && !records.isLoading && <Nothing filter={filter} onClearFilter={onClearFilter} />}
      {records.failure !== null && <Failure message={records.failure} onRetry={records.more} />}
      {open && rows && (
        <RecordViewer
          record={open}
          neighbours={neighboursOf(rows, open.id)}
          onMove={setOpenId}
          onClose={() => setOpenId(null)}
          onChange={records.replace}
          onStar={() => star(open)}
          onDelete={() => void remove([open.id])}
        />
      )}
      {isSelecting && (
        <SelectionBar
          selected={selected}
          onSelectAll={() => setSelectedIds((rows ?? []).map(({ id }) => id))}
          onTaken={() => {
            for (const record of selected) records.replace({ ...record, is_downloaded: true });
            endSelecting();
          }}
          onDelete={() => void remove(selected.map(({ id }) => id))}
          onClose={endSelecting}
        />
      )}
      {deletedIds.length > 0 && (
        <UndoBar
          key={deletedIds.join()}
          message={recordsDeleted(deletedIds.length)}
          onUndo={() => void bringBack()}
          onClose={() => setDeletedIds([])}
        />
      )}
    </>
  );
}

/** The pictures beside one, for the arrow keys. */
function neighboursOf(rows: readonly SavedRecord[], id: string) {
  const at = rows.findIndex((row) => row.id === id);
  return { before: rows[at - 1]?.id ?? null, after: rows[at + 1]?.id ?? null };
}

function Nothing(props: { readonly filter: HistoryFilter; readonly onClearFilter: () => void }) {
  if (isFiltered(props.filter)) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing matches"
        actions={
          <Button variant="secondary" onClick={props.onClearFilter}>
            Show everything
          </Button>
        }
      >
        Try fewer words, another tool or a longer time.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Images}
      title="Nothing here yet"
      actions={
        <Link to={ROUTES.studio} className={buttonClasses()}>
          Make the first one
        </Link>
      }
    >
      Every cut-out, scene and edit that you make from now on is kept here.
    </EmptyState>
  );
}

function Failure(props: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title="Your history did not arrive"
        actions={
          <Button variant="secondary" icon={RotateCw} onClick={props.onRetry}>
            Try again
          </Button>
        }
      >
        {props.message}
      </EmptyState>
    </div>
  );
}
