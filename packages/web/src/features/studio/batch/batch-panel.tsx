import { t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import { Archive, Layers, Pause, Play, Plus, RotateCcw, Trash2, X } from 'lucide';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { MESSAGES } from '@packshot/contract/messages';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { canRetry, countItems, downloadsNeeded, generationsNeeded, isOver } from './batch.ts';
import type { Batch } from './batch.ts';
import { createBatch } from './create-batch.ts';
import { useActions, useGenerationsLeft } from '../state/use-studio.ts';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { BatchRecipeForm, RecipeSummary } from './batch-recipe.tsx';
import { costOfDownloads, costOfGenerations } from '../panel/words.ts';
import { useBatch } from './use-batch.ts';

interface BatchPanelProps {
  readonly batch: Batch;
  readonly onOutOfDownloads: () => void;
}

export function BatchPanel({ batch, onOutOfDownloads }: BatchPanelProps) {
  const hasBegun = batch.phase !== 'setting';
  return (
    <aside
      aria-label={t('Steps')}
      className="flex shrink-0 flex-col border-line bg-surface under:max-h-[55dvh] under:border-t beside:w-80 beside:border-l short:w-[clamp(12.5rem,40vw,20rem)]! xl:w-[21rem]!"
    >
      <h2 className="shrink-0 px-5 pt-4 pb-3 text-base font-semibold under:sr-only short:px-4 short:pt-2.5 short:pb-2">
        {hasBegun ? t('Steps') : t('Settings for every photo')}
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 under:pt-4 short:px-4">
        {batch.pauseReason !== null && (
          <Notice tone="error" className="mb-4">
            <span>{batch.pauseReason} </span>
            {batch.pauseReason === MESSAGES.outOfCredits && <MoreCredits of="generation" />}
          </Notice>
        )}
        {hasBegun ? <RecipeSummary recipe={batch.recipe} /> : <BatchRecipeForm recipe={batch.recipe} />}
      </div>
      <div className="shrink-0 space-y-2.5 border-t border-line p-5 compact:p-3">
        {isOver(batch) ? (
          <Finished batch={batch} onOutOfDownloads={onOutOfDownloads} />
        ) : (
          <Underway batch={batch} />
        )}
      </div>
    </aside>
  );
}

function Underway({ batch }: { readonly batch: Batch }) {
  const { runner, toRun } = useActions(createBatch);
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest ?? true);
  const remaining = useGenerationsLeft();
  const needed = generationsNeeded(batch);
  const waiting = countItems(batch, 'waiting');
  const isRunning = batch.phase === 'running';
  return (
    <>
      <div className="flex gap-2">
        {isRunning ? (
          <Button size="lg" variant="secondary" icon={Pause} className="flex-1" onClick={runner.pause}>
            {t('Pause')}
          </Button>
        ) : (
          <Button
            size="lg"
            icon={Play}
            className="flex-1"
            aria-describedby="cost-of-batch"
            disabled={remaining !== null && remaining <= 0 && needed > 0}
            onClick={runner.start}
          >
            {batch.phase === 'setting'
              ? t('Create {count, plural, one {# picture} other {# pictures}}', { count: waiting })
              : t('Resume')}
          </Button>
        )}
        {batch.phase === 'setting' ? (
          <IconButton
            icon={Trash2}
            label={t('Discard batch')}
            outlined
            side="top"
            onClick={() => void runner.clear()}
            className="size-12! rounded-lg!"
          />
        ) : (
          <Button size="lg" variant="secondary" icon={X} onClick={() => void runner.cancel()}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <p id="cost-of-batch" className="text-center text-xs text-muted">
        {costOfGenerations(needed, remaining)}{' '}
        {remaining !== null && remaining < needed && <MoreCredits of="generation" />}
      </p>
      {batch.phase === 'setting' && !isGuest && (
        <Button variant="ghost" icon={Layers} className="w-full" onClick={toRun}>
          {t('Run in the background')}
        </Button>
      )}
    </>
  );
}

function Finished({ batch, onOutOfDownloads }: BatchPanelProps) {
  const { runner, saver } = useActions(createBatch);
  const isZipping = useBatch((state) => state.isZipping);
  const remaining = useGlobalState((state) =>
    state.areCreditsKnown ? state.currentAvailableDownloadImageCount : null,
  );
  const [isAsking, setIsAsking] = useState(false);
  const completedCount = countItems(batch, 'done');
  const again = batch.items.some(canRetry);
  const needed = downloadsNeeded(batch);
  const save = async (): Promise<void> => {
    if (!(await saver.saveZip())) onOutOfDownloads();
  };
  return (
    <>
      {completedCount > 0 && (
        <>
          <Button
            size="lg"
            icon={Archive}
            loading={isZipping}
            className="w-full"
            aria-describedby="cost-of-zip"
            onClick={() => void save()}
          >
            {t('Download ZIP of {count}', { count: completedCount })}
          </Button>
          <p id="cost-of-zip" className="text-center text-xs text-muted">
            {costOfDownloads(needed, remaining)}{' '}
            {remaining !== null && remaining < needed && <MoreCredits of="download" />}
          </p>
        </>
      )}
      <div className="flex gap-2">
        {again && (
          <Button variant="secondary" icon={RotateCcw} className="flex-1" onClick={() => runner.retry()}>
            {t('Retry failed')}
          </Button>
        )}
        <Button
          variant="secondary"
          icon={Plus}
          className="flex-1"
          onClick={() => (needed > 0 ? setIsAsking(true) : void runner.clear())}
        >
          {t('New batch')}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Discard these pictures?')}
        description={t(
          '{count, plural, one {# of them was not downloaded yet.} other {# of them were not downloaded yet.}}',
          { count: needed },
        )}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {t('Keep them')}
            </Button>
            <Button variant="danger" onClick={() => void runner.clear()}>
              {t('Discard')}
            </Button>
          </>
        }
      />
    </>
  );
}
