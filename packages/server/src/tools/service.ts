import { bind } from '../platform/bind.ts';
import type { TaskForm, TaskState, TaskTool } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { Caller } from '../platform/access/caller.ts';
import { acceptGeneration, acceptPaid } from './accept.ts';
import type { AcceptDependencies, AcceptedGeneration } from './accept.ts';
import { announceIfOver } from './announce-job.ts';
import { releaseIfOver } from './lifecycle.ts';
import type { TaskEndings } from './lifecycle.ts';
import type { Task } from './model.ts';
import { presentTask } from './present.ts';
import { watchTasks } from './watch.ts';
import type { WatchDependencies } from './watch.ts';

export type GenerationDependencies = AcceptDependencies &
  WatchDependencies & { readonly endings: TaskEndings };

export function createGenerationService(deps: GenerationDependencies) {
  return {
    /**
     * Accepts a request: checks the request and its pictures (ownership, existence, headers), reserves the cost and
     * queues the tasks, all or nothing.
     * @param idempotencyKey a repeated key with the same form returns the same tasks for 24 h; with another form, it
     * throws IDEMPOTENCY_CONFLICT
     * @throws DomainError OUT_OF_CREDITS, UPLOAD_NOT_FOUND, an image refusal, IDEMPOTENCY_CONFLICT, and the errors
     * that the tool's endpoint lists
     */
    accept: <Tool extends TaskTool>(
      caller: Caller,
      tool: Tool,
      form: TaskForm<Tool>,
      idempotencyKey?: string,
    ): Promise<AcceptedGeneration> => acceptGeneration(deps, caller, tool, form, idempotencyKey),

    /** Accepts work for which the caller has paid before, in a run; free. Throws as `accept`. */
    acceptPaid: <Tool extends TaskTool>(
      caller: Caller,
      tool: Tool,
      form: TaskForm<Tool>,
    ): Promise<AcceptedGeneration> => acceptPaid(deps, caller, tool, form),

    /** Reads the state of a task. Throws TASK_NOT_FOUND for a task of another user. */
    async state(caller: Caller, taskId: string): Promise<TaskState> {
      assertPermitted(caller, 'generations.read');
      const [task] = await deps.database.stores.tasks.find(caller.userId, [taskId]);
      if (task === undefined) throw new DomainError('TASK_NOT_FOUND');
      return presentTask(task, deps);
    },

    watch(caller: Caller, taskIds: readonly string[], signal: AbortSignal): AsyncIterable<TaskState> {
      assertPermitted(caller, 'generations.read');
      return watchTasks(deps, caller.userId, taskIds, signal);
    },

    /**
     * Records that the browser has shown results; charges nothing. Returns the ids recorded by this report or an
     * earlier one. Throws TASK_NOT_FOUND if none of the tasks is a result of the caller.
     */
    async reportShown(caller: Caller, taskIds: readonly string[]): Promise<readonly string[]> {
      assertPermitted(caller, 'generations.read');
      const shownIds = await deps.database.stores.tasks.markShown(caller.userId, taskIds, deps.clock.now());
      if (shownIds.length === 0) throw new DomainError('TASK_NOT_FOUND');
      return shownIds;
    },

    cancel: bind(deps, cancel),
  };
}

export type GenerationService = ReturnType<typeof createGenerationService>;

/**
 * Cancels tasks. Queued tasks never run. The database notifies the workers of running tasks, which abort them, and a
 * late result finds the task ended.
 * @returns the tasks that are revoked now, by this call or an earlier one
 * @throws DomainError TASK_NOT_FOUND if none of them is the caller's
 */
async function cancel(
  deps: GenerationDependencies,
  caller: Caller,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  assertPermitted(caller, 'generations.cancel');
  const tasks = await revokeTasks(deps, caller.userId, taskIds);
  if (tasks.length === 0) throw new DomainError('TASK_NOT_FOUND');
  return tasks.filter((task) => task.status === 'REVOKED').map((task) => task.id);
}

/** Revokes unfinished tasks and returns the resulting state of all given tasks. */
export function revokeTasks(
  { database, endings, clock }: Pick<GenerationDependencies, 'database' | 'endings' | 'clock'>,
  userId: string,
  taskIds: readonly string[],
): Promise<readonly Task[]> {
  return database.transaction(async (stores) => {
    const requestIds = await stores.tasks.revoke(userId, taskIds);
    for (const requestId of requestIds) {
      await releaseIfOver(stores, requestId);
      await endings.recordCancel(stores, requestId);
      await announceIfOver(stores, requestId, clock.now());
    }
    return stores.tasks.find(userId, taskIds);
  });
}
