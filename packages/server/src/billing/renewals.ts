import { MINUTE_MS } from '../platform/durations.ts';
import { applyFacts, organizationLock, settle } from './apply-facts.ts';
import type { Subscription } from './model.ts';
import { cancelDuplicates } from './receive-event.ts';
import type { ReceiveDependencies } from './receive-event.ts';

/** Counts of one renewal round; usually all are zero. */
export interface RenewalFigures {
  readonly granted: number;
  readonly polled: number;
  readonly failed: number;
}

const BATCH = 100;
/**
 * Delay before a missing renewal counts as late: Stripe drafts a renewal's invoice, waits about an hour, then charges
 * it.
 */
const RENEWAL_LAG_MS = 90 * MINUTE_MS;
/** Pause before a subscription whose state is still unclear is polled again. */
const POLL_AGAIN_MS = 10 * MINUTE_MS;

/**
 * Performs one round of scheduled work. Grants due months of credits. Polls subscriptions whose renewal wasn't
 * reported, for example because the server was down for longer than Stripe retries. Ends plans whose grace period is
 * over. Rounds may be interrupted, repeated and run by several processes at once: each grant is made under the
 * organization's lock and has a unique reference.
 */
export async function renew(deps: ReceiveDependencies): Promise<RenewalFigures> {
  const { database, settings, clock, logger } = deps;
  const now = clock.now();
  let [granted, polledCount, failed] = [0, 0, 0];
  const attempt = async (id: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      failed += 1;
      logger.warn(
        { err: error, subscription: id },
        'a subscription could not be renewed; the next round tries again',
      );
      return false;
    }
  };
  const lagMs = settings.mode === 'demo' ? 0 : RENEWAL_LAG_MS;
  const silent = await database.stores.billing.listToSync(
    settings.environment,
    new Date(now.getTime() - lagMs),
    new Date(now.getTime() - POLL_AGAIN_MS),
    BATCH,
  );
  for (const subscription of silent) {
    if (await attempt(subscription.id, () => poll(deps, subscription))) polledCount += 1;
  }
  for (const id of await database.stores.billing.listDue(settings.environment, now, BATCH)) {
    if (await attempt(id, () => settleLocked(deps, id))) granted += 1;
  }
  // The payment service sends no message when a grace period ends, so the server checks for it here.
  const paidBefore = new Date(now.getTime() - settings.graceMs);
  for (const id of await database.stores.billing.listLapsed(settings.environment, paidBefore, now, BATCH)) {
    await attempt(id, () => settleLocked(deps, id));
  }
  return { granted, polled: polledCount, failed };
}

async function settleLocked(deps: ReceiveDependencies, subscriptionId: string): Promise<void> {
  await deps.database.transaction(async (stores) => {
    const storedSubscription = await stores.billing.find(subscriptionId);
    if (storedSubscription === null) return;
    await stores.billing.lock(organizationLock(storedSubscription.organizationId));
    await settle(deps, stores, subscriptionId);
  });
}

/** Polls the payment service for a subscription and its invoices, and applies the result. */
async function poll(deps: ReceiveDependencies, subscription: Subscription): Promise<void> {
  const polledAt = deps.clock.now();
  // The time of the poll is recorded first, so that a subscription that can't be read doesn't delay the others.
  await deps.database.stores.billing.markSynced(subscription.id, polledAt);
  const facts = await deps.payments.read(subscription);
  const at = new Date(Math.floor(polledAt.getTime() / 1000) * 1000);
  const { duplicates } = await deps.database.transaction((stores) =>
    applyFacts(deps, stores, facts, { kind: 'poll', at }),
  );
  await cancelDuplicates(deps, duplicates);
}
