import { GCP_FREE_PLAN_TYPE, planById } from '@packshot/contract';
import { FREE_SUBSCRIPTION } from '../accounts/organization.ts';
import type { Stores } from '../database.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { BillingFact, BillingSettings, InvoiceFacts, Subscription, SubscriptionFacts } from './model.ts';
import { settleMonths } from './settle-months.ts';
import { standingOf } from './standing.ts';

export interface ApplyDependencies {
  readonly settings: BillingSettings;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Subscriptions that have to be cancelled at the service, because their organization has another one. */
export interface Aftermath {
  readonly duplicates: readonly string[];
}

/** Whether the service sent a message, and when, or was asked, and when; whole seconds, as it counts them. */
export interface Source {
  readonly kind: 'told' | 'asked';
  readonly at: Date;
}

/** Clocks differ: what is sent about when we ask must not count as older than the answer. */
const CLOCK_SLACK_MS = MINUTE_MS;

/**
 * Takes over what the payment service says, in whatever order it says it, and settles the credits that follow. Facts
 * about organizations that are no longer here are passed over.
 */
export async function applyFacts(
  deps: ApplyDependencies,
  stores: Stores,
  facts: readonly BillingFact[],
  source: Source,
): Promise<Aftermath> {
  const touched = await lockAll(stores, facts, source);
  const present = new Map<string, boolean>();
  for (const organizationId of touched.organizationIds) {
    present.set(organizationId, (await stores.billing.findHolder(organizationId, null)) !== null);
  }
  for (const fact of facts) {
    if (fact.kind === 'refund' || fact.kind === 'dispute') continue;
    const { organizationId, id } = fact.kind === 'invoice' ? fact.invoice : fact.subscription;
    if (present.get(organizationId) !== true) {
      deps.logger.warn({ kind: fact.kind, id }, 'a payment is about an organization that is not here');
      touched.subscriptionIds.delete(fact.kind === 'invoice' ? fact.invoice.subscriptionId : id);
    } else if (fact.kind === 'invoice') await takeInvoice(deps, stores, fact.invoice);
    else await takeSubscription(deps, stores, fact.subscription, source);
  }
  const duplicates: string[] = [];
  for (const id of touched.subscriptionIds) {
    const settled = await settle(deps, stores, id);
    if (settled?.isDuplicate === true && settled.endedAt === null && settled.cancelAt === null) {
      duplicates.push(id);
    }
  }
  return { duplicates };
}

/** Settles one subscription and says of its organization which plan it has. Needs the organization's lock. */
export async function settle(
  { settings, clock }: ApplyDependencies,
  stores: Stores,
  subscriptionId: string,
): Promise<Subscription | null> {
  const found = await stores.billing.find(subscriptionId);
  if (found === null) return null;
  const now = clock.now();
  const settled = await settleMonths(stores, found, now);
  const current = await stores.billing.findOfOrganization(found.organizationId, settings.world);
  const { isEntitled } = standingOf(current, now, settings.graceMs);
  const plan = isEntitled && current !== null ? planById(current.planId) : null;
  const planName = plan?.styleKey ?? (await freeNameOf(stores, settled));
  await stores.billing.setPlanName(found.organizationId, planName);
  return settled;
}

/** What an organization without a plan is called: those of the marketplace have a free plan of their own. */
async function freeNameOf({ accounts }: Stores, { holderUserId }: Subscription): Promise<string> {
  const holder = holderUserId === null ? null : await accounts.find(holderUserId);
  return (holder?.gcpUserIdentity ?? null) === null ? FREE_SUBSCRIPTION : GCP_FREE_PLAN_TYPE;
}

/** The lock under which everything about an organization's payments happens. */
export const organizationLock = (organizationId: string): string => `billing:${organizationId}`;

/**
 * Invoices first, then organizations, each in order: a refund or a dispute that overtakes its invoice waits for it here, and no two
 * transactions wait for each other.
 */
async function lockAll(
  { billing }: Stores,
  facts: readonly BillingFact[],
  { at }: Source,
): Promise<{ organizationIds: Set<string>; subscriptionIds: Set<string> }> {
  const organizationIds = new Set<string>();
  const subscriptionIds = new Set<string>();
  const invoiceIds = facts.flatMap((fact) => {
    if (fact.kind === 'invoice') return [fact.invoice.id];
    if (fact.kind === 'refund') return [fact.refund.invoiceId];
    return fact.kind === 'dispute' ? [fact.dispute.invoiceId] : [];
  });
  for (const id of [...new Set(invoiceIds)].toSorted()) await billing.lock(`billing-invoice:${id}`);
  for (const fact of facts) {
    if (fact.kind === 'subscription') {
      organizationIds.add(fact.subscription.organizationId);
      subscriptionIds.add(fact.subscription.id);
    } else if (fact.kind === 'invoice') {
      organizationIds.add(fact.invoice.organizationId);
      subscriptionIds.add(fact.invoice.subscriptionId);
    } else {
      if (fact.kind === 'refund') await billing.saveRefund(fact.refund);
      else await billing.saveDispute(fact.dispute, at);
      const { invoiceId } = fact.kind === 'refund' ? fact.refund : fact.dispute;
      const invoice = await billing.findInvoice(invoiceId);
      if (invoice === null) continue;
      organizationIds.add(invoice.organizationId);
      subscriptionIds.add(invoice.subscriptionId);
    }
  }
  for (const id of [...organizationIds].toSorted()) await billing.lock(organizationLock(id));
  return { organizationIds, subscriptionIds };
}

/** An invoice may be the first that is heard of its subscription; the rest is asked for soon. */
async function takeInvoice(
  deps: ApplyDependencies,
  { billing }: Stores,
  invoice: InvoiceFacts,
): Promise<void> {
  const { world } = deps.settings;
  await billing.saveInvoice(invoice, world, (planId) => planById(planId)?.credits ?? 0);
  await billing.saveCustomer(invoice.organizationId, world, invoice.customerId);
  const period = invoice.periods.find(({ kind }) => kind !== 'credit');
  if (period === undefined || (await billing.find(invoice.subscriptionId)) !== null) return;
  await billing.save({
    id: invoice.subscriptionId,
    world,
    organizationId: invoice.organizationId,
    holderUserId: await billing.findHolder(invoice.organizationId, invoice.holderUserId),
    customerId: invoice.customerId,
    itemId: '',
    planId: period.planId,
    status: invoice.status === 'paid' ? 'active' : 'unpaid',
    periodStartsAt: period.startsAt,
    periodEndsAt: period.endsAt,
    cancelAt: null,
    endedAt: null,
    isDuplicate: await isSecond(deps, { billing }, invoice.organizationId, invoice.subscriptionId),
    describedAt: new Date(0),
    needsSync: true,
    paidUntil: null,
    nextGrantAt: null,
  });
}

async function takeSubscription(
  deps: ApplyDependencies,
  { billing }: Stores,
  facts: SubscriptionFacts,
  { kind, at }: Source,
): Promise<void> {
  const { world } = deps.settings;
  await billing.saveCustomer(facts.organizationId, world, facts.customerId);
  const before = await billing.find(facts.id);
  const isEnd = facts.endedAt !== null;
  // An end is final: nothing that was said before or after it counts. Of everything else the newest word does.
  if (before !== null && !isEnd && (before.endedAt !== null || at < before.describedAt)) return;
  // Two messages of the same second: nobody knows which one is the later, so that the service is asked. Until then a
  // payment that has been seen is not taken for one that is still to come.
  const isTie = kind === 'told' && before?.describedAt.getTime() === at.getTime();
  const status = isTie && facts.status === 'unpaid' ? before.status : facts.status;
  const describedAt = kind === 'told' ? at : new Date(at.getTime() - CLOCK_SLACK_MS);
  await billing.save({
    ...facts,
    // Who bought it may have deleted their account since; the service goes on naming them.
    holderUserId: await billing.findHolder(facts.organizationId, facts.holderUserId),
    status,
    world,
    isDuplicate:
      before?.isDuplicate ?? (!isEnd && (await isSecond(deps, { billing }, facts.organizationId, facts.id))),
    describedAt: before !== null && before.describedAt > describedAt ? before.describedAt : describedAt,
    needsSync: isTie && !isEnd,
    paidUntil: before?.paidUntil ?? null,
    nextGrantAt: before?.nextGrantAt ?? null,
  });
}

async function isSecond(
  { settings, clock }: ApplyDependencies,
  { billing }: Pick<Stores, 'billing'>,
  organizationId: string,
  subscriptionId: string,
): Promise<boolean> {
  const first = await billing.findOfOrganization(organizationId, settings.world);
  if (first === null || first.id === subscriptionId) return false;
  return standingOf(first, clock.now(), settings.graceMs).isEntitled;
}
