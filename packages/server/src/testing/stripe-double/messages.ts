import { Stripe } from 'stripe';
import type { Clock } from '../../platform/clock.ts';
import { seconds } from './objects.ts';
import type { Json } from './objects.ts';

/** The Stripe API version that our code requests. */
export const API_VERSION = '2026-10-28.endive';

export interface StripeMessage {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

/** Creates messages and signs them with Stripe's own library. */
export class MessageWriter {
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #newId: (prefix: string) => string;

  constructor(clock: Clock, secret: string, newId: (prefix: string) => string) {
    this.#clock = clock;
    this.#secret = secret;
    this.#newId = newId;
  }

  write(type: string, object: Json, overrides: { livemode?: boolean; id?: string } = {}): StripeMessage {
    const id = overrides.id ?? this.#newId('evt');
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: seconds(this.#clock.now()),
      livemode: overrides.livemode ?? false,
      type,
      data: { object },
    });
    return { id, type, body, signature: this.sign(body) };
  }

  /** Signs a message. By default, uses the current time and the secret that our server knows. */
  sign(body: string, at = this.#clock.now(), secret = this.#secret): string {
    return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds(at) });
  }
}
