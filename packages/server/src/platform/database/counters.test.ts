import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { seedRandom } from '../../testing/seeded.ts';
import { acceptTask, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';

/*
 * Compares the totals maintained by triggers (`storage_usage`, `run_counts`) with the rows they sum up, as the
 * invariants I17 and I18 do.
 */

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.stop());

const counters = async () => (await brokenInvariants(services.pool)).filter((line) => /^I1[78]:/.test(line));

async function owner() {
  const caller = await services.newGuest();
  const taskId = await acceptTask(services, caller);
  const runId = randomUUID();
  await services.pool.query(
    `insert into runs (id, user_id, name, recipe_name, recipe_version, recipe_hash, recipe, only_changed)
     values ($1, $2, '', '', 1, '', '{}', false)`,
    [runId, caller.userId],
  );
  return { caller, taskId, runId };
}
type Owner = Awaited<ReturnType<typeof owner>>;

const STATES = ['waiting', 'running', 'done', 'failed', 'approved'];
const ASSET_STATES = ['writing', 'stored', 'removed'];

/** Chooses a random statement. Some change several rows, or rows of several users, as the server's statements do. */
function anyStatement(random: () => number, owners: readonly Owner[]): readonly [string, ...unknown[]] {
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { caller, taskId, runId } = any(owners);
  const { userId } = caller;
  const size = Math.floor(random() * 1000);
  const some = Math.floor(random() * 3) + 1;
  return any<() => readonly [string, ...unknown[]]>([
    () => [
      `insert into uploads (key, user_id, label, policy_expires_at, size_bytes)
       select 'u' || gen_random_uuid(), $1, '', now(), nullif($2::integer, 7) from generate_series(1, $3)`,
      userId,
      size % 10,
      some,
    ],
    () => [
      `update uploads set size_bytes = $1 where key in (select key from uploads order by key limit $2)`,
      size,
      some,
    ],
    () => [`update uploads set look_after = now() where user_id = $1`, userId],
    () => [`delete from uploads where key in (select key from uploads order by key desc limit $1)`, some],
    () => [
      `insert into assets (key, user_id, task_id, attempt, state, rendition, content_type, size_bytes, sha256)
       select 'a' || gen_random_uuid(), $1, $2, 1, $3::asset_state, 'full', '', $4, '' from generate_series(1, $5)`,
      userId,
      taskId,
      any(ASSET_STATES),
      size,
      some,
    ],
    () => [
      `update assets set state = $1::asset_state where key in (select key from assets order by key limit $2)`,
      any(ASSET_STATES),
      some,
    ],
    () => [`delete from assets where key in (select key from assets order by key desc limit $1)`, some],
    () => [
      `insert into generation_records (id, user_id, tool_type, name, text_prompt, settings, is_visible, is_starred, slot_bytes)
       select gen_random_uuid(), $1, 1, '', '', '{}', $2, false, $3 from generate_series(1, $4)`,
      userId,
      size % 2 === 0,
      size,
      some,
    ],
    () => [
      `update generation_records set is_visible = not is_visible, slot_bytes = slot_bytes + $1
       where id in (select id from generation_records order by id limit $2)`,
      size,
      some,
    ],
    () => [
      `update generation_records set deleted_at = case when deleted_at is null then now() end
       where id in (select id from generation_records order by id desc limit $1)`,
      some,
    ],
    () => [
      `delete from generation_records where id in (select id from generation_records order by id limit $1)`,
      some,
    ],
    () => [
      `insert into run_items (run_id, row, user_id, sku, variant, slot, columns, source_kind, source_name)
       select $1, m + n, $2, '', '', '', '{}', $3, ''
       from (select coalesce(max(row), 0) as m from run_items where run_id = $1) r, generate_series(1, $4) n
       on conflict do nothing`,
      runId,
      userId,
      any(['upload', 'url', 'file']),
      some,
    ],
    () => [
      `update run_items set state = $2::item_state, credits = $3
       where run_id = $1 and row in (select row from run_items where run_id = $1 order by row limit $4)`,
      runId,
      any(STATES),
      size % 2,
      some,
    ],
    () => [`delete from run_items where run_id = $1 and row % 5 = $2`, runId, size % 5],
    // Moves uploads to another user, as when a guest signs in.
    () => [`update uploads set user_id = $1 where user_id = $2`, userId, any(owners).caller.userId],
  ])();
}

