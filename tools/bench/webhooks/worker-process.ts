// Worker that only delivers webhooks, in the same way as the real one. It starts faster, because it has no engine.
import {
  createWebhookDelivery,
  queueDueWebhooks,
} from '../../../packages/server/src/api/webhooks/deliver.ts';
import { NO_TRACING } from '../../../packages/server/src/platform/tracing/tracing.ts';
import { createPublicFetch } from '../../../packages/server/src/platform/public-fetch/public-fetch.ts';
import { createTokenSecrets } from '../../../packages/server/src/platform/secrets/token-secrets.ts';
import { JOB_DEFINITIONS } from '../../../packages/server/src/app/job-definitions.ts';
import {
  openQueueSender,
  startQueueConsumer,
} from '../../../packages/server/src/platform/queue/pg-boss-queue.ts';
import { startRounds } from '../../../packages/server/src/platform/queue/rounds.ts';
import type { WorkerDependencies } from '../../../packages/server/src/app/worker-dependencies.ts';
import { openPool } from '../../../packages/server/src/platform/database/connection.ts';
import { createDatabase } from '../../../packages/server/src/app/database.ts';
import { asLeader } from '../../../packages/server/src/platform/database/leadership.ts';
import { silentLogger } from '../../../packages/server/src/testing/silent-logger.ts';

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const pool = openPool(databaseUrl, 8, 'worker', silentLogger);
const queue = await openQueueSender(pool, silentLogger);
const database = createDatabase(pool, queue.bind);
const webhookDelivery = createWebhookDelivery({
  database,
  secrets: createTokenSecrets(secret),
  publicFetch: createPublicFetch({ privateHosts: new Set(['localhost']) }),
  clock: { now: () => new Date() },
});
const { signal: shutdown } = new AbortController();
const definition = JOB_DEFINITIONS.webhook;
const { jobName, handle } = await definition.loadHandler();
const deps: Pick<WorkerDependencies, 'webhookDelivery' | 'logger' | 'tracing'> = {
  webhookDelivery,
  logger: silentLogger,
  tracing: NO_TRACING,
};
await startQueueConsumer({
  databaseUrl,
  jobs: [
    {
      name: jobName,
      queue: definition.queue,
      run: (payload, dependencies, signals) =>
        handle(payload as { webhookId: string }, dependencies, signals),
    },
  ],
  // The only handler uses no other dependencies.
  deps: deps as WorkerDependencies,
  cpuConcurrency: 1,
  shutdown,
});
startRounds(
  'sent to webhooks',
  5_000,
  () => asLeader(pool, 'webhooks', (clock) => queueDueWebhooks({ database }, clock)),
  silentLogger,
);
console.log('worker ready');
