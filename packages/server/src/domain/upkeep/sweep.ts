import { LONGEST_WINDOW_MS } from '../abuse/attempts.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { TaskLifecycle } from '../generations/lifecycle.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Database } from '../ports/stores.ts';
import { recordFolderOf } from '../records/model.ts';
import { sweepRecords } from '../records/sweep-records.ts';

export interface SweepDependencies {
  readonly database: Database;
  readonly lifecycle: TaskLifecycle;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What one round found; all zero on a healthy system, but for what simply expired. */
export interface SweepFigures {
  readonly timedOut: number;
  readonly requeued: number;
  readonly uploads: number;
  readonly assets: number;
  readonly tokenFamilies: number;
  readonly idempotencyKeys: number;
  /** Saved generations that were deleted, or never came to be. */
  readonly records: number;
  /** Links, counters of attempts and captchas. */
  readonly proofs: number;
  readonly accounts: number;
}

const BATCH = 200;
/** An upload that no request used within a day was abandoned. */
const ORPHAN_UPLOAD_AGE_MS = 24 * HOUR_MS;
/** No attempt writes for so long: what is still `writing` belongs to one that died. */
const ABANDONED_ASSET_AGE_MS = HOUR_MS;
/** The queue retries by itself within seconds; only what it has lost altogether is older and not there. */
const UNQUEUED_AGE_MS = 30_000;
/** What ran for an account when it was deleted has ended by then, and can leave nothing behind. */
const DELETED_ACCOUNT_AGE_MS = 10 * MINUTE_MS;

/** One round of tidying. Repeating or interrupting it does no harm. */
export async function sweep(deps: SweepDependencies): Promise<SweepFigures> {
  const { requests, refreshTokens, linkTokens, attempts, organizations, archives } = deps.database.stores;
  const now = deps.clock.now();
  return {
    timedOut: await failOverdueTasks(deps),
    requeued: await requeueLostTasks(deps),
    uploads: await removeOrphanUploads(deps, new Date(now.getTime() - ORPHAN_UPLOAD_AGE_MS)),
    assets: await removeAbandonedAssets(deps, new Date(now.getTime() - ABANDONED_ASSET_AGE_MS)),
    records: await sweepRecords(deps, now),
    tokenFamilies: await refreshTokens.deleteExpired(now),
    idempotencyKeys: await requests.deleteExpiredIdempotencyKeys(now),
    proofs:
      (await linkTokens.deleteExpired(now)) +
      (await organizations.deleteExpiredInvitations(now)) +
      (await archives.deleteExpired(now)) +
      (await attempts.deleteOld(new Date(now.getTime() - 2 * LONGEST_WINDOW_MS), now)),
    accounts: await removeDeletedAccounts(deps, new Date(now.getTime() - DELETED_ACCOUNT_AGE_MS)),
  };
}

async function failOverdueTasks({ database, lifecycle, logger }: SweepDependencies): Promise<number> {
  let count = 0;
  for (const taskId of await database.stores.tasks.listOverdue(BATCH)) {
    if (!(await lifecycle.fail({ taskId }, 'TASK_TIMED_OUT'))) continue;
    logger.warn({ taskId }, 'task passed its deadline');
    count += 1;
  }
  return count;
}

async function requeueLostTasks({ database, logger }: SweepDependencies): Promise<number> {
  const unfinished = await database.stores.tasks.listUnfinished(UNQUEUED_AGE_MS, BATCH);
  if (unfinished.length === 0) return 0;
  const taskIds = unfinished.map((task) => task.id);
  const unqueued = new Set(await database.stores.jobs.findUnqueued(taskIds));
  const lost = unfinished.filter((task) => unqueued.has(task.id));
  await database.transaction(async (stores) => {
    for (const { id, job } of lost) await stores.jobs.enqueue({ name: job, payload: { taskId: id } });
    await stores.tasks.markQueued(taskIds);
  });
  if (lost.length > 0) logger.warn({ tasks: lost }, 'tasks without a job were queued again');
  return lost.length;
}

async function removeOrphanUploads({ database, objects }: SweepDependencies, before: Date): Promise<number> {
  const keys = await database.stores.uploads.listOrphans(before, BATCH);
  // The object first: a row without an object is swept again, an object without a row never.
  for (const key of keys) await objects.delete(key);
  await database.stores.uploads.delete(keys);
  return keys.length;
}

async function removeAbandonedAssets(
  { database, objects }: SweepDependencies,
  before: Date,
): Promise<number> {
  const keys = await database.stores.assets.listAbandoned(before, BATCH);
  for (const key of keys) await objects.delete(key);
  await database.stores.assets.delete(keys);
  return keys.length;
}

/** Where a user's objects lie: every key of theirs begins with one of these. */
const foldersOf = (userId: string): readonly string[] => [
  `uploads/${userId}/`,
  `results/${userId}/`,
  recordFolderOf(userId),
];

async function removeDeletedAccounts(
  { database, objects }: SweepDependencies,
  before: Date,
): Promise<number> {
  const userIds = await database.stores.accounts.listDeleted(before, BATCH);
  for (const userId of userIds) {
    // Who signed in as a guest at first has objects of that time, and a ledger that paid for them.
    const guestIds = await database.stores.accounts.joinedGuests(userId);
    // The objects first: a row without objects is swept again, an object without a row never.
    for (const folder of [userId, ...guestIds].flatMap(foldersOf)) {
      for await (const { key } of objects.list(folder)) await objects.delete(key);
    }
    await database.transaction(async (stores) => {
      for (const id of [...guestIds, userId]) await stores.accounts.remove(id);
    });
  }
  return userIds.length;
}
