import type { BillingDatabase, BillingStores } from './stores.ts';
import type { Payments } from './payments/payments.ts';
import { applyFacts } from './apply-facts.ts';
import type { ApplyResult, ApplyDependencies } from './apply-facts.ts';
import type { BillingEvent } from './model.ts';

export interface ReceiveDependencies extends ApplyDependencies {
  readonly database: BillingDatabase;
  readonly payments: Payments;
}

/**
 * Processes one message of the payment service: verifies its signature and applies it once, in the transaction that
 * stores its id. If the service sends it again, nothing changes and the answer is the same.
 * @throws DomainError INVALID_SIGNATURE; PAYMENTS_UNAVAILABLE if the message refers to data that has to be fetched
 */
export async function receiveEvent(
  deps: ReceiveDependencies,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const event = await deps.payments.readEvent(body, signature);
  if (event.facts.length === 0) return;
  const result = await deps.database.transaction((stores) => applyEvent(deps, stores, event));
  if (result !== null) await cancelDuplicates(deps, result.duplicates);
}

/**
 * Applies a message of the payment service inside a transaction.
 * @returns null if it was already applied
 */
export async function applyEvent(
  deps: ApplyDependencies,
  stores: BillingStores,
  event: BillingEvent,
): Promise<ApplyResult | null> {
  if (!(await stores.billing.takeEvent(event, deps.settings.environment, deps.clock.now()))) return null;
  const result = await applyFacts(deps, stores, event.facts, { kind: 'webhook', at: event.createdAt });
  deps.logger.info({ event: event.id, type: event.type }, 'a payment event was applied');
  return result;
}

/**
 * Cancels duplicate subscriptions at the payment service. Failures are only logged for the operator, because the paid
 * credits are granted either way.
 */
export async function cancelDuplicates(
  { payments, logger }: Pick<ReceiveDependencies, 'payments' | 'logger'>,
  subscriptionIds: readonly string[],
): Promise<void> {
  for (const id of subscriptionIds) {
    logger.warn(
      { subscription: id },
      'a second subscription of one organization will be canceled at its period’s end',
    );
    try {
      await payments.cancelAtPeriodEnd(id);
    } catch (error) {
      logger.error({ err: error, subscription: id }, 'a second subscription could not be canceled');
    }
  }
}
