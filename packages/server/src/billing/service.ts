import { bind } from '../platform/bind.ts';
import { randomUUID } from 'node:crypto';
import { planById } from '@packshot/contract';
import type {
  CheckoutRequest,
  DemoAction,
  DemoCheckout,
  InvoicesPage,
  PageQuery,
  SubscriptionDetails,
} from '@packshot/contract';
import type { Account } from '../accounts/account-store.ts';
import type { BillingStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { computeEntitlements } from './entitlements.ts';
import { assertPermitted, PERMISSIONS } from '../platform/access/permissions.ts';
import type { Payments } from './payments/payments.ts';
import type { Caller } from '../platform/access/caller.ts';
import { organizationLock } from './apply-facts.ts';
import { actInDemo, readDemoCheckout } from './demo.ts';
import type { Subscription } from './model.ts';
import { presentDetails, presentInvoice } from './present.ts';
import { PLACES } from './places.ts';
import { receiveEvent } from './receive-event.ts';
import { computeOwedCredits } from './settle-months.ts';
import type { BillingDependencies } from './dependencies.ts';
import { entitlementAt } from './entitlement.ts';

/**
 * Lifetime of a purchase page. Enough time to fetch a credit card, but short enough that a tab forgotten until the
 * next day can't buy anything.
 */
const CHECKOUT_TTL_MS = HOUR_MS;

export function createBillingService(deps: BillingDependencies) {
  const { stores } = deps.database;
  return {
    async details(caller: Caller): Promise<SubscriptionDetails> {
      assertPermitted(caller, 'account.read');
      const account = await requireAccount(stores, caller);
      const subscription = await stores.billing.findOfUser(caller.userId, deps.settings.environment);
      const canManage = PERMISSIONS[account.role].includes('billing.manage');
      const owing = await stores.billing.listOwing(caller.userId, deps.settings.environment);
      const owedCredits = owing.reduce((sum, month) => sum + computeOwedCredits(month), 0);
      const now = deps.clock.now();
      const granted = await stores.organizations.grants(account.organization.id, now);
      const entitlements = computeEntitlements(deps.settings, granted, subscription, now);
      const facts = { now, canManage, owedCredits, hasCustomPlan: granted.includes('custom'), entitlements };
      return presentDetails(deps.settings, account, subscription, facts);
    },
    /**
     * Returns the page where a plan is bought or a change is confirmed.
     * @param siteUrl this site's address as the browser sees it; used if no public address is configured
     * @throws DomainError PAYMENTS_NOT_CONFIGURED, PLAN_IS_CURRENT, PURCHASE_PENDING, PAYMENTS_UNAVAILABLE
     */
    checkout: bind(deps, checkout),
    /**
     * Opens the payment service's page for cards and invoices. Throws PAYMENTS_NOT_CONFIGURED, NO_SUBSCRIPTION,
     * PAYMENTS_UNAVAILABLE.
     */
    async portal(caller: Caller, siteUrl: string): Promise<{ url: string }> {
      const payments = requirePayments(deps);
      const { organization } = await requireManager(stores, caller);
      const customerId = await stores.billing.findCustomer(organization.id, deps.settings.environment);
      if (customerId === null) throw new DomainError('NO_SUBSCRIPTION');
      return { url: await payments.openPortal(customerId, siteUrl + PLACES.account) };
    },
    async invoices(caller: Caller, { page, per_page }: PageQuery): Promise<InvoicesPage> {
      const { organization } = await requireManager(stores, caller);
      const invoiceRows = await stores.billing.listInvoices(organization.id, deps.settings.environment, {
        offset: (page - 1) * per_page,
        limit: per_page + 1,
      });
      return {
        data: invoiceRows.slice(0, per_page).map(presentInvoice),
        page,
        has_more: invoiceRows.length > per_page,
      };
    },
    /**
     * Applies a signed message of the payment service once. Throws PAYMENTS_NOT_CONFIGURED, INVALID_SIGNATURE,
     * PAYMENTS_UNAVAILABLE.
     */
    receiveEvent: (body: Uint8Array, signature: string | undefined) =>
      receiveEvent({ ...deps, payments: requirePayments(deps) }, body, signature),
    /** Reads an open purchase in demo mode. Throws NOT_FOUND outside demo mode, CHECKOUT_GONE. */
    async demoCheckout(caller: Caller, checkoutId: string): Promise<DemoCheckout> {
      return readDemoCheckout(deps, await requireManager(stores, caller), checkoutId);
    },
    /**
     * In demo mode, performs what a click on the payment service's page would do. Throws NOT_FOUND outside demo mode,
     * CHECKOUT_GONE, NO_SUBSCRIPTION.
     */
    async actInDemo(caller: Caller, action: DemoAction): Promise<{ url: string }> {
      return actInDemo(deps, await requireManager(stores, caller), action);
    },
  };
}

/**
 * Manages plans and payments of the caller's organization. Buying, changing, canceling and listing invoices throw
 * FORBIDDEN except for owners and admins.
 */
export type BillingService = ReturnType<typeof createBillingService>;

/** Opens a purchase. An organization has at most one open purchase, so an earlier one is closed first. */
async function checkout(
  deps: BillingDependencies,
  caller: Caller,
  { plan_id: planId }: CheckoutRequest,
  siteUrl: string,
): Promise<{ url: string }> {
  const payments = requirePayments(deps);
  const account = await requireManager(deps.database.stores, caller);
  const now = deps.clock.now();
  const checkoutId = randomUUID();
  return deps.database.transaction(async (stores) => {
    // The payment service is called while the lock is held. The call's timeout is shorter than a transaction's.
    await stores.billing.lock(organizationLock(account.organization.id));
    const current = await runningSubscription(deps, stores, account, now);
    const opened =
      current === null
        ? await openPurchase(deps, stores, payments, { account, planId, checkoutId, siteUrl, now })
        : await openChange(payments, current, { planId, checkoutId, siteUrl });
    await stores.billing.insertCheckout({
      id: checkoutId,
      environment: deps.settings.environment,
      organizationId: account.organization.id,
      userId: caller.userId,
      planId,
      sessionId: opened.sessionId,
      expiresAt: new Date(now.getTime() + CHECKOUT_TTL_MS),
      completedAt: null,
    });
    return { url: opened.url };
  });
}

interface Purchase {
  readonly account: Account;
  readonly planId: string;
  readonly checkoutId: string;
  readonly siteUrl: string;
  readonly now: Date;
}

async function openPurchase(
  { settings }: BillingDependencies,
  { billing }: BillingStores,
  payments: Payments,
  { account, planId, checkoutId, siteUrl, now }: Purchase,
): Promise<{ url: string; sessionId: string }> {
  const organizationId = account.organization.id;
  for (const open of await billing.listOpenCheckouts(organizationId, settings.environment, now)) {
    const state = await payments.closeCheckout(open.sessionId);
    if (state === 'completed') throw new DomainError('PURCHASE_PENDING');
    await billing.completeCheckout(open.id, now);
  }
  const opened = await payments.openCheckout({
    id: checkoutId,
    organizationId,
    userId: account.userId,
    email: account.email,
    customerId: await billing.findCustomer(organizationId, settings.environment),
    planId,
    doneUrl: siteUrl + PLACES.afterPurchase(planId),
    cancelUrl: siteUrl + PLACES.pricing,
    expiresAt: new Date(now.getTime() + CHECKOUT_TTL_MS),
  });
  await billing.saveCustomer(organizationId, settings.environment, opened.customerId);
  return opened;
}

async function openChange(
  payments: Payments,
  current: Subscription,
  { planId, checkoutId, siteUrl }: Pick<Purchase, 'planId' | 'checkoutId' | 'siteUrl'>,
): Promise<{ url: string; sessionId: string }> {
  if (current.planId !== planId) {
    return payments.openPlanChange(current, planId, siteUrl + PLACES.afterPurchase(planId), checkoutId);
  }
  if (current.cancelAt === null) throw new DomainError('PLAN_IS_CURRENT');
  // A user who chooses their canceled plan again undoes the cancellation on the payment service's page.
  const url = await payments.openPortal(current.customerId, siteUrl + PLACES.account);
  return { url, sessionId: checkoutId };
}

/** Finds the subscription that a purchase would have to change, or null if a new one can be bought. */
async function runningSubscription(
  { settings }: BillingDependencies,
  { billing }: BillingStores,
  account: Account,
  now: Date,
): Promise<Subscription | null> {
  const current = await billing.findOfOrganization(account.organization.id, settings.environment);
  if (current === null || planById(current.planId) === null) return null;
  const { state, isEntitled } = entitlementAt(current, now, settings.graceMs);
  return isEntitled || state === 'past_due' ? current : null;
}

function requirePayments({ payments }: Pick<BillingDependencies, 'payments'>): Payments {
  if (payments === null) throw new DomainError('PAYMENTS_NOT_CONFIGURED');
  return payments;
}

/**
 * Returns the account of a caller who may manage payments. Reads the role from the database, because it may have
 * changed since sign-in.
 */
async function requireManager(stores: Pick<BillingStores, 'accounts'>, caller: Caller): Promise<Account> {
  const account = await requireAccount(stores, caller);
  assertPermitted({ role: account.role }, 'billing.manage');
  return account;
}

async function requireAccount(
  { accounts }: Pick<BillingStores, 'accounts'>,
  caller: Caller,
): Promise<Account> {
  const account = await accounts.find(caller.userId);
  if (account === null) throw new DomainError('UNAUTHENTICATED');
  return account;
}
