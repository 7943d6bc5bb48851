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
/** Time without a heartbeat after which a job's worker counts as dead; the minimum that pg-boss allows. */
const HEARTBEAT_S = 10;
/** Interval of heartbeats. After three missing ones in a row, the job is given to another worker. */
const HEARTBEAT_REFRESH_S = 3;
/** Polling interval, in case a notification of a new job is lost; the minimum that pg-boss allows. */
const POLL_S = 0.5;
/**
 * Maximum polling interval. Each slot polls separately, so a queue with more slots polls less often per slot.
 * Otherwise an idle worker would poll a hundred times a second.
 */
const LONGEST_POLL_S = 5;
/** Interval at which workers look for jobs of dead workers, and maximum age of their count of waiting jobs. */
const SUPERVISE_S = 1;
/**
 * Further options that pg-boss passes to its connection pool. Without a timeout, an unanswered statement would block a
 * worker for a quarter of an hour. Connecting has a timeout too: the kernel retries ever more rarely, so a new
 * connection could be half a minute late.
 */
const OWN_POOL = {
  query_timeout: SILENCE_TIMEOUT_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  Client: PreparedClient,
} satisfies PoolConfig;
/**
 * A job of a kind that this release doesn't know is returned to the queue for a worker of another release. Delay of a
 * return, and maximum number of returns: ten minutes in all.
 */
const RETURNED_FOR_S = 2;
const MOST_RETURNS = 300;
/** Time limit of a running job, in seconds. */
const EXPIRE_S = 4_000;
const KEEP_WAITING_S = 24 * 3600;
const KEEP_FINISHED_S = 3600;

/** Updates the tables and definitions of the job queue. Must run under the migration lock. */
export async function migrateQueue(databaseUrl: string, logger: Logger): Promise<void> {
  const options = `${LOST_CLIENTS} -c lock_timeout=${YIELDING_MS}`;
  const boss = createBoss(
    { connectionString: databaseUrl, options, max: 2, migrate: true, supervise: false },
    logger,
  );
  await boss.start();
  try {
    // A dead letter queue (for jobs that failed for good) must exist before the queue that references it.
    const ordered = QUEUES.toSorted((a, b) => Number(hasDeadLetter(a)) - Number(hasDeadLetter(b)));
    for (const definition of ordered) {
      const { name, ...options } = queueOptions(definition);
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
    // Deletes queues of earlier releases, because no worker takes their jobs. The sweeper queues the tasks of those
    // jobs again.
    const names = new Set([...QUEUES.map(({ name }) => name), EARLIER_PROVIDER_QUEUE]);
    for (const { name } of await boss.getQueues()) if (!names.has(name)) await boss.deleteQueue(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Name of the queue for other engines in release 0.1.0. It remains for rolling upgrades: API processes of 0.1.0 still
 * add jobs to it, which would fail without it, and workers of both releases take them.
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

/** Content of a queued job. It names its kind, because a queue may hold several. */
type QueuedJob = Job['payload'] & {
  readonly job: JobName | typeof EARLIER_CUT_OUT;
  /** Number of times that workers which don't know this kind have returned the job. */
  readonly returned?: number;
  /** Tracing context of the job. Each attempt at the job is a span of its trace, and so are jobs that it queues. */
  readonly traceparent?: string;
};

/** Start of the priority numbers. Seconds since this date fit into a 32-bit column until 2094. */
const PRIORITY_EPOCH_S = Date.UTC(2026, 0, 1) / 1000;
/** Converts a priority time to pg-boss's number: jobs with the highest number run first. */
const queuePriority = (priority: Date): number => PRIORITY_EPOCH_S - Math.floor(priority.getTime() / 1000);

function createBoss(options: ConstructorOptions, logger: Logger): PgBoss {
  const boss = new PgBoss({ schema: SCHEMA, schedule: false, ...options });
  boss.on('error', createQueueErrorLog(logger));
  boss.on('warning', (warning) => logger.warn({ warning }, 'the queue warns'));
  return boss;
}

/**
 * Opens the queue for sending jobs, as the API process does.
 * @param runner runs statements outside transactions, such as reading the queues' options
 */
export async function openQueueSender(runner: SqlRunner, logger: Logger, tracing: Tracing = NO_TRACING) {
  const boss = createBoss(
    { db: asBossDatabase(runner), migrate: false, supervise: false, useListenNotify: false },
    logger,
  );
  await boss.start();
  return {
    /** Returns the queue on a given connection: jobs are enqueued when that connection's transaction commits. */
    bind: (connection: SqlRunner): JobQueue => ({
      async enqueue({ name, payload }, priority = new Date()) {
        const queue = QUEUE_OF_JOB[name].name;
        await tracing.span(
          `send ${queue}`,
          { kind: 'producer', attributes: createAttributes(queue, name) },
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

const createAttributes = (queue: string, job: JobName) => ({
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
  readonly cpuConcurrency: number;
  readonly shutdown: AbortSignal;
}

/** Starts taking jobs. From each queue, takes as many at once as the queue's definition allows. */
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
          // Falls back to all kinds, because an earlier release may have put the job into another queue.
          const kind = findKind(data, kinds) ?? findKind(data, jobs);
          if (kind === undefined) {
            // The job belongs to another release. It is returned for that release's workers, without counting as one of
            // its attempts.
            if (returned >= MOST_RETURNS) throw new Error(`No worker has a handler for the job ${data.job}`);
            const again = { ...data, ...(traceparent !== null && { traceparent }), returned: returned + 1 };
            await boss.send(queue, again, { startAfter: RETURNED_FOR_S });
            continue;
          }
          const span = {
            kind: 'consumer',
            parent: traceparent,
            attributes: createAttributes(queue, kind.name),
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
     * Stops taking jobs and lets running ones finish. Jobs still running after `graceMs` are returned to the queue.
     * @param abort called after half of the time, to make running jobs stop
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

export type QueueConsumer = Awaited<ReturnType<typeof startQueueConsumer>>;

/** A job in a dead letter queue still has the name of its original kind, but that queue holds only one kind. */
function findKind<Deps>(
  { job }: QueuedJob,
  kinds: readonly RunnableJob<Deps>[],
): RunnableJob<Deps> | undefined {
  const [only, ...others] = kinds;
  if (others.length === 0) return only;
  return kinds.find(({ name }) => name === (job === EARLIER_CUT_OUT ? 'cut-out' : job));
}
