import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawnMask } from '../../testing/drawn-png.ts';
import { fakeEngine, FAKE_RESULT } from '../../testing/fake-engine.ts';
import { waitForLastState } from '../../testing/await-task.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { claimTask, succeedTask, writeResult } from '../../testing/settle-task.ts';
import { memoryLog } from '../../testing/memory-log.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import {
  acceptTask,
  bgRemoval,
  enlargement,
  magicForm,
  startTestServices,
} from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { StorageUnavailableError } from '../../platform/objects/object-store.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { sweepRuns } from './sweep-runs.ts';
import { sweepExpired, sweepTasks } from './sweep.ts';

const DAY_S = 24 * 3600;
const NOTHING = {
  timedOut: 0,
  requeued: 0,
  uploads: 0,
  assets: 0,
  records: 0,
  tokenFamilies: 0,
  idempotencyKeys: 0,
  apiCalls: 0,
  // Not a fixed number, because a day ends whenever a test advances the clock.
  apiCallDays: expect.any(Number) as number,
  apiKeys: 0,
  webhookEvents: 0,
  transitions: 0,
  // Not a fixed number, because attempt counters expire whenever a test advances the clock.
  proofs: expect.any(Number) as number,
  guests: 0,
  accounts: 0,
  failed: 0,
};

let clock: ManualClock;
let services: TestServices;
const round = async (objects: ObjectStore = services.objects) => {
  const deps = { ...services, objects, clock, logger: silentLogger };
  const [tasks, data] = [await sweepTasks(deps), await sweepExpired(deps)];
  return { ...tasks, ...data, failed: tasks.failed + data.failed };
};
/** Returns the object store with `delete` replaced. */
const withDelete = (work: ObjectStore['delete']): ObjectStore =>
  new Proxy<ObjectStore>(services.objects, {
    get: (store, name: keyof ObjectStore) => (name === 'delete' ? work : store[name].bind(store)),
  });
/** Creates six uploads that no request has used for a day. */
async function oldUploads(caller: Caller): Promise<readonly string[]> {
  const keys = await Promise.all(Array.from({ length: 6 }, () => services.upload(caller)));
  await services.pool.query(
    `update uploads set look_after = look_after - interval '25 hours' where key = any($1)`,
    [keys],
  );
  return keys;
}

async function newRun({ userId }: Caller, photoKey?: string): Promise<string> {
  const id = randomUUID();
  await services.pool.query(
    `insert into runs (id, user_id, name, recipe_name, recipe_version, recipe_hash, recipe, only_changed)
     values ($1, $2, '', '', 1, '', '{}', false)`,
    [id, userId],
  );
  await services.pool.query(
    `insert into run_items (run_id, row, user_id, sku, variant, slot, columns, source_kind, source_name, photo_key, thumb_key)
     values ($1, 1, $2, '', '', '', '{}', 'upload', '', $3, $4)`,
    [id, userId, photoKey, `results/${userId}/${id}`],
  );
  return id;
}

beforeAll(async () => {
  clock = new ManualClock();
  services = await startTestServices({ clock });
});
beforeEach(() => round());
afterAll(() => services.stop());

