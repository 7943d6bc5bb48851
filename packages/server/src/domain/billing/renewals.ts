import { MINUTE_MS } from '../durations.ts';
import { applyFacts, organizationLock, settle } from './apply-facts.ts';
import type { Subscription } from './model.ts';
import { cancelDuplicates } from './receive-event.ts';
import type { ReceiveDependencies } from './receive-event.ts';

/** What one round did; all zero most of the time. */
export interface RenewalFigures {
  readonly granted: number;
  readonly asked: number;
  readonly failed: number;
}

const BATCH = 100;
/** Stripe draws up a renewal's invoice, waits about an hour, then takes the money. Nothing is late before that. */
const RENEWAL_LAG_MS = 90 * MINUTE_MS;
/** What stays open is not asked for in every round. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;

/**
 * One round of what time brings: months of credits that have fallen due, subscriptions whose renewal nobody has told us
 * about (the server was away for longer than messages are repeated), and plans whose days of grace are over. Rounds may be interrupted, repeated, and
 * run by several processes at once: each grant is made under the organization's lock and has a unique reference.
 */
export async function renew(deps: ReceiveDependencies): Promise<RenewalFigures> {
  const { database, settings, clock, logger } = deps;
  const now = clock.now();
  let [granted, asked, failed] = [0, 0, 0];
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
    settings.world,
    new Date(now.getTime() - lagMs),
    new Date(now.getTime() - ASK_AGAIN_MS),
    BATCH,
  );
  for (const subscription of silent) {
    if (await attempt(subscription.id, () => ask(deps, subscription))) asked += 1;
  }
  for (const id of await database.stores.billing.listDue(settings.world, now, BATCH)) {
    if (await attempt(id, () => settleLocked(deps, id))) granted += 1;
  }
  // Nobody sends a message when days of grace are over.
  const paidBefore = new Date(now.getTime() - settings.graceMs);
  for (const id of await database.stores.billing.listLapsed(settings.world, paidBefore, now, BATCH)) {
    await attempt(id, () => settleLocked(deps, id));
  }
  return { granted, asked, failed };
}

async function settleLocked(deps: ReceiveDependencies, subscriptionId: string): Promise<void> {
  await deps.database.transaction(async (stores) => {
    const found = await stores.billing.find(subscriptionId);
    if (found === null) return;
    await stores.billing.lock(organizationLock(found.organizationId));
    await settle(deps, stores, subscriptionId);
  });
}

/** Reads the subscription and its invoices as they are, and takes them over. */
export async function ask(deps: ReceiveDependencies, subscription: Subscription): Promise<void> {
  const askedAt = deps.clock.now();
  // Noted first: one that cannot be read must not keep the others waiting.
  await deps.database.stores.billing.markSynced(subscription.id, askedAt);
  const facts = await deps.payments.read(subscription);
  const at = new Date(Math.floor(askedAt.getTime() / 1000) * 1000);
  const { duplicates } = await deps.database.transaction((stores) =>
    applyFacts(deps, stores, facts, { kind: 'asked', at }),
  );
  await cancelDuplicates(deps, duplicates);
}
