import { planById } from '@packshot/contract';
import fc from 'fast-check';
import type { ManualClock } from '../manual-clock.ts';
import type { Customers } from '../stripe-double/customers.ts';
import type { StripeMessage } from '../stripe-double/messages.ts';
import { EntitlementModel } from './entitlement.ts';

/**
 * Actions of a customer and of the customer's bank, and passing time. An action that isn't possible at its moment has
 * no effect.
 */
export type CustomerAction =
  | { readonly kind: 'choose'; readonly planId: string }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'end' }
  | { readonly kind: 'refund' | 'win' | 'lose'; readonly which: number }
  | { readonly kind: 'dispute'; readonly which: number; readonly isWhole: boolean };

const DAY_S = 24 * 3600;
const PLAN_IDS = ['lite-month', 'plus-month', 'pro-month', 'lite-year', 'pro-year'];

const which = fc.nat(5);
const choose = fc.record({ kind: fc.constant('choose' as const), planId: fc.constantFrom(...PLAN_IDS) });
const wait = fc.record({
  kind: fc.constant('wait' as const),
  seconds: fc.constantFrom(
    0,
    1,
    50,
    3 * DAY_S,
    10 * DAY_S,
    15 * DAY_S + 7,
    31 * DAY_S,
    100 * DAY_S,
    366 * DAY_S,
  ),
});
const rarer = fc.oneof(
  fc.constantFrom({ kind: 'cancel' as const }, { kind: 'resume' as const }),
  fc.constant({ kind: 'end' as const }),
  fc.record({ kind: fc.constantFrom('refund' as const, 'win' as const, 'lose' as const), which }),
  fc.record({ kind: fc.constant('dispute' as const), which, isWhole: fc.boolean() }),
);

/** Generates histories of a subscription: mostly changes of plan and passing time, in any order. */
export const anyActions = (maxLength: number): fc.Arbitrary<readonly CustomerAction[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: choose, weight: 4 },
      { arbitrary: wait, weight: 3 },
      { arbitrary: rarer, weight: 2 },
    ),
    { minLength: 2, maxLength },
  );

export interface BillingWorld {
  readonly clock: ManualClock;
  readonly customers: Customers;
  /** Pays for a plan, for a customer without one. */
  readonly buy: (planId: string) => { subscriptionId: string; messages: StripeMessage[] };
}

/** Performs actions in a billing test world and keeps track of the expected credits. */
export class Scenario {
  readonly entitlement = new EntitlementModel();
  readonly #world: BillingWorld;
  readonly #disputed = new Set<string>();
  /** Payments whose dispute was lost. A bank decides each dispute once. */
  readonly #lost = new Set<string>();
  #bought = 0;
  #subscriptionId: string | null = null;
  #planId = '';
  #isCanceled = false;

  constructor(world: BillingWorld) {
    this.#world = world;
    // Aligns the clock to whole seconds, because Stripe's times have no fractions.
    world.clock.advance(1 - (world.clock.now().getTime() % 1000) / 1000);
  }

  get bought(): number {
    return this.#bought;
  }

  /**
   * Performs an action.
   * @returns the messages that Stripe would send
   */
  play(action: CustomerAction): StripeMessage[] {
    if (action.kind === 'wait') return this.#wait(action.seconds);
    if (action.kind === 'choose') return this.#choose(action.planId);
    // A payment can be returned after the subscription's end, too.
    if ('which' in action) return this.#moneyBack(action);
    const id = this.#subscriptionId;
    if (id === null) return [];
    const { customers, clock } = this.#world;
    if (action.kind === 'end') {
      this.entitlement.endNow(clock.now());
      this.#subscriptionId = null;
      return customers.endWithCredit(id);
    }
    this.#isCanceled = action.kind === 'cancel';
    return customers.cancelAtPeriodEnd(id, this.#isCanceled);
  }

  #choose(planId: string): StripeMessage[] {
    const { customers, clock, buy } = this.#world;
    const [now, plan] = [clock.now(), getTerms(planId)];
    if (this.#subscriptionId !== null && planId === this.#planId) return [];
    const old = this.#planId;
    this.#planId = planId;
    if (this.#subscriptionId === null) {
      const { subscriptionId, messages } = buy(planId);
      this.#subscriptionId = subscriptionId;
      this.#bought += 1;
      this.#isCanceled = false;
      this.entitlement.buy(paidIn(messages), now, plan);
      return messages;
    }
    const messages = customers.changePlan(this.#subscriptionId, planId);
    if (getTerms(old).months === plan.months)
      this.entitlement.changePlan(paidIn(messages), now, plan.credits);
    else this.entitlement.changeTerm(paidIn(messages), now, plan);
    return messages;
  }

  /** Advances the clock and runs renewals when they are due. */
  #wait(seconds: number): StripeMessage[] {
    const { clock, customers } = this.#world;
    const until = new Date(clock.now().getTime() + seconds * 1000);
    const messages: StripeMessage[] = [];
    while (this.#subscriptionId !== null && this.entitlement.endsAt <= until) {
      const { endsAt } = this.entitlement;
      clock.advance((endsAt.getTime() - clock.now().getTime()) / 1000);
      if (this.#isCanceled) {
        messages.push(...customers.end(this.#subscriptionId));
        this.#subscriptionId = null;
      } else {
        const renewed = customers.renew(this.#subscriptionId);
        this.entitlement.renew(paidIn(renewed), endsAt, getTerms(this.#planId));
        messages.push(...renewed);
      }
    }
    clock.advance((until.getTime() - clock.now().getTime()) / 1000);
    return messages;
  }

  #moneyBack(action: Extract<CustomerAction, { which: number }>): StripeMessage[] {
    const { customers } = this.#world;
    const isOpen = action.kind === 'win' || action.kind === 'lose';
    const candidates = isOpen
      ? [...this.#disputed]
      : this.entitlement
          .payments()
          .filter((id) => customers.payInvoice(id) > 1 && !this.#disputed.has(id) && !this.#lost.has(id));
    const invoiceId = candidates[action.which % Math.max(1, candidates.length)];
    if (invoiceId === undefined) return [];
    if (action.kind === 'refund') {
      this.entitlement.setReturned(invoiceId, 1);
      return customers.refund(invoiceId);
    }
    if (action.kind === 'dispute') {
      const amount = customers.payInvoice(invoiceId);
      const disputed = action.isWhole ? amount : Math.floor(amount / 2);
      this.#disputed.add(invoiceId);
      this.entitlement.setReturned(invoiceId, disputed / amount);
      return customers.dispute(invoiceId, 'needs_response', disputed);
    }
    this.#disputed.delete(invoiceId);
    if (action.kind === 'win') this.entitlement.setReturned(invoiceId, 0);
    else this.#lost.add(invoiceId);
    return customers.closeDispute(invoiceId, action.kind === 'win' ? 'won' : 'lost');
  }
}

function getTerms(planId: string): { credits: number; months: number } {
  const plan = planById(planId);
  return { credits: plan?.credits ?? 0, months: plan?.term === 'year' ? 12 : 1 };
}

/** Id of the invoice that an action paid. */
function paidIn(messages: readonly StripeMessage[]): string {
  const paid = messages.find(({ type }) => type === 'invoice.paid');
  if (paid === undefined) throw new Error('Nothing was paid');
  return (JSON.parse(paid.body) as { data: { object: { id: string } } }).data.object.id;
}
