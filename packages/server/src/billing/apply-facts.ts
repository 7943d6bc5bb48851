import { GCP_FREE_PLAN_TYPE, planById } from '@packshot/contract';
import { FREE_SUBSCRIPTION } from '../accounts/organization.ts';
import type { BillingStores } from './stores.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { BillingFact, BillingSettings, InvoiceFacts, Subscription, SubscriptionFacts } from './model.ts';
import { settleMonths } from './settle-months.ts';
import { entitlementAt } from './entitlement.ts';

export interface ApplyDependencies {
  readonly settings: BillingSettings;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Subscriptions that have to be canceled at the payment service because their organization has another one.
 */
export interface ApplyResult {
  readonly duplicates: readonly string[];
}

/**
 * Source of the facts from the payment service, webhook or poll. `at` is the message's time by that service's clock, or
 * the time of the poll.
 */
export interface FactsSource {
  readonly kind: 'webhook' | 'poll';
  readonly at: Date;
}

/**
 * Allows for clock differences: a webhook message sent around the time of a poll must not count as older than the
 * poll's result.
 */
const CLOCK_SLACK_MS = MINUTE_MS;

/**
 * Stores facts from the payment service, in any order, and adjusts the credits of the affected organizations. Skips
 * facts about organizations that no longer exist.
 */
export async function applyFacts(
  deps: ApplyDependencies,
  stores: BillingStores,
  facts: readonly BillingFact[],
  source: FactsSource,
): Promise<ApplyResult> {
  const touched = await lockAll(stores, facts, source);
  const present = new Map<string, boolean>();
  for (const organizationId of touched.organizationIds) {
    present.set(organizationId, (await stores.billing.findHolder(organizationId, null)) !== null);
  }
  for (const fact of facts) {
    if (fact.kind === 'refund' || fact.kind === 'dispute') continue;
    const { organizationId, id } = fact.kind === 'invoice' ? fact.invoice : fact.subscription;
    if (present.get(organizationId) !== true) {
      deps.logger.warn({ kind: fact.kind, id }, 'a payment belongs to an unknown organization');
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

/**
 * Brings one subscription's credits in line with its payments and updates its organization's plan name. The caller
 * must hold the organization's lock.
 */
export async function settle(
  { settings, clock }: ApplyDependencies,
  stores: BillingStores,
  subscriptionId: string,
): Promise<Subscription | null> {
  const storedSubscription = await stores.billing.find(subscriptionId);
  if (storedSubscription === null) return null;
  const now = clock.now();
  const settled = await settleMonths(stores, storedSubscription, now);
  const current = await stores.billing.findOfOrganization(
    storedSubscription.organizationId,
    settings.environment,
  );
  const { isEntitled } = entitlementAt(current, now, settings.graceMs);
  const plan = isEntitled && current !== null ? planById(current.planId) : null;
  const planName = plan?.styleKey ?? (await getFreePlanName(stores, settled));
  await stores.billing.setPlanName(storedSubscription.organizationId, planName);
  return settled;
}

/** The plan name of an organization without a plan. Marketplace organizations have their own free plan. */
async function getFreePlanName({ accounts }: BillingStores, { holderUserId }: Subscription): Promise<string> {
  const holder = holderUserId === null ? null : await accounts.find(holderUserId);
  return (holder?.gcpUserIdentity ?? null) === null ? FREE_SUBSCRIPTION : GCP_FREE_PLAN_TYPE;
}

/** Name of the database lock that serializes all payment work of an organization. */
export const organizationLock = (organizationId: string): string => `billing:${organizationId}`;

/**
 * Locks invoices first, then organizations, each sorted, to avoid deadlocks. A refund or dispute that arrives before
 * its invoice waits for the invoice's lock here.
 */
async function lockAll(
  { billing }: BillingStores,
  facts: readonly BillingFact[],
  { at }: FactsSource,
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

/**
 * Stores an invoice. If its subscription hasn't arrived yet, stores a placeholder that is soon updated by polling the
 * payment service.
 */
async function takeInvoice(
  deps: ApplyDependencies,
  { billing }: BillingStores,
  invoice: InvoiceFacts,
): Promise<void> {
  const { environment } = deps.settings;
  await billing.saveInvoice(invoice, environment, (planId) => planById(planId)?.credits ?? 0);
  await billing.saveCustomer(invoice.organizationId, environment, invoice.customerId);
  const period = invoice.periods.find(({ kind }) => kind !== 'credit');
  if (period === undefined || (await billing.find(invoice.subscriptionId)) !== null) return;
  await billing.save({
    id: invoice.subscriptionId,
    environment,
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
  { billing }: BillingStores,
  facts: SubscriptionFacts,
  { kind, at }: FactsSource,
): Promise<void> {
  const { environment } = deps.settings;
  await billing.saveCustomer(facts.organizationId, environment, facts.customerId);
  const before = await billing.find(facts.id);
  const isEnd = facts.endedAt !== null;
  // The end of a subscription is final: no other message changes it. Otherwise the latest message wins.
  if (before !== null && !isEnd && (before.endedAt !== null || at < before.describedAt)) return;
  // Two messages from the same second can't be ordered, so the payment service is polled. Until then, a paid status
  // isn't overwritten by an unpaid one.
  const isTie = kind === 'webhook' && before?.describedAt.getTime() === at.getTime();
  const status = isTie && facts.status === 'unpaid' ? before.status : facts.status;
  const describedAt = kind === 'webhook' ? at : new Date(at.getTime() - CLOCK_SLACK_MS);
  await billing.save({
    ...facts,
    // The buyer may have deleted their account, but the payment service still names them.
    holderUserId: await billing.findHolder(facts.organizationId, facts.holderUserId),
    status,
    environment,
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
  { billing }: Pick<BillingStores, 'billing'>,
  organizationId: string,
  subscriptionId: string,
): Promise<boolean> {
  const first = await billing.findOfOrganization(organizationId, settings.environment);
  if (first === null || first.id === subscriptionId) return false;
  return entitlementAt(first, clock.now(), settings.graceMs).isEntitled;
}
