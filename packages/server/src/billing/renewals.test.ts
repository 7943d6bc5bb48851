import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBillingWorld } from '../testing/billing-world.ts';
import type { BillingTestWorld } from '../testing/billing-world.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { createSubscriptionEnding } from './subscription-ending.ts';

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

describe('a yearly plan', () => {
  it('grants credits once a month, however often renewal rounds run', async () => {
    const member = await world.newMember();
    await world.subscribe(member, 'pro-year');
    expect(await world.downloads(member)).toBe(FREE + 150);
    await world.renew();
    expect(await world.downloads(member)).toBe(FREE + 150);
    world.advanceDays(31);
    expect(await world.renew()).toEqual({ granted: 1, polled: 0, failed: 0 });
    expect(await world.renew()).toEqual({ granted: 0, polled: 0, failed: 0 });
    expect(await world.downloads(member)).toBe(FREE + 300);
  });

  it('grants the credits of three months without a running server once, even with parallel rounds', async () => {
    const member = await world.newMember();
    await world.subscribe(member, 'lite-year');
    world.advanceDays(93);
    await Promise.all([world.renew(), world.renew(), world.renew()]);
    expect(await world.downloads(member)).toBe(FREE + 4 * 30);
    await world.renew();
    expect(await world.downloads(member)).toBe(FREE + 4 * 30);
    const { data } = await world.ledger(member);
    expect(data.map((line) => line.balance)).toEqual([122, 92, 62, 32, 2]);
    const [next] = [(await world.details(member)).next_credits_at];
    expect(new Date(next ?? 0) > world.clock.now()).toBe(true);
  });

  it('grants nothing after the subscription has ended', async () => {
    const member = await world.newMember();
    const { subscriptionId } = await world.subscribe(member, 'plus-year');
    world.advanceDays(40);
    await world.deliverAll(world.stripe.customers.end(subscriptionId));
    expect(await world.downloads(member)).toBe(FREE + 100);
    world.advanceDays(100);
    await world.renew();
    expect(await world.downloads(member)).toBe(FREE + 100);
  });
});

describe('a deleted organization', () => {
  it('has its subscription ended immediately, also at Stripe', async () => {
    const member = await world.newMember();
    await world.subscribe(member, 'pro-year');
    const ending = createSubscriptionEnding({ ...world.services.renewals, demo: null });
    await ending(member.organizationId);
    await ending(member.organizationId);
    expect(
      world.stripe.calls.filter(({ path }) => path.startsWith('DELETE /v1/subscriptions/')),
    ).toHaveLength(1);
    expect(await world.details(member)).toMatchObject({ state: 'ended', has_unlimited_generations: false });
    const other = await world.newMember();
    await world.subscribe(other, 'lite-month');
    world.stripe.setOutage('down');
    await expect(ending(other.organizationId)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
  });
});

describe('polling Stripe for messages that never arrived', () => {
  it('finds three missed renewals', async () => {
    const member = await world.newMember();
    const { subscriptionId } = await world.subscribe(member, 'plus-month');
    for (let month = 0; month < 3; month += 1) {
      world.advanceDays(31);
      world.stripe.customers.renew(subscriptionId);
    }
    expect(await world.details(member)).toMatchObject({ has_unlimited_generations: false });
    const rounds = await Promise.all([world.renew(), world.renew()]);
    expect(rounds.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(await world.downloads(member)).toBe(FREE + 4 * 50);
    expect(await world.details(member)).toMatchObject({ state: 'active', has_unlimited_generations: true });
  });

  it('finds a missed cancellation and a missed refund', async () => {
    const member = await world.newMember();
    const { subscriptionId, invoiceId } = await world.subscribe(member, 'pro-month');
    world.advanceDays(20);
    world.stripe.customers.refund(invoiceId);
    world.stripe.customers.end(subscriptionId);
    world.advanceDays(20);
    await world.renew();
    expect(await world.downloads(member)).toBe(FREE);
    expect((await world.details(member)).state).toBe('ended');
  });

  it('happens immediately when two messages from the same second contradict each other', async () => {
    const member = await world.newMember();
    const { messages } = await world.buy(member, 'lite-month');
    await world.deliverAll(messages.toReversed());
    expect((await world.details(member)).has_unlimited_generations).toBe(true);
    expect((await world.renew()).polled).toBeGreaterThan(0);
    expect(await world.details(member)).toMatchObject({ state: 'active', plan_id: 'lite-month' });
  });

  it('is repeated after an outage of Stripe, and a subscription that fails doesn’t delay the others', async () => {
    const [first, second] = [await world.newMember(), await world.newMember()];
    const bought = [await world.subscribe(first, 'lite-month'), await world.subscribe(second, 'lite-month')];
    world.advanceDays(31);
    for (const { subscriptionId } of bought) world.stripe.customers.renew(subscriptionId);
    world.advanceDays(1);
    world.stripe.setOutage('down');
    const away = await world.renew();
    expect(away.failed).toBeGreaterThanOrEqual(2);
    world.stripe.setOutage('none');
    // The subscription isn't polled again in the next round, because a pause has to pass first.
    expect(await world.renew()).toEqual({ granted: 0, polled: 0, failed: 0 });
    world.clock.advance(11 * 60);
    await world.renew();
    expect([await world.downloads(first), await world.downloads(second)]).toEqual([FREE + 60, FREE + 60]);
  });

  it('ends a subscription that Stripe no longer knows', async () => {
    const member = await world.newMember();
    const { subscriptionId, messages } = await world.buy(member, 'lite-month');
    const renamed = messages.map((message) => {
      const body = message.body.replaceAll(subscriptionId, 'sub_forgotten');
      return { ...message, body, signature: world.stripe.messages.sign(body) };
    });
    await world.deliverAll(renamed);
    expect((await world.details(member)).state).toBe('active');
    world.advanceDays(40);
    await world.renew();
    expect((await world.details(member)).state).toBe('ended');
    expect(await world.downloads(member)).toBe(FREE + 30);
  });
});
