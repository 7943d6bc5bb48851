import { NO_TRACING } from '../platform/tracing/tracing.ts';
import type { ImageEngine } from '@packshot/image-engine';
import type { PresentSigner } from '../tools/work/picture-signer.ts';
import { createPixelCounts, createProvenanceLookup } from '../tools/work/provenance.ts';
import { SERVER_TOOLS } from '../tools/kinds/index.ts';
import { JOB_DEFINITIONS } from '../app/job-definitions.ts';
import { loadJobs } from '../platform/queue/job.ts';
import { startQueueConsumer } from '../platform/queue/pg-boss-queue.ts';
import { openTaskFeed, TASK_CANCELED_CHANNEL } from '../tools/task-feed.ts';
import { silentLogger } from './silent-logger.ts';
import type { TestServices } from './test-services.ts';

export interface TestWorker {
  stop(graceMs?: number): Promise<void>;
}

/** Signer for tests with a fake engine. It signs nothing. */
const TEST_SIGNER = () => ({
  algorithm: 'es256' as const,
  certificates: [],
  knownBy: { issuer: null, serialNumber: null },
  sign: async (bytes: Uint8Array) => bytes,
});

export interface TestWorkerOptions {
  /** Number of parallel jobs; 1 by default. */
  readonly concurrency?: number;
  /** Signer of pictures; by default one that signs nothing. */
  readonly signer?: PresentSigner;
}

/** Runs the real worker code in this process, with the test's engine. */
export async function startTestWorker(
  {
    url,
    database,
    lifecycle,
    objects,
    moderation,
    mailService,
    eventForwarder,
    webhookDelivery,
    runDelivery,
    providerFor,
    referenceCatalog,
  }: TestServices,
  engine: ImageEngine,
  { concurrency = 1, signer = TEST_SIGNER }: TestWorkerOptions = {},
): Promise<TestWorker> {
  const cancellations = await openTaskFeed(url, TASK_CANCELED_CHANNEL, silentLogger);
  const shutdown = new AbortController();
  const consumer = await startQueueConsumer({
    databaseUrl: url,
    jobs: await loadJobs(JOB_DEFINITIONS),
    deps: {
      database,
      lifecycle,
      tracing: NO_TRACING,
      objects,
      findProvenance: createProvenanceLookup(database.stores.records, SERVER_TOOLS),
      findPixels: createPixelCounts(database.stores.records),
      engine,
      signer,
      signsPictures: () => Promise.resolve(true),
      providerFor,
      referencePicture: (id) => referenceCatalog.picture(id),
      moderation,
      cancellations,
      mailService,
      eventForwarder,
      webhookDelivery,
      runDelivery,
      logger: silentLogger,
    },
    cpuConcurrency: concurrency,
    shutdown: shutdown.signal,
  });
  return {
    async stop(graceMs = 2_000) {
      await consumer.stop(graceMs, () => shutdown.abort());
      await cancellations.close();
    },
  };
}
