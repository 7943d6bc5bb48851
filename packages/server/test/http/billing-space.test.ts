import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyActions, Scenario } from '../../src/testing/billing-space/scenario.ts';
import { startBillingWorld } from '../../src/testing/billing-world.ts';
import type { BillingTestWorld } from '../../src/testing/billing-world.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import type { StripeMessage } from '../../src/testing/stripe-double/messages.ts';

/*
 * Tests random combinations of customer actions; of timing, repetition and order of Stripe's messages; and of credits
 * spent meanwhile.
 */

const FREE = 2;

let world: BillingTestWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.stop());

/** Delivers a message with a new signature, as Stripe does when it resends one. */
const deliver = (message: StripeMessage) => world.deliver(message, world.stripe.messages.sign(message.body));

/** Generates ways to deliver one message: immediately or delayed with others, once or several times. */
const anyPost = fc.record({
  isLate: fc.boolean(),
  copies: fc.integer({ min: 1, max: 3 }),
  turn: fc.nat(1000),
});

it('credits equal payments minus spending, in any order and repetition of Stripe’s messages', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyActions(9),
      fc.infiniteStream(anyPost),
      fc.infiniteStream(fc.constantFrom(0, 20, 1000)),
      async (actions, posts, uses) => {
        const member = await world.newMember();
        const scenario = new Scenario({
          clock: world.clock,
          customers: world.stripe.customers,
          buy: (planId) => world.stripe.customers.buy(member, planId),
        });
        let late: [turn: number, StripeMessage][] = [];
        let used = 0;
        for (const [index, action] of actions.entries()) {
          for (const message of scenario.play(action)) {
            const { isLate, copies, turn } = posts.next().value as {
              isLate: boolean;
              copies: number;
              turn: number;
            };
            for (let copy = 0; copy < copies; copy += 1) {
              if (isLate) late.push([turn + copy, message]);
              else expect(await deliver(message)).toBe(200);
            }
          }
          const balance = await world.downloads(member);
          const use = Math.min(balance, Number(uses.next().value));
          await world.spend(member, use);
          used += use;
          if (index % 4 !== 3 && index !== actions.length - 1) continue;
          for (const [, message] of late.toSorted(([a], [b]) => a - b))
            expect(await deliver(message)).toBe(200);
          late = [];
          await world.renew();
          const paid = scenario.entitlement.due(world.clock.now());
          const [remaining, subscriptions] = [await world.downloads(member), scenario.bought];
          expect(remaining).toBeGreaterThanOrEqual(Math.max(0, FREE + paid - used - 0.02 * subscriptions));
          expect(remaining).toBeLessThan(Math.max(0, FREE + paid - used) + subscriptions + 1e-6);
          const { owed_credits: owed } = await world.details(member);
          expect(remaining - owed).toBeLessThan(FREE + paid - used + subscriptions + 1e-6);
        }
        expect(await brokenInvariants(world.services.pool)).toEqual([]);
      },
    ),
    // Failing examples aren't shrunk, because that takes minutes here; the printed seed reproduces the failure.
    { numRuns: Number(process.env['BILLING_RUNS'] ?? 12), endOnFailure: true },
  );
});
