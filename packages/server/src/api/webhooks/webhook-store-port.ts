import type { DeliveryProblem, DeliveryState, WebhookEvent, WebhookStop } from '@packshot/contract';

export interface WebhookRow {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly disabledBecause: WebhookStop | null;
  readonly failingSince: Date | null;
  readonly secretGeneration: number;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
}

type WebhookTerms = Pick<WebhookRow, 'url' | 'description' | 'events'>;

export interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly createdAt: Date;
  readonly lastTriedAt: Date | null;
  readonly nextTryAt: Date | null;
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  readonly answer: string | null;
  readonly durationMs: number | null;
}

/** A delivery in the hands of one worker, with all that sending it takes. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly tries: number;
  readonly webhook: Pick<WebhookRow, 'id' | 'organizationId' | 'url' | 'secretGeneration' | 'previousUntil'>;
}

interface NewEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly type: string;
  readonly body: string;
  readonly createdAt: Date;
}

/** What a try came to. */
export interface Attempt {
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  readonly answer: string | null;
  readonly durationMs: number;
  readonly at: Date;
}

/** How many deliveries may be in hand. */
interface InHandLimits {
  readonly ofWebhook: number;
  /** Past it, each of the organization's webhooks may still have one. */
  readonly ofOrganization: number;
}

export interface WebhookStore {
  insert(webhook: WebhookTerms & Pick<WebhookRow, 'id' | 'organizationId' | 'createdAt'>): Promise<void>;
  /** Oldest first. */
  list(organizationId: string): Promise<readonly WebhookRow[]>;
  find(organizationId: string, id: string): Promise<WebhookRow | null>;
  change(id: string, terms: Partial<WebhookTerms>): Promise<void>;
  /** Forgets earlier failures. */
  enable(id: string): Promise<void>;
  /**
   * What waits to be delivered goes on waiting, until the webhook is enabled again or the event is deleted.
   * @param because null: somebody of the organization disables it
   * @returns false when it was disabled before
   */
  disable(id: string, because: WebhookStop | null): Promise<boolean>;
  rotate(id: string, previousUntil: Date): Promise<void>;
  delete(id: string): Promise<void>;

  /** Whether any webhook is told when this request ends. Most organizations have none, and need no more than this one statement. */
  hearsOfEnd(requestId: string): Promise<boolean>;
  /** Enabled webhooks of the key's organization that are told of this. */
  listening(
    apiKeyId: string,
    type: WebhookEvent,
  ): Promise<readonly { readonly id: string; readonly organizationId: string }[]>;
  /**
   * An event, and a delivery of it to each of these webhooks.
   * @param sendingUntil the caller sends them itself until then
   * @returns the deliveries
   */
  announce(
    event: NewEvent,
    webhookIds: readonly string[],
    sendingUntil: Date | null,
  ): Promise<readonly string[]>;

  /** Enabled webhooks with deliveries that are due, and to which no worker was sent since `queuedBefore`; notes that one is now. */
  takeDue(now: Date, queuedBefore: Date, limit: number): Promise<readonly string[]>;
  /**
   * Takes the webhook's longest due delivery in hand. Belongs into a transaction: the webhook is locked, so that workers who come at once count each other.
   */
  claim(webhookId: string, now: Date, until: Date, atOnce: InHandLimits): Promise<ClaimedDelivery | null>;
  /** Hands it back. */
  release(deliveryId: string): Promise<void>;
  /**
   * Notes a try, the one after `tries` others.
   * @param nextTryAt null: there is no further one
   * @returns false when another worker has noted one meanwhile
   */
  note(
    delivery: Pick<ClaimedDelivery, 'id' | 'tries'>,
    attempt: Attempt,
    state: DeliveryState,
    nextTryAt: Date | null,
  ): Promise<boolean>;
  noteSuccess(webhookId: string): Promise<void>;
  /**
   * @param silentSince without a failure since then, deliveries begin to fail only now
   * @returns when its deliveries began to fail
   */
  noteFailure(webhookId: string, at: Date, silentSince: Date): Promise<Date>;

  /** Newest first, those after the delivery `after`. */
  deliveries(
    webhookId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly DeliveryRow[]>;
  findDelivery(webhookId: string, id: string): Promise<DeliveryRow | null>;
  /** Sends it again, with all tries. */
  replay(deliveryId: string, at: Date): Promise<void>;
  /** With their deliveries. @returns how many */
  deleteEvents(before: Date): Promise<number>;
}
