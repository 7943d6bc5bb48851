import type { TaskTool } from '@packshot/contract';
import type { NumberedEvent, TrackerRole } from '../trackers/event-tracker.ts';

/**
 * Jobs for mails to be written. A job names its recipient or subject and holds no secret: links are created together
 * with the mail, so that the queue never stores one.
 */
export type MailOrder =
  /** Sent to a typed address. The account is looked up later, so response times don't reveal whether it exists. */
  | { readonly kind: 'reset-password'; readonly email: string }
  | { readonly kind: 'verify-email'; readonly userId: string }
  /** Sent to the address that an account without one wants to use. */
  | { readonly kind: 'set-email'; readonly userId: string; readonly email: string }
  /** Notifies the owner, in case another person changed it. */
  | { readonly kind: 'password-changed'; readonly userId: string }
  | { readonly kind: 'invitation'; readonly invitationId: string }
  /** Notifies a member who can enable the webhook that the server disabled it. */
  | { readonly kind: 'webhook-stopped'; readonly userId: string; readonly webhookId: string }
  /** A demo request for sales. */
  | { readonly kind: 'lead'; readonly leadId: string };

/** Events to be sent to one service. */
export interface ForwardingOrder {
  readonly role: TrackerRole;
  readonly userId: string;
  readonly events: readonly NumberedEvent[];
}

/** Jobs of tools, named like their tool. */
type ToolJobPayloads = { readonly [Tool in TaskTool]: { readonly taskId: string } };

/** Payload of every kind of job. Payloads are small, because the rest is in the database. */
export interface JobPayloads extends ToolJobPayloads {
  /** Final fallback after a task's last retry: the task fails and its credit is released. */
  'abandoned-task': { readonly taskId: string };
  /** Work of any tool done by an engine other than the built-in one. */
  provider: { readonly taskId: string };
  mail: MailOrder;
  'forward-events': ForwardingOrder;
  /** Sends the due deliveries of one webhook. */
  webhook: { readonly webhookId: string };
  /** Sends the due files of one run to its bucket. */
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
  /** @param priority jobs run in ascending order of this time; defaults to now */
  enqueue(job: Job, priority?: Date): Promise<void>;
  /** Number of jobs in the tools queue before one of this priority, or null for a job in another queue. */
  countWaitingBefore(job: JobName, priority: Date): Promise<number | null>;
  /** Tasks without a waiting, running or retrying job. */
  findUnqueued(taskIds: readonly string[]): Promise<readonly string[]>;
}
