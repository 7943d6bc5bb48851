import { z } from 'zod';
import { idTextSchema, numberText, trimmedText } from '../bounded-text.ts';
import { API_MESSAGES } from './messages.ts';

export const JOB_EVENTS = ['job.succeeded', 'job.failed', 'job.canceled'] as const;
/** Of catalogs that a key has started. `paused`: by itself, and it says why. `delivered`: each file has arrived in its bucket, or was given up. */
export const CATALOG_EVENTS = ['catalog.finished', 'catalog.paused', 'catalog.delivered'] as const;
/** What webhooks tell of. */
export const WEBHOOK_EVENTS = [...JOB_EVENTS, ...CATALOG_EVENTS] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent when somebody asks for it, whatever a webhook has subscribed to. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';

export const WEBHOOKS_PER_ORGANIZATION = 10;
export const WEBHOOK_URL_MAX_LENGTH = 1000;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;
/** How long deliveries are signed with the secret before the last rotation, too. */
export const WEBHOOK_OVERLAP_S = 24 * 3600;
export const WEBHOOK_DELIVERY_TRIES = 10;
const DELIVERIES_PAGE_SIZE = 20;
const DELIVERIES_PAGE_SIZE_MAX = 100;

/** Names of a developer's own machine, for which deliveries need no encryption. */
export const DEVELOPER_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether deliveries may be sent there, as far as the text says: encrypted, or to the server of a developer. */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && DEVELOPER_HOSTS.includes(hostname));
}

const urlSchema = trimmedText(WEBHOOK_URL_MAX_LENGTH, API_MESSAGES.invalidWebhookUrl).refine(
  isWebhookUrl,
  API_MESSAGES.invalidWebhookUrl,
);
const descriptionSchema = trimmedText(
  WEBHOOK_DESCRIPTION_MAX_LENGTH,
  API_MESSAGES.invalidWebhookDescription,
).regex(/^[^\p{C}]*$/u, API_MESSAGES.invalidWebhookDescription);
const eventsSchema = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, API_MESSAGES.noWebhookEvent)
  .max(WEBHOOK_EVENTS.length);

/** Why we stopped: it answered 410 Gone, or nothing but failures for five days. */
export const WEBHOOK_STOPS = ['gone', 'failing'] as const;
export type WebhookStop = (typeof WEBHOOK_STOPS)[number];

/** An address that is sent events, without its secret. */
export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  /** Why it is disabled, when nobody of the organization did it. */
  disabled_because: z.enum(WEBHOOK_STOPS).nullable(),
  /** When the deliveries began to fail; null when the last one succeeded. */
  failing_since: z.iso.datetime().nullable(),
  /** Until when deliveries are signed with the secret before the last rotation, too. */
  rotated_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhookSchema>;
/** Shown once, when it is made or rotated. */
export const newWebhookSchema = webhookSchema.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookListSchema = z.object({ data: z.array(webhookSchema) });
export const webhookAnswerSchema = z.object({ data: webhookSchema });
export const newWebhookAnswerSchema = z.object({ data: newWebhookSchema });
export const webhookParamsSchema = z.object({ id: idTextSchema });

export const webhookRequestSchema = z.object({
  url: urlSchema,
  description: descriptionSchema.default(''),
  events: eventsSchema,
});
export type WebhookRequest = z.infer<typeof webhookRequestSchema>;

/** Fields that are absent stay as they are. */
export const webhookPatchSchema = z.object({
  url: urlSchema.optional(),
  description: descriptionSchema.optional(),
  events: eventsSchema.optional(),
  enabled: z.boolean().optional(),
});
export type WebhookPatch = z.infer<typeof webhookPatchSchema>;

export const DELIVERY_STATES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
/** Why there was no answer. `refused`: the address is not on the public internet. */
export const DELIVERY_PROBLEMS = ['refused', 'unreachable', 'timed-out'] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/** One event on its way to one webhook, and how the last try went. */
export const webhookDeliverySchema = z.object({
  id: z.uuid(),
  /** The `webhook-id` header: the same in each try and each replay. */
  event_id: z.uuid(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number().int(),
  created_at: z.iso.datetime(),
  last_tried_at: z.iso.datetime().nullable(),
  next_try_at: z.iso.datetime().nullable(),
  /** Of the last answer. */
  status: z.number().int().nullable(),
  problem: z.enum(DELIVERY_PROBLEMS).nullable(),
  /** The beginning of the last answer's body. */
  answer: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  /** What is sent, to the byte. */
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryAnswerSchema = z.object({ data: webhookDeliverySchema });
export const webhookDeliveriesQuerySchema = z.object({
  limit: numberText(z.coerce.number().int().min(1).max(DELIVERIES_PAGE_SIZE_MAX)).default(
    DELIVERIES_PAGE_SIZE,
  ),
  cursor: idTextSchema.optional().describe('`next_cursor` of the page before'),
});
export type WebhookDeliveriesQuery = z.infer<typeof webhookDeliveriesQuerySchema>;
export const webhookDeliveriesSchema = z.object({
  data: z.array(webhookDeliverySchema),
  /** Null on the last page. */
  next_cursor: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>;
export const webhookDeliveryParamsSchema = z.object({ id: idTextSchema, delivery_id: idTextSchema });
