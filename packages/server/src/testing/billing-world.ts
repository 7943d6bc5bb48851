import { randomUUID } from 'node:crypto';
import type { DownloadCredits, EndpointName, LedgerPage, SubscriptionDetails } from '@packshot/contract';
import { ENDPOINTS, PAID_PLANS } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import type { BillingSettings } from '../billing/model.ts';
import { renew } from '../billing/renewals.ts';
import type { Caller } from '../platform/access/caller.ts';
import { DAY_MS } from '../platform/durations.ts';
import { createStripePayments } from '../billing/payments/stripe-payments.ts';
import { buildApp } from '../app/app.ts';
import { PLAIN_OPTIONS } from './http/plain-options.ts';
import { pathTo } from './api-client.ts';
import { ManualClock } from './manual-clock.ts';
import { memoryLog } from './memory-log.ts';
import type { StripeMessage } from './stripe-double/messages.ts';
import { toPriceId } from './stripe-double/prices.ts';
import { DOUBLE_SECRET_KEY, startStripeDouble } from './stripe-double/stripe-double.ts';
import { startTestServices, WEBHOOK_SECRET } from './test-services.ts';
import type { TestServices } from './test-services.ts';

export const SITE = 'https://packshot.example';

/** Creates a guest and turns it into the owner of an organization, with a mail address. */
export async function newMember(services: TestServices): Promise<Caller> {
  const { userId, ...rest } = await services.newGuest('192.0.2.7');
  await services.pool.query(`update users set is_guest = false, email = $2 where id = $1`, [
    userId,
    `${userId}@shop.example`,
  ]);
  await services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [userId]);
  return { userId, ...rest, role: 'owner' };
}

/**
 * Starts the API with the real services, database and Stripe library. Only Stripe itself and the clock are replaced.
 */
export async function startBillingWorld() {
  const clock = new ManualClock();
  const log = memoryLog();
  const stripe = await startStripeDouble({ clock, webhookSecret: WEBHOOK_SECRET });
  const payments = createStripePayments({
    secretKey: DOUBLE_SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    environment: 'staging',
    apiUrl: stripe.url,
    clock,
    prices: {
      planIdFor: (priceId) => PAID_PLANS.find(({ id }) => toPriceId(id) === priceId)?.id ?? null,
      priceIdFor: toPriceId,
    },
  });
  const settings: BillingSettings = {
    mode: 'stripe',
    environment: 'staging',
    currency: 'usd',
    stripePriceIds: Object.fromEntries(PAID_PLANS.map(({ id }) => [id, toPriceId(id)])),
    graceMs: 7 * DAY_MS,
  };
  const services = await startTestServices({ clock, payments: { settings, payments }, logger: log.logger });
  const app = apiOver(services, log.logger);

  const world = {
    clock,
    stripe,
    services,
    app,
    log: log.text,
    advanceDays: (days: number) => clock.advance((days * DAY_MS) / 1000),
    newMember: () => newMember(services),

    /** Delivers one message of Stripe over HTTP and returns the response's status. */
    async deliver(message: StripeMessage, signature = message.signature): Promise<number> {
      const answer = await app.inject({
        method: 'POST',
        url: pathTo('receiveWebhook'),
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        payload: message.body,
      });
      return answer.statusCode;
    },
    async deliverAll(messages: readonly StripeMessage[]): Promise<void> {
      for (const message of messages) {
        const status = await world.deliver(message);
        if (status !== 200) throw new Error(`${message.type} was answered with ${status}; see the log`);
      }
    },
    /** Makes an API call with a new access token. */
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the response type
    async call<T>(caller: Caller, name: EndpointName, options: { query?: string; json?: object } = {}) {
      const token = await services.accessTokens.issue(caller);
      const answer = await app.inject({
        method: ENDPOINTS[name].method,
        url: pathTo(name) + (options.query ?? ''),
        headers: { authorization: `Bearer ${token}` },
        ...(options.json !== undefined && { payload: options.json }),
      });
      return { status: answer.statusCode, body: answer.json<T>() };
    },
    checkout: (caller: Caller, planId: string) =>
      world.call<{ url: string; code?: string }>(caller, 'startCheckout', { json: { plan_id: planId } }),
    /** Pays at the checkout. Returns Stripe's messages without delivering them. */
    async buy(caller: Caller, planId: string) {
      const { status, body } = await world.checkout(caller, planId);
      if (status !== 200) throw new Error(`No checkout: ${body.code}`);
      return stripe.customers.pay(stripe.getSessionId(body.url));
    },
    async subscribe(caller: Caller, planId: string) {
      const bought = await world.buy(caller, planId);
      await world.deliverAll(bought.messages);
      return bought;
    },
    details: async (caller: Caller): Promise<SubscriptionDetails> =>
      (await world.call<{ data: SubscriptionDetails }>(caller, 'getSubscriptionDetails')).body.data,
    downloads: async (caller: Caller): Promise<number> =>
      (await world.call<DownloadCredits>(caller, 'getDownloadCredits')).body.download_credits,
    ledger: async (caller: Caller, query = ''): Promise<LedgerPage> =>
      (await world.call<LedgerPage>(caller, 'getLedger', { query: `?ledger=download${query}` })).body,
    async spend(caller: Caller, count: number): Promise<void> {
      await services.database.stores.ledger.append({
        userId: caller.userId,
        ledger: 'download',
        kind: 'adjust',
        delta: -count,
        reference: `spent:${randomUUID()}`,
      });
    },
    renew: () => renew(services.renewals),
    async stop(): Promise<void> {
      await app.close();
      await services.stop();
      await stripe.stop();
    },
  };
  return world;
}

export type BillingTestWorld = Awaited<ReturnType<typeof startBillingWorld>>;

function apiOver(services: TestServices, logger: Parameters<typeof buildApp>[0]['logger']): FastifyInstance {
  return buildApp({
    ...PLAIN_OPTIONS,
    services: {
      ...services,
      engines: { offers: async () => [] },
      prompts: { fromDescription: async () => ({ prompt: '', suggestions: [] }) },
      health: { check: async () => ({}) },
      operator: {
        isOperator: async () => false,
        figures: async () => {
          throw new Error('Not in these tests');
        },
      },
      references: {
        list: async () => [],
        picture: async () => {
          throw new Error('Not in these tests');
        },
        studioSet: async () => {
          throw new Error('Not in these tests');
        },
        setFile: async () => {
          throw new Error('Not in these tests');
        },
      },
      models: async () => [],
    },
    logger,
    publicUrl: SITE,
    rateLimits: null,
  });
}
