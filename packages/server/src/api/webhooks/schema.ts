import { DELIVERY_PROBLEMS, DELIVERY_STATES, WEBHOOK_STOPS } from '@packshot/contract';
import type { WebhookEvent } from '@packshot/contract';
import { createdAt, moment } from '../../platform/database/columns.ts';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  sql,
  text,
  unique,
  uuid,
} from '../../platform/database/orm.ts';
import { organizations } from '../../accounts/schema.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    disabledBecause: text('disabled_because', { enum: WEBHOOK_STOPS }),
    failingSince: moment('failing_since'),
    lastFailedAt: moment('last_failed_at'),
    /** Number from which the secret is derived, together with the webhook's id. */
    secretGeneration: integer('secret_generation').notNull().default(0),
    /** Time until which deliveries are signed with the previous secret, besides the current one. */
    previousUntil: moment('previous_until'),
    /** Time at which a worker job was last queued for the webhook's due deliveries. */
    queuedAt: moment('queued_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhooks_organization').on(table.organizationId),
    check('webhooks_disabled', sql`not ${table.enabled} or ${table.disabledBecause} is null`),
  ],
);

export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** The exact bytes that are signed and sent. */
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_events_age').on(table.createdAt)],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    state: text('state', { enum: DELIVERY_STATES }).notNull(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at'),
    /** Time until which a worker has claimed the delivery. If the worker dies, the claim expires then. */
    sendingUntil: moment('sending_until'),
    lastTriedAt: moment('last_tried_at'),
    status: integer('status'),
    problem: text('problem', { enum: DELIVERY_PROBLEMS }),
    answer: text('answer'),
    durationMs: integer('duration_ms'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('webhook_deliveries_once').on(table.webhookId, table.eventId),
    index('webhook_deliveries_log').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_event').on(table.eventId),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.nextTryAt)
      .where(sql`state = 'pending'`),
    check('webhook_deliveries_next', sql`(${table.state} = 'pending') = (${table.nextTryAt} is not null)`),
  ],
);
