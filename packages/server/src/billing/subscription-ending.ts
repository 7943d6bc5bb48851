import { applyFacts } from './apply-facts.ts';
import type { BillingDependencies } from './dependencies.ts';

/**
 * Ends a deleted organization's subscription at the payment service immediately. Doesn't refund money; the operator
 * can do so in Stripe's dashboard. Rejects if the subscription can't be ended; the organization then isn't deleted.
 */
export const createSubscriptionEnding =
  (deps: BillingDependencies) =>
  async (organizationId: string): Promise<void> => {
    const { payments, settings, database, clock } = deps;
    if (payments === null) return;
    for (const running of await database.stores.billing.listRunning(organizationId, settings.environment)) {
      const facts = await payments.cancelNow(running);
      const at = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
      await database.transaction((stores) => applyFacts(deps, stores, facts, { kind: 'poll', at }));
    }
  };
