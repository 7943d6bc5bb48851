import { t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ArrowLeft, ImagePlus, TriangleAlert } from 'lucide';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BATCH_MAX_ITEMS, countItems, listFlags, isLeftOut, isOver } from './batch.ts';
import type { Batch } from './batch.ts';
import { createBatch } from './create-batch.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { useActions } from '../state/use-studio.ts';
import { DropCard } from '../open/drop-card.tsx';
import { BatchCard } from './batch-card.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { useBatch } from './use-batch.ts';

interface BatchPageProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onOutOfDownloads: () => void;
}

export default function BatchPage({ onFiles, onOutOfDownloads }: BatchPageProps) {
  const batch = useBatch((state) => state.batch);
  const [isChecking, setIsChecking] = useState(false);
  if (!batch || batch.items.length === 0) return <EmptyBatch onFiles={onFiles} />;
  const doubtful = batch.items.filter((item) => listFlags(item).length > 0);
  // Shows all photos again once the user has checked the last flagged one.
  const isFiltered = isChecking && doubtful.length > 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col beside:flex-row">
      <section aria-label={t('Photos of the batch')} className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <div className="p-6 compact:p-4">
          <BatchHeader batch={batch}>
            {doubtful.length > 0 && (
              <Button
                variant="secondary"
                size="sm"
                icon={TriangleAlert}
                aria-pressed={isFiltered}
                onClick={() => setIsChecking(!isFiltered)}
                className={classNames('pointer-coarse:h-11!', isFiltered ? 'border-ink!' : '')}
              >
                {t('Please check ({count})', { count: doubtful.length })}
              </Button>
            )}
          </BatchHeader>
          {batch.items.length >= MANY && <MakeARun className="mb-4" />}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-4 max-sm:gap-3">
            {(isFiltered ? doubtful : batch.items).map((item) => (
              <li key={item.id}>
                <BatchCard item={item} onOutOfDownloads={onOutOfDownloads} />
              </li>
            ))}
            {!isFiltered && batch.items.length < BATCH_MAX_ITEMS && (
              <li>
                <MorePhotos onFiles={onFiles} />
              </li>
            )}
          </ul>
        </div>
      </section>
      <BatchPanel batch={batch} onOutOfDownloads={onOutOfDownloads} />
    </div>
  );
}

interface BatchHeaderProps {
  readonly batch: Batch;
  readonly children: ReactNode;
}

function BatchHeader({ batch, children }: BatchHeaderProps) {
  const { show } = useActions(createBatch);
  const completedCount = countItems(batch, 'done');
  const leftOut = batch.items.filter(isLeftOut).length;
  const failed = countItems(batch, 'failed') - leftOut;
  const counts = [
    // Shows the number of all photos while the batch is working.
    completedCount > 0 &&
      (isOver(batch)
        ? t('{done} done', { done: completedCount })
        : t('{done} of {total} done', { done: completedCount, total: batch.items.length })),
    failed > 0 && t('{failed} failed', { failed }),
    leftOut > 0 && t('{skipped} skipped', { skipped: leftOut }),
  ].filter((words) => words !== false);
  return (
    <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-xl font-bold tracking-headline">
        {t('Batch of {count, plural, one {# photo} other {# photos}}', { count: batch.items.length })}
      </h1>
      <p role="status" className="text-sm text-muted tabular-nums">
        {counts.join(', ')}
      </p>
      {children}
      <Button
        variant="ghost"
        size="sm"
        icon={ArrowLeft}
        onClick={() => show(false)}
        className="ml-auto h-9! pointer-coarse:h-11!"
      >
        {t('Back to the editor')}
      </Button>
    </header>
  );
}

/** Number of photos from which the page suggests a run on the server. */
const MANY = 40;

/** Suggests a run on the server for more photos than a batch can have. */
const MakeARun = ({ className }: { readonly className?: string }) => (
  <p className={classNames('text-sm text-muted', className)}>
    <Link
      to={ROUTES.catalog}
      search={{ at: 'new-run' }}
      className="font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {t('More than {limit} photos? Create a run', { limit: BATCH_MAX_ITEMS })}
    </Link>
  </p>
);

function MorePhotos({ onFiles }: Pick<BatchPageProps, 'onFiles'>) {
  return (
    <DropZone multiple onFiles={onFiles}>
      {({ isOver, open }) => (
        <button
          type="button"
          onClick={open}
          className={classNames(
            'flex aspect-square w-full flex-col items-center justify-center gap-2 rounded-lg border border-dashed text-sm text-muted transition-colors hover:border-ink hover:text-ink',
            isOver ? 'border-accent bg-accent-soft' : 'border-field-line',
          )}
        >
          <Icon of={ImagePlus} sizePx={22} />
          {t('Add more photos')}
        </button>
      )}
    </DropZone>
  );
}

function EmptyBatch({ onFiles }: Pick<BatchPageProps, 'onFiles'>) {
  const { show } = useActions(createBatch);
  const background = useBatch((state) => state.batch?.recipe.background);
  const look = background?.kind === 'scene' ? background.look : null;
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div className="m-auto w-full max-w-xl px-4 py-8">
        <DropCard
          onFiles={onFiles}
          title={t('Drop your product photos')}
          promise={
            look
              ? t(
                  'With the look of “{title}”, up to {limit} at once. You see the cost before anything starts.',
                  { title: look.title, limit: BATCH_MAX_ITEMS },
                )
              : t(
                  'The same steps for each, up to {limit} at once. You see the cost before anything starts.',
                  { limit: BATCH_MAX_ITEMS },
                )
          }
          buttonLabel={t('Choose photos')}
        >
          <Button variant="ghost" icon={ArrowLeft} onClick={() => show(false)} className="mt-3">
            {t('Back to the editor')}
          </Button>
          <MakeARun className="mt-3" />
        </DropCard>
      </div>
    </div>
  );
}
