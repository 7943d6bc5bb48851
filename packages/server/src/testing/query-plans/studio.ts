import { readAuthorization } from '../../accounts/authorization.ts';
import { createFileService } from '../../tools/file-service.ts';
import { createTaskEndings } from '../../catalog/task-endings.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import { loadConfig } from '../../platform/config/config.ts';
import { createCallLog } from '../../api/usage/call-log.ts';
import { createApiUsageService } from '../../api/usage/service.ts';
import { createArchiveService } from '../../records/archives/service.ts';
import type { BillingSettings } from '../../billing/model.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { createRunService } from '../../catalog/run-service.ts';
import { createCreditService } from '../../credits/service.ts';
import type { ServiceDatabase } from '../../service/stores.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { createTaskLifecycle } from '../../tools/lifecycle.ts';
import type { TaskLifecycle } from '../../tools/lifecycle.ts';
import { createGenerationService } from '../../tools/service.ts';
import type { Clock } from '../../platform/clock.ts';
import { createPublicJobService } from '../../tools/public-jobs/service.ts';
import { createRecordService } from '../../records/service.ts';
import { createModeration } from '../../uploads/moderation.ts';
import { createUploadService } from '../../uploads/service.ts';
import { createWebhookService } from '../../api/webhooks/service.ts';
import { createEngineCatalog, openProviders } from '../../tools/engines/other-engines.ts';
import { createPublicFetch, isPrivateLiteral } from '../../platform/public-fetch/public-fetch.ts';
import { createFileLinks } from '../../platform/secrets/file-links.ts';
import { createTokenSecrets } from '../../platform/secrets/token-secrets.ts';
import { createTableReader } from '../../platform/tables/read-table.ts';
import { zip } from '../../platform/zip.ts';
import { SERVER_TOOLS } from '../../tools/kinds/index.ts';
import { TOOLS_QUEUE } from '../../platform/queue/queues.ts';
import { openQueueSender } from '../../platform/queue/pg-boss-queue.ts';
import { createExecutor, openPool } from '../../platform/database/connection.ts';
import { createDatabase } from '../../app/database.ts';
import { openDiskObjectStore } from '../../platform/objects/disk-object-store.ts';
import { createWaitingLine } from '../../tools/waiting-line-store.ts';
import { openTaskFeed, TASK_CHANGED_CHANNEL } from '../../tools/task-feed.ts';
import { silentLogger } from '../silent-logger.ts';

/** The server's services on a filled test database, composed as in API and worker, with limits for many users. */
export interface FilledServices {
  readonly api: ReturnType<typeof createServices>;
  readonly database: ServiceDatabase;
  readonly pool: pg.Pool;
  readonly lifecycle: TaskLifecycle;
  readonly clock: Clock;
  readonly objects: Objects;
  close(): Promise<void>;
}

const LIMITS = {
  GENERATIONS_PER_MINUTE: '10000',
  SIMULTANEOUS_TASKS_PER_USER: '10000',
  QUEUED_TASKS_LIMIT: '100000',
  // Allows the longest wait, so that a measurement may accept a thousand tasks before it works on them.
  TASK_TIMEOUT_S: '3600',
  ACCOUNT_STORAGE_MB: '1000000000',
  SUBSCRIBER_STORAGE_MB: '1000000000',
  SUBSCRIBER_GENERATIONS_PER_DAY: '1000000',
};

type StudioConfig = ReturnType<typeof loadConfig>;
type Objects = Awaited<ReturnType<typeof openDiskObjectStore>>;
const clock: Clock = { now: () => new Date() };

const NOBODY_PAYS: BillingSettings = {
  mode: 'off',
  environment: 'demo',
  currency: 'usd',
  stripePriceIds: {},
  graceMs: 0,
};

/** Placeholder for drawing contact sheets, because this database has no pictures. */
const notDrawn = (): never => {
  throw new Error('Nothing is drawn here');
};

