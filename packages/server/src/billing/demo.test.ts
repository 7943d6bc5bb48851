import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../testing/billing-world.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';
import { renew } from './renewals.ts';

const FREE = 2;
const DAY_S = 24 * 3600;

let clock: ManualClock;
let services: TestServices;
beforeAll(async () => {
  clock = new ManualClock();
  services = await startTestServices({ clock });
});
afterAll(() => services.stop());
afterEach(async () => {
  expect(await brokenInvariants(services.pool)).toEqual([]);
});

const SITE = 'http://localhost:3000';
const idIn = (url: string): string => new URL(url, SITE).searchParams.get('checkout') ?? '';
const downloads = async (caller: Caller) => (await services.credits.downloadCredits(caller)).download_credits;

async function open(caller: Caller, planId: string): Promise<string> {
  const { url } = await services.billing.checkout(caller, { plan_id: planId }, SITE);
  expect(url).toMatch(/^\/\?tab=pricing&checkout=/);
  return idIn(url);
}
async function buy(caller: Caller, planId: string): Promise<void> {
  await services.billing.actInDemo(caller, { action: 'confirm', checkout_id: await open(caller, planId) });
}

describe('a demo payment', () => {
  it('shows the price, and then runs the same steps as a real purchase', async () => {
    const member = await newMember(services);
    const checkoutId = await open(member, 'pro-year');
    expect(await services.billing.demoCheckout(member, checkoutId)).toEqual({
      checkout_id: checkoutId,
      plan_id: 'pro-year',
      replaces_plan_id: null,
      amount: 691 * 12,
      currency: 'usd',
    });
    const { url } = await services.billing.actInDemo(member, { action: 'confirm', checkout_id: checkoutId });
    expect(url).toBe('/?tab=account&purchase=pro-year');
    expect(await downloads(member)).toBe(FREE + 150);
    expect(await services.billing.details(member)).toMatchObject({
      billing_mode: 'demo',
      state: 'active',
      has_unlimited_generations: true,
    });
    const { rows } = await services.pool.query(`select type from billing_events where id like 'evt_demo_%'`);
    expect(rows).toContainEqual({ type: 'invoice.paid' });
    const { data } = await services.billing.invoices(member, { page: 1, per_page: 20 });
    expect(data).toMatchObject([{ state: 'paid', amount_minor: 829_200, hosted_url: null }]);
  });

  it('confirms a purchase once, however often the button is clicked, and only for the buyer', async () => {
    const member = await newMember(services);
    const checkoutId = await open(member, 'lite-month');
    const confirm = (caller: Caller) =>
      services.billing.actInDemo(caller, { action: 'confirm', checkout_id: checkoutId });
    await expect(confirm(await newMember(services))).rejects.toMatchObject({ code: 'CHECKOUT_GONE' });
    const clicks = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(member)));
    expect(clicks.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await downloads(member)).toBe(FREE + 30);
    await expect(confirm(member)).rejects.toMatchObject({ code: 'CHECKOUT_GONE' });
    const unknown = services.billing.demoCheckout(member, randomUUID());
    await expect(unknown).rejects.toMatchObject({ code: 'CHECKOUT_GONE' });
  });

  it('cancels a purchase that isn’t confirmed within an hour', async () => {
    const member = await newMember(services);
    const checkoutId = await open(member, 'lite-month');
    clock.advance(3601);
    await expect(services.billing.demoCheckout(member, checkoutId)).rejects.toMatchObject({
      code: 'CHECKOUT_GONE',
    });
  });

  it('can change the plan, cancel it, and undo the cancellation', async () => {
    const member = await newMember(services);
    await buy(member, 'lite-month');
    const change = await open(member, 'plus-month');
    expect(await services.billing.demoCheckout(member, change)).toMatchObject({
      replaces_plan_id: 'lite-month',
    });
    clock.advance(2);
    await services.billing.actInDemo(member, { action: 'confirm', checkout_id: change });
    expect(await downloads(member)).toBe(FREE + 50);
    expect((await services.billing.portal(member, SITE)).url).toBe('/?tab=account&portal=demo');
    clock.advance(2);
    await services.billing.actInDemo(member, { action: 'cancel' });
    expect((await services.billing.details(member)).cancel_at).not.toBeNull();
    clock.advance(2);
    await services.billing.actInDemo(member, { action: 'resume' });
    expect((await services.billing.details(member)).cancel_at).toBeNull();
    clock.advance(2);
    await buy(member, 'pro-year');
    expect(await services.billing.details(member)).toMatchObject({ plan_id: 'pro-year' });
    // The yearly plan refunds all of the monthly plan's time except a few seconds.
    expect(await downloads(member)).toBe(FREE + 150);
  });

  it('grants one month of credits, however often monthly and yearly plans alternate within one second', async () => {
    const member = await newMember(services);
    // Starts the clock 0.2 s into a second, so that the six changes of plan fall into two seconds, three in each.
    clock.advance(1.2 - (clock.now().getTime() % 1000) / 1000);
    for (let times = 0; times < 3; times += 1) {
      for (const planId of ['pro-month', 'pro-year']) {
        await buy(member, planId);
        expect(await downloads(member)).toBe(FREE + 150);
        expect(await services.billing.details(member)).toMatchObject({ plan_id: planId, state: 'active' });
        clock.advance(0.3);
      }
    }
    const { data } = await services.billing.invoices(member, { page: 1, per_page: 20 });
    const net = data.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    expect([data.length, net]).toEqual([6, 829_200]);
    const { data: lines } = await services.credits.ledger(member, {
      ledger: 'download',
      page: 1,
      per_page: 20,
    });
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(FREE + 150);
    expect(lines.map(({ words }) => words)).toContain('Change to the Pro plan, paid yearly');
    await buy(member, 'pro-month');
    clock.advance(40 * DAY_S);
    await renew(services.renewals);
    expect(await downloads(member)).toBe(FREE + 300);
  });

  it('runs one action at a time per organization, and none of them fails', async () => {
    const member = await newMember(services);
    await buy(member, 'lite-month');
    const plans = ['plus-month', 'pro-month', 'lite-year', 'plus-year', 'pro-year'];
    const open = await Promise.all(
      plans.map(async (planId) => {
        const { url } = await services.billing.checkout(member, { plan_id: planId }, SITE);
        return idIn(url);
      }),
    );
    await Promise.all(
      open.map((checkout_id) => services.billing.actInDemo(member, { action: 'confirm', checkout_id })),
    );
    const { plan_id, credits } = await services.billing.details(member);
    expect(plans).toContain(plan_id);
    expect(await downloads(member)).toBe(FREE + credits);
    const { data } = await services.billing.invoices(member, { page: 1, per_page: 20 });
    const net = data.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    const { prices } = await services.billing.details(member);
    expect(net).toBe((prices.find((price) => price.plan_id === plan_id)?.amount ?? 0) * 100);
  });

  it('renews the plan, even three months late, and ends it once it is canceled', async () => {
    const member = await newMember(services);
    await buy(member, 'lite-month');
    clock.advance(93 * DAY_S);
    await Promise.all([renew(services.renewals), renew(services.renewals)]);
    expect(await downloads(member)).toBe(FREE + 4 * 30);
    clock.advance(2);
    await services.billing.actInDemo(member, { action: 'cancel' });
    clock.advance(31 * DAY_S);
    await renew(services.renewals);
    expect(await services.billing.details(member)).toMatchObject({ state: 'ended', plan_id: null });
    expect(await downloads(member)).toBe(FREE + 4 * 30);
    await expect(services.billing.actInDemo(member, { action: 'resume' })).rejects.toMatchObject({
      code: 'NO_SUBSCRIPTION',
    });
  });
});
