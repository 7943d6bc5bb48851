import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pathTo } from '../../src/testing/api-client.ts';
import { SITE, startBillingWorld } from '../../src/testing/billing-world.ts';
import type { Caller } from '../../src/platform/access/caller.ts';
import type { BillingTestWorld } from '../../src/testing/billing-world.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';

/** Download credits of a registered member without a plan: the two that a guest gets. */
const FREE = 2;

let world: BillingTestWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.stripe.setOutage('none');
  expect(await brokenInvariants(world.services.pool)).toEqual([]);
});

const words = async (member: Caller) => (await world.ledger(member)).data.map((line) => line.words);

describe('buying a plan', () => {
  it('leads to Stripe and back, and adds the month’s credits once', async () => {
    const member = await world.newMember();
    expect(await world.details(member)).toMatchObject({
      billing_mode: 'stripe',
      state: 'none',
      plan_id: null,
      plan_type: 'Free plan',
      has_unlimited_generations: false,
      can_manage: true,
    });
    const answer = await world.checkout(member, 'pro-month');
    expect(answer.body).toEqual({
      url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) as string,
    });
    const checkoutParams = world.stripe.calls.findLast(
      ({ path }) => path === 'POST /v1/checkout/sessions',
    )?.params;
    expect(checkoutParams?.get('line_items[0][price]')).toBe('price_test_pro-month');
    expect(checkoutParams?.get('success_url')).toBe(`${SITE}/?tab=account&purchase=pro-month`);
    expect(checkoutParams?.get('cancel_url')).toBe(`${SITE}/?tab=pricing`);

    const { messages } = world.stripe.customers.pay(world.stripe.getSessionId(answer.body.url));
    await world.deliverAll(messages);
    expect(await world.downloads(member)).toBe(FREE + 150);
    const details = await world.details(member);
    expect(details).toMatchObject({
      state: 'active',
      plan_id: 'pro-month',
      plan_type: 'Pro plan',
      credits: 150,
      cancel_at: null,
      grace_until: null,
      has_unlimited_generations: true,
    });
    expect(details.next_credits_at).toBe(details.current_period_end);
    const authorization = await world.call(member, 'getAuthorization');
    expect(authorization.body).toMatchObject({ plan: 'pro', download_credits: FREE + 150 });
  });

  it('is refused for guests, for unknown plans, and for the current plan', async () => {
    const guest = await world.services.newGuest();
    expect((await world.checkout(guest, 'pro-month')).status).toBe(403);
    const member = await world.newMember();
    for (const json of [
      { plan_id: 'custom-month' },
      { plan_id: 'free' },
      { plan_id: 'pro-month', term: 'year' },
    ]) {
      expect((await world.call(member, 'startCheckout', { json })).status).toBe(400);
    }
    await world.subscribe(member, 'lite-month');
    expect((await world.checkout(member, 'lite-month')).body.code).toBe('PLAN_IS_CURRENT');
  });

  it('closes the checkout page of another tab, so that the plan isn’t sold twice', async () => {
    const member = await world.newMember();
    const first = world.stripe.getSessionId((await world.checkout(member, 'lite-month')).body.url);
    const second = world.stripe.getSessionId((await world.checkout(member, 'pro-month')).body.url);
    expect(world.stripe.sessionStatus(first)).toBe('expired');
    const { messages } = world.stripe.customers.pay(second);
    // The customer has paid, but no message has arrived yet.
    expect((await world.checkout(member, 'lite-month')).body).toMatchObject({ code: 'PURCHASE_PENDING' });
    await world.deliverAll(messages);
    expect((await world.details(member)).plan_id).toBe('pro-month');
  });

  it('grants the credits of a second subscription, and cancels the second subscription', async () => {
    const member = await world.newMember();
    const first = await world.buy(member, 'lite-month');
    // Marks the first checkout as completed, so that a second one can be opened before either is paid. Simulates two
    // servers that don't know of each other.
    await world.services.pool.query('update checkouts set completed_at = now()');
    const second = await world.buy(member, 'pro-month');
    await world.deliverAll([...first.messages, ...second.messages]);
    expect(await world.downloads(member)).toBe(FREE + 30 + 150);
    expect((await world.details(member)).plan_id).toBe('lite-month');
    expect(world.stripe.isCanceling(second.subscriptionId)).toBe(true);
    expect(world.stripe.isCanceling(first.subscriptionId)).toBe(false);
  });

  it('reports that Stripe is unavailable', async () => {
    const member = await world.newMember();
    for (const outage of ['down', 'hang-up'] as const) {
      world.stripe.setOutage(outage);
      const answer = await world.checkout(member, 'lite-month');
      expect(answer).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } });
    }
  });
});

