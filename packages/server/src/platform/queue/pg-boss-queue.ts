import { PgBoss } from 'pg-boss';
import type { ConstructorOptions, Queue } from 'pg-boss';
import type { PoolConfig } from 'pg';
import { EARLIER_CUT_OUT } from '../earlier-names.ts';
import type { Job, JobName, JobQueue } from './job-queue.ts';
import type { Logger } from '../logging/logger.ts';
import { NO_TRACING } from '../tracing/tracing.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { CONNECT_TIMEOUT_MS, LOST_CLIENTS, SILENCE_TIMEOUT_MS, YIELDING_MS } from '../database/connection.ts';
import type { SqlRunner } from '../database/connection.ts';
import { PreparedClient } from '../database/prepared-client.ts';
import { QUEUE_OF_JOB, TOOLS_QUEUE } from './queues.ts';
import type { QueueDefinition, RunnableJob } from './job.ts';
import { createQueueErrorLog } from './queue-log.ts';

const SCHEMA = 'pgboss';
/** A worker that is silent for so long is dead; pg-boss allows no less. */
const HEARTBEAT_S = 10;
/** Three lost in a row before the job goes to somebody else. */
const HEARTBEAT_REFRESH_S = 3;
/** Backstop behind NOTIFY; pg-boss allows no less. */
const POLL_S = 0.5;
/** Each place of a queue asks for itself: the more there are, the more rarely each, or an idle worker asks a hundred times a second. */
const LONGEST_POLL_S = 5;
/** How often workers look for silent ones, and how stale their picture of the backlog may be. */
const SUPERVISE_S = 1;
/**
 * The queue hands what else it is given on to its pool: a statement that is never answered would stop a worker for a quarter of an hour, and the
 * kernel asks ever more rarely whether a machine is back, so that a connection that is being opened would be half a minute late.
 */
const OWN_POOL = {
  query_timeout: SILENCE_TIMEOUT_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  Client: PreparedClient,
} satisfies PoolConfig;
/** A job that this release does not know waits for a worker of another, for ten minutes at most; a task's deadline is shorter. */
const RETURNED_FOR_S = 2;
const MOST_RETURNS = 300;
/** Far beyond any task's own deadline, which ends the work long before. */
const EXPIRE_S = 4_000;
const KEEP_WAITING_S = 24 * 3600;
const KEEP_FINISHED_S = 3600;

