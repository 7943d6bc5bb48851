import type { EngineChoice } from '@packshot/contract/tools/engines';
import type { TaskState } from '@packshot/contract/tools/tasks';

export interface TaskCall {
  /** External engine to use; null or undefined for the built-in one. */
  readonly engine?: EngineChoice | null;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Message if the server refuses the request without a message of its own; by default that the task failed. */
  readonly failureMessage?: string | undefined;
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}
