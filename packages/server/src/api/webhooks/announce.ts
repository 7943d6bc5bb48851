import { randomUUID } from 'node:crypto';
import type { WebhookBody } from '@packshot/contract';
import type { ApiStores } from '../stores.ts';

/** Queues an event for the webhooks that subscribe to it, in the caller's transaction. */
export async function announce(
  stores: ApiStores,
  apiKeyId: string,
  body: WebhookBody,
  now: Date,
): Promise<void> {
  const { type } = body;
  const listening = await stores.webhooks.listListening(apiKeyId, type);
  const [first] = listening;
  if (first === undefined) return;
  const { organizationId } = first;
  const event = { id: randomUUID(), organizationId, type, body: JSON.stringify(body), createdAt: now };
  const webhookIds = listening.map(({ id }) => id);
  await stores.webhooks.announce(event, webhookIds, null);
  for (const webhookId of webhookIds) {
    await stores.jobs.enqueue({ name: 'webhook', payload: { webhookId } });
  }
}
