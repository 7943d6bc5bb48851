import { randomUUID } from 'node:crypto';
import {
  API_MESSAGES,
  WEBHOOK_EVENTS,
  WEBHOOK_OVERLAP_S,
  WEBHOOK_TEST_EVENT,
  WEBHOOKS_PER_ORGANIZATION,
} from '@packshot/contract';
import type {
  NewWebhook,
  Webhook,
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookEvent,
  WebhookPatch,
  WebhookRequest,
} from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { assertPermitted } from '../../platform/access/permissions.ts';
import { IN_HAND_MS, tryOnce } from './deliver.ts';
import type { DeliveryDependencies } from './deliver.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { webhookSecret } from './signature.ts';
import type { WebhookRow } from './webhook-store.ts';

export interface WebhookDependencies extends DeliveryDependencies {
  /** Whether webhooks may use plain HTTP and local addresses, for development. */
  readonly mayBeLocal: boolean;
  /** Returns true if the URL contains an IP address that isn't on the public internet. */
  readonly isPrivateLiteral: (url: string) => boolean;
}

export function createWebhookService(deps: WebhookDependencies) {
  const { database, secrets, clock } = deps;
  const { webhooks } = database.stores;

  const requireWebhook = async (caller: Caller, id: string): Promise<WebhookRow> => {
    assertPermitted(caller, 'webhooks.manage');
    const webhook = await webhooks.find(caller.organizationId, id);
    if (webhook === null) throw new DomainError('NOT_FOUND');
    return webhook;
  };
  const delivery = async (webhookId: string, id: string) => {
    const row = await webhooks.findDelivery(webhookId, id);
    if (row === null) throw new DomainError('NOT_FOUND');
    return row;
  };
  const withSecret = (webhook: WebhookRow): NewWebhook => ({
    ...presentWebhook(webhook),
    secret: webhookSecret(secrets, webhook),
  });

  return {
    async list(caller: Caller): Promise<Webhook[]> {
      assertPermitted(caller, 'webhooks.manage');
      return (await webhooks.list(caller.organizationId)).map(presentWebhook);
    },

    /**
     * Creates a webhook. Throws TOO_MANY_WEBHOOKS, or BAD_REQUEST for a URL that isn't HTTPS or contains a private IP
     * address.
     */
    async create(caller: Caller, { url, description, events }: WebhookRequest): Promise<NewWebhook> {
      assertPermitted(caller, 'webhooks.manage');
      assertCallable(deps, url);
      const { organizationId } = caller;
      const id = randomUUID();
      await database.transaction(async (stores) => {
        await stores.organizations.lock([organizationId]);
        if ((await stores.webhooks.list(organizationId)).length >= WEBHOOKS_PER_ORGANIZATION) {
          throw new DomainError('TOO_MANY_WEBHOOKS');
        }
        const terms = { url, description, events: inOrder(events) };
        await stores.webhooks.insert({ id, organizationId, ...terms, createdAt: clock.now() });
      });
      return withSecret(await requireWebhook(caller, id));
    },

    /**
     * Changes a webhook. Enabling it clears its failures and resumes waiting deliveries. Throws NOT_FOUND, also for
     * webhooks of other organizations, as all methods below do.
     */
    async update(caller: Caller, webhookId: string, { url, description, events, enabled }: WebhookPatch) {
      const { id } = await requireWebhook(caller, webhookId);
      if (url !== undefined) assertCallable(deps, url);
      await database.transaction(async (stores) => {
        await stores.webhooks.change(id, {
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(events !== undefined && { events: inOrder(events) }),
        });
        if (enabled === true) await stores.webhooks.enable(id);
        if (enabled === false) await stores.webhooks.disable(id, null);
      });
      return presentWebhook(await requireWebhook(caller, id));
    },

    async delete(caller: Caller, webhookId: string): Promise<void> {
      const { id } = await requireWebhook(caller, webhookId);
      await webhooks.delete(id);
    },

    /** Creates a new secret. For one day, deliveries are signed with the old secret as well. */
    async rotate(caller: Caller, webhookId: string): Promise<NewWebhook> {
      const { id } = await requireWebhook(caller, webhookId);
      await webhooks.rotate(id, new Date(clock.now().getTime() + WEBHOOK_OVERLAP_S * 1000));
      return withSecret(await requireWebhook(caller, id));
    },

    /** Sends a test event once, even to a disabled webhook. */
    async test(caller: Caller, webhookId: string): Promise<WebhookDelivery> {
      const webhook = await requireWebhook(caller, webhookId);
      const now = clock.now();
      const body = JSON.stringify({ type: WEBHOOK_TEST_EVENT, timestamp: now.toISOString(), data: {} });
      const event = {
        id: randomUUID(),
        organizationId: webhook.organizationId,
        type: WEBHOOK_TEST_EVENT,
        body,
        createdAt: now,
      };
      const inHand = new Date(now.getTime() + IN_HAND_MS);
      const [id] = await database.transaction((stores) =>
        stores.webhooks.announce(event, [webhook.id], inHand),
      );
      if (id === undefined) throw new Error('The test has no delivery');
      await tryOnce(deps, { id, eventId: event.id, type: event.type, body, tries: 0, webhook });
      return presentDelivery(await delivery(webhook.id, id));
    },

    async deliveries(caller: Caller, webhookId: string, { limit, cursor }: WebhookDeliveriesQuery) {
      const { id } = await requireWebhook(caller, webhookId);
      const rows = await webhooks.deliveries(id, { after: cursor ?? null, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return { data: page.map(presentDelivery), next_cursor: last?.id ?? null };
    },

    /** Sends a delivery again. Throws NOT_FOUND, WEBHOOK_DISABLED. */
    async replay(caller: Caller, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
      const { id, enabled } = await requireWebhook(caller, webhookId);
      await delivery(id, deliveryId);
      if (!enabled) throw new DomainError('WEBHOOK_DISABLED');
      await database.transaction(async (stores) => {
        await stores.webhooks.replay(deliveryId, clock.now());
        await stores.jobs.enqueue({ name: 'webhook', payload: { webhookId: id } });
      });
      return presentDelivery(await delivery(id, deliveryId));
    },
  };
}

/** Manages the webhooks of an organization. Only its owners and admins can see and change them. */
export type WebhookService = ReturnType<typeof createWebhookService>;

/**
 * Refuses URLs without HTTPS or with a private IP address, except in development. Host names are checked at each
 * delivery instead, because their DNS records may change.
 */
function assertCallable({ mayBeLocal, isPrivateLiteral }: WebhookDependencies, url: string): void {
  if (mayBeLocal) return;
  const isEncrypted = new URL(url).protocol === 'https:';
  if (isEncrypted && !isPrivateLiteral(url)) return;
  const message = isEncrypted ? API_MESSAGES.privateWebhookUrl : API_MESSAGES.invalidWebhookUrl;
  throw new DomainError('BAD_REQUEST', { detail: { fields: [{ field: 'url', message }] } });
}

const inOrder = (events: readonly WebhookEvent[]): WebhookEvent[] =>
  WEBHOOK_EVENTS.filter((event) => events.includes(event));
