import type { BillingEvent, BillingEnvironment, Checkout, PlanMonth, Subscription } from './model.ts';
import { PAID_PLANS } from '@packshot/contract';
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

/**
 * Sorts the current subscription first. If several are running, it is the oldest that isn't a duplicate. If none is
 * running, it is the one that ended last.
 */
const CURRENT_FIRST = [
  sql`(${subscriptions.endedAt} is null) desc`,
  asc(subscriptions.isDuplicate),
  sql`${subscriptions.endedAt} desc nulls last`,
  asc(subscriptions.createdAt),
] as const;

/** Names of the paid plans, as organizations store them. */
const PLAN_NAMES: string[] = [...new Set(PAID_PLANS.map(({ styleKey }) => styleKey))];

const { syncedAt: _syncedAt, createdAt: _createdAt, ...FACTS } = getTableColumns(subscriptions);
const { createdAt: _startedAt, ...CHECKOUT } = getTableColumns(checkouts);

export function createBillingStore(db: Executor) {
  return {
    ...createBillingRecords(db),

    /**
     * Records an event of the payment service. Waits for any other transaction that is applying the same event.
     * @returns false if the event was already applied
     */
    async takeEvent({ id, type, createdAt }: BillingEvent, environment: BillingEnvironment, now: Date) {
      const rows = await db
        .insert(billingEvents)
        .values({ id, type, environment, createdAt, appliedAt: now })
        .onConflictDoNothing()
        .returning({ id: billingEvents.id });
      return rows.length > 0;
    },

    /** Takes the database lock with this name and holds it until the transaction ends. */
    async lock(name: string): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },

    async find(subscriptionId: string): Promise<Subscription | null> {
      const [row] = await db.select(FACTS).from(subscriptions).where(eq(subscriptions.id, subscriptionId));
      return row ?? null;
    },

    /** Finds the organization's current subscription: the running one, or the one that ended last. */
    async findOfOrganization(organizationId: string, environment: BillingEnvironment) {
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

    async findOfUser(userId: string, environment: BillingEnvironment): Promise<Subscription | null> {
      const [row] = await db
        .select(FACTS)
        .from(subscriptions)
        .innerJoin(memberships, eq(memberships.organizationId, subscriptions.organizationId))
        .where(and(eq(memberships.userId, userId), eq(subscriptions.environment, environment)))
        .orderBy(...CURRENT_FIRST)
        .limit(1);
      return row ?? null;
    },

    /** Lists all subscriptions of the organization that haven't ended. More than one is a mistake. */
    async listRunning(organizationId: string, environment: BillingEnvironment) {
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

    async save(subscription: Subscription): Promise<void> {
      const { id, ...values } = only(subscription);
      await db
        .insert(subscriptions)
        .values({ id, ...values })
        .onConflictDoUpdate({ target: subscriptions.id, set: values });
    },

    async markSynced(subscriptionId: string, at: Date): Promise<void> {
      await db.update(subscriptions).set({ syncedAt: at }).where(eq(subscriptions.id, subscriptionId));
    },

    /** Ids of subscriptions that have a month of credits due. */
    async listDue(environment: BillingEnvironment, now: Date, limit: number): Promise<readonly string[]> {
      const rows = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(eq(subscriptions.environment, environment), lte(subscriptions.nextGrantAt, now)))
        .orderBy(asc(subscriptions.nextGrantAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    /**
     * Lists the running subscriptions that have to be polled: marked for it, or with a period that ended before
     * `endedBefore`. Skips subscriptions polled after `polledBefore`.
     */
    async listToSync(environment: BillingEnvironment, endedBefore: Date, polledBefore: Date, limit: number) {
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

    /**
     * Ids of lapsed subscriptions whose organization still carries the plan's name. A subscription has lapsed if its
     * paid time ended before `paidBefore`, or if its cancellation took effect.
     */
    async listLapsed(environment: BillingEnvironment, paidBefore: Date, now: Date, limit: number) {
      const rows = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
        .where(
          and(
            eq(subscriptions.environment, environment),
            inArray(organizations.subscriptionType, PLAN_NAMES),
            or(lte(subscriptions.paidUntil, paidBefore), lte(subscriptions.cancelAt, now)),
            // Skips organizations that have another paid subscription, because they keep the plan's name.
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

    /**
     * Finds the recipient of a plan's credits: the plan's holder if still a member, otherwise the organization's owner,
     * an admin or the oldest member. Null without members.
     */
    async findHolder(organizationId: string, holderUserId: string | null): Promise<string | null> {
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

    async setPlanName(organizationId: string, subscriptionType: string): Promise<void> {
      await db
        .update(organizations)
        .set({ subscriptionType })
        .where(
          and(eq(organizations.id, organizationId), ne(organizations.subscriptionType, subscriptionType)),
        );
    },

    async listMonths(subscriptionId: string): Promise<readonly PlanMonth[]> {
      return db
        .select()
        .from(planMonths)
        .where(eq(planMonths.subscriptionId, subscriptionId))
        .orderBy(asc(planMonths.startsAt));
    },

    async saveMonth(month: PlanMonth): Promise<void> {
      const { subscriptionId: _id, startsAt: _start, ...set } = month;
      await db
        .insert(planMonths)
        .values(month)
        .onConflictDoUpdate({ target: [planMonths.subscriptionId, planMonths.startsAt], set });
    },

    /** Lists the months in which this user received more credits than are due, of any subscription, oldest first. */
    async listOwing(userId: string, environment: BillingEnvironment): Promise<readonly PlanMonth[]> {
      return db
        .select(getTableColumns(planMonths))
        .from(planMonths)
        .innerJoin(subscriptions, eq(subscriptions.id, planMonths.subscriptionId))
        .where(
          and(
            eq(planMonths.userId, userId),
            eq(subscriptions.environment, environment),
            gt(sql`${planMonths.grantedCredits} - ${planMonths.reclaimedCredits}`, planMonths.dueCredits),
          ),
        )
        .orderBy(asc(planMonths.startsAt), asc(planMonths.subscriptionId));
    },

    async findCustomer(organizationId: string, environment: BillingEnvironment): Promise<string | null> {
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

    async saveCustomer(organizationId: string, environment: BillingEnvironment, customerId: string) {
      await db
        .insert(billingCustomers)
        .values({ organizationId, environment, customerId })
        .onConflictDoNothing();
    },

    async insertCheckout(checkout: Checkout): Promise<void> {
      await db.insert(checkouts).values(checkout);
    },

    async findCheckout(checkoutId: string): Promise<Checkout | null> {
      const [row] = await db.select(CHECKOUT).from(checkouts).where(eq(checkouts.id, checkoutId));
      return row ?? null;
    },

    async listOpenCheckouts(organizationId: string, environment: BillingEnvironment, now: Date) {
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

    /**
     * Marks a checkout as completed.
     * @returns false if it was already completed
     */
    async completeCheckout(checkoutId: string, at: Date): Promise<boolean> {
      const rows = await db
        .update(checkouts)
        .set({ completedAt: at })
        .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.completedAt)))
        .returning({ id: checkouts.id });
      return rows.length > 0;
    },
  };
}

export type BillingStore = ReturnType<typeof createBillingStore>;

/** Picks the columns of a subscription, since the object may have other properties. */
function only(subscription: Subscription): Subscription {
  const entries = Object.keys(FACTS).map((key) => [key, subscription[key as keyof Subscription]]);
  return Object.fromEntries(entries) as Subscription;
}
