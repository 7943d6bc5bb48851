import { randomUUID } from 'node:crypto';
import { TOOL_IDS } from '@packshot/contract';
import type { Caller, KeyCaller } from '../../platform/access/caller.ts';
import { feedRuns } from '../../catalog/feed-runs.ts';
import { sweepRuns } from '../../service/maintenance/sweep-runs.ts';
import { sweepExpired, sweepTasks } from '../../service/maintenance/sweep.ts';
import { queueDueWebhooks } from '../../api/webhooks/deliver.ts';
import { createExecutor } from '../../platform/database/connection.ts';
import { readQueueFigures } from '../../tools/queue-figure-store.ts';
import { silentLogger } from '../silent-logger.ts';
import type { FilledServices } from './studio.ts';

/** A user of the filled test database, with rows to query. */
export interface Subject {
  readonly caller: Caller;
  readonly photoKey: string;
  readonly taskIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly runId: string | null;
  readonly resultKeys: readonly string[];
  readonly keyCaller: KeyCaller | null;
  readonly webhookId: string | null;
}

export async function loadSubject(
  { pool }: FilledServices,
  caller: Caller,
  photoKey: string,
): Promise<Subject> {
  const ids = async (sql: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(sql, [caller.userId])).rows.map(({ id }) => id);
  const [keyId] = await ids(`select id from api_keys where user_id = $1 limit 1`);
  const [runId = null] = await ids(
    `select r.id from runs r where user_id = $1 order by (select count(*) from run_items i where i.run_id = r.id) desc limit 1`,
  );
  const [webhookId = null] = await ids(
    `select w.id from webhooks w join memberships m on m.organization_id = w.organization_id where m.user_id = $1 limit 1`,
  );
  return {
    caller,
    photoKey,
    taskIds: await ids(`select id from tasks where user_id = $1 order by created_at desc limit 50`),
    recordIds: await ids(
      `select id from generation_records where user_id = $1 order by created_at desc limit 50`,
    ),
    resultKeys: await ids(
      `select key as id from assets where user_id = $1 and rendition = 'full' and state = 'stored' order by created_at desc limit 300`,
    ),
    runId,
    webhookId,
    keyCaller:
      keyId === undefined
        ? null
        : { ...caller, key: { id: keyId, mode: 'live', scopes: ['jobs:run', 'images:read'] } },
  };
}

export interface QueryOperation {
  readonly name: string;
  /** Runs the operation for a user; null if the user has no rows for it. */
  readonly run: (studio: FilledServices, subject: Subject, turn: number) => Promise<unknown> | null;
  /** True for scheduled rounds, which one worker does for all users, and for which no user waits. */
  readonly isRound?: true;
}

const HISTORY = { page: 1, per_page: 24, sort: '-created_at' } as const;
const pick = <T>(list: readonly T[], turn: number): T | undefined => list[turn % Math.max(1, list.length)];
const ifAny = <T, R>(value: T | null | undefined, work: (value: T) => Promise<R>): Promise<R> | null =>
  value === null || value === undefined ? null : work(value);

/** Accepts a cut-out of the user's photo. @lab */
export async function acceptOne({ api }: FilledServices, { caller, photoKey }: Subject): Promise<string> {
  const form = { input: { imageKey: photoKey }, toolId: TOOL_IDS.bgRemove, engine: null };
  const { taskIds } = await api.services.generations.accept(caller, 'cut-out', form, randomUUID());
  return taskIds[0] ?? '';
}

const result = ({ caller }: Subject, taskId: string) => {
  const folder = `results/${caller.userId}/${taskId}/1-`;
  return { fullKey: `${folder}full.png`, standardKey: `${folder}standard.webp`, widthPx: 640, heightPx: 480 };
};

/** Does all database work of a task from its acceptance to its end, except the job queue's. */
async function settleOne({ lifecycle }: FilledServices, subject: Subject, taskId: string): Promise<void> {
  const task = await lifecycle.claim(taskId);
  if (task === null) throw new Error(`The task ${taskId} could not be claimed`);
  const { fullKey, standardKey, widthPx, heightPx } = result(subject, taskId);
  const asset = {
    userId: task.userId,
    taskId,
    attempt: task.attempt,
    sizeBytes: 1000,
    sha256: '0'.repeat(64),
  };
  await lifecycle.announceAssets([
    { ...asset, key: fullKey, rendition: 'full', contentType: 'image/png' },
    { ...asset, key: standardKey, rendition: 'standard', contentType: 'image/webp' },
  ]);
  await lifecycle.reportProgress(task, 0.5, 'refine');
  if (!(await lifecycle.succeed(task, { fullKey, standardKey, widthPx, heightPx })))
    throw new Error('It came too late');
}

