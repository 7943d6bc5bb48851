import { PAID_PLANS } from '@packshot/contract';
import type { BillingStore } from './billing-store-port.ts';
import type { Subscription } from './model.ts';
import { createBillingRecords } from './billing-record-store.ts';
import type { Executor } from '../platform/database/connection.ts';
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  or,
  sql,
} from '../platform/database/orm.ts';
import { memberships, organizations } from '../accounts/schema.ts';
import { billingCustomers, billingEvents, checkouts, planMonths, subscriptions } from './schema.ts';

/** The running subscription first, the oldest if there are several; otherwise the one that ended last. */
const CURRENT_FIRST = [
  sql`(${subscriptions.endedAt} is null) desc`,
  asc(subscriptions.isDuplicate),
  sql`${subscriptions.endedAt} desc nulls last`,
  asc(subscriptions.createdAt),
] as const;

/** Plan names of organizations. */
const PLAN_NAMES: string[] = [...new Set(PAID_PLANS.map(({ styleKey }) => styleKey))];

const { syncedAt: _syncedAt, createdAt: _createdAt, ...FACTS } = getTableColumns(subscriptions);
const { createdAt: _startedAt, ...CHECKOUT } = getTableColumns(checkouts);

export function createBillingStore(db: Executor): BillingStore {
  return {
    ...createBillingRecords(db),

    async takeEvent({ id, type, createdAt }, environment, now) {
      const rows = await db
        .insert(billingEvents)
        .values({ id, type, environment, createdAt, appliedAt: now })
        .onConflictDoNothing()
        .returning({ id: billingEvents.id });
      return rows.length > 0;
    },

    async lock(name) {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },

    async find(subscriptionId) {
      const [row] = await db.select(FACTS).from(subscriptions).where(eq(subscriptions.id, subscriptionId));
      return row ?? null;
    },

    async findOfOrganization(organizationId, environment) {
      const [row] = await db
        .select(FACTS)
        .from(subscriptions)
        .where(
          and(eq(subscriptions.organizationId, organizationId), eq(subscriptions.environment, environment)),
        )
        .orderBy(...CURRENT_FIRST)
        .limit(1);
      return row ?? null;
    },

    async findOfUser(userId, environment) {
      const [row] = await db
        .select(FACTS)
        .from(subscriptions)
        .innerJoin(memberships, eq(memberships.organizationId, subscriptions.organizationId))
        .where(and(eq(memberships.userId, userId), eq(subscriptions.environment, environment)))
        .orderBy(...CURRENT_FIRST)
        .limit(1);
      return row ?? null;
    },

    async listRunning(organizationId, environment) {
      return db
        .select(FACTS)
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.organizationId, organizationId),
            eq(subscriptions.environment, environment),
            isNull(subscriptions.endedAt),
          ),
        );
    },

    async save(subscription) {
      const { id, ...values } = only(subscription);
      await db
        .insert(subscriptions)
        .values({ id, ...values })
        .onConflictDoUpdate({ target: subscriptions.id, set: values });
    },

    async markSynced(subscriptionId, at) {
      await db.update(subscriptions).set({ syncedAt: at }).where(eq(subscriptions.id, subscriptionId));
    },

    async listDue(environment, now, limit) {
      const rows = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(eq(subscriptions.environment, environment), lte(subscriptions.nextGrantAt, now)))
        .orderBy(asc(subscriptions.nextGrantAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    async listToSync(environment, endedBefore, polledBefore, limit) {
      return db
        .select(FACTS)
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.environment, environment),
            isNull(subscriptions.endedAt),
            or(eq(subscriptions.needsSync, true), lte(subscriptions.periodEndsAt, endedBefore)),
            or(isNull(subscriptions.syncedAt), lte(subscriptions.syncedAt, polledBefore)),
          ),
        )
        .orderBy(sql`${subscriptions.syncedAt} nulls first`)
        .limit(limit);
    },

    async listLapsed(environment, paidBefore, now, limit) {
      const rows = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
        .where(
          and(
            eq(subscriptions.environment, environment),
            inArray(organizations.subscriptionType, PLAN_NAMES),
            or(lte(subscriptions.paidUntil, paidBefore), lte(subscriptions.cancelAt, now)),
            // Another paid subscription keeps the name.
            sql`not exists (
              select from subscriptions other
              where other.organization_id = ${organizations.id} and other.world = ${environment}
                and other.ended_at is null and other.paid_until > ${paidBefore}
                and (other.cancel_at is null or other.cancel_at > ${now}))`,
          ),
        )
        .limit(limit);
      return rows.map((row) => row.id);
    },

    async findHolder(organizationId, holderUserId) {
      const [row] = await db
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(eq(memberships.organizationId, organizationId))
        .orderBy(
          sql`(${memberships.userId} is not distinct from ${holderUserId}::uuid) desc`,
          sql`(${memberships.role} = 'owner') desc`,
          sql`(${memberships.role} = 'admin') desc`,
          asc(memberships.createdAt),
        )
        .limit(1);
      return row?.userId ?? null;
    },

    async setPlanName(organizationId, subscriptionType) {
      await db
        .update(organizations)
        .set({ subscriptionType })
        .where(
          and(eq(organizations.id, organizationId), ne(organizations.subscriptionType, subscriptionType)),
        );
    },

    async listMonths(subscriptionId) {
      return db
        .select()
        .from(planMonths)
        .where(eq(planMonths.subscriptionId, subscriptionId))
        .orderBy(asc(planMonths.startsAt));
    },

    async saveMonth(month) {
      const { subscriptionId: _id, startsAt: _start, ...set } = month;
      await db
        .insert(planMonths)
        .values(month)
        .onConflictDoUpdate({ target: [planMonths.subscriptionId, planMonths.startsAt], set });
    },

    async listOwing(userId, environment) {
      return db
        .select(getTableColumns(planMonths))
        .from(planMonths)
        .innerJoin(subscriptions, eq(subscriptions.id, planMonths.subscriptionId))
        .where(
          and(
            eq(planMonths.userId, userId),
            eq(subscriptions.environment, environment),
            gt(sql`${planMonths.grantedCredits} - ${planMonths.takenBackCredits}`, planMonths.dueCredits),
          ),
        )
        .orderBy(asc(planMonths.startsAt), asc(planMonths.subscriptionId));
    },

    async findCustomer(organizationId, environment) {
      const [row] = await db
        .select({ customerId: billingCustomers.customerId })
        .from(billingCustomers)
        .where(
          and(
            eq(billingCustomers.organizationId, organizationId),
            eq(billingCustomers.environment, environment),
          ),
        );
      return row?.customerId ?? null;
    },

    async saveCustomer(organizationId, environment, customerId) {
      await db
        .insert(billingCustomers)
        .values({ organizationId, environment, customerId })
        .onConflictDoNothing();
    },

    async insertCheckout(checkout) {
      await db.insert(checkouts).values(checkout);
    },

    async findCheckout(checkoutId) {
      const [row] = await db.select(CHECKOUT).from(checkouts).where(eq(checkouts.id, checkoutId));
      return row ?? null;
    },

    async listOpenCheckouts(organizationId, environment, now) {
      return db
        .select(CHECKOUT)
        .from(checkouts)
        .where(
          and(
            eq(checkouts.organizationId, organizationId),
            eq(checkouts.environment, environment),
            isNull(checkouts.completedAt),
            gt(checkouts.expiresAt, now),
          ),
        );
    },

    async completeCheckout(checkoutId, at) {
      const rows = await db
        .update(checkouts)
        .set({ completedAt: at })
        .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.completedAt)))
        .returning({ id: checkouts.id });
      return rows.length > 0;
    },
  };
}

/** Only the columns of a subscription, since the object may have other properties. */
function only(subscription: Subscription): Subscription {
  const entries = Object.keys(FACTS).map((key) => [key, subscription[key as keyof Subscription]]);
  return Object.fromEntries(entries) as Subscription;
}