describe('the sweeper', () => {
  it('does nothing on a healthy system', async () => {
    const caller = await services.newGuest();
    await succeedTask(services, await acceptTask(services, caller));
    await acceptTask(services, caller);
    expect(await round()).toEqual(NOTHING);
  });

  it('fails tasks past their deadline and returns the credit', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    await services.pool.query(`update tasks set deadline_at = now() - interval '1 second' where id = $1`, [
      taskId,
    ]);
    expect(await round()).toEqual({ ...NOTHING, timedOut: 1 });
    expect(await round()).toEqual(NOTHING);
    const state = await services.generations.state(caller, taskId);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'TASK_TIMED_OUT' } });
    expect(await services.credits.freemiumCredits(caller)).toBe(5);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('queues tasks again only if their job was lost', async () => {
    const caller = await services.newGuest();
    const [unqueuedTask, queued] = [await acceptTask(services, caller), await acceptTask(services, caller)];
    const key = await services.upload(caller);
    const { taskIds } = await services.generations.accept(caller, 'upscale', enlargement(key, 2));
    const lostToo = taskIds[0] ?? '';
    await services.pool.query(`delete from pgboss.job where data ->> 'taskId' = any($1)`, [
      [unqueuedTask, lostToo],
    ]);
    await services.pool.query(`update tasks set queued_at = now() - interval '1 hour'`);
    expect(await round()).toEqual({ ...NOTHING, requeued: 2 });
    const worker = await startTestWorker(
      services,
      fakeEngine(async () => FAKE_RESULT),
    );
    try {
      expect((await waitForLastState(services, caller, unqueuedTask)).status).toBe('SUCCESS');
      expect((await waitForLastState(services, caller, lostToo)).status).toBe('SUCCESS');
      expect((await waitForLastState(services, caller, queued)).status).toBe('SUCCESS');
    } finally {
      await worker.stop();
    }
  });

  it('removes uploads that were not used within a day, and keeps the others', async () => {
    const caller = await services.newGuest();
    const [used, unused] = [await services.upload(caller), await services.upload(caller)];
    const mask = await services.upload(caller, drawnMask(640, 640));
    await services.generations.accept(caller, 'cut-out', bgRemoval(used));
    await services.generations.accept(caller, 'magic', magicForm(used, mask));
    await services.pool.query(`update uploads set look_after = look_after - interval '25 hours'`);
    const fresh = await services.upload(caller);
    expect((await round()).uploads).toBe(1);
    expect(await services.objects.head(unused)).toBeNull();
    expect(await services.objects.head(used)).not.toBeNull();
    expect(await services.objects.head(mask)).not.toBeNull();
    expect(await services.objects.head(fresh)).not.toBeNull();
    expect(await round()).toEqual(NOTHING);
  });

  it('deletes the state changes of tasks that ended more than 30 days ago, and no others', async () => {
    const caller = await services.newGuest();
    const [old, recent] = [await acceptTask(services, caller), await acceptTask(services, caller)];
    for (const taskId of [old, recent]) await succeedTask(services, taskId);
    const countTransitions = async (taskId: string) =>
      (await services.pool.query(`select 1 from task_transitions where task_id = $1`, [taskId])).rowCount;
    const age = (taskId: string, days: number) =>
      services.pool.query(
        `update task_transitions set created_at = now() - $2 * interval '1 day' where task_id = $1`,
        [taskId, days],
      );
    await age(old, 31);
    await age(recent, 29);
    expect((await round()).transitions).toBe(3);
    expect([await countTransitions(old), await countTransitions(recent)]).toEqual([0, 3]);
    // Moves the task's end into the past without triggers, because the invariants require the transitions of a task
    // that ended recently.
    await services.pool.query('alter table tasks disable trigger user');
    await services.pool.query(`update tasks set finished_at = now() - interval '31 days' where id = $1`, [
      old,
    ]);
    await services.pool.query('alter table tasks enable trigger user');
  });

  it('rechecks an upload in use a week later, until it is unused', async () => {
    const caller = await services.newGuest();
    const photo = await services.upload(caller);
    await acceptTask(services, caller, photo);
    const age = (days: number) =>
      services.pool.query(
        `update uploads set look_after = look_after - $1 * interval '1 day' where key = $2`,
        [days, photo],
      );
    await age(2);
    expect((await round()).uploads).toBe(0);
    // Removes the references to the upload from the user's requests.
    await services.pool.query(`update generation_requests set input_keys = '{}' where user_id = $1`, [
      caller.userId,
    ]);
    await age(6);
    expect((await round()).uploads).toBe(0);
    await age(2);
    expect((await round()).uploads).toBe(1);
    expect(await services.objects.head(photo)).toBeNull();
  });

  it('keeps uploads that a record or run of their owner uses, but not those that only another user’s uses', async () => {
    const caller = await services.newGuest();
    const stranger = await services.newGuest();
    const keys = await Promise.all(Array.from({ length: 4 }, () => services.upload(caller)));
    const [inRecord, inRun, inStrangersRecord] = keys;
    const { pool } = services;
    const show = (userId: string, key?: string) =>
      pool.query(
        `insert into generation_records (id, user_id, tool_type, name, text_prompt, settings, is_visible, is_starred, input_image_url_key)
         values (gen_random_uuid(), $1, 8, '', '', '{}', true, false, $2)`,
        [userId, key],
      );
    await show(caller.userId, inRecord);
    await show(stranger.userId, inStrangersRecord);
    await newRun(caller, inRun);
    await pool.query(`update uploads set look_after = now() - interval '1 hour' where key = any($1)`, [keys]);
    try {
      expect((await round()).uploads).toBe(2);
      const existing = await Promise.all(
        keys.map(async (key) => (await services.objects.head(key)) !== null),
      );
      expect(existing).toEqual([true, true, false, false]);
    } finally {
      await pool.query('delete from generation_records');
      await pool.query('delete from runs');
    }
  });

  it('keeps a deleted record’s picture while another scene shows it beside its product', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const scene = { beside: [{ image_s3: key }] };
    const insert = (column: string, value: unknown) =>
      services.pool.query(
        `insert into generation_records (id, user_id, tool_type, name, text_prompt, settings, is_visible, is_starred, ${column})
         values (gen_random_uuid(), $1, 2, '', '', '{}', true, false, $2)`,
        [caller.userId, value],
      );
    await insert('input_image_url_key', key);
    await insert('scene', scene);
    const deleteWhere = (condition: string) =>
      services.pool.query(`update generation_records set deleted_at = '2000-01-01' where ${condition}`);
    await deleteWhere('scene is null');
    expect((await round()).records).toBe(1);
    expect(await services.objects.head(key)).not.toBeNull();
    await deleteWhere('scene is not null');
    expect((await round()).records).toBe(1);
    expect(await services.objects.head(key)).toBeNull();
  });

  it('continues when one step of its round fails, and logs which step', async () => {
    const caller = await services.newGuest();
    const task = await claimTask(services, await acceptTask(services, caller));
    await writeResult(services, task);
    await services.generations.cancel(caller, [task.id]);
    await services.pool.query(`update assets set created_at = created_at - interval '2 hours'`);
    const log = memoryLog();
    const tooSlow = () => Promise.reject(new Error('canceling statement due to statement timeout'));
    const { database } = services;
    const stores = {
      ...database.stores,
      uploads: { ...database.stores.uploads, lookForOrphans: tooSlow },
      requests: { ...database.stores.requests, deleteExpiredIdempotencyKeys: tooSlow },
    };
    const swept = await sweepExpired({
      ...services,
      database: { ...database, stores },
      clock,
      logger: log.logger,
    });
    expect(swept).toMatchObject({ uploads: 0, idempotencyKeys: 0, assets: 2, failed: 2 });
    expect(log.text()).toContain('"part":"uploads"');
    expect(log.text()).toContain('"part":"idempotencyKeys"');
    expect(log.text()).toContain('canceling statement');
  });

  it('removes deleted runs, even if the files of one can’t be removed', async () => {
    const caller = await services.newGuest();
    const [stuck, other] = [await newRun(caller), await newRun(caller)];
    await services.pool.query('update runs set deleted_at = now()');
    const objects = withDelete((key) =>
      key.endsWith(stuck) ? Promise.reject(new StorageUnavailableError()) : Promise.resolve(),
    );
    const sweep = (store: ObjectStore) =>
      sweepRuns({ ...services, objects: store, logger: silentLogger }, clock);
    expect(await sweep(objects)).toEqual({ runs: 1, files: 1, failed: 0 });
    const { rows } = await services.pool.query('select id from runs where id in ($1, $2)', [stuck, other]);
    expect(rows).toEqual([{ id: stuck }]);
    expect((await sweep(services.objects)).runs).toBe(1);
  });

  it('continues when one object cannot be deleted, and deletes it later', async () => {
    const caller = await services.newGuest();
    const keys = await oldUploads(caller);
    const stuck = withDelete(async (key) => {
      if (key === keys[0]) throw new StorageUnavailableError();
      await services.objects.delete(key);
    });
    expect((await round(stuck)).uploads).toBe(5);
    expect(await services.objects.head(keys[0] ?? '')).not.toBeNull();
    expect((await round()).uploads).toBe(1);
    expect(await round()).toEqual(NOTHING);
  });

  it('ends overdue tasks while the object store is down, and calls the store only a few times', async () => {
    const caller = await services.newGuest();
    const overdue = await acceptTask(services, caller);
    const keys = await oldUploads(caller);
    await services.pool.query(`update tasks set deadline_at = now() - interval '1 second' where id = $1`, [
      overdue,
    ]);
    let deleteCount = 0;
    const away = withDelete(() => {
      deleteCount += 1;
      return Promise.reject(new StorageUnavailableError());
    });
    expect((await round(away)).failed).toBe(1);
    expect(deleteCount).toBe(3);
    expect((await services.generations.state(caller, overdue)).status).toBe('FAILURE');
    expect(await services.credits.freemiumCredits(caller)).toBe(5);
    expect((await round()).uploads).toBe(keys.length);
  });

  it('removes files of a task’s attempt that never completed', async () => {
    const caller = await services.newGuest();
    const task = await claimTask(services, await acceptTask(services, caller));
    const { fullKey, standardKey } = await writeResult(services, task);
    await services.generations.cancel(caller, [task.id]);
    await services.pool.query(`update assets set created_at = created_at - interval '2 hours'`);
    expect((await round()).assets).toBe(2);
    expect(await services.objects.head(fullKey)).toBeNull();
    expect(await services.objects.head(standardKey)).toBeNull();
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('deletes idempotency keys after a day and sign-ins after 60 days without use', async () => {
    const caller = await services.newGuest();
    await acceptTask(services, caller);
    clock.advance(DAY_S + 1);
    expect((await round()).idempotencyKeys).toBeGreaterThan(0);
    clock.advance(60 * DAY_S);
    expect((await round()).tokenFamilies).toBeGreaterThan(0);
    const { rows } = await services.pool.query('select 1 from refresh_tokens');
    expect(rows).toEqual([]);
  });

  it('removes a deleted account with all files and rows, once all of its tasks have ended', async () => {
    const form = {
      email: 'gone@shop.example',
      password: 'rightpass1',
      first_name: 'Ann',
      last_name: 'Smith',
    };
    const from = { ip: '192.0.2.9', userAgent: 'test' };
    const session = await services.accounts.register(await services.newGuest(), form, from);
    const caller = await services.sessions.authenticate(session.access);
    const stranger = await services.newGuest();
    const strangersKey = await services.upload(stranger);
    const key = await services.upload(caller);
    await services.generations.accept(caller, 'cut-out', bgRemoval(key));
    await services.generations.accept(stranger, 'cut-out', bgRemoval(strangersKey));
    await services.accounts.delete(caller, form.password);
    expect(await round()).toMatchObject({ accounts: 0 });
    expect(await services.objects.head(key)).not.toBeNull();
    clock.advance(34 * 60);
    expect(await round()).toMatchObject({ accounts: 0 });
    clock.advance(2 * 60);
    // Not a fixed number, because guests of earlier tests are also counted.
    expect((await round()).accounts).toBeGreaterThan(0);
    expect(await services.objects.head(key)).toBeNull();
    expect(await services.objects.head(strangersKey)).not.toBeNull();
    for (const table of ['users', 'uploads', 'ledger_entries', 'memberships', 'generation_requests']) {
      const column = table === 'users' ? 'id' : 'user_id';
      const { rows } = await services.pool.query(`select from ${table} where ${column} = $1`, [
        caller.userId,
      ]);
      expect(rows, table).toEqual([]);
    }
    const { rows } = await services.pool.query('select from organizations where id = $1', [
      caller.organizationId,
    ]);
    expect(rows).toEqual([]);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });
});
