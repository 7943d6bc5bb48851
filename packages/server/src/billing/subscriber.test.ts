import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../testing/billing-world.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { claimTask, succeedTask } from '../testing/settle-task.ts';
import { acceptTask, analysis, bgRemoval, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';

const PER_DAY = 8;

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ limits: { subscriberGenerationsPerDay: PER_DAY } });
});
afterAll(() => services.stop());
afterEach(async () => {
  expect(await brokenInvariants(services.pool)).toEqual([]);
});

async function subscriber(): Promise<Caller> {
  const caller = await newMember(services);
  const { url } = await services.billing.checkout(caller, { plan_id: 'lite-month' }, '');
  const checkoutId = new URL(url, 'http://here').searchParams.get('checkout') ?? '';
  await services.billing.actInDemo(caller, { action: 'confirm', checkout_id: checkoutId });
  return caller;
}

describe('a subscriber', () => {
  it('generates pictures free of charge, even without credits, whether tasks succeed or fail', async () => {
    const caller = await subscriber();
    await services.database.stores.ledger.append({
      userId: caller.userId,
      ledger: 'freemium',
      kind: 'adjust',
      delta: -5,
      reference: `spent:${caller.userId}`,
    });
    await succeedTask(services, await acceptTask(services, caller));
    const failed = await claimTask(services, await acceptTask(services, caller));
    await services.lifecycle.fail({ taskId: failed.id, attempt: failed.attempt }, 'TASK_FAILED');
    const canceled = await acceptTask(services, caller);
    await services.generations.cancel(caller, [canceled]);
    await services.generations.accept(caller, 'describe', analysis(await services.upload(caller)));
    expect(await services.credits.freemiumCredits(caller)).toBe(0);
    const { data } = await services.credits.ledger(caller, { ledger: 'freemium', page: 1, per_page: 20 });
    expect(data.map((line) => line.words)).toEqual(['Correction', 'Free allowance']);
  });

  it('has a daily fair-use limit, which holds exactly under parallel requests', async () => {
    const caller = await subscriber();
    const key = await services.upload(caller);
    const outcomes = await Promise.allSettled(
      Array.from({ length: PER_DAY + 6 }, () =>
        services.generations.accept(caller, 'cut-out', bgRemoval(key), randomUUID()),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(PER_DAY);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'FAIR_USE_REACHED' });
    }
  });

  it('doesn’t share the plan with other members, who pay with their own credits', async () => {
    const holder = await subscriber();
    const colleague = await newMember(services);
    await services.pool.query(
      `update memberships set role = 'member',
         organization_id = (select organization_id from memberships where user_id = $1) where user_id = $2`,
      [holder.userId, colleague.userId],
    );
    await acceptTask(services, colleague);
    expect(await services.credits.freemiumCredits(colleague)).toBe(4);
    expect(await services.billing.details(colleague)).toMatchObject({
      plan_id: 'lite-month',
      has_unlimited_generations: false,
    });
    expect((await services.credits.downloadCredits(colleague)).download_credits).toBe(2);
  });

  it('loses the plan when leaving the organization', async () => {
    const holder = await subscriber();
    const elsewhere = await newMember(services);
    await services.pool.query(
      `update memberships set organization_id = (select organization_id from memberships where user_id = $1)
       where user_id = $2`,
      [elsewhere.userId, holder.userId],
    );
    await acceptTask(services, holder);
    expect(await services.credits.freemiumCredits(holder)).toBe(4);
  });
});

describe('a ledger', () => {
  it('lists its entries newest first, with the balance after each', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    await services.generations.cancel(caller, [taskId]);
    const completedTaskId = await acceptTask(services, caller);
    await succeedTask(services, completedTaskId);
    const { result } = await services.generations.state(caller, completedTaskId);
    await services.files.downloadImage(caller, result?.key ?? '');
    const page = (ledger: 'freemium' | 'download', at: number) =>
      services.credits.ledger(caller, { ledger, page: at, per_page: 2 });
    const first = await page('freemium', 1);
    expect(first).toMatchObject({
      has_more: true,
      data: [
        { words: 'Cut-out', amount: -1, balance: 4, kind: 'reserve' },
        { words: 'Returned: Cut-out', amount: 1, balance: 5, kind: 'release' },
      ],
    });
    expect(await page('freemium', 2)).toMatchObject({
      has_more: false,
      data: [
        { words: 'Cut-out', amount: -1, balance: 4 },
        { words: 'Free allowance', amount: 5, balance: 5 },
      ],
    });
    expect((await page('download', 1)).data.map((line) => line.words)).toEqual([
      'Picture downloaded',
      'Free allowance',
    ]);
    const stranger = await services.newGuest();
    expect(
      (await services.credits.ledger(stranger, { ledger: 'freemium', page: 1, per_page: 20 })).data,
    ).toHaveLength(1);
  });
});
