import type { PageOf } from '../credits/ledger-store.ts';
import type {
  BillingEvent,
  BillingWorld,
  Checkout,
  DisputeFacts,
  InvoiceFacts,
  PaidPeriod,
  PlanMonth,
  RefundFacts,
  StoredInvoice,
  Subscription,
} from './model.ts';

export interface BillingStore {
  /** False when the event was applied before; waits for a transaction that is about to apply it. */
  takeEvent(event: BillingEvent, world: BillingWorld, now: Date): Promise<boolean>;
  /** Lets one transaction at a time decide about what has this name, until it ends. */
  lock(name: string): Promise<void>;
  find(subscriptionId: string): Promise<Subscription | null>;
  /** The one that stands for the organization: the running one, else the latest that ended. */
  findOfOrganization(organizationId: string, world: BillingWorld): Promise<Subscription | null>;
  /** The same, of the organization that this user belongs to. */
  findOfUser(userId: string, world: BillingWorld): Promise<Subscription | null>;
  /** All that have not ended; more than one only by accident. */
  listRunning(organizationId: string, world: BillingWorld): Promise<readonly Subscription[]>;
  save(subscription: Subscription): Promise<void>;
  markSynced(subscriptionId: string, at: Date): Promise<void>;
  /** Of whom a month of credits is due. */
  listDue(world: BillingWorld, now: Date, limit: number): Promise<readonly string[]>;
  /**
   * Running ones that the service has to be asked about: marked so, or their period ended before `endedBefore`; not
   * those that were asked about after `askedBefore`.
   */
  listToSync(
    world: BillingWorld,
    endedBefore: Date,
    askedBefore: Date,
    limit: number,
  ): Promise<readonly Subscription[]>;
  /**
   * Whose organization is still called by a plan although what was paid for ended before `paidBefore`, or the
   * cancellation took effect.
   */
  listLapsed(world: BillingWorld, paidBefore: Date, now: Date, limit: number): Promise<readonly string[]>;
  /** Who gets the credits: the holder if still of the organization, else its owner; null when nobody is left. */
  findHolder(organizationId: string, holderUserId: string | null): Promise<string | null>;
  setPlanName(organizationId: string, subscriptionType: string): Promise<void>;

  /**
   * The periods are kept as they are first told: an invoice does not change once it is final.
   * @param creditsOf what a month of a plan brings, by its id
   */
  saveInvoice(
    invoice: InvoiceFacts,
    world: BillingWorld,
    creditsOf: (planId: string) => number,
  ): Promise<void>;
  /** Of several the newest counts. */
  saveRefund(refund: RefundFacts): Promise<void>;
  /** Of several words about one dispute the newest counts, but an end is final. */
  saveDispute(dispute: DisputeFacts, at: Date): Promise<void>;
  findInvoice(invoiceId: string): Promise<StoredInvoice | null>;
  listInvoices(organizationId: string, world: BillingWorld, page: PageOf): Promise<readonly StoredInvoice[]>;
  /** All lines of paid invoices, also of those whose payment was returned since. */
  listPaidPeriods(subscriptionId: string): Promise<readonly PaidPeriod[]>;

  listMonths(subscriptionId: string): Promise<readonly PlanMonth[]>;
  saveMonth(month: PlanMonth): Promise<void>;
  /** Months, of any subscription, that have given this user more than is due; the oldest first. */
  listOwing(userId: string, world: BillingWorld): Promise<readonly PlanMonth[]>;

  findCustomer(organizationId: string, world: BillingWorld): Promise<string | null>;
  saveCustomer(organizationId: string, world: BillingWorld, customerId: string): Promise<void>;
  insertCheckout(checkout: Checkout): Promise<void>;
  findCheckout(checkoutId: string): Promise<Checkout | null>;
  listOpenCheckouts(organizationId: string, world: BillingWorld, now: Date): Promise<readonly Checkout[]>;
  /** False when it was completed before. */
  completeCheckout(checkoutId: string, at: Date): Promise<boolean>;
}
