import type { RemoveItemsRequest } from '@packshot/contract/catalog/items';
import type { Run } from '@packshot/contract/catalog/runs';
import { useRef, useState } from 'react';
import { call, messageOf } from '../../../lib/api/api-client.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DeliveryCard } from '../buckets/delivery-card.tsx';
import { RowList } from '../runs/row-list.tsx';
import { counted, numberWords } from '../words.ts';
import { AddFiles } from './add-files.tsx';
import { DraftActions } from './draft-actions.tsx';
import { DraftRecipe } from './draft-recipe.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { TableMapping } from './table-mapping.tsx';

interface DraftProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
  readonly onReload: () => Promise<void>;
}

/** A run before it starts: its photos come in, and one sees what it will cost. */
export function DraftPage({ run, onChange, onReload }: DraftProps) {
  const [table, setTable] = useState<File | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const { missing } = run.sources;
  const removal = useRemoval(run.id, onReload);
  return (
    <>
      <header className="grid gap-1">
        <h1 className="min-w-0 text-lg font-semibold break-words">
          <bdi>{run.name}</bdi>
        </h1>
        <DraftRecipe run={run} onChange={onChange} />
      </header>
      {said !== null && (
        <Notice tone="success">
          <span>
            {`${said} ${numberWords(run.items - missing)} of ${counted(run.items, 'photo')} found.`}
          </span>
        </Notice>
      )}
      {missing > 0 && (
        <Notice tone="info">
          {counted(missing, 'row')} of your table {missing === 1 ? 'waits' : 'wait'} for a file. Drop the
          files here: each goes to the row that names it.
        </Notice>
      )}
      <Card className="p-6 max-md:p-5">
        <h2 className="text-base font-semibold">
          {missing > 0 ? 'Add the files' : run.items > 0 ? 'Add more photos' : 'Add photos'}
        </h2>
        {/* What it has said of files beside a table is still said when the table is done. */}
        <div hidden={table !== null}>
          <AddFiles run={run} isShown={table === null} onTable={setTable} onAdded={onReload} />
        </div>
        {table !== null && (
          <TableMapping
            runId={run.id}
            table={table}
            onCancel={() => setTable(null)}
            onAdded={(added) => {
              setTable(null);
              setSaid(`${counted(added, 'row')} added from ${table.name}.`);
              void onReload();
            }}
          />
        )}
      </Card>
      <DeliveryCard run={run} onChange={onChange} />
      {run.items > 0 && (
        <EstimateCard
          key={`${run.items} ${missing} ${run.recipe.hash}`}
          run={run}
          onStarted={onChange}
          onRemoveIncomplete={() => removal.remove('incomplete')}
        />
      )}
      {removal.failure !== null && <Notice tone="error">{removal.failure}</Notice>}
      {run.items > 0 && (
        <RowList
          runId={run.id}
          state={null}
          refreshKey={`${run.items} ${missing}`}
          onRemove={(row) => removal.remove([row])}
        />
      )}
      <DraftActions run={run} />
    </>
  );
}

/** Takes rows out. One removal at a time: those after a row move up, so that its number means another one then. */
function useRemoval(runId: string, onRemoved: () => Promise<void>) {
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = useRef(false);
  const removeNow = async (rows: RemoveItemsRequest['rows']): Promise<void> => {
    isBusy.current = true;
    setFailure(null);
    try {
      await call('removeRunItems', { params: { id: runId }, body: { rows } });
    } catch (error) {
      setFailure(messageOf(error));
    }
    await onRemoved();
    isBusy.current = false;
  };
  return {
    failure,
    remove: (rows: RemoveItemsRequest['rows']): void => {
      if (!isBusy.current) void removeNow(rows);
    },
  };
}
