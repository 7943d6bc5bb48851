import { BILLING_ENVIRONMENTS, DISPUTE_STATES, SUBSCRIPTION_STATUSES } from './model.ts';
import { createdAt, moment } from '../platform/database/columns.ts';
import {
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uuid,
} from '../platform/database/orm.ts';
import { organizations, users } from '../accounts/schema.ts';

/* Tables for plans and payments. Rows come from the payment service or are derived from its data. */

export const billingEnvironmentEnum = pgEnum('billing_world', BILLING_ENVIRONMENTS);
export const subscriptionStatusEnum = pgEnum('subscription_status', SUBSCRIPTION_STATUSES);

const environment = () => billingEnvironmentEnum('world').notNull();
const organizationId = () =>
  uuid('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/**
 * Messages of the payment service that were applied. A message's row and its effects are written in one transaction.
 */
export const billingEvents = pgTable('billing_events', {
  id: text('id').primaryKey(),
  environment: environment(),
  type: text('type').notNull(),
  createdAt: moment('created_at').notNull(),
  appliedAt: moment('applied_at').notNull(),
});

export const billingCustomers = pgTable(
  'billing_customers',
  {
    organizationId: organizationId(),
    environment: environment(),
    customerId: text('customer_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.environment] })],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    environment: environment(),
    organizationId: organizationId(),
    holderUserId: uuid('holder_user_id').references(() => users.id, { onDelete: 'set null' }),
    customerId: text('customer_id').notNull(),
    itemId: text('item_id').notNull(),
    planId: text('plan_id').notNull(),
    status: subscriptionStatusEnum('status').notNull(),
    periodStartsAt: moment('period_starts_at').notNull(),
    periodEndsAt: moment('period_ends_at').notNull(),
    cancelAt: moment('cancel_at'),
    endedAt: moment('ended_at'),
    isDuplicate: boolean('is_duplicate').notNull(),
    /** Time at which the payment service described the columns above, by that service's clock. */
    describedAt: moment('described_at').notNull(),
    needsSync: boolean('needs_sync').notNull(),
    /** Time at which the payment service was last polled for this subscription. */
    syncedAt: moment('synced_at'),
    /** Both `paidUntil` and `nextGrantAt` are derived from the invoices. */
    paidUntil: moment('paid_until'),
    nextGrantAt: moment('next_grant_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('subscriptions_organization').on(table.organizationId),
    index('subscriptions_due').on(table.nextGrantAt),
    index('subscriptions_running')
      .on(table.periodEndsAt)
      .where(sql`ended_at is null`),
  ],
);

export const invoices = pgTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    environment: environment(),
    organizationId: organizationId(),
    subscriptionId: text('subscription_id').notNull(),
    holderUserId: uuid('holder_user_id'),
    customerId: text('customer_id').notNull(),
    number: text('number'),
    status: text('status', { enum: ['open', 'paid', 'void'] }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    hostedUrl: text('hosted_url'),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    index('invoices_organization').on(table.organizationId, table.issuedAt),
    index('invoices_subscription').on(table.subscriptionId),
  ],
);

export const invoicePeriods = pgTable(
  'invoice_periods',
  {
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    kind: text('kind', { enum: ['cycle', 'change', 'credit'] }).notNull(),
    planId: text('plan_id').notNull(),
    creditsPerMonth: integer('credits_per_month').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);

/**
 * Refunds of invoices. A separate table rather than a column of the invoice, because a refund may arrive before its
 * invoice.
 */
export const invoiceRefunds = pgTable('invoice_refunds', {
  invoiceId: text('invoice_id').primaryKey(),
  refundedAt: moment('refunded_at').notNull(),
  isWhole: boolean('is_whole').notNull(),
});

/** Chargebacks of invoices. A separate table, because a dispute may arrive before its invoice. */
export const invoiceDisputes = pgTable(
  'invoice_disputes',
  {
    id: text('id').primaryKey(),
    invoiceId: text('invoice_id').notNull(),
    state: text('state', { enum: DISPUTE_STATES }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    describedAt: moment('described_at').notNull(),
  },
  (table) => [index('invoice_disputes_invoice').on(table.invoiceId)],
);

export const planMonths = pgTable(
  'plan_months',
  {
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /**
     * User who received the credits; null after their account was deleted. The month still counts as granted, so that
     * its credits aren't granted again.
     */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    planId: text('plan_id').notNull(),
    dueCredits: integer('due_credits').notNull(),
    grantedCredits: integer('granted_credits').notNull(),
    reclaimedCredits: integer('taken_back_credits').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.startsAt] }),
    index('plan_months_user').on(table.userId),
    check(
      'plan_months_range',
      sql`${table.dueCredits} >= 0 and ${table.reclaimedCredits} between 0 and ${table.grantedCredits}`,
    ),
  ],
);

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey(),
    environment: environment(),
    organizationId: organizationId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: text('plan_id').notNull(),
    sessionId: text('session_id').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    completedAt: moment('completed_at'),
  },
  (table) => [index('checkouts_organization').on(table.organizationId)],
);
