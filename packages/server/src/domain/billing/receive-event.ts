import type { Database, Stores } from '../database.ts';
import type { Payments } from '../ports/payments.ts';
import { applyFacts } from './apply-facts.ts';
import type { Aftermath, ApplyDependencies } from './apply-facts.ts';
import type { BillingEvent } from './model.ts';

export interface ReceiveDependencies extends ApplyDependencies {
  readonly database: Database;
  readonly payments: Payments;
}

/**
 * Takes one message of the payment service: verified over its bytes, applied once, in the transaction that remembers
 * its id. A second delivery changes nothing and is answered like the first.
 * @throws DomainError INVALID_SIGNATURE; PAYMENTS_UNAVAILABLE when the message names something that has to be asked for
 */
export async function receiveEvent(
  deps: ReceiveDependencies,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature);
  if (event.facts.length === 0) return;
  const aftermath = await deps.database.transaction((stores) => applyEvent(deps, stores, event));
  if (aftermath !== null) await cancelDuplicates(deps, aftermath.duplicates);
}

/** Inside a transaction. @returns null for one that was applied before */
export async function applyEvent(
  deps: ApplyDependencies,
  stores: Stores,
  event: BillingEvent,
): Promise<Aftermath | null> {
  if (!(await stores.billing.takeEvent(event, deps.settings.world, deps.clock.now()))) return null;
  const aftermath = await applyFacts(deps, stores, event.facts, { kind: 'told', at: event.createdAt });
  deps.logger.info({ event: event.id, type: event.type }, 'a payment event was applied');
  return aftermath;
}

/** Best effort: the credits that were paid for are given either way, and somebody reads about it in the log. */
export async function cancelDuplicates(
  { payments, logger }: Pick<ReceiveDependencies, 'payments' | 'logger'>,
  subscriptionIds: readonly string[],
): Promise<void> {
  for (const id of subscriptionIds) {
    logger.warn(
      { subscription: id },
      'a second subscription of one organization is cancelled at its period’s end',
    );
    try {
      await payments.cancelAtPeriodEnd(id);
    } catch (error) {
      logger.error({ err: error, subscription: id }, 'a second subscription could not be cancelled');
    }
  }
}
