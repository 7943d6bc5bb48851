import type { TaskTool } from '@packshot/contract';
import type { NumberedEvent, TrackerRole } from '../trackers/event-tracker.ts';

/**
 * Payloads of mail jobs. A job names the recipient, or the record that the mail is about, and holds no secret: links
 * are created when the mail is written, so that the queue never stores one.
 */
export type MailOrder =
  /**
   * Reset link for an address that a visitor typed. The account is looked up later, so response times don't reveal
   * whether it exists.
   */
  | { readonly kind: 'reset-password'; readonly email: string }
  | { readonly kind: 'verify-email'; readonly userId: string }
  /** Link sent to the mail address that an account without one wants to use. */
  | { readonly kind: 'set-email'; readonly userId: string; readonly email: string }
  /** Notifies the account's owner, in case another person changed the password. */
  | { readonly kind: 'password-changed'; readonly userId: string }
  | { readonly kind: 'invitation'; readonly invitationId: string }
  /** Tells a member who can enable webhooks that the server has disabled this one. */
  | { readonly kind: 'webhook-stopped'; readonly userId: string; readonly webhookId: string }
  /** Passes a request for a product demo on to the sales team. */
  | { readonly kind: 'lead'; readonly leadId: string };

/** Payload of a job that sends events to one third-party service. */
export interface ForwardingOrder {
  readonly role: TrackerRole;
  readonly userId: string;
  readonly events: readonly NumberedEvent[];
}

/** Payloads of tools' jobs, which are named like their tool. */
type ToolJobPayloads = { readonly [Tool in TaskTool]: { readonly taskId: string } };

/** Payload of every kind of job. Payloads are small: most of them only name rows of the database. */
export interface JobPayloads extends ToolJobPayloads {
  /** Handles a task after its job's last retry: the task fails and its credit is refunded. */
  'abandoned-task': { readonly taskId: string };
  /** Job of any tool whose work is done by an engine other than the built-in one. */
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
 * A durable job queue with at-least-once delivery. A queue bound to a transaction's connection enqueues a job if and
 * only if the transaction commits.
 */
export interface JobQueue {
  /**
   * Adds a job.
   * @param priority jobs run in ascending order of this time; defaults to now
   */
  enqueue(job: Job, priority?: Date): Promise<void>;
  /**
   * Number of jobs that run before a job of this priority, in the queue shared by the tools. Null if the job belongs to
   * another queue.
   */
  countWaitingBefore(job: JobName, priority: Date): Promise<number | null>;
  /** Returns which of these tasks have no waiting, running or retrying job. */
  findUnqueued(taskIds: readonly string[]): Promise<readonly string[]>;
}
