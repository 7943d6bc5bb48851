import type { ErrorCode, TaskStatus, TaskTool } from '@packshot/contract';
import type { ClaimedTask, StoredTaskResult, Task } from './model.ts';

interface NewTask {
  readonly id: string;
  readonly variant: number;
  readonly requestId: string;
  readonly userId: string;
  /** From now, by the database's clock. */
  readonly timeoutMs: number;
}

export interface TaskEnding {
  readonly taskId: string;
  /** Only this attempt; absent: whichever. */
  readonly attempt?: number;
}

interface UnfinishedTask {
  readonly id: string;
  /** Whose job is to be queued for it. */
  readonly job: TaskTool | 'provider';
}

export interface TaskStore {
  insert(tasks: readonly NewTask[]): Promise<void>;
  find(userId: string, taskIds: readonly string[]): Promise<readonly Task[]>;
  /** Ids of the user's tasks that wait or run. */
  unfinishedOf(userId: string): Promise<readonly string[]>;
  /** By variant. */
  findOfRequests(userId: string, requestIds: readonly string[]): Promise<readonly Task[]>;
  /** How many of a user's tasks wait or run; null when one of them is not the user's. */
  countUnfinished(userId: string, taskIds: readonly string[]): Promise<number | null>;
  statusesOf(requestId: string): Promise<readonly TaskStatus[]>;
  /** Whether no more than so many tasks wait, those of runs aside. */
  areWaitingAtMost(most: number): Promise<boolean>;
  /** Makes the caller the task's only worker: the attempt grows by one. Null when it has ended or its deadline has passed. */
  claim(taskId: string): Promise<ClaimedTask | null>;
  /** False when the attempt is no longer the task's worker. */
  reportProgress(taskId: string, attempt: number, progress: number, stage: string | null): Promise<boolean>;
  /** Ends the task with a result; from now on the attempt's objects belong to their owner, but for what only passes. Returns the request's id, or null when the attempt is stale or the task has ended. */
  succeed(taskId: string, attempt: number, result: StoredTaskResult): Promise<string | null>;
  /** Ends the task without a result. Null as for `succeed`. */
  fail(ending: TaskEnding, code: ErrorCode): Promise<string | null>;
  /** Revokes what has not ended of these tasks, or of all of a user's; the requests concerned, each once. */
  revoke(userId: string, taskIds: readonly string[] | 'all'): Promise<readonly string[]>;
  /** Tasks that have not ended although their deadline has passed. */
  listOverdue(limit: number): Promise<readonly string[]>;
  /** Unfinished tasks that were queued, or last looked at by the sweeper, longer ago than this. */
  listUnfinished(minAgeMs: number, limit: number): Promise<readonly UnfinishedTask[]>;
  /** Notes when the user was first shown the results of these tasks; those of them that were shown now or earlier. */
  markShown(userId: string, taskIds: readonly string[], at: Date): Promise<readonly string[]>;
  /** Notes that these tasks are known to be queued now. */
  markQueued(taskIds: readonly string[]): Promise<void>;
  /**
   * Forgets how tasks came to their ends more than 30 days ago, by the database's clock; the tasks themselves stay.
   * @returns how many steps were forgotten, at most `limit`
   */
  deleteOldTransitions(limit: number): Promise<number>;
}
