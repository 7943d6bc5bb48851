import { randomUUID } from 'node:crypto';
import { TOOL_IDS } from '@packshot/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import type { ServiceDatabase, ServiceStores } from '../../service/stores.ts';
import { newMember } from '../../testing/billing-world.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { seedRandom } from '../../testing/seeded.ts';
import { claimTask, settleWithResult } from '../../testing/settle-task.ts';
import { acceptTask, sceneForm, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';

const SEED = Number(process.env['FAULT_FIRST_SEED'] ?? 1);
const SEEDS = 1 + Number(process.env['FAULT_SEEDS'] ?? 0);

let services: TestServices;
afterEach(() => services.stop());

/**
 * Runs a session of two guests in a seeded random order: accepted requests, workers that succeed, fail, hang and
 * return too late, cancellations, downloads and session refreshes. Ignores errors, because the code contains a planted
 * bug; only the data is checked.
 */
async function runSession(seed: number): Promise<void> {
  const random = seedRandom(seed);
  const session = await services.sessions.createGuest({ ip: '192.0.2.1', userAgent: 'test' });
  const caller = await services.sessions.authenticate(session.access);
  const actions = [...ACTIONS, ...ACTIONS].toSorted(() => random() - 0.5);
  for (const action of actions) await action(caller, session.refresh).catch(() => undefined);
}

type ServiceAction = (caller: Caller, refresh: string) => Promise<unknown>;
const ACTIONS: readonly ServiceAction[] = [
  async (caller) => settleWithResult(services, await claimTask(services, await acceptTask(services, caller))),
  async (caller) => {
    const { id: taskId, attempt } = await claimTask(services, await acceptTask(services, caller));
    await services.lifecycle.fail({ taskId, attempt }, 'CORRUPT_IMAGE');
  },
  async (caller) => services.generations.cancel(caller, [await acceptTask(services, caller)]),
  // A worker hangs and another worker claims its task. Then both return their results, the first worker first.
  async (caller) => {
    const taskId = await acceptTask(services, caller);
    const late = await claimTask(services, taskId);
    const current = await claimTask(services, taskId);
    await settleWithResult(services, late);
    await settleWithResult(services, current);
  },
  // A request has two variants, which fail one after the other.
  async (caller) => {
    const form = sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow', count: 2 });
    const { taskIds } = await services.generations.accept(caller, 'scene', form);
    for (const taskId of taskIds) {
      const { attempt } = await claimTask(services, taskId);
      await services.lifecycle.fail({ taskId, attempt }, 'CORRUPT_IMAGE');
    }
  },
  async (caller) => {
    const taskId = await acceptTask(services, caller);
    await settleWithResult(services, await claimTask(services, taskId));
    const { result } = await services.generations.state(caller, taskId);
    await services.files.downloadImage(caller, result?.key ?? '');
  },
  (_caller, refresh) => services.sessions.refresh(refresh),
  // A member buys a plan with a double click.
  async () => {
    const member = await newMember(services);
    const { url } = await services.billing.checkout(member, { plan_id: 'lite-month' }, SITE);
    const checkoutId = new URL(url, SITE).searchParams.get('checkout') ?? '';
    const confirm = () =>
      services.billing
        .actInDemo(member, { action: 'confirm', checkout_id: checkoutId })
        .catch(() => undefined);
    await Promise.all([confirm(), confirm()]);
  },
];
const SITE = 'http://localhost:3000';
const DAY_MS = 24 * 3_600_000;

const instead = <Store extends object>(store: Store, methods: Partial<Store>): Store =>
  new Proxy(store, {
    get: (target, name) => Reflect.get(name in methods ? methods : target, name) as unknown,
  });

/** Wraps the database so that its stores contain the bug, inside and outside transactions. */
const plantBug =
  (change: (stores: ServiceStores) => Partial<ServiceStores>) =>
  (database: ServiceDatabase): ServiceDatabase => {
    const breakStores = (stores: ServiceStores): ServiceStores => ({ ...stores, ...change(stores) });
    return {
      stores: breakStores(database.stores),
      transaction: (work) => database.transaction((stores) => work(breakStores(stores))),
    };
  };

interface Bug {
  readonly what: string;
  readonly noticedBy: string;
  readonly change: (stores: ServiceStores) => Partial<ServiceStores>;
  /** Name of the trigger or constraint that would prevent the bug; dropped for the test. */
  readonly without?: string;
}

const attemptNow = async (taskId: string): Promise<number> => {
  const { rows } = await services.pool.query<{ attempt: number }>('select attempt from tasks where id = $1', [
    taskId,
  ]);
  return rows[0]?.attempt ?? 0;
};

const BUGS: readonly Bug[] = [
  {
    what: 'an attempt that lost its task and settles it all the same',
    noticedBy: 'I6',
    change: ({ tasks }) => ({
      tasks: instead(tasks, {
        succeed: async (taskId, _attempt, result) => tasks.succeed(taskId, await attemptNow(taskId), result),
      }),
    }),
  },
  {
    what: 'a refund for each variant that fails, without a reference of its request',
    noticedBy: 'I3',
    change: ({ tasks, requests, ledger }) => ({
      tasks: instead(tasks, { listStatuses: async () => ['FAILURE'] }),
      requests: instead(requests, {
        lock: async (id) => {
          const request = await requests.lock(id);
          return request && { ...request, creditState: 'reserved' };
        },
      }),
      ledger: instead(ledger, {
        append: (entry) =>
          ledger.append(entry.kind === 'release' ? { ...entry, reference: randomUUID() } : entry),
      }),
    }),
  },
  {
    what: 'a success before its pictures are there',
    noticedBy: 'I6',
    change: ({ assets }) => ({
      assets: instead(assets, {
        announce: (list) => assets.announce(list.map((each) => ({ ...each, rendition: 'passing' }))),
      }),
    }),
  },
  {
    what: 'a failure that keeps the credit',
    noticedBy: 'I3',
    change: ({ requests }) => ({ requests: instead(requests, { lock: async () => null }) }),
  },
  {
    what: 'a debit apart from the request that it is for',
    noticedBy: 'I3',
    change: ({ ledger }) => ({
      ledger: instead(ledger, {
        append: ({ requestId, ...entry }) =>
          ledger.append(entry.kind === 'reserve' ? entry : { ...entry, ...(requestId && { requestId }) }),
      }),
    }),
  },
  {
    what: 'a success that spends nothing',
    noticedBy: 'I3',
    change: ({ ledger }) => ({ ledger: instead(ledger, { settle: async () => {} }) }),
  },
  {
    what: 'a balance that moves without an entry',
    noticedBy: 'I1',
    change: ({ ledger }) => ({
      ledger: instead(ledger, {
        append: async (entry) => {
          const balance = await ledger.append(entry);
          if (entry.kind !== 'reserve') return balance;
          await services.pool.query(
            `update credit_balances set balance = balance + 1 where user_id = $1 and ledger = 'download'`,
            [entry.userId],
          );
          return balance;
        },
      }),
    }),
  },
  {
    what: 'a download that is paid for and not recorded',
    noticedBy: 'I7',
    change: ({ assets }) => ({ assets: instead(assets, { recordDownloads: async (_userId, keys) => keys }) }),
  },
  {
    what: 'a refresh token that stays good when it has a successor',
    noticedBy: 'I8',
    without: 'drop index refresh_tokens_one_live',
    change: ({ refreshTokens }) => ({
      refreshTokens: instead(refreshTokens, { markRotated: async () => {} }),
    }),
  },
  {
    what: 'a plan that gives credits and forgets the month',
    noticedBy: 'I11',
    change: ({ billing }) => ({ billing: instead(billing, { saveMonth: async () => {} }) }),
  },
  {
    what: 'a plan that counts months from before it was paid for',
    noticedBy: 'I13',
    change: ({ billing }) => ({
      billing: instead(billing, {
        listPaidPeriods: async (id) =>
          (await billing.listPaidPeriods(id)).map((period) => ({
            ...period,
            startsAt: new Date(period.startsAt.getTime() - 40 * DAY_MS),
          })),
      }),
    }),
  },
  {
    what: 'a task that goes on when it has ended',
    noticedBy: 'I5',
    without: 'alter table tasks disable trigger tasks_guard',
    change: ({ tasks }) => ({
      tasks: instead(tasks, {
        claim: async (taskId) => {
          await services.pool.query(
            `update tasks set status = 'PENDING', result = null, finished_at = null where status = 'SUCCESS'`,
          );
          return tasks.claim(taskId);
        },
      }),
    }),
  },
];

const seeds = Array.from({ length: SEEDS }, (_, index) => SEED + index);

describe('a session with faults and cancellations', () => {
  it.each(seeds)('breaks no invariant in the real product, seed %i', async (seed) => {
    services = await startTestServices({ allowances: { guestGenerations: 100 } });
    await runSession(seed);
    const { rows } = await services.pool.query('select distinct status from tasks');
    expect(rows).toHaveLength(3);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it.each(BUGS.flatMap((bug) => seeds.map((seed) => ({ ...bug, seed }))))(
    'reveals the planted bug “$what” by the invariant $noticedBy, seed $seed',
    async ({ change, without, noticedBy, seed }) => {
      services = await startTestServices({
        allowances: { guestGenerations: 100 },
        spoil: plantBug(change),
      });
      if (without !== undefined) await services.pool.query(without);
      await runSession(seed);
      const broken = await brokenInvariants(services.pool);
      expect(new Set(broken.map((line) => line.split(':')[0]))).toContain(noticedBy);
    },
  );
});
