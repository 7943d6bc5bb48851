import { ACCESS_TOKEN_TTL_S, API_CALL_RETENTION_DAYS, UPLOAD_POLICY_TTL_S } from '@packshot/contract';
import { LONGEST_WINDOW_MS } from '../../accounts/attempts.ts';
import type { ServiceDatabase } from '../stores.ts';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import type { TaskLifecycle } from '../../tools/lifecycle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { sweepAbandonedRecords, sweepDeletedRecords } from './sweep-records.ts';
import { eachByItself } from './each-by-itself.ts';
import { forEachTolerant } from './for-each-tolerant.ts';
import { listUserFolders } from '../../uploads/folders.ts';

export interface SweepDependencies {
  readonly database: ServiceDatabase;
  readonly lifecycle: TaskLifecycle;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SweepExpiredDependencies extends SweepDependencies {
  /** Days after a guest's last visit until all of the guest's data is deleted. */
  readonly guestRetentionDays: number;
}

/** Result of a round: numbers of tasks that it changed, and of steps that failed; zero on a healthy system. */
export interface SweptTasks {
  readonly timedOut: number;
  readonly requeued: number;
  /** Number of steps in the round that failed. */
  readonly failed: number;
}

/** Numbers of rows and objects that a round removed; zero if none have expired. */
export interface SweptData {
  readonly uploads: number;
  readonly assets: number;
  readonly tokenFamilies: number;
  readonly idempotencyKeys: number;
  readonly apiKeys: number;
  /** Number of rows removed from the API call log. */
  readonly apiCalls: number;
  /** Number of days of the API call log for which totals were written. */
  readonly apiCallDays: number;
  readonly webhookEvents: number;
  /** Number of old state transitions of tasks. */
  readonly transitions: number;
  /** Number of History records that were deleted or never completed. */
  readonly records: number;
  /** Number of expired links, attempt counters and captchas. */
  readonly proofs: number;
  /**
   * Number of guests whose retention period is over. Their files and rows are removed like those of deleted accounts.
   */
  readonly guests: number;
  readonly accounts: number;
  /** Number of steps in the round that failed, each with its own log line. */
  readonly failed: number;
}

const BATCH = 200;
/**
 * Interval between checks whether an upload is still used. One that is in use now may be unused later, when its run or
 * record is removed.
 */
const UPLOADS_LOOKED_AT_EVERY_MS = 7 * DAY_MS;
/**
 * Age from which a day's calls are summed up. Credits are never refunded this late, because tasks end hours earlier.
 */
const CALLS_SUMMED_UP_AFTER_MS = DAY_MS;
/** Number of rows deleted per round, about as many as thirty seconds of heavy API traffic create. */
const OLD_CALLS_BATCH = 5_000;
/** Number of rows deleted per round, about as many as thirty seconds with many tasks create. */
const OLD_TRANSITIONS_BATCH = 20_000;
/** Age from which ended API keys are removed: the same as for the logged calls that name them. */
const ENDED_KEY_AGE_MS = API_CALL_RETENTION_DAYS * DAY_MS;
/** How long users can view delivered webhook events and send them again. */
const WEBHOOK_EVENT_AGE_MS = 30 * DAY_MS;
/**
 * Age from which an asset that is still `writing` is removed. No attempt at a task writes for that long, so its worker
 * died, or the asset is a temporary file.
 */
const ABANDONED_ASSET_AGE_MS = HOUR_MS;
/** Time without a job after which a task counts as lost. The job queue itself retries within seconds. */
const UNQUEUED_AGE_MS = 30_000;
/**
 * Time after which no more data can be written for a deleted account. Adds up three lifetimes: of an access token
 * issued just before the deletion, of an upload permission obtained at its end, and of an upload started at the end of
 * that permission.
 */
const DELETED_ACCOUNT_AGE_MS = (ACCESS_TOKEN_TTL_S + 2 * UPLOAD_POLICY_TTL_S) * 1000;

/** Ends overdue tasks, and queues tasks again whose job was lost. Safe to repeat and interrupt. */
export function sweepTasks(deps: SweepDependencies): Promise<SweptTasks> {
  return eachByItself(deps, [
    ['timedOut', () => failOverdueTasks(deps)],
    ['requeued', () => requeueLostTasks(deps)],
  ]);
}

/**
 * Removes expired data. Safe to repeat and interrupt. A separate round from `sweepTasks`, because a hanging object
 * store would delay the tasks.
 */
export function sweepExpired(deps: SweepExpiredDependencies): Promise<SweptData> {
  const {
    requests,
    refreshTokens,
    linkTokens,
    attempts,
    organizations,
    accounts,
    apiCalls,
    apiKeys,
    webhooks,
    archives,
    tasks,
    uploads,
    assets,
  } = deps.database.stores;
  const now = deps.clock.now();
  const before = (ageMs: number): Date => new Date(now.getTime() - ageMs);
  // Steps that only change rows come first, so that an outage of the object store doesn't delay them.
  return eachByItself(deps, [
    ['tokenFamilies', () => refreshTokens.deleteExpired(now)],
    ['idempotencyKeys', () => requests.deleteExpiredIdempotencyKeys(now)],
    ['apiCalls', () => apiCalls.deleteBefore(before(API_CALL_RETENTION_DAYS * DAY_MS), OLD_CALLS_BATCH)],
    ['apiCallDays', async () => Number(await apiCalls.sumUpDay(before(CALLS_SUMMED_UP_AFTER_MS)))],
    ['apiKeys', () => apiKeys.deleteEnded(before(ENDED_KEY_AGE_MS))],
    ['transitions', () => tasks.deleteOldTransitions(OLD_TRANSITIONS_BATCH)],
    ['webhookEvents', () => webhooks.deleteEvents(before(WEBHOOK_EVENT_AGE_MS))],
    ['proofs', () => linkTokens.deleteExpired(now)],
    ['proofs', () => organizations.deleteExpiredInvitations(now)],
    ['proofs', () => archives.deleteExpired(now)],
    ['proofs', () => attempts.deleteOld(before(2 * LONGEST_WINDOW_MS), now)],
    ['guests', () => accounts.endGuests(before(deps.guestRetentionDays * DAY_MS), now, BATCH)],
    [
      'uploads',
      async () =>
        removeWithObjects(
          deps,
          uploads,
          await uploads.lookForOrphans(now, before(-UPLOADS_LOOKED_AT_EVERY_MS), BATCH),
        ),
    ],
    [
      'assets',
      async () =>
        removeWithObjects(deps, assets, await assets.listAbandoned(before(ABANDONED_ASSET_AGE_MS), BATCH)),
    ],
    ['records', () => sweepAbandonedRecords(deps, now)],
    ['records', () => sweepDeletedRecords(deps, now)],
    ['accounts', () => removeDeletedAccounts(deps, before(DELETED_ACCOUNT_AGE_MS))],
  ]);
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
  const lostTasks = unfinished.filter((task) => unqueued.has(task.id));
  await database.transaction(async (stores) => {
    for (const { id, job } of lostTasks) await stores.jobs.enqueue({ name: job, payload: { taskId: id } });
    await stores.tasks.markQueued(taskIds);
  });
  if (lostTasks.length > 0) logger.warn({ tasks: lostTasks }, 'tasks without a job were requeued');
  return lostTasks.length;
}

/**
 * Deletes objects, then their rows. If it is interrupted, the next round handles rows without an object again; it
 * would never find objects without a row.
 * @returns the number of removed rows
 */
async function removeWithObjects(
  deps: SweepDependencies,
  rows: { delete(keys: readonly string[]): Promise<void> },
  keys: readonly string[],
): Promise<number> {
  const removed = await forEachTolerant(deps, keys, (key) => deps.objects.delete(key));
  await rows.delete(removed);
  return removed.length;
}

async function removeDeletedAccounts(deps: SweepDependencies, before: Date): Promise<number> {
  const { database, objects } = deps;
  const userIds = await database.stores.accounts.listDeleted(before, BATCH);
  const removed = await forEachTolerant(deps, userIds, async (userId) => {
    // If the user was a guest before, that guest has objects, and the ledger that paid for them.
    const guestIds = await database.stores.accounts.joinedGuests(userId);
    // Objects are removed before rows: the next round handles rows without objects again, but would never find objects
    // without a row.
    for (const folder of [userId, ...guestIds].flatMap(listUserFolders)) {
      for await (const { key } of objects.list(folder)) await objects.delete(key);
    }
    await database.transaction(async (stores) => {
      for (const id of [...guestIds, userId]) await stores.accounts.remove(id);
    });
  });
  return removed.length;
}
