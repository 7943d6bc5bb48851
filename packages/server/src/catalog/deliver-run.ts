import type { CatalogDatabase } from './stores.ts';
import { createHash } from 'node:crypto';
import { getDeliveredType } from '@packshot/contract';
import type { ErrorCode, ItemState } from '@packshot/contract';
import type { BucketAccess, OpenedBucket } from '../buckets/access.ts';
import { isUsableKey, buildKeyPrefix } from '../buckets/keys.ts';
import { assertDownloadable, payForDownloads } from '../tools/downloads.ts';
import type { DownloadDependencies } from '../tools/downloads.ts';
import { DomainError } from '../platform/domain-error.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/durations.ts';
import type { Clock } from '../platform/clock.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import { announceCatalog } from './announce-catalog.ts';
import { MANIFEST_ROW } from './model.ts';
import type { ClaimedRunDelivery, StoredRun } from './model.ts';
import { manifestBytes } from './downloads.ts';
import { putOnce } from './put-once.ts';
import { findRunCaller } from './run-caller.ts';

export interface DeliverDependencies extends DownloadDependencies {
  readonly database: CatalogDatabase;
  readonly objects: Pick<ObjectStore, 'read'>;
  readonly buckets: BucketAccess;
  readonly clock: Clock;
}

/**
 * How long a worker's claim on a file lasts, longer than one attempt takes. If the worker is killed, another worker
 * continues after this time.
 */
const IN_HAND_MS = 3 * MINUTE_MS;
/** Minimum time before another worker job is queued for a run that still has due files. */
const REQUEUE_MS = 15_000;
const OPEN_RUNS = 50;
/** Pauses between attempts at a file after temporary errors. */
const PAUSES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS];
/** Temporary errors, after which a file is sent again. */
const PASSING: readonly ErrorCode[] = [
  'BUCKET_UNREACHABLE',
  'BUCKET_BUSY',
  'BUCKET_BAD_ANSWER',
  'BUCKET_CLOCK_WRONG',
];
/** Errors about a single file. All other errors concern the bucket, so the next file would fail too. */
const OF_FILE: readonly ErrorCode[] = ['BUCKET_KEY_TAKEN', 'BUCKET_NAME_TOO_LONG', 'RESULT_NOT_FOUND'];

/**
 * States of items whose files are sent to the bucket. Rejected items are left out; items that need review wait if the
 * run is set to hold them.
 */
const deliveredStates = ({ toHold }: Pick<StoredRun, 'toHold'>): readonly ItemState[] =>
  toHold ? ['done', 'approved'] : ['done', 'approved', 'needs_review'];

export function createRunDelivery(deps: DeliverDependencies) {
  const { deliveries } = deps.database.stores;
  return {
    async drain(runId: string, signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted();
        const run = await deliveries.findRun(runId);
        if (run === null || run.toBucketName === null) return;
        const now = deps.clock.now();
        const delivery = await deps.database.transaction((stores) =>
          stores.deliveries.claim(runId, now, new Date(now.getTime() + IN_HAND_MS)),
        );
        if (delivery === null) {
          if (await planDelivery(deps, run)) continue;
          return;
        }
        if (!(await deliverOne(deps, run, delivery, signal))) return;
      }
    },
  };
}

export type RunDeliverer = ReturnType<typeof createRunDelivery>;

/** Plans new deliveries, marks complete ones and queues worker jobs for due files. */
export async function queueDueDeliveries(
  deps: Pick<DeliverDependencies, 'database'>,
  clock: Clock,
): Promise<{ readonly runs: number }> {
  const { deliveries } = deps.database.stores;
  for (const run of await deliveries.listOpen(OPEN_RUNS)) await planDelivery({ ...deps, clock }, run);
  const now = clock.now();
  const queuedBefore = new Date(now.getTime() - REQUEUE_MS);
  const due = await deps.database.transaction(async (stores) => {
    const ids = await stores.deliveries.takeDue(now, queuedBefore, OPEN_RUNS);
    for (const runId of ids) await stores.jobs.enqueue({ name: 'run-delivery', payload: { runId } });
    return ids;
  });
  return { runs: due.length };
}

/**
 * Plans delivery of the files that are ready. For a run that has ended, plans the manifest after all other files, then
 * marks the delivery as complete.
 * @returns whether it planned any file
 */
