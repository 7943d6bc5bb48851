import { isTerminal } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';
import { outcomeReference } from '../credits/references.ts';
import type { ToolDatabase, ToolStores } from './stores.ts';
import type { Clock } from '../platform/clock.ts';
import { announceIfOver } from './announce-job.ts';
import type { NewAsset, ClaimedTask, StoredTaskResult } from './model.ts';
import type { TaskEnding } from './task-store.ts';

/**
 * Hooks of other subjects in the transaction that ends a task. Declared as methods, so that an implementation may
 * require its own subject's stores; a transaction has them all at run time.
 */
export interface TaskEndings {
  succeeded(
    stores: ToolStores,
    requestId: string,
    task: ClaimedTask,
    result: StoredTaskResult,
  ): Promise<void>;
  failed(stores: ToolStores, requestId: string, code: ErrorCode): Promise<void>;
  canceled(stores: ToolStores, requestId: string): Promise<void>;
}

export interface LifecycleDependencies {
  readonly database: ToolDatabase;
  readonly endings: TaskEndings;
  readonly clock: Clock;
}

export function createTaskLifecycle({ database, endings, clock }: LifecycleDependencies) {
  return {
    claim: (taskId: string): Promise<ClaimedTask | null> => database.stores.tasks.claim(taskId),
    /** Returns false if the task no longer belongs to this attempt. */
    reportProgress: (task: ClaimedTask, progress: number, stage: string | null) =>
      database.stores.tasks.reportProgress(task.id, task.attempt, progress, stage),
    /** Records objects before they are written, so that the sweeper finds leftovers of an attempt. */
    announceAssets: (assets: readonly NewAsset[]): Promise<void> => database.stores.assets.announce(assets),

    /** Sets SUCCESS; settles the request's credit on its first success. Returns false if the attempt came too late. */
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

    /** Sets FAILURE; releases the credit if no task of the request can succeed anymore. Returns false if it came too late. */
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
 * State transitions of a task after its acceptance. Each is fenced by the attempt: a worker that lost its task (it
 * hung, its lease expired, the user canceled) changes nothing anymore, and its writes in the same transaction,
 * especially credits, are rolled back.
 */
export type TaskLifecycle = ReturnType<typeof createTaskLifecycle>;

/**
 * Refunds the credit, also to the API key's ceiling, once every task of the request has ended and none succeeded. The
 * request stays locked until the transaction ends, so that of two tasks ending at once, the second sees the first.
 */
export async function releaseIfOver(stores: ToolStores, requestId: string): Promise<void> {
  const request = await stores.requests.lock(requestId);
  if (request?.creditState !== 'reserved') return;
  const statuses = await stores.tasks.listStatuses(requestId);
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
