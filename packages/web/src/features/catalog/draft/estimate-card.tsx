import { errorSentence } from '../../../lib/api/error-sentence.ts';
import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { Run, RunEstimate } from '@packshot/contract/catalog/runs';
import { Play } from 'lucide';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Rich } from '../../../ui/rich.tsx';
import { MissingFiles } from './missing-files.tsx';
import { durationWords, numberWords } from '../words.ts';
import { lackOfDownloads } from '../runs/zip-price.ts';

interface EstimateProps {
  readonly run: Run;
  readonly onStarted: (run: Run) => void;
  /** Called to remove the rows that wait for files. */
  readonly onRemoveIncomplete: () => void;
}

export function EstimateCard({ run, onStarted, onRemoveIncomplete }: EstimateProps) {
  const { id } = run;
  const load = useCallback(async () => (await call('estimateRun', { params: { id } })).data, [id]);
  const { loaded, reload } = useLoaded(load);
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-40" />;
  const estimate = loaded.value;
  const { downloads } = estimate;
  const start = async (): Promise<void> => {
    setIsStarting(true);
    setFailure(null);
    try {
      onStarted((await call('changeRun', { params: { id, action: 'start' } })).data);
    } catch (error) {
      setFailure(getErrorMessage(error));
      setIsStarting(false);
      await reload();
    }
  };
  const isReady = estimate.problems.length === 0;
  return (
    <>
      <Card className="grid gap-4 p-6 max-md:p-5">
        <h2 className="text-base font-semibold">{t('Estimate')}</h2>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure term={t('Files')}>{numberWords(estimate.files)}</Figure>
          {downloads && <Figure term={t('ZIP')}>{zipWords(estimate.photos, downloads.balance)}</Figure>}
          <Figure term={t('Time')}>{durationWords(estimate.seconds)}</Figure>
        </dl>
        {estimate.example_names.length > 0 && (
          <p className="text-sm break-words text-muted">
            <Rich
              text={t('Example file names: <bdi>{names}</bdi>', {
                names: estimate.example_names.join(', '),
              })}
              bdi={<bdi translate="no" className="font-mono text-xs" />}
            />
          </p>
        )}
        {estimate.problems.map((problem) => (
          <Notice key={problem.code} tone="error">
            {problem.code === 'OUT_OF_CREDITS' ? lackWords(estimate) : errorSentence(problem)}
            {problem.rows.length > 0 && ` ${rowsWords(problem.rows)}`}{' '}
            {problem.code === 'OUT_OF_CREDITS' && <MoreCredits of="generation" />}
            {problem.code === 'RUN_INCOMPLETE' && <MissingFiles run={run} onRemove={onRemoveIncomplete} />}
          </Notice>
        ))}
        {downloads && estimate.photos > downloads.balance && (
          <Notice tone="info">
            {t('To download all pictures of this run:')} {lackOfDownloads(estimate.photos, downloads.balance)}{' '}
            <MoreCredits of="download" />
          </Notice>
        )}
        {hasBilling() && (
          <p className="text-sm text-muted">
            {t('Failed photos, and photos reused from an earlier run, are free.')}
          </p>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
      </Card>
      <section
        aria-label={t('Start')}
        className="sticky bottom-4 z-20 flex items-center justify-between gap-x-6 gap-y-2 rounded-xl border border-line bg-raised px-5 py-3 shadow-high max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:px-4"
      >
        <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-1">
          <div className="max-sm:hidden">
            <Figure term={t('Photos')}>{numberWords(estimate.photos)}</Figure>
          </div>
          {hasBilling() && <Figure term={t('Cost')}>{costWords(estimate, run)}</Figure>}
        </dl>
        <div className="flex shrink-0 items-center gap-4">
          {!isReady && (
            <p className="text-sm text-danger max-md:hidden">
              {t('First solve the problems under “Estimate”.')}
            </p>
          )}
          <Button size="lg" icon={Play} loading={isStarting} disabled={!isReady} onClick={() => void start()}>
            {t('Start')}
          </Button>
        </div>
      </section>
    </>
  );
}

const Figure = ({ term, children }: { readonly term: string; readonly children: string }) => (
  <div>
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="mt-0.5 text-base font-semibold tabular-nums">{children}</dd>
  </div>
);

/**
 * Sentence about the cost. If unchanged photos are skipped, it is a maximum, because their number is known only
 * during the run.
 */
function costWords({ credits, balance, is_free }: RunEstimate, run: Run): string {
  if (is_free) return t('Included in your plan');
  return run.only_changed
    ? t('Up to {credits, plural, one {# generation} other {# generations}} · {balance, number} left', {
        credits,
        balance,
      })
    : t('{credits, plural, one {# generation} other {# generations}} · {balance, number} left', {
        credits,
        balance,
      });
}

/** Downloads that the ZIP uses; a maximum, because failed and rejected pictures aren't in it. */
const zipWords = (photos: number, balance: number): string =>
  t('Up to {photos, plural, one {# download} other {# downloads}} · {balance, number} left', {
    photos,
    balance,
  });

const lackWords = ({ credits, balance }: RunEstimate): string =>
  t(
    'This run needs {credits, plural, one {# generation} other {# generations}}, and you have {balance, number}.',
    { credits, balance: Math.max(0, balance) },
  );

/** Maximum number of rows that a message names. */
const ROWS_NAMED = 10;

function rowsWords(rows: readonly number[]): string {
  const listedRows = rows.slice(0, ROWS_NAMED).map(String).join(', ');
  return t('{count, plural, one {Row} other {Rows}} {rows}.', {
    count: rows.length,
    rows: rows.length > ROWS_NAMED ? `${listedRows} …` : listedRows,
  });
}
