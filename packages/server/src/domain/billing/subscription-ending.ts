import type { SubscriptionEnding } from '../ports/subscription-ending.ts';
import { applyFacts } from './apply-facts.ts';
import type { BillingDependencies } from './dependencies.ts';

/** Ends what an organization pays for when it is deleted: at once, and without money back, which Stripe's dashboard gives. */
export function createSubscriptionEnding(deps: BillingDependencies): SubscriptionEnding {
  return {
    async end(organizationId) {
      const { payments, settings, database, clock } = deps;
      if (payments === null) return;
      for (const running of await database.stores.billing.listRunning(organizationId, settings.world)) {
        const facts = await payments.cancelNow(running);
        const at = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
        await database.transaction((stores) => applyFacts(deps, stores, facts, { kind: 'asked', at }));
      }
    },
  };
}