/** Composes the services as compose/compose.ts does for the API, without payments. */
function createServices(
  config: StudioConfig,
  database: ServiceDatabase,
  objects: Objects,
  feed: Awaited<ReturnType<typeof openTaskFeed>>,
  pool: pg.Pool,
) {
  const secrets = createTokenSecrets(config.sessionSecret);
  const links = createFileLinks(config.sessionSecret);
  const logger = silentLogger;
  const uploads = createUploadService({
    database,
    objects,
    clock,
    quotas: config.storageQuotas,
    billing: NOBODY_PAYS,
  });
  const publicFetch = createPublicFetch();
  const endings = createTaskEndings(SERVER_TOOLS, clock);
  const generation = {
    tools: SERVER_TOOLS,
    database,
    endings,
    objects,
    references: createReferenceCatalog(),
    engines: createEngineCatalog(config.engines, openProviders(config.engines), logger),
    moderation: createModeration(database, config.moderationThreshold),
    clock,
    feed,
    quotas: config.storageQuotas,
    line: createWaitingLine(createExecutor(pool), TOOLS_QUEUE),
    limits: config.limits,
    billing: NOBODY_PAYS,
  };
  const generations = createGenerationService(generation);
  const services = {
    uploads,
    generations,
    publicJobs: createPublicJobService({ ...generation, links, uploads, publicFetch }),
    records: createRecordService({ database, objects, clock, tools: SERVER_TOOLS }),
    accounts: { authorization: (caller: Caller) => readAuthorization(database, caller) },
    credits: createCreditService(database),
    files: createFileService({ database, objects, links, billing: NOBODY_PAYS, clock }),
    archives: createArchiveService({ database, objects, billing: NOBODY_PAYS, secrets, zip, clock, logger }),
    apiUsage: createApiUsageService({ database, clock, callLog: createCallLog({ database, logger }) }),
    runs: createRunService({
      database,
      generations,
      endings,
      buckets: { find: notDrawn, open: notDrawn },
      objects,
      links,
      secrets,
      zip,
      readTable: createTableReader(),
      sheets: { cellsPerPage: 30, png: notDrawn, pdf: notDrawn },
      billing: NOBODY_PAYS,
      clock,
      logger,
    }),
    webhooks: createWebhookService({
      database,
      clock,
      secrets,
      publicFetch,
      mayBeLocal: true,
      isPrivateLiteral,
    }),
  };
  return { services };
}

export async function openStudio(
  databaseUrl: string,
  dataFolder: string,
  poolSize = 10,
): Promise<FilledServices> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataFolder, ...LIMITS });
  const pool = openPool(databaseUrl, poolSize, 'scale', silentLogger);
  const queue = await openQueueSender(pool, silentLogger);
  const database = createDatabase(pool, queue.bind);
  const feed = await openTaskFeed(databaseUrl, TASK_CHANGED_CHANNEL, silentLogger);
  const objects = await openDiskObjectStore({
    rootFolder: join(dataFolder, 'storage'),
    signingSecret: config.sessionSecret,
    urlPrefix: '',
  });
  return {
    api: createServices(config, database, objects, feed, pool),
    database,
    pool,
    clock,
    objects,
    lifecycle: createTaskLifecycle({ database, endings: createTaskEndings(SERVER_TOOLS, clock), clock }),
    async close() {
      await feed.close();
      await queue.close();
      await pool.end();
    },
  };
}

const PHOTO = readFileSync(
  join(import.meta.dirname, '../../../../image-engine/src/testing/fixtures/watch.png'),
);

/** Finds a user of the filled database by number; the first is the busiest. */
export async function callerNo({ pool }: FilledServices, userNo: number): Promise<Caller> {
  const { rows } = await pool.query<{ user_id: string; organization_id: string; family_id: string }>(
    `select scale.id('user', $1) as user_id, scale.id('organization', $1) as organization_id, scale.id('family', $1) as family_id`,
    [userNo],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no user ${userNo}`);
  return { userId: row.user_id, organizationId: row.organization_id, familyId: row.family_id, role: 'owner' };
}

/** Finds the number of the user who owns a run; the first run is the largest. */
export async function ownerNoOfRun({ pool }: FilledServices, runNo: number): Promise<number> {
  const { rows } = await pool.query<{ owner_no: string }>(`select scale.user_no('run', $1) as owner_no`, [
    runNo,
  ]);
  return Number(rows[0]?.owner_no);
}

export async function uploadPhoto({ api }: FilledServices, caller: Caller): Promise<string> {
  return (await api.services.uploads.store(caller, new Uint8Array(PHOTO), 'watch.png')).key;
}

/**
 * Writes the totals of API calls as the scheduled round does, except for the last 24 hours. The filled database has 90
 * days of calls without totals.
 */
export async function sumUpCalls({ database, clock }: FilledServices): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  while (await database.stores.apiCalls.sumUpDay(before));
}
