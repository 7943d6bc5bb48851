import { Stripe } from 'stripe';
import type { BillingEvent } from '../model.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { factsOfEvent } from './stripe-facts.ts';
import type { PriceBook } from './stripe-facts.ts';

/** Maximum age of a webhook message's signature, the same as in Stripe's own library. */
const WEBHOOK_TOLERANCE_S = 300;

export interface EventReaderOptions {
  readonly webhookSecret: string;
  /**
   * Whether this server handles live messages or test messages. A Stripe account may send both; messages of the other
   * mode are ignored.
   */
  readonly isLive: boolean;
  readonly prices: PriceBook;
  readonly clock: Clock;
  readonly invoiceOfPayment: (paymentIntentId: string) => Promise<string | null>;
}

/**
 * Verifies the signature over the raw bytes with Stripe's own library, and parses the message. Throws
 * INVALID_SIGNATURE.
 */
export async function readStripeEvent(
  options: EventReaderOptions,
  body: Uint8Array,
  signature: string | undefined,
): Promise<BillingEvent> {
  const event = verifyEvent(options, body, signature);
  const isOurs = event.livemode === options.isLive;
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    facts: isOurs ? await factsOfEvent(event, options.prices, options.invoiceOfPayment) : [],
  };
}

function verifyEvent(
  { webhookSecret, clock }: EventReaderOptions,
  body: Uint8Array,
  signature: string | undefined,
): Stripe.Event {
  if (signature === undefined) throw new DomainError('INVALID_SIGNATURE');
  try {
    const receivedAt = clock.now().getTime();
    return Stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature,
      webhookSecret,
      WEBHOOK_TOLERANCE_S,
      undefined,
      receivedAt,
    );
  } catch (cause) {
    throw new DomainError('INVALID_SIGNATURE', { cause });
  }
}
