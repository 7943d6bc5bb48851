import { t } from '@packshot/contract/text/translation';
import type { RemoveItemsRequest } from '@packshot/contract/catalog/items';
import type { Run } from '@packshot/contract/catalog/runs';
import { useRef, useState, useCallback } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DeliveryCard } from '../buckets/delivery-card.tsx';
import { RowList } from '../runs/row-list.tsx';
import { AddFiles } from './add-files.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { TableMapping } from './table-mapping.tsx';
import { Trash2 } from 'lucide';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useGoTo } from '../catalog-link.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { SelectField } from '../fields.tsx';
import { recipeName } from '../words.ts';

interface DraftRecipeProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
}

/** Choice that leaves the run's recipe as it is, even if the stored recipe was changed or deleted since. */
const AS_IT_IS = '';

/** Selects the run's recipe; the user can choose another one, or a newer version, until the run starts. */
function DraftRecipe({ run, onChange }: DraftRecipeProps) {
  const load = useCallback(async () => (await call('listRecipes')).data, []);
  const { loaded } = useLoaded(load);
  const [failure, setFailure] = useState<string | null>(null);
  const { id, recipe } = run;
  const recipes = loaded.state === 'ready' ? loaded.value : [];
  const current = recipes.find((each) => each.id === recipe.id && each.version === recipe.version);
  const change = async (recipeId: string): Promise<void> => {
    setFailure(null);
    try {
      onChange((await call('updateRun', { params: { id }, body: { recipe_id: recipeId } })).data);
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
  };
  return (
    <div className="max-w-sm">
      <SelectField
        label={t('Recipe')}
        value={current?.id ?? AS_IT_IS}
        options={[
          ...(current ? [] : [[AS_IT_IS, recipeName(recipe)] as const]),
          ...recipes.map((each) => [each.id, recipeName(each)] as const),
        ]}
        onChange={(value) => {
          if (value !== AS_IT_IS) void change(value);
        }}
      />
      {failure !== null && (
        <Notice tone="error" className="mt-2">
          {failure}
        </Notice>
      )}
    </div>
  );
}

/** Button that deletes a run that hasn't started, after a confirmation if it has rows. */
function DraftActions({ run }: { readonly run: Run }) {
  const goTo = useGoTo();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setIsAsking(false);
    try {
      await call('deleteRun', { params: { id: run.id } });
      goTo({ kind: 'runs' }, true);
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant="ghost"
        icon={Trash2}
        onClick={() => (run.items > 0 ? setIsAsking(true) : void remove())}
      >
        {t('Delete draft')}
      </Button>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Delete this draft?')}
        description={t('Its photos are deleted here. The originals on your computer stay.')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {t('Keep it')}
            </Button>
            <Button variant="danger" onClick={() => void remove()}>
              {t('Delete')}
            </Button>
          </>
        }
      />
    </div>
  );
}

interface DraftProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
  readonly onReload: () => Promise<void>;
}

/** Page of a run that hasn't started: adding photos, and the estimated cost. */
export function DraftPage({ run, onChange, onReload }: DraftProps) {
  const [table, setTable] = useState<File | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const { missing } = run.sources;
  const removal = useRemoval(run.id, onReload);
  return (
    // A column rather than a grid, so that the bar with the price can stick to the window's edge.
    <div className="flex flex-col gap-4 *:min-w-0">
      <h1 className="text-lg font-semibold break-words">
        <bdi translate="no">{run.name}</bdi>
      </h1>
      {(message !== null || missing > 0) && (
        <Notice tone={missing > 0 ? 'warning' : 'success'}>
          {message !== null && (
            <p>
              {message}{' '}
              {t('{found, number} of {items, plural, one {# photo} other {# photos}} found.', {
                found: run.items - missing,
                items: run.items,
              })}
            </p>
          )}
          {missing > 0 && (
            <p>
              {t(
                '{missing, plural, one {# row of your table waits} other {# rows of your table wait}} for a file. Drop the files here to match them by name.',
                { missing },
              )}
            </p>
          )}
        </Notice>
      )}
      <Card className="p-6 max-md:p-5">
        <h2 className="text-base font-semibold">
          {missing > 0 ? t('Add missing files') : run.items > 0 ? t('Add more photos') : t('Add photos')}
        </h2>
        {/* Hidden rather than unmounted, so that its messages are still shown after the table was added. */}
        <div hidden={table !== null}>
          <AddFiles run={run} isShown={table === null} onTable={setTable} onAdded={onReload} />
        </div>
        {table !== null && (
          <TableMapping
            runId={run.id}
            rowsBefore={run.items}
            table={table}
            onCancel={() => setTable(null)}
            onAdded={(added) => {
              setTable(null);
              setMessage(
                t('{added, plural, one {# row} other {# rows}} added from {name}.', {
                  added,
                  name: table.name,
                }),
              );
              void onReload();
            }}
          />
        )}
      </Card>
      {removal.failure !== null && <Notice tone="error">{removal.failure}</Notice>}
      {run.items > 0 && (
        <RowList
          runId={run.id}
          state={null}
          refreshKey={`${run.items} ${missing}`}
          onRemove={(row) => removal.remove([row])}
        />
      )}
      <DraftRecipe run={run} onChange={onChange} />
      <DeliveryCard run={run} onChange={onChange} />
      {run.items > 0 && (
        <EstimateCard
          key={`${run.items} ${missing} ${run.recipe.hash}`}
          run={run}
          onStarted={onChange}
          onRemoveIncomplete={() => removal.remove('incomplete')}
        />
      )}
      <DraftActions run={run} />
    </div>
  );
}

/** Removes rows from the run, one call at a time: removing a row changes the numbers of the following rows. */
function useRemoval(runId: string, onRemoved: () => Promise<void>) {
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = useRef(false);
  const removeNow = async (rows: RemoveItemsRequest['rows']): Promise<void> => {
    isBusy.current = true;
    setFailure(null);
    try {
      await call('removeRunItems', { params: { id: runId }, body: { rows } });
    } catch (error) {
      setFailure(getErrorMessage(error));
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
