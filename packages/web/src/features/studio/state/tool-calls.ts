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

/** What every tool's call has. */
export interface ToolCall {
  /** Which engine is asked; absent: the built-in one. */
  readonly engine?: EngineFields;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** The server has accepted it. */
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}

/** A tool that works on one picture. */
export interface PictureCall extends ToolCall {
  readonly imageKey: string;
}