/** Brings the queue's own tables and its queues up to date. Run it under the lock that migrations hold. */
export async function migrateQueue(databaseUrl: string, logger: Logger): Promise<void> {
  const options = `${LOST_CLIENTS} -c lock_timeout=${YIELDING_MS}`;
  const boss = createBoss(
    { connectionString: databaseUrl, options, max: 2, migrate: true, supervise: false },
    logger,
  );
  await boss.start();
  try {
    // A dead letter queue must exist before the queue that names it.
    const ordered = QUEUES.toSorted((a, b) => Number(hasDeadLetter(a)) - Number(hasDeadLetter(b)));
    for (const definition of ordered) {
      const { name, ...options } = queueOptions(definition);
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    // Queues of an earlier version have nobody who takes their jobs; the sweeper queues the tasks among them again.
    const names = new Set([...QUEUES.map(({ name }) => name), EARLIER_PROVIDER_QUEUE]);
    for (const { name } of await boss.getQueues()) if (!names.has(name)) await boss.deleteQueue(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * What 0.1.0 calls the queue of work for other engines. It stays where it is: while a release is rolled out, APIs of 0.1.0 still put work there, which
 * they would refuse without it, and workers of both take it.
 */
const EARLIER_PROVIDER_QUEUE = 'provided';
const EARLIER_PROVIDER_PLACES = 2;

const QUEUES: readonly QueueDefinition[] = [...new Set(Object.values(QUEUE_OF_JOB))];

const hasDeadLetter = (definition: QueueDefinition): boolean => definition.deadLetter !== undefined;

function queueOptions({ name, retry, deadLetter }: QueueDefinition): Queue {
  return {
    name,
    notify: true,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: EXPIRE_S,
    retentionSeconds: KEEP_WAITING_S,
    deleteAfterSeconds: KEEP_FINISHED_S,
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.longestDelaySeconds,
    ...(deadLetter !== undefined && { deadLetter: deadLetter.name }),
  };
}

/** What a queue holds of a job: a queue may hold several kinds. */
type QueuedJob = Job['payload'] & {
  readonly job: JobName | typeof EARLIER_CUT_OUT;
  /** How often a worker that does not know this kind has put it back. */
  readonly returned?: number;
  /** The trace that it belongs to: each delivery is a span of it, and so is what is queued from there. */
  readonly traceparent?: string;
};

/** Whole seconds since then fit a column of 32 bits until 2094. */
const PRIORITY_EPOCH_S = Date.UTC(2026, 0, 1) / 1000;
/** The queue takes what has the highest number first. */
const queuePriority = (priority: Date): number => PRIORITY_EPOCH_S - Math.floor(priority.getTime() / 1000);

function createBoss(options: ConstructorOptions, logger: Logger): PgBoss {
  const boss = new PgBoss({ schema: SCHEMA, schedule: false, ...options });
  boss.on('error', createQueueErrorLog(logger));
  boss.on('warning', (warning) => logger.warn({ warning }, 'the queue warns'));
  return boss;
}

/**
 * @param runner for what is not part of a transaction, such as reading the queues' options
 */
/** Puts jobs into the queue; the API's half. */
export async function openQueueSender(runner: SqlRunner, logger: Logger, tracing: Tracing = NO_TRACING) {
  const boss = createBoss(
    { db: asBossDatabase(runner), migrate: false, supervise: false, useListenNotify: false },
    logger,
  );
  await boss.start();
  return {
    /** The queue as seen through a connection: what is enqueued is there when that connection's transaction commits. */
    bind: (connection: SqlRunner): JobQueue => ({
      async enqueue({ name, payload }, priority = new Date()) {
        const queue = QUEUE_OF_JOB[name].name;
        await tracing.span(
          `send ${queue}`,
          { kind: 'producer', attributes: attributesOf(queue, name) },
          async () => {
            const traceparent = tracing.current();
            const queued: QueuedJob = { job: name, ...payload, ...(traceparent !== null && { traceparent }) };
            const options = { priority: queuePriority(priority), db: asBossDatabase(connection) };
            const id = await boss.send(queue, queued, options);
            if (id === null) throw new Error(`The queue did not take a job ${name}`);
          },
        );
      },
      countWaitingBefore: async (job, priority) =>
        QUEUE_OF_JOB[job].name === TOOLS_QUEUE ? countWaitingBefore(connection, priority) : null,
      findUnqueued: (taskIds) => findUnqueued(connection, taskIds),
    }),
    async check(): Promise<void> {
      if (!(await boss.isInstalled())) throw new Error('The queue has no tables');
    },
    close: (): Promise<void> => boss.stop({ graceful: false }),
  };
}

const attributesOf = (queue: string, job: JobName) => ({
  'messaging.system': 'pg-boss',
  'messaging.destination.name': queue,
  'packshot.job': job,
});

const asBossDatabase = (runner: SqlRunner) => ({
  executeSql: (text: string, values?: unknown[]) => runner.query(text, values),
});

async function countWaitingBefore(runner: SqlRunner, priority: Date): Promise<number> {
  const { rows } = await runner.query(
    `select count(*)::integer as jobs from ${SCHEMA}.job
     where name = $1 and state in ('created', 'retry') and priority >= $2`,
    [TOOLS_QUEUE, queuePriority(priority)],
  );
  return Number(rows[0]?.['jobs'] ?? 0);
}

async function findUnqueued(runner: SqlRunner, taskIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await runner.query(
    `select t.id from unnest($1::text[]) as t(id) where not exists (
       select from ${SCHEMA}.job j
       where j.data ->> 'taskId' = t.id and j.state in ('created', 'retry', 'active'))`,
    [taskIds],
  );
  return rows.map((row) => String(row['id']));
}

export interface ConsumerOptions<Deps> {
  readonly databaseUrl: string;
  readonly jobs: readonly RunnableJob<Deps>[];
  readonly deps: Deps & { readonly logger: Logger; readonly tracing: Tracing };
  /** CPU-heavy jobs at once. */
  readonly cpuConcurrency: number;
  readonly shutdown: AbortSignal;
}

/** Begins to take jobs, of each queue as many at once as its definition says. */
export async function startQueueConsumer<Deps>(options: ConsumerOptions<Deps>) {
  const { deps, jobs, cpuConcurrency, shutdown } = options;
  const boss = createBoss(
    {
      connectionString: options.databaseUrl,
      application_name: 'packshot-queue',
      options: LOST_CLIENTS,
      ...OWN_POOL,
      max: 4,
      migrate: false,
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_S,
      monitorIntervalSeconds: SUPERVISE_S,
      queueCacheIntervalSeconds: SUPERVISE_S,
    },
    deps.logger,
  );
  await boss.start();
  const take = (queue: string, places: number, kinds: readonly RunnableJob<Deps>[]): Promise<unknown> => {
    const pollS = Math.min(places * POLL_S, LONGEST_POLL_S);
    return boss.work<QueuedJob>(
      queue,
      {
        localConcurrency: places,
        batchSize: 1,
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_S,
        pollingIntervalSeconds: pollS,
        notifyPollingIntervalSeconds: pollS,
        burstWhenReadyExceeds: 1,
      },
      async (batch) => {
        for (const {
          data: { traceparent = null, returned = 0, ...data },
          signal,
        } of batch) {
          // A release before this one may have put it into another queue.
          const kind = kindOf(data, kinds) ?? kindOf(data, jobs);
          if (kind === undefined) {
            // Another release's: a worker of that release takes it, and none of its deliveries is used up here.
            if (returned >= MOST_RETURNS) throw new Error(`No worker has a handler for the job ${data.job}`);
            const again = { ...data, ...(traceparent !== null && { traceparent }), returned: returned + 1 };
            await boss.send(queue, again, { startAfter: RETURNED_FOR_S });
            continue;
          }
          const span = {
            kind: 'consumer',
            parent: traceparent,
            attributes: attributesOf(queue, kind.name),
          } as const;
          await deps.tracing.span(`process ${kind.name}`, span, () =>
            kind.run(data, deps, { shutdown, claimLost: signal }),
          );
        }
      },
    );
  };
  for (const [queue, kinds] of Map.groupBy(jobs, (job) => job.queue))
    await take(queue.name, queue.concurrency === 'cpu' ? cpuConcurrency : queue.concurrency, kinds);
  if ((await boss.getQueue(EARLIER_PROVIDER_QUEUE)) !== null)
    await take(
      EARLIER_PROVIDER_QUEUE,
      EARLIER_PROVIDER_PLACES,
      jobs.filter(({ name }) => name === 'provider'),
    );
  return {
    /**
     * Takes no more jobs, lets running ones end, and after `graceMs` gives them back.
     * @param abort called when half of the time is over, to make the running jobs end by themselves
     */
    async stop(graceMs: number, abort: () => void): Promise<void> {
      const timer = setTimeout(abort, graceMs / 2);
      try {
        await boss.stop({ graceful: true, timeout: graceMs });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Takes jobs out of the queue; the worker's half. */
export type QueueConsumer = Awaited<ReturnType<typeof startQueueConsumer>>;

/** A dead letter still carries the name of the job it was; its queue holds one kind. */
function kindOf<Deps>(
  { job }: QueuedJob,
  kinds: readonly RunnableJob<Deps>[],
): RunnableJob<Deps> | undefined {
  const [only, ...others] = kinds;
  if (others.length === 0) return only;
  return kinds.find(({ name }) => name === (job === EARLIER_CUT_OUT ? 'cut-out' : job));
}
