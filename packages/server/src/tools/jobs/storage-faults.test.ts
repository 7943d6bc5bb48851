import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { StorageFullError, StorageUnavailableError } from '../../platform/objects/object-store.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { waitForLastState } from '../../testing/await-task.ts';
import { eventually } from '../../testing/eventually.ts';
import { asStored, FAKE_RESULT, readStored } from '../../testing/fake-engine.ts';
import { pausesEnd } from '../../testing/fault-suite.ts';
import { faultyObjects } from '../../testing/faulty-objects.ts';
import { missingObjects } from '../../testing/invariants.ts';
import { acceptTask, bgRemoval } from '../../testing/test-services.ts';
import { workerSuite } from '../../testing/worker-suite.ts';

const BALANCE = 100;
const faults = faultyObjects();
const suite = workerSuite({ spoilObjects: faults.spoil, allowances: { guestGenerations: BALANCE } });
afterEach(async () => {
  faults.heal();
  expect(await missingObjects(suite.services.pool, suite.services.objects)).toEqual([]);
});

const away = () => Promise.reject(new StorageUnavailableError({ cause: new Error('EIO') }));
/** Rejects like a statement whose database connection breaks. */
const noDatabase = () => Promise.reject(new DomainError('SERVERS_BUSY', { cause: new Error('ECONNRESET') }));
const full = () => Promise.reject(new StorageFullError({ cause: new Error('ENOSPC') }));
const untilAborted = (signal?: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error)),
  );

/** Resolves when a task has ended. Skips the pauses between its attempts. */
async function waitForEnd(caller: Caller, taskId: string) {
  const { pool, generations } = suite.services;
  return eventually('the task ends', async () => {
    await pausesEnd(pool);
    const state = await generations.state(caller, taskId);
    return ['SUCCESS', 'FAILURE', 'REVOKED'].includes(state.status) ? state : undefined;
  });
}
const readAttempt = async (taskId: string): Promise<number> => {
  const { rows } = await suite.services.pool.query('select attempt from tasks where id = $1', [taskId]);
  return (rows[0] as { attempt: number }).attempt;
};

describe('a store that fails while a request is accepted', () => {
  it.each<readonly [string, Partial<ObjectStore>]>([
    ['can’t be reached', { head: away }],
    ['fails within the first bytes', { readRange: away }],
  ])('makes the server refuse the request, and charge nothing, when it %s', async (_what, fault) => {
    const { services } = suite;
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    faults.fail(fault);
    await expect(services.generations.accept(caller, 'cut-out', bgRemoval(key))).rejects.toBeInstanceOf(
      StorageUnavailableError,
    );
    expect(await services.credits.freemiumCredits(caller)).toBe(BALANCE);
    faults.heal();
    await services.generations.accept(caller, 'cut-out', bgRemoval(key));
    expect(await services.credits.freemiumCredits(caller)).toBe(BALANCE - 1);
  });

  it('charges nothing for a failed download', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    await suite.work(async () => FAKE_RESULT);
    const { result } = await waitForLastState(services, caller, await acceptTask(services, caller));
    const before = await services.credits.downloadCredits(caller);
    faults.fail({ head: away });
    await expect(services.files.downloadImage(caller, result?.key ?? '')).rejects.toBeInstanceOf(
      StorageUnavailableError,
    );
    expect(await services.credits.downloadCredits(caller)).toEqual(before);
  });
});

describe('a store that fails during a task', () => {
  const FOR_GOOD: readonly (readonly [string, Partial<ObjectStore>])[] = [
    ['cannot be read', { read: away }],
    ['cannot be written', { write: away }],
    ['is full', { write: full }],
    ['finds no database', { read: noDatabase }],
  ];
  it.each(FOR_GOOD)('fails the task and returns the credit when it %s for good', async (_what, fault) => {
    const { services } = suite;
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    faults.fail(fault);
    await suite.work(async () => FAKE_RESULT);
    expect(await waitForEnd(caller, taskId)).toMatchObject({
      status: 'FAILURE',
      error: { code: 'TASK_FAILED' },
    });
    expect(await readAttempt(taskId)).toBe(4);
    expect(await services.credits.freemiumCredits(caller)).toBe(BALANCE);
  });

  it.each(FOR_GOOD)('doesn’t fail the task when it %s once', async (_what, fault) => {
    const { services } = suite;
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    faults.fail(fault);
    const name = Object.keys(fault)[0] as 'read' | 'write';
    const failing = fault[name] as () => Promise<never>;
    faults.fail({
      [name]: () => {
        faults.heal();
        return failing();
      },
    });
    await suite.work(async () => FAKE_RESULT);
    expect(await waitForEnd(caller, taskId)).toMatchObject({ status: 'SUCCESS' });
    expect(await readAttempt(taskId)).toBe(2);
    expect(await services.credits.freemiumCredits(caller)).toBe(BALANCE - 1);
  });

  it('leads to a result whose two pictures are from the same attempt, even if it fails between them', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const { write } = services.objects;
    let writes = 0;
    faults.fail({
      write: async (...picture) => {
        writes += 1;
        if (writes === 2) throw new StorageUnavailableError();
        await write(...picture);
      },
    });
    await suite.work(async () => FAKE_RESULT);
    const { result } = await waitForEnd(caller, taskId);
    expect(writes).toBe(4);
    expect(readStored(await services.objects.read(result?.key ?? ''))).toEqual(asStored(result));
    // The first attempt left a picture, which the sweeper removes later.
    const folder = join(services.folder, 'storage', 'objects', 'results', caller.userId, taskId);
    expect((await readdir(folder)).filter((name) => !name.endsWith('~type'))).toHaveLength(3);
  });
});

describe('a store that hangs', () => {
  const hanging = faultyObjects();
  const short = workerSuite({
    spoilObjects: hanging.spoil,
    allowances: { guestGenerations: BALANCE },
    limits: { taskTimeoutMs: 800 },
  });
  it('delays the task no longer than the task’s time limit, and the credit is returned', async () => {
    const limited = short.services;
    const caller = await limited.newGuest();
    const taskId = await acceptTask(limited, caller);
    hanging.fail({ read: (_key, signal) => untilAborted(signal) });
    await short.work(async () => FAKE_RESULT);
    const state = await waitForLastState(limited, caller, taskId, 20_000);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'TASK_TIMED_OUT' } });
    expect(await limited.credits.freemiumCredits(caller)).toBe(BALANCE);
  });
});
