import { planById } from '@packshot/contract';
import type { DemoAction, DemoCheckout } from '@packshot/contract';
import type { Account } from '../accounts/account-store.ts';
import type { BillingStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { DemoPayments, Payments, SignedEvent } from './payments/payments.ts';
import { applyFacts, organizationLock } from './apply-facts.ts';
import type { Checkout, Subscription } from './model.ts';
import { PLACES } from './places.ts';
import { termPrice } from './present.ts';
import { applyEvent } from './receive-event.ts';
import type { BillingDependencies } from './dependencies.ts';
import { entitlementAt } from './entitlement.ts';

interface Demo {
  readonly demo: DemoPayments;
  readonly payments: Payments;
}

export async function readDemoCheckout(
  deps: BillingDependencies,
  account: Account,
  checkoutId: string,
): Promise<DemoCheckout> {
  requireDemo(deps);
  const { stores } = deps.database;
  const checkout = await openCheckout(deps, stores, account, checkoutId);
  const plan = planById(checkout.planId);
  if (plan === null) throw new DomainError('CHECKOUT_GONE');
  const current = await runDemo(deps, stores, account);
  return {
    checkout_id: checkout.id,
    plan_id: plan.id,
    replaces_plan_id: current?.planId ?? null,
    amount: termPrice(plan),
    currency: deps.settings.currency,
  };
}

/**
 * Creates the messages that a payment service would send and processes them as usual, without charging any money.
 * Actions of one organization run one at a time, so a second click on the same button changes nothing.
 */
export async function actInDemo(
  deps: BillingDependencies,
  account: Account,
  action: DemoAction,
): Promise<{ url: string }> {
  const { payments } = requireDemo(deps);
  return deps.database.transaction(async (stores) => {
    const within: Within = { ...deps, payments, stores };
    await stores.billing.lock(organizationLock(account.organization.id));
    const current = await upToDate(within, account);
    if (action.action === 'confirm') return confirm(within, account, action.checkout_id, current);
    if (current === null) throw new DomainError('NO_SUBSCRIPTION');
    await deliver(within, await requireDemo(deps).demo.setCanceled(current, action.action === 'cancel'));
    return { url: PLACES.account };
  });
}

interface Within extends BillingDependencies {
  readonly payments: Payments;
  /** Stores bound to the transaction that holds the organization's lock. */
  readonly stores: BillingStores;
}

async function confirm(
  within: Within,
  account: Account,
  checkoutId: string,
  current: Subscription | null,
): Promise<{ url: string }> {
  const { stores, settings, clock } = within;
  const checkout = await openCheckout(within, stores, account, checkoutId);
  const customerId = await stores.billing.findCustomer(account.organization.id, settings.environment);
  if (customerId === null) throw new DomainError('CHECKOUT_GONE');
  if (current?.planId === checkout.planId && current.cancelAt === null) {
    throw new DomainError('PLAN_IS_CURRENT');
  }
  await deliver(within, await requireDemo(within).demo.confirm(checkout, customerId, current));
  await stores.billing.completeCheckout(checkout.id, clock.now());
  return { url: PLACES.afterPurchase(checkout.planId) };
}

async function deliver(within: Within, events: readonly SignedEvent[]): Promise<void> {
  for (const { body, signature } of events) {
    await applyEvent(within, within.stores, await within.payments.readEvent(body, signature));
  }
}

/**
 * Returns the running subscription. Renews a period that just ended first, so that a change applies to the new period.
 */
async function upToDate(within: Within, account: Account): Promise<Subscription | null> {
  const { stores, payments, clock } = within;
  const current = await runDemo(within, stores, account);
  if (current === null || current.periodEndsAt > clock.now()) return current;
  await applyFacts(within, stores, await payments.read(current), { kind: 'poll', at: clock.now() });
  return runDemo(within, stores, account);
}

function requireDemo({ demo, payments }: BillingDependencies): Demo {
  if (demo === null || payments === null) throw new DomainError('NOT_FOUND');
  return { demo, payments };
}

async function openCheckout(
  { clock }: BillingDependencies,
  { billing }: BillingStores,
  account: Account,
  checkoutId: string,
): Promise<Checkout> {
  const checkout = await billing.findCheckout(checkoutId);
  const isOpen =
    checkout !== null &&
    checkout.environment === 'demo' &&
    checkout.organizationId === account.organization.id &&
    checkout.completedAt === null &&
    checkout.expiresAt > clock.now();
  if (!isOpen) throw new DomainError('CHECKOUT_GONE');
  return checkout;
}

async function runDemo(
  { settings, clock }: BillingDependencies,
  { billing }: BillingStores,
  account: Account,
): Promise<Subscription | null> {
  const current = await billing.findOfOrganization(account.organization.id, settings.environment);
  return entitlementAt(current, clock.now(), settings.graceMs).isEntitled ? current : null;
}
