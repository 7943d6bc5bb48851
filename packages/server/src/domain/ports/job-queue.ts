import type { TaskTool } from '@packshot/contract';
import type { ForwardingOrder } from '../events/orders.ts';
import type { MailOrder } from '../mail/orders.ts';

/** Each tool's job has the tool's name. */
type ToolJobPayloads = { readonly [Tool in TaskTool]: { readonly taskId: string } };

/** Every kind of queued work with its payload. Payloads are small: the rest is in the database. */
export interface JobPayloads extends ToolJobPayloads {
  /** The last resort after a task's final retry: the task fails and its credit is released. */
  'abandoned-task': { readonly taskId: string };
  /** Work of any tool that an engine other than the built-in one does. */
  provider: { readonly taskId: string };
  mail: MailOrder;
  'forward-events': ForwardingOrder;
}

export type JobName = keyof JobPayloads;
export type Job = {
  [Name in JobName]: { readonly name: Name; readonly payload: JobPayloads[Name] };
}[JobName];

/**
 * A durable queue with at-least-once delivery. When obtained from a transaction, it enqueues if and only if
 * the transaction commits.
 */
export interface JobQueue {
  /** @param priority jobs run in ascending order of this time; the present by default */
  enqueue(job: Job, priority?: Date): Promise<void>;
  /** Returns the tasks for which no job is waiting, running or retrying. */
  findUnqueued(taskIds: readonly string[]): Promise<readonly string[]>;
}
