import type { Webhook, WebhookDelivery } from '@packshot/contract';
import type { DeliveryRow, WebhookRow } from './webhook-store.ts';

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: [...row.events],
  enabled: row.enabled,
  disabled_because: row.disabledBecause,
  failing_since: row.failingSince?.toISOString() ?? null,
  rotated_until: row.previousUntil?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.eventId,
  type: row.type,
  state: row.state,
  tries: row.tries,
  created_at: row.createdAt.toISOString(),
  last_tried_at: row.lastTriedAt?.toISOString() ?? null,
  next_try_at: row.nextTryAt?.toISOString() ?? null,
  status: row.status,
  problem: row.problem,
  answer: row.answer,
  duration_ms: row.durationMs,
  body: row.body,
});
