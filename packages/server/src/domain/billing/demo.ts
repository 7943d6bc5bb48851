import { planById } from '@packshot/contract';
import type { DemoAction, DemoCheckout } from '@packshot/contract';
import { DomainError } from '../domain-error.ts';
import type { DemoPayments, Payments } from '../ports/payments.ts';
import type { Account } from '../ports/account-stores.ts';
import type { Checkout, Subscription } from './model.ts';
import { PLACES } from './places.ts';
import { termPrice } from './present.ts';
import { receiveEvent } from './receive-event.ts';
import type { BillingDependencies } from './dependencies.ts';
import { standingOf } from './standing.ts';

interface Demo {
  readonly demo: DemoPayments;
  readonly payments: Payments;
}

/** A demo's purchase, before it is confirmed. */
export async function readDemoCheckout(
  deps: BillingDependencies,
  account: Account,
  checkoutId: string,
): Promise<DemoCheckout> {
  demoOf(deps);
  const checkout = await openCheckout(deps, account, checkoutId);
  const plan = planById(checkout.planId);
  if (plan === null) throw new DomainError('CHECKOUT_GONE');
  const current = await running(deps, account);
  return {
    checkout_id: checkout.id,
    plan_id: plan.id,
    replaces_plan_id: current?.planId ?? null,
    amount: termPrice(plan),
    currency: deps.settings.currency,
  };
}

/**
 * Makes the messages that a payment service would send, and takes them in as if it had: nothing but the money is left
 * out. Their ids follow from what they are about, so that a second click changes nothing.
 */
export async function actInDemo(
  deps: BillingDependencies,
  account: Account,
  action: DemoAction,
): Promise<{ url: string }> {
  const { demo, payments } = demoOf(deps);
  const { billing } = deps.database.stores;
  const current = await running(deps, account);
  const deliver = async (events: Awaited<ReturnType<DemoPayments['confirm']>>) => {
    for (const { body, signature } of events) await receiveEvent({ ...deps, payments }, body, signature);
  };
  if (action.action !== 'confirm') {
    if (current === null) throw new DomainError('NO_SUBSCRIPTION');
    await deliver(await demo.setCancelled(current, action.action === 'cancel'));
    return { url: PLACES.account };
  }
  const checkout = await openCheckout(deps, account, action.checkout_id);
  const customerId = await billing.findCustomer(account.organization.id, deps.settings.world);
  if (customerId === null) throw new DomainError('CHECKOUT_GONE');
  await deliver(await demo.confirm(checkout, customerId, current));
  await billing.completeCheckout(checkout.id, deps.clock.now());
  return { url: PLACES.afterPurchase(checkout.planId) };
}

function demoOf({ demo, payments }: BillingDependencies): Demo {
  if (demo === null || payments === null) throw new DomainError('NOT_FOUND');
  return { demo, payments };
}

async function openCheckout(
  { database, clock }: BillingDependencies,
  account: Account,
  checkoutId: string,
): Promise<Checkout> {
  const checkout = await database.stores.billing.findCheckout(checkoutId);
  const isOpen =
    checkout !== null &&
    checkout.world === 'demo' &&
    checkout.organizationId === account.organization.id &&
    checkout.completedAt === null &&
    checkout.expiresAt > clock.now();
  if (!isOpen) throw new DomainError('CHECKOUT_GONE');
  return checkout;
}

async function running(
  { database, settings, clock }: BillingDependencies,
  account: Account,
): Promise<Subscription | null> {
  const current = await database.stores.billing.findOfOrganization(account.organization.id, settings.world);
  return standingOf(current, clock.now(), settings.graceMs).isEntitled ? current : null;
}
