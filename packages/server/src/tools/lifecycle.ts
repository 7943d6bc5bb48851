import { isTerminal } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';
import { outcomeReference } from '../credits/references.ts';
import type { Database, Stores } from './stores.ts';
import type { Clock } from '../platform/clock.ts';
import { announceIfOver } from './announce-job.ts';
import type { NewAsset, ClaimedTask, StoredTaskResult } from './model.ts';
import type { TaskEnding } from './task-store.ts';

/**
 * Hooks of other subjects in the transaction that ends a task. Methods, so that an implementation may ask for stores of its own
 * subject: at run time a transaction has them all.
 */
export interface TaskEndings {
  succeeded(stores: Stores, requestId: string, task: ClaimedTask, result: StoredTaskResult): Promise<void>;
  failed(stores: Stores, requestId: string, code: ErrorCode): Promise<void>;
  canceled(stores: Stores, requestId: string): Promise<void>;
}

export interface LifecycleDependencies {
  readonly database: Database;
  readonly endings: TaskEndings;
  readonly clock: Clock;
}

export function createTaskLifecycle({ database, endings, clock }: LifecycleDependencies) {
  return {
    claim: (taskId: string): Promise<ClaimedTask | null> => database.stores.tasks.claim(taskId),
    /** False when the task is no longer the attempt's. */
    reportProgress: (task: ClaimedTask, progress: number, stage: string | null) =>
      database.stores.tasks.reportProgress(task.id, task.attempt, progress, stage),
    /** Notes objects before they are written, so that the sweeper finds what an attempt leaves behind. */
    announceAssets: (assets: readonly NewAsset[]): Promise<void> => database.stores.assets.announce(assets),

    /** SUCCESS; settles the request's credit if this is its first. False when the attempt came too late. */
    succeed: (task: ClaimedTask, result: StoredTaskResult) =>
      database.transaction(async (stores) => {
        const requestId = await stores.tasks.succeed(task.id, task.attempt, result);
        if (requestId === null) return false;
        // The first success spends the credit.
        await stores.ledger.settle(requestId, outcomeReference(requestId));
        await endings.succeeded(stores, requestId, task, result);
        if (task.callTerms !== undefined) await announceIfOver(stores, requestId, clock.now());
        return true;
      }),

    /** FAILURE; releases the credit when nothing of the request is left to succeed. False when it came too late. */
    fail: (ending: TaskEnding, code: ErrorCode) =>
      database.transaction(async (stores) => {
        const requestId = await stores.tasks.fail(ending, code);
        if (requestId === null) return false;
        await releaseIfOver(stores, requestId);
        await endings.failed(stores, requestId, code);
        await announceIfOver(stores, requestId, clock.now());
        return true;
      }),
  };
}

/**
 * Steps of a task after its acceptance. Each is fenced by the attempt: a worker that lost its task
 * (it hung, its lease ran out, the user canceled) changes nothing anymore, and what it wrote in the same
 * transaction, credits above all, is undone.
 */
export type TaskLifecycle = ReturnType<typeof createTaskLifecycle>;

/**
 * Gives the credit back, to the ceiling of the API key too, once every task of the request has ended and none succeeded. The request stays locked
 * until the transaction ends, so that of two tasks ending at once the second sees the first.
 */
export async function releaseIfOver(stores: Stores, requestId: string): Promise<void> {
  const request = await stores.requests.lock(requestId);
  if (request?.creditState !== 'reserved') return;
  const statuses = await stores.tasks.statusesOf(requestId);
  if (!statuses.every((status) => isTerminal(status) && status !== 'SUCCESS')) return;
  await stores.requests.setCreditState(requestId, 'reserved', 'released');
  await stores.ledger.append({
    userId: request.userId,
    ledger: 'freemium',
    kind: 'release',
    delta: request.cost,
    reference: outcomeReference(requestId),
    requestId,
  });
  const { apiKeyId, ceilingMonth, cost } = request;
  if (apiKeyId !== null && ceilingMonth !== null) await stores.apiKeys.giveBack(apiKeyId, ceilingMonth, cost);
}
