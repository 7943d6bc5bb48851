import type { InvoicesPage } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/platform/access/caller.ts';
import { startBillingWorld } from '../../src/testing/billing-world.ts';
import type { BillingTestWorld } from '../../src/testing/billing-world.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';

const FREE = 2;

let world: BillingTestWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  expect(await brokenInvariants(world.services.pool)).toEqual([]);
});

const words = async (member: Caller) => (await world.ledger(member)).data.map((line) => line.words);
const invoiceState = async (member: Caller) =>
  (await world.call<InvoicesPage>(member, 'listInvoices')).body.data[0]?.state;

describe('a disputed payment', () => {
  it('loses its credits and plan, and regains both when the dispute is won', async () => {
    const member = await world.newMember();
    const { invoiceId } = await world.subscribe(member, 'pro-month');
    const opened = world.stripe.customers.dispute(invoiceId);
    await world.deliverAll([...opened, ...opened]);
    expect(await world.downloads(member)).toBe(FREE);
    expect(await world.details(member)).toMatchObject({ plan_id: null, has_unlimited_generations: false });
    expect(await invoiceState(member)).toBe('disputed');
    expect((await words(member))[0]).toBe('Disputed payment of the Pro plan');

    const closed = world.stripe.customers.closeDispute(invoiceId, 'won');
    await world.deliverAll([...closed, ...closed, ...opened]);
    expect(await world.downloads(member)).toBe(FREE + 150);
    expect(await world.details(member)).toMatchObject({
      plan_id: 'pro-month',
      state: 'active',
      has_unlimited_generations: true,
      owed_credits: 0,
    });
    expect(await invoiceState(member)).toBe('paid');
  });

  it('has the same outcome in any order of messages, because a decision is final', async () => {
    for (const [end, credits] of [
      ['won', 150],
      ['lost', 0],
    ] as const) {
      const member = await world.newMember();
      const { invoiceId, messages } = await world.buy(member, 'pro-month');
      const opened = world.stripe.customers.dispute(invoiceId);
      const closed = world.stripe.customers.closeDispute(invoiceId, end);
      // The messages about the decision arrive even before those about the purchase.
      await world.deliverAll([...closed, ...opened.toReversed(), ...messages.toReversed()]);
      expect(await world.downloads(member), end).toBe(FREE + credits);
      expect(await invoiceState(member), end).toBe(end === 'won' ? 'paid' : 'disputed');
    }
  });

  it('reduces the credits of the next months when its own were spent, but never below zero', async () => {
    const member = await world.newMember();
    const { subscriptionId, invoiceId } = await world.subscribe(member, 'lite-month');
    await world.spend(member, FREE + 20);
    await world.deliverAll(world.stripe.customers.dispute(invoiceId));
    await world.deliverAll(world.stripe.customers.closeDispute(invoiceId, 'lost'));
    expect(await world.downloads(member)).toBe(0);
    expect((await world.details(member)).owed_credits).toBe(20);
    world.advanceDays(31);
    await world.deliverAll(world.stripe.customers.renew(subscriptionId));
    expect(await world.downloads(member)).toBe(10);
    expect((await world.details(member)).owed_credits).toBe(0);
    expect((await words(member))[0]).toBe('Credits of the Lite plan used before their payment was refunded');
  });

  it('does not grant a second month when the customer buys another plan', async () => {
    const member = await world.newMember();
    const { subscriptionId, invoiceId } = await world.subscribe(member, 'pro-month');
    await world.spend(member, FREE + 150);
    await world.deliverAll(world.stripe.customers.dispute(invoiceId));
    await world.deliverAll(world.stripe.customers.end(subscriptionId));
    world.advanceDays(1);
    await world.subscribe(member, 'pro-month');
    expect(await world.downloads(member)).toBe(0);
    // The bank finally decides in the merchant's favor.
    await world.deliverAll(world.stripe.customers.closeDispute(invoiceId, 'won'));
    expect(await world.downloads(member)).toBe(150);
  });

  it('revokes credits in proportion if only a part is disputed, and none during an inquiry', async () => {
    const member = await world.newMember();
    const { invoiceId } = await world.subscribe(member, 'pro-month');
    await world.deliverAll(world.stripe.customers.dispute(invoiceId, 'warning_needs_response'));
    expect(await world.downloads(member)).toBe(FREE + 150);
    await world.deliverAll(world.stripe.customers.closeDispute(invoiceId, 'warning_closed'));
    expect(await invoiceState(member)).toBe('paid');
    await world.deliverAll(world.stripe.customers.dispute(invoiceId, 'needs_response', 82_900 / 2));
    expect(await world.downloads(member)).toBe(FREE + 75);
    expect((await world.details(member)).has_unlimited_generations).toBe(true);
  });

  it.each(['lost', 'refunded'] as const)(
    'revokes the plans that it paid for after changes of plan (pro-year, then pro-month): %s',
    async (end) => {
      const { customers } = world.stripe;
      const member = await world.newMember();
      const { subscriptionId, invoiceId } = await world.subscribe(member, 'pro-year');
      world.clock.advance(1);
      await world.deliverAll(customers.changePlan(subscriptionId, 'pro-month'));
      expect(await world.downloads(member)).toBe(FREE + 150);
      await world.spend(member, 100);
      if (end === 'refunded') await world.deliverAll(customers.refund(invoiceId));
      else {
        await world.deliverAll(customers.dispute(invoiceId));
        await world.deliverAll(customers.closeDispute(invoiceId, 'lost'));
      }
      expect(await world.downloads(member)).toBe(0);
      expect(await world.details(member)).toMatchObject({
        plan_id: null,
        owed_credits: 100 - FREE,
        has_unlimited_generations: false,
      });
      // Stripe credits the unpaid year on an invoice, which grants no credits.
      world.advanceDays(31);
      await world.deliverAll(customers.renew(subscriptionId));
      await world.renew();
      expect(await world.downloads(member)).toBe(0);
    },
  );

  it('is found by polling when no message arrives', async () => {
    const member = await world.newMember();
    const { subscriptionId, invoiceId } = await world.subscribe(member, 'pro-month');
    world.stripe.customers.dispute(invoiceId);
    world.advanceDays(32);
    world.stripe.customers.renew(subscriptionId);
    await world.renew();
    expect(await world.downloads(member)).toBe(FREE + 150);
    expect((await words(member)).toSorted().at(0)).toBe('Disputed payment of the Pro plan');
  });
});