function planDelivery(
  { database, clock }: Pick<DeliverDependencies, 'database' | 'clock'>,
  { id, userId }: StoredRun,
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (stores) => {
    // The run is locked, so that a review decision made at the same time reopens the delivery afterwards.
    const run = await stores.runs.lock(userId, id);
    if (run === null || run.toBucketName === null || run.deliveredAt !== null) return false;
    const added = await stores.deliveries.plan(id, deliveredStates(run), now);
    if (added > 0) return true;
    if (run.status !== 'finished' && run.status !== 'canceled') return false;
    const figures = (await stores.deliveries.figures([id])).get(id);
    if (figures === undefined || figures.waiting > 0) return false;
    if (figures.manifest === null) {
      await stores.deliveries.planManifest(id, now);
      return true;
    }
    if (figures.manifest === 'waiting') return false;
    await stores.runs.update(id, { deliveredAt: now });
    await announceCatalog(stores, run, 'catalog.delivered', now);
    return false;
  });
}

/**
 * Sends one file and records the outcome.
 * @returns whether the next file may be tried immediately
 */
async function deliverOne(
  deps: DeliverDependencies,
  run: StoredRun,
  delivery: ClaimedRunDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { deliveries } = deps.database.stores;
  try {
    await send(deps, run, delivery, signal);
    await deliveries.note(delivery, { state: 'delivered', reason: null, nextTryAt: null });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) {
      await deliveries.release(delivery);
      throw error;
    }
    return conclude(deps, delivery, error.code);
  }
}

async function conclude(
  { database, clock }: DeliverDependencies,
  delivery: ClaimedRunDelivery,
  code: ErrorCode,
): Promise<boolean> {
  const { runId, tries } = delivery;
  const failed = { state: 'failed', reason: code, nextTryAt: null } as const;
  if (OF_FILE.includes(code)) {
    await database.stores.deliveries.note(delivery, failed);
    return true;
  }
  const pauseMs = PASSING.includes(code) ? PAUSES_MS[tries] : undefined;
  await database.transaction(async (stores) => {
    if (pauseMs === undefined) {
      await stores.deliveries.note(delivery, failed);
      await stores.deliveries.failWaiting(runId, code);
      return;
    }
    const nextTryAt = new Date(clock.now().getTime() + pauseMs);
    await stores.deliveries.note(delivery, { state: 'waiting', reason: code, nextTryAt });
    // Postpones the run's other files too, because they would go to the same server.
    await stores.deliveries.postponeWaiting(runId, nextTryAt);
  });
  return false;
}

/** Sends one file. Checks the rights of the run's user or API key each time. Throws DomainError. */
async function send(
  deps: DeliverDependencies,
  run: StoredRun,
  delivery: ClaimedRunDelivery,
  signal: AbortSignal,
): Promise<void> {
  const caller = await findRunCaller(deps, run);
  if (caller === null) throw new DomainError('BUCKET_GONE');
  if (caller === 'KEY_INVALID') throw new DomainError('KEY_INVALID');
  const opened = await deps.buckets.open(caller, run.toBucketId, 'write');
  try {
    const key = buildObjectKey(opened, run, delivery.name);
    if (!isUsableKey(key)) throw new DomainError('BUCKET_NAME_TOO_LONG');
    const payer = await listPayerKeys(deps, run, delivery);
    await assertDownloadable(deps.database.stores, deps.billing, run.userId, payer);
    const bytes = await loadFileBytes(deps, run, delivery, signal);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = { key, bytes, contentType: getDeliveredType(delivery.name), runId: run.id, sha256 };
    await putOnce(opened.client, file, { overwrite: run.toOverwrite, signal });
    // The download is charged after the file has arrived, so a refused delivery costs nothing.
    await payForDownloads(deps, run.userId, payer);
  } finally {
    opened.client.close();
  }
}

/** Storage key under which the file's download is charged; empty for the manifest. */
async function listPayerKeys(
  { database }: DeliverDependencies,
  { userId }: StoredRun,
  { storedKey }: ClaimedRunDelivery,
): Promise<readonly string[]> {
  if (storedKey === null) return [];
  return [(await database.stores.assets.payerOfRunFile(userId, storedKey)) ?? storedKey];
}

const buildObjectKey = (
  { bucket }: Pick<OpenedBucket, 'bucket'>,
  { toFolder }: StoredRun,
  name: string,
): string => `${buildKeyPrefix(bucket, toFolder)}${name}`;

async function loadFileBytes(
  deps: DeliverDependencies,
  run: StoredRun,
  { row, storedKey }: ClaimedRunDelivery,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (row === MANIFEST_ROW) return manifestBytes(deps, run);
  if (storedKey === null) throw new DomainError('RESULT_NOT_FOUND');
  try {
    return await deps.objects.read(storedKey, signal);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('RESULT_NOT_FOUND', { cause: error });
    throw error;
  }
}
