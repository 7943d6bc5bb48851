/** How a tool's work is asked for. */
import type { TaskState } from '@packshot/contract/tools/tasks';

/** Fields of a form that say which engine is asked; none for the built-in engine. */
export type EngineFields =
  | Record<string, never>
  | {
      readonly engine: 'provider';
      readonly engine_fallback: 'true' | 'false';
      readonly product_lock?: 'true' | 'false';
    };

/** What goes with every request, whatever the tool. */
export interface TaskCall {
  /** Which engine is asked; absent: the built-in one. */
  readonly engine?: EngineFields;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** What is said of a refusal that brings no sentence of its own; absent: that the task failed. */
  readonly failureMessage?: string | undefined;
  /** The server has accepted it. */
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}