describe('a Stripe message', () => {
  it('changes nothing when repeated, even twenty times in parallel', async () => {
    const member = await world.newMember();
    const { messages } = await world.buy(member, 'plus-month');
    const all = Array.from({ length: 20 }, () => messages).flat();
    const statuses = await Promise.all(all.map((message) => world.deliver(message)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await world.downloads(member)).toBe(FREE + 50);
    expect((await world.details(member)).state).toBe('active');
  });

  it('has the same effect in any order of messages', async () => {
    const orders = [
      (index: number) => index,
      (index: number) => -index,
      (index: number) => (index * 5) % 7,
      (index: number) => (index * 3) % 7,
    ];
    const customers = [];
    for (const order of orders) {
      const member = await world.newMember();
      customers.push({ member, order, ...(await world.buy(member, 'lite-month')) });
    }
    world.advanceDays(15);
    for (const customer of customers) {
      customer.messages.push(...world.stripe.customers.changePlan(customer.subscriptionId, 'pro-month'));
    }
    world.advanceDays(1);
    const outcomes = [];
    for (const { member, order, subscriptionId, messages } of customers) {
      messages.push(...world.stripe.customers.cancelAtPeriodEnd(subscriptionId));
      const inOrder = messages
        .map((message, index) => [order(index), message] as const)
        .toSorted(([a], [b]) => a - b);
      for (const [, message] of inOrder) {
        // The message is signed again, as Stripe does when it resends one, because the first signature has expired.
        expect(await world.deliver(message, world.stripe.messages.sign(message.body))).toBe(200);
      }
      const { can_manage: _, ...details } = await world.details(member);
      outcomes.push({ details, downloads: await world.downloads(member) });
    }
    const [first, ...others] = outcomes;
    expect(first?.details).toMatchObject({ plan_id: 'pro-month', state: 'active', next_credits_at: null });
    expect(first?.details.cancel_at).toBe(first?.details.current_period_end);
    expect(first?.downloads).toBeGreaterThan(FREE + 30);
    expect(others).toEqual(others.map(() => first));
  });

  it('is refused when forged, stale, altered, unsigned or empty', async () => {
    const member = await world.newMember();
    const { messages } = await world.buy(member, 'pro-month');
    const paid = messages.find(({ type }) => type === 'invoice.paid');
    if (paid === undefined) throw new Error('Nothing was paid');
    const past = new Date(world.clock.now().getTime() - 301_000);
    const attempts = [
      await world.deliver(
        paid,
        world.stripe.messages.sign(paid.body, world.clock.now(), 'whsec_of_somebody_else'),
      ),
      await world.deliver(paid, world.stripe.messages.sign(paid.body, past)),
      await world.deliver({ ...paid, body: paid.body.replace('pro-month', 'pro-year') }),
      await world.deliver({ ...paid, body: `${paid.body} ` }),
      await world.deliver({ ...paid, body: '' }),
      await world.deliver(paid, 't=1,v1=00'),
      (await world.app.inject({ method: 'POST', url: pathTo('receiveWebhook'), payload: paid.body }))
        .statusCode,
    ];
    expect(attempts).toEqual(attempts.map(() => 400));
    expect(await world.downloads(member)).toBe(FREE);
    expect(await world.deliver(paid)).toBe(200);
    expect(await world.downloads(member)).toBe(FREE + 150);
  });

  it('is accepted and ignored for other products, another environment, or unknown customers', async () => {
    const before = await world.services.pool.query('select id from subscriptions');
    const foreign = { id: 'sub_x', customer: 'cus_x', metadata: {}, items: { data: [] } };
    const member = await world.newMember();
    const { messages } = await world.buy(member, 'lite-month');
    const created = JSON.parse(messages[1]?.body ?? '{}') as { data: { object: Record<string, unknown> } };
    const ofNobody = {
      ...created.data.object,
      id: 'sub_of_nobody',
      metadata: { organization_id: crypto.randomUUID(), user_id: crypto.randomUUID() },
    };
    await world.deliverAll([
      world.stripe.messages.write('customer.subscription.created', foreign),
      world.stripe.messages.write('customer.created', { id: 'cus_x', object: 'customer' }),
      world.stripe.messages.write('customer.subscription.updated', ofNobody),
      world.stripe.messages.write('customer.subscription.updated', created.data.object, { livemode: true }),
    ]);
    const after = await world.services.pool.query('select id from subscriptions');
    expect(after.rows).toEqual(before.rows);
  });

  it('is refused, so that Stripe retries it, while its price belongs to no plan', async () => {
    const member = await world.newMember();
    const { messages } = await world.buy(member, 'lite-month');
    const paid = messages[2];
    if (paid === undefined) throw new Error('Nothing was paid');
    const body = paid.body.replace('price_test_lite-month', 'price_of_last_year');
    expect(await world.deliver({ ...paid, body }, world.stripe.messages.sign(body))).toBe(500);
    expect(world.log()).toContain('No plan has the Stripe price price_of_last_year');
    await world.deliverAll(messages);
    expect(await world.downloads(member)).toBe(FREE + 30);
  });
});

describe('a subscription over time', () => {
  it('adds credits with each renewal, and keeps unused ones', async () => {
    const member = await world.newMember();
    const { subscriptionId } = await world.subscribe(member, 'lite-month');
    await world.spend(member, 10);
    world.advanceDays(31);
    await world.deliverAll(world.stripe.customers.renew(subscriptionId));
    expect(await world.downloads(member)).toBe(FREE + 20 + 30);
    expect((await words(member))[0]).toMatch(/^Lite plan, \w+ \d+, \d{4} to /);
  });

  it('continues through the grace period when a payment fails, then ends, and resumes after payment', async () => {
    const member = await world.newMember();
    const { subscriptionId } = await world.subscribe(member, 'plus-month');
    world.advanceDays(31);
    await world.deliverAll(world.stripe.customers.renew(subscriptionId, 'failed'));
    expect(await world.downloads(member)).toBe(FREE + 50);
    const inGrace = await world.details(member);
    expect(inGrace).toMatchObject({
      state: 'past_due',
      has_unlimited_generations: true,
      plan_id: 'plus-month',
    });
    expect(inGrace.grace_until).not.toBeNull();
    world.advanceDays(7);
    expect(await world.details(member)).toMatchObject({
      state: 'past_due',
      has_unlimited_generations: false,
      plan_id: null,
    });
    // No message announces the end of the grace period; the next round detects it.
    const planName = async () => (await world.call<{ plan: string }>(member, 'getAuthorization')).body.plan;
    expect(await planName()).toBe('plus');
    await world.renew();
    expect(await planName()).toBe('free');
    await world.deliverAll(world.stripe.customers.payLate(subscriptionId));
    expect(await planName()).toBe('plus');
    await world.renew();
    expect(await planName()).toBe('plus');
    expect(await world.downloads(member)).toBe(FREE + 100);
    expect(await world.details(member)).toMatchObject({ state: 'active', has_unlimited_generations: true });
  });

  it('lasts to the end of its period when canceled, and then ends', async () => {
    const member = await world.newMember();
    const { subscriptionId } = await world.subscribe(member, 'pro-month');
    await world.deliverAll(world.stripe.customers.cancelAtPeriodEnd(subscriptionId));
    const canceled = await world.details(member);
    expect(canceled).toMatchObject({
      state: 'active',
      has_unlimited_generations: true,
      next_credits_at: null,
    });
    expect(canceled.cancel_at).toBe(canceled.current_period_end);
    world.advanceDays(31);
    // The plan has ended even if Stripe's final message never arrives.
    expect(await world.details(member)).toMatchObject({ state: 'ended', has_unlimited_generations: false });
    const late = world.stripe.customers.cancelAtPeriodEnd(subscriptionId, false);
    await world.deliverAll([...world.stripe.customers.end(subscriptionId), ...late]);
    expect(await world.details(member)).toMatchObject({
      state: 'ended',
      plan_id: null,
      plan_type: 'Free plan',
    });
    expect(await world.downloads(member)).toBe(FREE + 150);
    // After the end, a plan can be bought again.
    await world.subscribe(member, 'lite-month');
    expect(await world.details(member)).toMatchObject({ state: 'active', plan_id: 'lite-month' });
  });

  it('changes plan in Stripe’s portal, with credits prorated up and down', async () => {
    const member = await world.newMember();
    const { subscriptionId } = await world.subscribe(member, 'lite-month');
    const answer = await world.checkout(member, 'pro-month');
    expect(answer.body.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    const portalParams = world.stripe.calls.at(-1)?.params;
    expect(portalParams?.get('flow_data[type]')).toBe('subscription_update_confirm');
    expect(portalParams?.get('flow_data[subscription_update_confirm][items][0][price]')).toBe(
      'price_test_pro-month',
    );
    await world.deliverAll(world.stripe.customers.changePlan(subscriptionId, 'pro-month'));
    expect(await world.downloads(member)).toBe(FREE + 150);
    await world.spend(member, 100);
    await world.deliverAll(world.stripe.customers.changePlan(subscriptionId, 'lite-month'));
    // The server revokes 120 credits, but only 52 are left; later months make up for the other 68.
    expect(await world.downloads(member)).toBe(0);
    expect((await world.details(member)).owed_credits).toBe(68);
    expect(await words(member)).toContain('Change to the Lite plan, paid monthly');
    const after = [];
    for (let months = 0; months < 3; months += 1) {
      world.advanceDays(31);
      await world.deliverAll(world.stripe.customers.renew(subscriptionId));
      after.push([await world.downloads(member), (await world.details(member)).owed_credits]);
    }
    expect(after).toEqual([
      [0, 38],
      [0, 8],
      [22, 0],
    ]);
    expect((await words(member))[0]).toBe('Credits of the Lite plan used before their payment was refunded');
  });

  it('reclaims the unused part of a fully refunded month, once, but not after a partial refund', async () => {
    const member = await world.newMember();
    const { invoiceId } = await world.subscribe(member, 'pro-month');
    await world.spend(member, FREE + 100);
    await world.deliverAll(world.stripe.customers.refund(invoiceId, 1000));
    expect(await world.downloads(member)).toBe(50);
    const refund = world.stripe.customers.refund(invoiceId);
    await world.deliverAll([...refund, ...refund, ...world.stripe.customers.refund(invoiceId)]);
    expect(await world.downloads(member)).toBe(0);
    expect((await words(member))[0]).toBe('Refund of the Pro plan');
    expect(await world.details(member)).toMatchObject({ state: 'ended', has_unlimited_generations: false });
    const invoices = await world.call(member, 'listInvoices');
    expect(invoices.body).toMatchObject({
      data: [{ state: 'refunded', amount_minor: 82_900, plan_id: 'pro-month' }],
    });
  });

  it('applies a refund whose message arrives before that of its payment', async () => {
    const member = await world.newMember();
    const { invoiceId, messages } = await world.buy(member, 'pro-month');
    await world.deliverAll([...world.stripe.customers.refund(invoiceId), ...messages.toReversed()]);
    expect(await world.downloads(member)).toBe(FREE);
    expect((await world.details(member)).has_unlimited_generations).toBe(false);
  });
});

describe('the customer portal', () => {
  it('shows Stripe’s invoices, visible only to their organization', async () => {
    const member = await world.newMember();
    const stranger = await world.newMember();
    const portal = async () => (await world.call<{ url: string }>(member, 'openPortal')).body;
    expect(await portal()).toMatchObject({ code: 'NO_SUBSCRIPTION' });
    await world.subscribe(member, 'lite-year');
    expect((await portal()).url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    const list = async (caller: Caller) =>
      (await world.call<{ data: unknown[] }>(caller, 'listInvoices', { query: '?per_page=1' })).body;
    expect(await list(member)).toMatchObject({
      data: [
        {
          state: 'paid',
          amount_minor: 199_200,
          hosted_url: expect.stringMatching(/^https:\/\/invoice\.stripe\.com\//) as string,
        },
      ],
      has_more: false,
    });
    expect((await list(stranger)).data).toEqual([]);
  });
});
