import type { PageOf } from '../credits/ledger-store-port.ts';
import type {
  BillingEvent,
  BillingEnvironment,
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
  /** Returns false when the event was already applied. Waits for a transaction that is about to apply it. */
  takeEvent(event: BillingEvent, environment: BillingEnvironment, now: Date): Promise<boolean>;
  /** Takes the named lock until the transaction ends. */
  lock(name: string): Promise<void>;
  find(subscriptionId: string): Promise<Subscription | null>;
  /** The organization's current subscription: the running one, or the last one that ended. */
  findOfOrganization(organizationId: string, environment: BillingEnvironment): Promise<Subscription | null>;
  /** The same, for the organization that this user belongs to. */
  findOfUser(userId: string, environment: BillingEnvironment): Promise<Subscription | null>;
  /** All subscriptions that have not ended. More than one is an accident. */
  listRunning(organizationId: string, environment: BillingEnvironment): Promise<readonly Subscription[]>;
  save(subscription: Subscription): Promise<void>;
  markSynced(subscriptionId: string, at: Date): Promise<void>;
  /** Ids of subscriptions that have a month of credits due. */
  listDue(environment: BillingEnvironment, now: Date, limit: number): Promise<readonly string[]>;
  /**
   * Running subscriptions to poll: marked for it, or with a period that ended before `endedBefore`. Skips
   * those polled after `polledBefore`.
   */
  listToSync(
    environment: BillingEnvironment,
    endedBefore: Date,
    polledBefore: Date,
    limit: number,
  ): Promise<readonly Subscription[]>;
  /**
   * Ids of subscriptions that lapsed while their organization still carries the plan's name: paid time ended
   * before `paidBefore`, or the cancellation took effect.
   */
  listLapsed(
    environment: BillingEnvironment,
    paidBefore: Date,
    now: Date,
    limit: number,
  ): Promise<readonly string[]>;
  /**
   * The recipient of the credits: the holder if still a member, otherwise the organization's owner; null when
   * neither exists.
   */
  findHolder(organizationId: string, holderUserId: string | null): Promise<string | null>;
  setPlanName(organizationId: string, subscriptionType: string): Promise<void>;

  /**
   * Keeps the periods that were stored first, because a final invoice does not change.
   * @param creditsOf credits that a month of the plan brings, by plan id
   */
  saveInvoice(
    invoice: InvoiceFacts,
    environment: BillingEnvironment,
    creditsOf: (planId: string) => number,
  ): Promise<void>;
  /** When there are several, the newest counts. */
  saveRefund(refund: RefundFacts): Promise<void>;
  /** Of several reports about one dispute the newest counts, but an end is final. */
  saveDispute(dispute: DisputeFacts, at: Date): Promise<void>;
  findInvoice(invoiceId: string): Promise<StoredInvoice | null>;
  listInvoices(
    organizationId: string,
    environment: BillingEnvironment,
    page: PageOf,
  ): Promise<readonly StoredInvoice[]>;
  /** Lines of all paid invoices, including those refunded or disputed later. */
  listPaidPeriods(subscriptionId: string): Promise<readonly PaidPeriod[]>;

  listMonths(subscriptionId: string): Promise<readonly PlanMonth[]>;
  saveMonth(month: PlanMonth): Promise<void>;
  /** Months, of any subscription, that gave this user more than is due, oldest first. */
  listOwing(userId: string, environment: BillingEnvironment): Promise<readonly PlanMonth[]>;

  findCustomer(organizationId: string, environment: BillingEnvironment): Promise<string | null>;
  saveCustomer(organizationId: string, environment: BillingEnvironment, customerId: string): Promise<void>;
  insertCheckout(checkout: Checkout): Promise<void>;
  findCheckout(checkoutId: string): Promise<Checkout | null>;
  listOpenCheckouts(
    organizationId: string,
    environment: BillingEnvironment,
    now: Date,
  ): Promise<readonly Checkout[]>;
  /** Returns false when it was completed before. */
  completeCheckout(checkoutId: string, at: Date): Promise<boolean>;
}
