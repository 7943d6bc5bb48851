import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../lib/page/installation.ts';
import { OPERATOR_HOURS } from '@packshot/contract/service/operator';
import type { OperatorFigures } from '@packshot/contract/service/operator';
import { LockKeyhole, RotateCw } from 'lucide';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ApiError, call, getErrorMessage } from '../../lib/api/api-client.ts';
import { useLoaded } from '../../lib/api/use-loaded.ts';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FigureTable } from './figure-table.tsx';
import {
  bytesText,
  clockText,
  decimalText,
  momentText,
  numberText,
  reasonText,
  secondsText,
  toolTitle,
} from './words.ts';

const TITLE = t('Operator');
/** Refresh interval in milliseconds while the page is visible. */
const REFRESH_MS = 15_000;
/** Free share of the disk below which the page warns. */
const LITTLE_DISK = 0.1;
/** Waiting time in seconds from which the operator should add workers (docs/operations.md). */
const LONG_WAIT_S = 10;

/** Figures for the operator; null if this account isn't an operator. */
type OperatorAnswer = OperatorFigures | null;

async function loadFigures(): Promise<OperatorAnswer> {
  try {
    return (await call('getOperatorFigures')).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
    throw new Error(getErrorMessage(error), { cause: error });
  }
}

export default function OperatorPage() {
  usePageTitle(TITLE);
  const isLoggedIn = useGlobalState((state) => state.userLoggedIn);
  return (
    <div className="mx-auto w-full max-w-5xl px-6 pt-10 pb-16 max-md:px-4 max-md:pt-6">
      {isLoggedIn ? <Operator /> : <Skeleton className="h-96" />}
    </div>
  );
}

function Operator() {
  const { loaded, reload } = useLoaded(loadFigures);
  const isShown = loaded.state === 'ready' && loaded.value !== null;
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isShown, reload]);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-96" />;
  return loaded.value === null ? (
    <NotYours />
  ) : (
    <Figures figures={loaded.value} onRefresh={() => void reload()} />
  );
}

function NotYours() {
  return (
    <EmptyState icon={LockKeyhole} level={1} title={t('For operators')}>
      <p>
        {t(
          'This page is for operators of this installation. The confirmed email addresses of their accounts are listed in its configuration.',
        )}
      </p>
    </EmptyState>
  );
}

function Figures({
  figures,
  onRefresh,
}: {
  readonly figures: OperatorFigures;
  readonly onRefresh: () => void;
}) {
  const { recent } = figures;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl font-bold tracking-headline">{TITLE}</h1>
        <div className="flex items-center gap-3">
          <p className="text-sm text-muted tabular-nums">
            {figures.version} · {clockText(figures.measured_at)}
          </p>
          <Button variant="secondary" size="sm" icon={RotateCw} onClick={onRefresh}>
            {t('Refresh')}
          </Button>
        </div>
      </div>
      <div className="mt-6 grid gap-4">
        <Totals figures={figures} />
        <Section title={t('Queue and speed')} note={periodText(recent)}>
          <ByTool figures={figures} />
        </Section>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <Section title={t('Failures by reason')} note={periodText(recent)}>
              <Failures failures={recent.failures} />
            </Section>
            {hasBilling() && (
              <Section title={t('Credits')} note={periodText(recent)}>
                <Pairs
                  pairs={[
                    [t('Spent'), numberText(recent.credits.settled)],
                    [t('Returned after failures'), numberText(recent.credits.released)],
                    [t('Reserved for work in progress'), numberText(recent.credits.reserved)],
                  ]}
                />
              </Section>
            )}
          </div>
          <div className="grid gap-4">
            <Section title={t('Engines')}>
              <Engines engines={figures.engines} />
            </Section>
            <Section title={t('Components')}>
              <Pairs
                pairs={[
                  ...Object.entries(figures.checks).map(([name, isOk]): FigurePair => [
                    reasonText(name),
                    isOk ? t('Responds') : t('Does not respond'),
                    !isOk,
                  ]),
                  [t('Database size'), bytesText(figures.disk.database_bytes)],
                ]}
              />
            </Section>
          </div>
        </div>
      </div>
    </>
  );
}

const periodText = ({ since, tasks, is_whole_day }: OperatorFigures['recent']): string => {
  if (since === null || is_whole_day) return t('Last {hours} hours', { hours: OPERATOR_HOURS });
  return t('Last {tasks, number} tasks, since {time}', { tasks, time: momentText(since) });
};

function Section(props: { readonly title: string; readonly note?: string; readonly children: ReactNode }) {
  return (
    <Card className="min-w-0 p-6 max-md:p-5">
      <section aria-label={props.title}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-base font-semibold">{props.title}</h2>
          {props.note !== undefined && <p className="text-sm text-muted">{props.note}</p>}
        </div>
        {props.children}
      </section>
    </Card>
  );
}

