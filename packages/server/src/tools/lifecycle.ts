import { isTerminal } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';
import { outcomeReference } from '../credits/references.ts';
import type { ToolDatabase, ToolStores } from './stores.ts';
import type { Clock } from '../platform/clock.ts';
import { announceIfOver } from './announce-job.ts';
import type { NewAsset, ClaimedTask, StoredTaskResult } from './model.ts';
import type { TaskEnding } from './task-store.ts';

/**
 * Functions that other subjects run in the transaction that ends a task. Declared as methods, so that an
 * implementation may require stores of its own subject; a transaction has all stores at run time.
 */
export interface TaskEndings {
  recordSuccess(
    stores: ToolStores,
    requestId: string,
    task: ClaimedTask,
    result: StoredTaskResult,
  ): Promise<void>;
  recordFailure(stores: ToolStores, requestId: string, code: ErrorCode): Promise<void>;
  recordCancel(stores: ToolStores, requestId: string): Promise<void>;
}

export interface LifecycleDependencies {
  readonly database: ToolDatabase;
  readonly endings: TaskEndings;
  readonly clock: Clock;
}

export function createTaskLifecycle({ database, endings, clock }: LifecycleDependencies) {
  return {
    claim: (taskId: string): Promise<ClaimedTask | null> => database.stores.tasks.claim(taskId),
    reportProgress: (task: ClaimedTask, progress: number, stage: string | null) =>
      database.stores.tasks.reportProgress(task.id, task.attempt, progress, stage),
    /** Records objects before they are written, so that the sweeper finds what a failed attempt left. */
    announceAssets: (assets: readonly NewAsset[]): Promise<void> => database.stores.assets.announce(assets),

    /**
     * Ends a task with SUCCESS; the request's first success makes its credit final. Returns false if this attempt no
     * longer owns the task.
     */
    succeed: (task: ClaimedTask, result: StoredTaskResult) =>
      database.transaction(async (stores) => {
        const requestId = await stores.tasks.succeed(task.id, task.attempt, result);
        if (requestId === null) return false;
        await stores.ledger.settle(requestId, outcomeReference(requestId));
        await endings.recordSuccess(stores, requestId, task, result);
        if (task.callTerms !== undefined) await announceIfOver(stores, requestId, clock.now());
        return true;
      }),

    /**
     * Ends a task with FAILURE; refunds the credit if no task of the request can succeed anymore. Returns false if
     * this attempt no longer owns the task.
     */
    fail: (ending: TaskEnding, code: ErrorCode, product?: number) =>
      database.transaction(async (stores) => {
        const requestId = await stores.tasks.fail(ending, { code, product });
        if (requestId === null) return false;
        await releaseIfOver(stores, requestId);
        await endings.recordFailure(stores, requestId, code);
        await announceIfOver(stores, requestId, clock.now());
        return true;
      }),
  };
}

/**
 * State changes of a task after its acceptance. Each checks the attempt number. So a worker that lost its task (it
 * hung, its lease expired, the user canceled) can change nothing anymore, not even credits.
 */
export type TaskLifecycle = ReturnType<typeof createTaskLifecycle>;

/**
 * Refunds the credit once every task of the request has ended and none succeeded, and subtracts it from the API key's
 * spending of the month. The request stays locked until the transaction ends. If two tasks end at the same time, the
 * second one therefore sees that the first has ended.
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
