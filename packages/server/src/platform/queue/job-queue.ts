import type { TaskTool } from '@packshot/contract';
import type { NumberedEvent, TrackerRole } from '../trackers/event-tracker.ts';

/**
 * Mails waiting to be written. An order names its recipient or subject and holds no secret: links are created
 * together with the mail, so that the queue never stores one.
 */
export type MailOrder =
  /**
   * Sent to a typed address. Whether there is an account is looked up later, where response times reveal
   * nothing.
   */
  | { readonly kind: 'reset-password'; readonly email: string }
  | { readonly kind: 'verify-email'; readonly userId: string }
  /** Sent to the address that an account without one wants to use. */
  | { readonly kind: 'set-email'; readonly userId: string; readonly email: string }
  /** Notifies the owner, in case it was not them. */
  | { readonly kind: 'password-changed'; readonly userId: string }
  | { readonly kind: 'invitation'; readonly invitationId: string }
  /** We have disabled a webhook; to one of those who can enable it again. */
  | { readonly kind: 'webhook-stopped'; readonly userId: string; readonly webhookId: string }
  /** A demo request for sales. */
  | { readonly kind: 'lead'; readonly leadId: string };

/** Events waiting to be sent to one service. */
export interface ForwardingOrder {
  readonly role: TrackerRole;
  readonly userId: string;
  readonly events: readonly NumberedEvent[];
}

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
  /** Delivers what is due to one webhook. */
  webhook: { readonly webhookId: string };
  /** Delivers what is due of one run into its bucket. */
  'run-delivery': { readonly runId: string };
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
  /** Jobs that wait in the line of tools before one of this priority; null for a job that waits elsewhere. */
  countWaitingBefore(job: JobName, priority: Date): Promise<number | null>;
  /** Returns the tasks for which no job is waiting, running or retrying. */
  findUnqueued(taskIds: readonly string[]): Promise<readonly string[]>;
}
