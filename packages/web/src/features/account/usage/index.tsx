import { messages, t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import type { ApiUsage } from '@packshot/contract/api/usage';
import { ROUTES } from '@packshot/contract/routes';
import { TASK_TOOLS } from '@packshot/contract/tools/task-tools';
import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { usePageTitle } from '../../../lib/state/page-title.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { GuestWall } from '../guest-wall.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { DayChart } from './day-chart.tsx';
import { errorShare, formatDuration, toolName } from './figure-words.ts';
import { GroupTable } from './group-table.tsx';
import { LastCalls } from './last-calls.tsx';

const TITLE = t('API usage');
const PERIODS = messages({ '7': '7 days', '30': '30 days', '90': '90 days' });

export default function UsagePage() {
  usePageTitle(TITLE);
  const isLoggedIn = useGlobalState((state) => state.userLoggedIn);
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest ?? true);
  return (
    <div className="mx-auto w-full max-w-5xl px-6 pt-10 pb-16 max-md:px-4 max-md:pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl font-bold tracking-headline">{TITLE}</h1>
        <Link
          to={ROUTES.home}
          search={{ tab: 'account' }}
          hash="api-keys"
          className={buttonClasses('secondary', 'sm')}
        >
          {t('API keys')}
        </Link>
      </div>
      <div className="mt-6 grid gap-4">
        {!isLoggedIn ? <Skeleton className="h-64" /> : isGuest ? <GuestWall /> : <Usage />}
      </div>
    </div>
  );
}

interface Filter {
  readonly days: string;
  /** ID of the key that the page is filtered by; empty for all keys. */
  readonly keyId: string;
  /** Tool that the page is filtered by; empty for all tools. */
  readonly tool: string;
}

type KeyNames = Readonly<Record<string, string>>;

function Usage() {
  const [filter, setFilter] = useState<Filter>({ days: '30', keyId: '', tool: '' });
  // Names of all keys seen so far, because the answer for a filter names only the keys that match it.
  const [keyNames, setKeyNames] = useState<KeyNames>({});
  const learn = useCallback(
    ({ by_key }: ApiUsage) =>
      setKeyNames((knownNames) => ({
        ...knownNames,
        ...Object.fromEntries(by_key.map((key) => [key.key_id, key.name])),
      })),
    [],
  );
  const { days, keyId, tool } = filter;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Choice
          label={t('Period')}
          value={days}
          options={Object.entries(PERIODS)}
          onChange={(value) => setFilter({ ...filter, days: value })}
        />
        <Choice
          label={t('Key')}
          value={keyId}
          options={[['', t('All keys')], ...Object.entries(keyNames)]}
          onChange={(value) => setFilter({ ...filter, keyId: value })}
        />
        <Choice
          label={t('Tool')}
          value={tool}
          options={[['', t('All tools')], ...TASK_TOOLS.map((each) => [each, toolName(each)] as const)]}
          onChange={(value) => setFilter({ ...filter, tool: value })}
        />
      </div>
      <Figures key={`${days} ${keyId} ${tool}`} filter={filter} onLoaded={learn} />
    </>
  );
}

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="grid min-w-36 flex-1 gap-1.5 text-sm font-medium sm:max-w-56">
      {props.label}
      <select
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        className="h-9 w-full min-w-0 rounded-md border border-field-line bg-surface px-2 font-normal pointer-coarse:h-11"
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Figures(props: { readonly filter: Filter; readonly onLoaded: (usage: ApiUsage) => void }) {
  const { filter, onLoaded } = props;
  const { days, keyId, tool } = filter;
  const load = useCallback(async (): Promise<ApiUsage> => {
    const query = { days, ...(keyId !== '' && { key_id: keyId }), ...(tool !== '' && { tool }) };
    const { data } = await call('getApiUsage', { query });
    onLoaded(data);
    return data;
  }, [days, keyId, tool, onLoaded]);
  const { loaded, reload } = useLoaded(load);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-96" />;
  const usage = loaded.value;
  if (usage.total.calls === 0) return <NoCalls />;
  return (
    <>
      <Totals usage={usage} />
      <Section>
        <DayChart days={usage.by_day} />
      </Section>
      <div className="grid gap-4 lg:grid-cols-2">
        <Section>
          <GroupTable
            title={t('By key')}
            groups={usage.by_key.map((key) => ({
              ...key,
              id: key.key_id,
              name: (
                <>
                  <bdi translate="no">{key.name}</bdi>
                  <span className="block text-xs font-normal text-muted">
                    <code translate="no" className="font-mono">
                      {key.starts_with}…
                    </code>
                    {key.has_ended && ` · ${t('revoked')}`}
                  </span>
                </>
              ),
            }))}
          />
        </Section>
        <Section>
          <GroupTable
            title={t('By tool')}
            groups={usage.by_tool.map((each) => ({
              ...each,
              id: each.tool ?? '',
              name: toolName(each.tool),
            }))}
          />
        </Section>
      </div>
      <Section>
        <LastCalls calls={usage.last_calls} />
      </Section>
    </>
  );
}

function NoCalls() {
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={t('No calls in this period')}
      className="w-full max-w-none! rounded-xl border border-line bg-surface py-10!"
      actions={
        <Link to={ROUTES.home} search={{ tab: 'account' }} hash="api-keys" className={buttonClasses()}>
          {t('API keys')}
        </Link>
      }
    >
      <p>{t('Calls made with your keys appear here within seconds.')}</p>
    </EmptyState>
  );
}

const Section = ({ children }: { readonly children: ReactNode }) => (
  <Card className="min-w-0 p-6 max-md:p-5">{children}</Card>
);

function Totals({ usage: { total } }: { readonly usage: ApiUsage }) {
  const figures = [
    [t('Calls'), String(total.calls), ''],
    [t('Errors'), String(total.errors), errorShare(total)],
    [t('95th percentile of time'), formatDuration(total.p95_ms), ''],
    ...(hasBilling() ? [[t('Credits'), String(total.credits), '']] : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {figures.map(([label, figure, note]) => (
        <Card key={label} className="p-5 max-md:p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 text-2xl font-bold tabular-nums">{figure}</dd>
          {note !== '' && <dd className="text-sm text-muted">{note}</dd>}
        </Card>
      ))}
    </dl>
  );
}
