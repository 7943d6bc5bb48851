import { t } from '@packshot/contract/text/translation';
import type { Run } from '@packshot/contract/catalog/runs';
import { Layers, Plus } from 'lucide';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CatalogLink } from '../catalog-link.tsx';
import { Outdated } from '../outdated.tsx';
import { usePolled } from '../use-polled.ts';
import { progressWords, timeWords } from '../words.ts';
import { RunProgress } from './run-progress.tsx';
import { StatusBadge } from './status-badge.tsx';

const SHOWN = 6;
/** Distance from the window's edge at which the page loads a run's pictures. */
const AHEAD = '200px';

/** First pictures of a run, loaded once its card is visible. Hidden from screen readers; the link names the run. */
function RunPictures({ id }: Pick<Run, 'id'>) {
  const ref = useRef<HTMLDivElement>(null);
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    let isOver = false;
    const load = async (): Promise<void> => {
      const { data } = await call('listRunItems', { params: { id }, query: { limit: String(SHOWN) } });
      if (!isOver) setUrls(data.flatMap(({ thumb_url: url }) => url ?? []));
    };
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        watcher.disconnect();
        load().catch((error: unknown) => console.warn('The pictures of a run could not be read.', error));
      },
      { rootMargin: AHEAD },
    );
    watcher.observe(box);
    return () => {
      isOver = true;
      watcher.disconnect();
    };
  }, [id]);
  return (
    <div ref={ref} data-testid="run-pictures" className="mt-3 flex h-14 gap-2 overflow-hidden">
      {urls.map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          width={56}
          height={56}
          decoding="async"
          className="checkerboard size-14 shrink-0 rounded-md object-contain"
        />
      ))}
    </div>
  );
}

const POLL_MS = 4000;
/** Page size of the list: the largest that the API allows. */
const ALL = '100';

/** List of the runs, up to the page size. */
export function RunsPage() {
  const ask = useCallback(async () => (await call('listRuns', { query: { limit: ALL } })).data, []);
  const { value: runs, failure, reload } = usePolled(ask, isQuiet, POLL_MS);
  if (runs === null) {
    if (failure !== null) return <LoadFailure message={failure} onRetry={() => void reload()} />;
    return <Skeleton className="h-64" />;
  }
  if (runs.length === 0) return <NoRuns />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">{t('Runs')}</h1>
        <CatalogLink to={{ kind: 'new-run' }} className={buttonClasses()}>
          <Icon of={Plus} sizePx={16} />
          {t('New run')}
        </CatalogLink>
      </div>
      <Outdated failure={failure} />
      <ul className="grid gap-3">
        {runs.map((run) => (
          <li key={run.id}>
            <RunCard run={run} />
          </li>
        ))}
      </ul>
    </>
  );
}

const isQuiet = (runs: readonly Run[]): boolean => runs.every(({ status }) => status !== 'running');

const NoRuns = () => (
  <EmptyState
    icon={Layers}
    level={1}
    title={t('No runs yet')}
    className="w-full max-w-none! rounded-xl border border-line bg-surface py-10!"
    actions={
      <CatalogLink to={{ kind: 'new-run' }} className={buttonClasses()}>
        <Icon of={Plus} sizePx={16} />
        {t('New run')}
      </CatalogLink>
    }
  >
    <p className="mx-auto max-w-lg">{t('Process up to 10,000 photos with one recipe, in the background.')}</p>
  </EmptyState>
);

function RunCard({ run }: { readonly run: Run }) {
  return (
    <Card className="relative p-5 transition-colors hover:border-line-strong max-md:p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-base font-semibold">
          {/* The link's clickable area covers the whole card. */}
          <CatalogLink to={{ kind: 'run', id: run.id }} className="break-words after:absolute after:inset-0">
            <bdi translate="no">{run.name}</bdi>
          </CatalogLink>
        </h2>
        <StatusBadge status={run.status} />
        <span className="ml-auto text-sm text-muted tabular-nums">{timeWords(run.created_at)}</span>
      </div>
      <p className="mt-1 text-sm text-muted">
        <bdi translate="no">{run.recipe.name}</bdi>
        {' · '}
        {run.status === 'draft'
          ? t('{photos, plural, one {# photo} other {# photos}}', { photos: run.items })
          : progressWords(run)}
      </p>
      <RunProgress run={run} className="mt-3" />
      {/* The key reloads the pictures when the status changes, because results have replaced photos. */}
      {run.items > 0 && <RunPictures key={run.status} id={run.id} />}
    </Card>
  );
}
