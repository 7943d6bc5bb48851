/** Parameters of a tool's request. */
import type { EngineChoice } from '@packshot/contract/tools/engines';
import type { TaskState } from '@packshot/contract/tools/tasks';

/** Parameters of every request, for any tool. */
export interface TaskCall {
  /** External engine; null or undefined for the built-in one. */
  readonly engine?: EngineChoice | null;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Message for a refusal without its own message; by default that the task failed. */
  readonly failureMessage?: string | undefined;
  /** Called when the server has accepted the request. */
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}
