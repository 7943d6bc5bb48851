/** How a tool's work is asked for. */
import type { EngineChoice } from '@packshot/contract/tools/engines';
import type { TaskState } from '@packshot/contract/tools/tasks';

/** What goes with every request, whatever the tool. */
export interface TaskCall {
  /** Which engine is asked; null or absent: the built-in one. */
  readonly engine?: EngineChoice | null;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** What is said of a refusal that brings no sentence of its own; absent: that the task failed. */
  readonly failureMessage?: string | undefined;
  /** The server has accepted it. */
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}
