import { PAID_PLANS } from '@packshot/contract';
import type { SubscriptionDetails } from '@packshot/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { newGuest, pathTo } from '../../src/testing/api-client.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';
import { toPriceId } from '../../src/testing/stripe-double/prices.ts';
import { DOUBLE_SECRET_KEY, startStripeDouble } from '../../src/testing/stripe-double/stripe-double.ts';
import type { StripeDouble } from '../../src/testing/stripe-double/stripe-double.ts';

const WEBHOOK_SECRET = 'whsec_of_a_process';

let product: RunningProduct | null = null;
let stripe: StripeDouble | null = null;
afterEach(async () => {
  await product?.stop();
  await stripe?.stop();
  [product, stripe] = [null, null];
});

async function readDetails({ address }: RunningProduct): Promise<SubscriptionDetails> {
  const guest = await newGuest(address);
  return (await guest.json<{ data: SubscriptionDetails }>('getSubscriptionDetails')).data;
}
const post = (address: string, body: string, signature: string) =>
  fetch(address + pathTo('receiveWebhook'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });

describe('billing modes of a server process', () => {
  it('sells with Stripe’s keys, and accepts messages from Stripe only', async () => {
    stripe = await startStripeDouble({ clock: { now: () => new Date() }, webhookSecret: WEBHOOK_SECRET });
    product = await startProduct({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://packshot.example',
      STRIPE_SECRET_KEY: DOUBLE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_ENVIRONMENT: 'staging',
      STRIPE_PRICES_STAGING: PAID_PLANS.map(({ id }) => `${id}=${toPriceId(id)}`).join(', '),
      STRIPE_API_URL: stripe.url,
      BILLING_CURRENCY: 'EUR',
    });
    const details = await readDetails(product);
    expect(details).toMatchObject({ billing_mode: 'stripe', currency: 'eur', can_manage: false });
    expect(details.prices).toContainEqual({
      plan_id: 'pro-year',
      stripe_price_id: 'price_test_pro-year',
      amount: 8292,
    });
    const message = stripe.messages.write('customer.created', { id: 'cus_x', object: 'customer' });
    expect((await post(product.address, message.body, message.signature)).status).toBe(200);
    expect((await post(product.address, `${message.body}\n`, message.signature)).status).toBe(400);
    expect(product.log()).not.toContain(DOUBLE_SECRET_KEY);
    expect(product.log()).not.toContain(WEBHOOK_SECRET);
  });

  it('has no billing in production without keys, unless the demo or manual plans are configured', async () => {
    product = await startProduct({ NODE_ENV: 'production' });
    const guest = await newGuest(product.address);
    expect((await guest.call('getSubscriptionDetails')).status).toBe(404);
    expect((await post(product.address, '{}', 't=1,v1=00')).status).toBe(404);
    await product.stop();
    product = await startProduct({ NODE_ENV: 'production', BILLING: 'on' });
    expect(await readDetails(product)).toMatchObject({ billing_mode: 'manual', plan_type: 'Free plan' });
    const answer = await post(product.address, '{}', 't=1,v1=00');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'PAYMENTS_NOT_CONFIGURED' });
    await product.stop();
    product = await startProduct({ NODE_ENV: 'production', BILLING_DEMO: 'true' });
    expect((await readDetails(product)).billing_mode).toBe('demo');
    expect((await post(product.address, '{}', 't=1,v1=00')).status).toBe(400);
  });
});
