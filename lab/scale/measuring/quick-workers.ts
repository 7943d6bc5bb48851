import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../packages/server/src/platform/logging/logger.ts';
import { NO_TRACING } from '../../../packages/server/src/platform/tracing/tracing.ts';
import { createModeration } from '../../../packages/server/src/uploads/moderation.ts';
import {
  createPixelCounts,
  createProvenanceLookup,
} from '../../../packages/server/src/tools/work/provenance.ts';
import { SERVER_TOOLS } from '../../../packages/server/src/tools/kinds/index.ts';
import { JOB_DEFINITIONS } from '../../../packages/server/src/app/job-definitions.ts';
import { loadJobs } from '../../../packages/server/src/platform/queue/job.ts';
import { startQueueConsumer } from '../../../packages/server/src/platform/queue/pg-boss-queue.ts';
import type { WorkerDependencies } from '../../../packages/server/src/app/worker-dependencies.ts';
import { openTaskFeed, TASK_CANCELED_CHANNEL } from '../../../packages/server/src/tools/task-feed.ts';
import { fakeEngine, FAKE_RESULT } from '../../../packages/server/src/testing/fake-engine.ts';
import { silentLogger } from '../../../packages/server/src/testing/silent-logger.ts';
import type { FilledServices } from '../../../packages/server/src/testing/query-plans/studio.ts';

const GRACE_MS = 2_000;

const report = (fields: object, message: string): void => console.error(message, fields);
/** Reports warnings and errors, so that a worker that can't work isn't mistaken for a slow one. */
const faultsOnly: Logger = { ...silentLogger, warn: report, error: report };

/**
 * Starts the worker's own code, from the queue to the settled task and its stored files, with a fake engine that
 * answers after a fixed time: the measurement covers everything except making pictures.
 */
export async function startQuickWorker(
  { database, lifecycle, objects }: FilledServices,
  databaseUrl: string,
  engineMs: number,
  cpuConcurrency: number,
): Promise<{ stop(): Promise<void> }> {
  const engine = fakeEngine(async () => {
    if (engineMs > 0) await sleep(engineMs);
    return FAKE_RESULT;
  });
  const cancellations = await openTaskFeed(databaseUrl, TASK_CANCELED_CHANNEL, silentLogger);
  const shutdown = new AbortController();
  const deps: Partial<WorkerDependencies> = {
    database,
    lifecycle,
    objects,
    engine,
    cancellations,
    findProvenance: createProvenanceLookup(database.stores.records, SERVER_TOOLS),
    findPixels: createPixelCounts(database.stores.records),
    signsPictures: () => Promise.resolve(false),
    moderation: createModeration(database, null),
    tracing: NO_TRACING,
    logger: faultsOnly,
  };
  const consumer = await startQueueConsumer({
    databaseUrl,
    jobs: await loadJobs(JOB_DEFINITIONS),
    // Cut-outs by the built-in engine use no other dependencies.
    deps: deps as WorkerDependencies,
    cpuConcurrency,
    shutdown: shutdown.signal,
  });
  return {
    async stop() {
      await consumer.stop(GRACE_MS, () => shutdown.abort());
      await cancellations.close();
    },
  };
}