/** Operations of the API and of the workers' rounds whose queries are measured. */
export const OPERATIONS: readonly QueryOperation[] = [
  { name: 'who is calling', run: ({ database }, { caller }) => database.stores.accounts.findCaller(caller) },
  { name: 'History, first page', run: ({ api }, { caller }) => api.services.records.list(caller, HISTORY) },
  {
    name: 'History, page 40',
    run: ({ api }, { caller }) => api.services.records.list(caller, { ...HISTORY, page: 40 }),
  },
  {
    name: 'History by name',
    run: ({ api }, { caller }) => api.services.records.list(caller, { ...HISTORY, sort: 'name' }),
  },
  {
    name: 'History, search for two words',
    run: ({ api }, { caller }, turn) =>
      api.services.records.list(caller, {
        ...HISTORY,
        search: pick(['red mug', 'oak lamp', 'steel watch', 'linen bag'], turn) ?? '',
      }),
  },
  {
    name: 'History, search for what is not there',
    run: ({ api }, { caller }) => api.services.records.list(caller, { ...HISTORY, search: 'zeppelin' }),
  },
  {
    name: 'History, search for one letter',
    run: ({ api }, { caller }) => api.services.records.list(caller, { ...HISTORY, search: 'e' }),
  },
  {
    name: 'History, search for two letters that no record contains',
    run: ({ api }, { caller }) => api.services.records.list(caller, { ...HISTORY, search: 'zq' }),
  },
  {
    name: 'History, search for one letter in pictures without a star, by name',
    run: ({ api }, { caller }) =>
      api.services.records.list(caller, {
        ...HISTORY,
        search: 'e',
        sort: 'name',
        starred: false,
      }),
  },
  {
    name: 'one record',
    run: ({ api }, { caller, recordIds }, turn) =>
      ifAny(pick(recordIds, turn), (id) => api.services.records.read(caller, id)),
  },
  { name: 'balance', run: ({ api }, { caller }) => api.services.credits.freemiumCredits(caller) },
  {
    name: 'role, plan and balances',
    run: ({ api }, { caller }) => api.services.accounts.authorization(caller),
  },
  {
    name: 'ledger, first page',
    run: ({ api }, { caller }) =>
      api.services.credits.ledger(caller, { ledger: 'freemium', page: 1, per_page: 50 }),
  },
  {
    name: 'ledger, page 40',
    run: ({ api }, { caller }) =>
      api.services.credits.ledger(caller, { ledger: 'freemium', page: 40, per_page: 50 }),
  },
  {
    name: 'poll of a task',
    run: ({ api }, { caller, taskIds }, turn) =>
      ifAny(pick(taskIds, turn), (id) => api.services.generations.state(caller, id)),
  },
  {
    name: 'permission to upload',
    run: ({ api }, { caller }) => api.services.uploads.createTarget(caller, 'mug.jpg'),
  },
  { name: 'accept', run: (studio, subject) => acceptOne(studio, subject) },
  {
    name: 'claim, progress, settle',
    async run(studio, subject) {
      const { rows } = await studio.pool.query<{ id: string }>(
        `select id from tasks where user_id = $1 and status = 'PENDING' order by created_at desc limit 1`,
        [subject.caller.userId],
      );
      await settleOne(studio, subject, rows[0]?.id ?? (await acceptOne(studio, subject)));
    },
  },
  {
    name: 'download',
    run: ({ api }, { caller, resultKeys }, turn) =>
      ifAny(pick(resultKeys, turn), (key) =>
        api.services.files.downloadImage(caller, key).catch(ignoreMissing),
      ),
  },
  {
    name: 'archive',
    run: ({ api }, { caller, recordIds }) =>
      recordIds.length === 0
        ? null
        : api.services.archives.order(caller, recordIds.slice(0, 20)).catch(ignoreMissing),
  },
  {
    name: 'usage of 30 days',
    run: ({ api }, { keyCaller }) =>
      ifAny(keyCaller, (caller) => api.services.apiUsage.figures(withoutKey(caller), { days: 30 })),
  },
  {
    name: 'jobs of a program',
    run: ({ api }, { keyCaller }) =>
      ifAny(keyCaller, (caller) => api.services.publicJobs.list(caller, { after: null, limit: 20 })),
  },
  { name: 'list of runs', run: ({ api }, { caller }) => api.services.runs.list(caller, { limit: 20 }) },
  {
    name: 'a run',
    run: ({ api }, { caller, runId }) => ifAny(runId, (id) => api.services.runs.read(caller, id)),
  },
  {
    name: "a run's items",
    run: ({ api }, { caller, runId }) =>
      ifAny(runId, (id) => api.services.runs.listItems(caller, id, { sort: 'row', offset: 0, limit: 50 })),
  },
  {
    name: "a run's items, worst first",
    run: ({ api }, { caller, runId }) =>
      ifAny(runId, (id) => api.services.runs.listItems(caller, id, { sort: 'score', offset: 0, limit: 50 })),
  },
  {
    name: "a run's items to be looked at",
    run: ({ api }, { caller, runId }) =>
      ifAny(runId, (id) =>
        api.services.runs.listItems(caller, id, { state: 'needs_review', sort: 'row', offset: 0, limit: 50 }),
      ),
  },
  {
    name: 'deliveries of a webhook',
    run: ({ api }, { caller, webhookId }) =>
      ifAny(webhookId, (id) => api.services.webhooks.deliveries(caller, id, { limit: 20 })),
  },
  { name: 'round: tasks', isRound: true, run: (studio) => sweepTasks({ ...studio, logger: silentLogger }) },
  {
    name: 'round: what is over',
    isRound: true,
    run: (studio) => sweepExpired({ ...studio, logger: silentLogger, guestRetentionDays: 100_000 }),
  },
  { name: 'round: feed of runs', isRound: true, run: (studio) => feedRuns(createFeedDependencies(studio)) },
  {
    name: 'round: old runs',
    isRound: true,
    run: (studio) => sweepRuns({ ...studio, logger: silentLogger }, studio.clock),
  },
  { name: 'round: webhooks due', isRound: true, run: (studio) => queueDueWebhooks(studio, studio.clock) },
  { name: 'figures for operators', run: ({ pool }) => readQueueFigures(createExecutor(pool)) },
];

const withoutKey = ({ key: _key, ...caller }: KeyCaller): Caller => caller;

/** Ignores a missing file: the test database has no files, but the operation's queries have run by then. */
const ignoreMissing = (): null => null;

/** Dependencies of a round that feeds runs. Without active runs, it needs no others. */
const createFeedDependencies = ({ database, objects, clock }: FilledServices) =>
  ({ database, objects, clock, logger: silentLogger, behind: { places: () => 0 } }) as unknown as Parameters<
    typeof feedRuns
  >[0];
