import type { Run } from '@packshot/contract/catalog/runs';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RowList } from '../runs/row-list.tsx';
import { counted } from '../words.ts';
import { AddFiles } from './add-files.tsx';
import { DraftActions } from './draft-actions.tsx';
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
  return (
    <>
      <header className="grid gap-1">
        <h1 className="min-w-0 text-lg font-semibold break-words">
          <bdi>{run.name}</bdi>
        </h1>
        <p className="text-sm text-muted">
          By <bdi>{run.recipe.name}</bdi>, version {run.recipe.version}
        </p>
      </header>
      {said !== null && <Notice tone="success">{said}</Notice>}
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
        {table === null ? (
          <AddFiles run={run} onTable={setTable} onAdded={onReload} />
        ) : (
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
      {run.items > 0 && (
        <EstimateCard key={`${run.items} ${missing} ${run.recipe.hash}`} run={run} onStarted={onChange} />
      )}
      {run.items > 0 && <RowList runId={run.id} state={null} refreshKey={`${run.items} ${missing}`} />}
      <DraftActions run={run} />
    </>
  );
}