it('a refund that the customer’s bank rejects is ignored', async () => {
  const member = await world.newMember();
  const { invoiceId } = await world.subscribe(member, 'pro-month');
  await world.deliverAll(world.stripe.customers.refund(invoiceId));
  expect(await world.downloads(member)).toBe(FREE);
  world.clock.advance(60);
  await world.deliverAll(world.stripe.customers.failRefund(invoiceId));
  expect(await world.downloads(member)).toBe(FREE + 150);
  expect(await invoiceState(member)).toBe('paid');
});

it('a plan’s month isn’t granted again to the organization’s next owner after the first owner deletes the account', async () => {
  const [owner, holder] = [await world.newMember(), await world.newMember()];
  await world.services.database.stores.organizations.move(holder.userId, owner.organizationId, 'admin');
  const caller = { ...holder, organizationId: owner.organizationId };
  const { subscriptionId } = await world.subscribe(caller, 'pro-month');
  expect(await world.downloads(holder)).toBe(FREE + 150);
  await world.services.database.stores.accounts.remove(holder.userId);
  await world.deliverAll(world.stripe.customers.cancelAtPeriodEnd(subscriptionId));
  await world.deliverAll(world.stripe.customers.cancelAtPeriodEnd(subscriptionId, false));
  expect(await world.downloads(owner)).toBe(FREE);
  world.advanceDays(31);
  await world.deliverAll(world.stripe.customers.renew(subscriptionId));
  expect(await world.downloads(owner)).toBe(FREE + 150);
});