it('the totals kept by triggers equal a recount after any statements, sequential or parallel', async () => {
  const random = seedRandom(20);
  const owners = [await owner(), await owner(), await owner()];
  for (let turn = 0; turn < 150; turn += 1) {
    const [text, ...values] = anyStatement(random, owners);
    await services.pool.query(text, values);
  }
  expect(await counters()).toEqual([]);
  const works = owners.map(async (mine) => {
    for (let turn = 0; turn < 60; turn += 1) {
      const [text, ...values] = anyStatement(random, [mine]);
      // Statements on rows of all users may deadlock with each other, which is ignored.
      await services.pool.query(text, values).catch((error: unknown) => {
        if ((error as { code?: string }).code !== '40P01') throw error;
      });
    }
  });
  await Promise.all(works);
  expect(await counters()).toEqual([]);
  const { rows } = await services.pool.query(
    'select (select count(*) from storage_usage where bytes > 0) as users, (select count(*) from run_counts where items > 0) as states',
  );
  expect(rows).toEqual([{ users: '3', states: expect.stringMatching(/^[1-9]/) as string }]);
});

it('the totals kept by triggers include all parallel changes for one user and one run', async () => {
  const { caller, runId } = await owner();
  const upload = () =>
    services.pool.query(
      `insert into uploads (key, user_id, label, policy_expires_at, size_bytes) values ('u' || gen_random_uuid(), $1, '', now(), 10)`,
      [caller.userId],
    );
  const item = (row: number) =>
    services.pool.query(
      `insert into run_items (run_id, row, user_id, sku, variant, slot, columns, source_kind, source_name)
       values ($1, $2, $3, '', '', '', '{}', 'url', '')`,
      [runId, row, caller.userId],
    );
  const end = (row: number) =>
    services.pool.query(`update run_items set state = 'done', credits = 1 where run_id = $1 and row = $2`, [
      runId,
      row,
    ]);
  const rows = Array.from({ length: 20 }, (_, index) => index + 1);
  await Promise.all(rows.flatMap((row) => [upload(), item(row).then(() => end(row))]));
  expect(await counters()).toEqual([]);
  const figures = (await services.database.stores.runs.figures([runId])).get(runId);
  expect(figures).toMatchObject({ credits: 20, counts: { done: 20, waiting: 0 }, sources: { url: 20 } });
});

it('the totals kept by triggers are deleted with their user and their run', async () => {
  const { caller, runId } = await owner();
  await insertSome(caller, runId);
  await services.pool.query('delete from runs where id = $1', [runId]);
  await services.pool.query('delete from users where id = $1', [caller.userId]);
  const { rows } = await services.pool.query(
    'select (select count(*) from storage_usage where user_id = $1) + (select count(*) from run_counts where run_id = $2) as left',
    [caller.userId, runId],
  );
  expect(rows).toEqual([{ left: '0' }]);
});

it('the totals kept by triggers include the rows from before the upgrade that adds them', async () => {
  const { caller, runId } = await owner();
  await insertSome(caller, runId);
  const file = await readFile(
    new URL('./migrations/before-0.2.0/0033_counters.sql', import.meta.url),
    'utf8',
  );
  const first = file.split('--> statement-breakpoint').filter((statement) => /^\s*INSERT/.test(statement));
  expect(first).toHaveLength(2);
  await services.pool.query(`truncate storage_usage, run_counts; ${first.join(';')}`);
  expect(await counters()).toEqual([]);
  expect(await services.database.stores.runs.countItems(runId)).toBe(3);
});

async function insertSome({ userId }: Caller, runId: string): Promise<void> {
  await services.pool.query(
    `insert into uploads (key, user_id, label, policy_expires_at, size_bytes) values ('u' || gen_random_uuid(), $1, '', now(), 10)`,
    [userId],
  );
  await services.pool.query(
    `insert into run_items (run_id, row, user_id, sku, variant, slot, columns, source_kind, source_name)
     select $1, n, $2, '', '', '', '{}', 'url', '' from generate_series(1, 3) n`,
    [runId, userId],
  );
}
