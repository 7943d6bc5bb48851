import type { ForwardingOrder } from '../events/orders.ts';
import type { ToolName } from '../generations/model.ts';
import type { MailOrder } from '../mail/orders.ts';

/** The work of each tool goes under the tool's name. */
type ToolJobPayloads = { readonly [Tool in ToolName]: { readonly taskId: string } };

/** Every kind of work that is queued, with what it needs to know. Payloads are small: the rest is in the database. */
export interface JobPayloads extends ToolJobPayloads {
  /** What is left of a task's job after its last retry: the task is failed and its credit released. */
  'abandoned-task': { readonly taskId: string };
  /** The work of any tool by another engine than the embedded one. */
  provided: { readonly taskId: string };
  mail: MailOrder;
  'forward-events': ForwardingOrder;
}

export type JobName = keyof JobPayloads;
export type Job = {
  [Name in JobName]: { readonly name: Name; readonly payload: JobPayloads[Name] };
}[JobName];

/** Durable, at least once. Obtained from a transaction, it queues if and only if the transaction commits. */
export interface JobQueue {
  /**
   * @param turn jobs are taken in the order of their turns; by default the present moment
   */
  enqueue(job: Job, turn?: Date): Promise<void>;
  /** Which of these tasks no waiting, running or retrying job stands for. */
  findUnqueued(taskIds: readonly string[]): Promise<readonly string[]>;
}