function Totals({ figures: { queue, workers, recent, disk } }: { readonly figures: OperatorFigures }) {
  const pending = queue.by_tool.reduce((sum, each) => sum + each.pending, 0);
  const failed = recent.by_tool.reduce((sum, each) => sum + each.failed, 0);
  const isWaiting = queue.oldest_pending_seconds > LONG_WAIT_S;
  const free = disk.objects && disk.objects.free_bytes / disk.objects.total_bytes;
  const totals: readonly (readonly [label: string, figure: string, note: string, isBad: boolean])[] = [
    [
      t('Waiting'),
      numberText(pending),
      pending === 0
        ? t('Nothing waiting')
        : t('Oldest for {time}', { time: secondsText(queue.oldest_pending_seconds) }),
      isWaiting,
    ],
    [
      t('Workers'),
      numberText(workers.connected),
      t('{tasks, plural, one {# task} other {# tasks}} in progress', { tasks: workers.busy }),
      workers.connected === 0,
    ],
    [
      t('Failed'),
      numberText(failed),
      recent.tasks === 0
        ? t('No tasks')
        : t('{percent}% of {tasks, plural, one {# task} other {# tasks}}', {
            percent: decimalText((100 * failed) / recent.tasks),
            tasks: recent.tasks,
          }),
      false,
    ],
    disk.objects === null
      ? [t('Free disk'), '–', t('Pictures are in a bucket'), false]
      : [
          t('Free disk'),
          bytesText(disk.objects.free_bytes),
          t('{percent}% of {size}', {
            percent: Math.round(100 * (free ?? 0)),
            size: bytesText(disk.objects.total_bytes),
          }),
          (free ?? 1) < LITTLE_DISK,
        ],
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {totals.map(([label, figure, note, isBad]) => (
        <Card key={label} className="p-5 max-md:p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={classNames('mt-1 text-2xl font-bold tabular-nums', isBad && 'text-danger')}>
            {figure}
          </dd>
          <dd className="text-sm text-muted">{note}</dd>
        </Card>
      ))}
    </dl>
  );
}

function ByTool({ figures: { queue, recent } }: { readonly figures: OperatorFigures }) {
  const tools = [...new Set([...queue.by_tool, ...recent.by_tool].map(({ tool }) => tool))].toSorted();
  if (tools.length === 0) return <Nothing>{t('No tasks in this period.')}</Nothing>;
  return (
    <FigureTable
      caption={t('Tasks by tool')}
      of={t('Tool')}
      columns={[
        { title: t('Waiting') },
        { title: t('Running'), isMinor: true },
        { title: t('Done') },
        { title: t('Failed') },
        { title: t('95% started within'), isMinor: true },
        { title: t('95% finished within'), isMinor: true },
      ]}
      rows={tools.map((tool) => {
        const open = queue.by_tool.find((each) => each.tool === tool);
        const ended = recent.by_tool.find((each) => each.tool === tool);
        const wait = secondsText(ended?.p95_wait_seconds ?? null);
        const work = secondsText(ended?.p95_work_seconds ?? null);
        return {
          id: tool,
          name: (
            <>
              {toolTitle(tool)}
              <span className="block text-xs font-normal text-muted sm:hidden">
                {t('95% started within {wait}, finished within {work}', { wait, work })}
              </span>
            </>
          ),
          figures: [
            numberText(open?.pending ?? 0),
            numberText(open?.started ?? 0),
            numberText(ended?.succeeded ?? 0),
            numberText(ended?.failed ?? 0),
            wait,
            work,
          ],
          bad: (ended?.failed ?? 0) > 0 ? 3 : null,
        };
      })}
    />
  );
}

function Failures({ failures }: Pick<OperatorFigures['recent'], 'failures'>) {
  if (failures.length === 0) return <Nothing>{t('No failures in this period.')}</Nothing>;
  return (
    <FigureTable
      caption={t('Failures by reason')}
      of={t('Reason')}
      columns={[{ title: t('Tasks') }]}
      rows={failures.map(({ tool, reason, tasks }) => ({
        id: `${tool} ${reason}`,
        name: (
          <>
            {reasonText(reason)}
            <span className="block text-xs font-normal text-muted">{toolTitle(tool)}</span>
          </>
        ),
        figures: [numberText(tasks)],
      }))}
    />
  );
}

const Engines = ({ engines }: Pick<OperatorFigures, 'engines'>) => (
  <Pairs
    pairs={engines.map(({ tool, name, model, responds }): FigurePair => [
      `${toolTitle(tool)}${name === '' ? '' : ` · ${name}`}${model === null ? '' : ` (${model})`}`,
      responds ? t('Responds') : t('Does not respond'),
      !responds,
    ])}
  />
);

type FigurePair = readonly [label: string, figure: string, isBad?: boolean];

function Pairs({ pairs }: { readonly pairs: readonly FigurePair[] }) {
  return (
    <dl className="mt-3 divide-y divide-line text-sm">
      {pairs.map(([label, figure, isBad = false]) => (
        <div key={label} className="flex justify-between gap-4 py-2">
          <dt className="min-w-0 break-words">{label}</dt>
          <dd
            className={classNames(
              'text-right tabular-nums',
              isBad ? 'font-medium text-danger' : 'text-muted',
            )}
          >
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-3 text-sm text-muted">{children}</p>
);
