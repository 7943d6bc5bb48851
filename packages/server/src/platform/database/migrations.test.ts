import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { TOOL_IDS } from '@packshot/contract';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateQueue } from '../queue/pg-boss-queue.ts';
import { waitForLastState } from '../../testing/await-task.ts';
import { FAKE_RESULT } from '../../testing/fake-engine.ts';
import { createExecutor } from './connection.ts';
import { readQueueFigures } from '../../tools/queue-figure-store.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { bgRemoval } from '../../testing/test-services.ts';
import { workerSuite } from '../../testing/worker-suite.ts';
import { readSchemaObjects } from '../../testing/schema-objects.ts';
import { createEmptyDatabase, createTestDatabase } from '../../testing/test-database.ts';
import { migrateDatabase, MIGRATIONS } from './migrate-database.ts';
import * as accounts from '../../accounts/schema.ts';
import * as api from '../../api/schema.ts';
import * as webhooks from '../../api/webhooks/schema.ts';
import * as billing from '../../billing/schema.ts';
import * as buckets from '../../buckets/schema.ts';
import * as catalog from '../../catalog/schema.ts';
import * as credits from '../../credits/schema.ts';
import * as organizations from '../../organizations/schema.ts';
import * as records from '../../records/schema.ts';
import * as events from '../../service/events/schema.ts';
import * as tools from '../../tools/schema.ts';
import * as uploads from '../../uploads/schema.ts';

const SCHEMA = {
  ...accounts,
  ...api,
  ...webhooks,
  ...billing,
  ...buckets,
  ...catalog,
  ...credits,
  ...organizations,
  ...records,
  ...events,
  ...tools,
  ...uploads,
};

type Snapshot = ReturnType<typeof generateDrizzleJson>;

describe('migrating', () => {
  const name = `packshot_migrate_${process.pid}`;
  let admin: pg.Client;
  let url: string;
  beforeAll(async () => {
    const { adminUrl } = inject('database');
    admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(`create database ${name}`);
    url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  });
  afterAll(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('is safe in several processes in parallel, and when repeated', async () => {
    const migrate = () => migrateDatabase(url, () => migrateQueue(url, silentLogger));
    await Promise.all([migrate(), migrate(), migrate()]);
    await migrate();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as count from drizzle.__drizzle_migrations');
    const files = await readdir(new URL('./migrations/', import.meta.url));
    expect(rows).toEqual([{ count: files.filter((file) => file.endsWith('.sql')).length }]);
    await client.end();
  });

  it('adds invoice lines for the time refunded by earlier changes of plan', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const [shop, lines] = [
      randomUUID(),
      [
        ['in_1', 'cycle', 'lite-month', 30, '2026-01-01', '2026-02-01'],
        ['in_2', 'change', 'pro-month', 150, '2026-01-11', '2026-02-01'],
        ['in_3', 'cycle', 'pro-year', 150, '2026-01-21', '2027-01-21'],
        ['in_4', 'cycle', 'pro-year', 150, '2027-01-21', '2028-01-21'],
      ] as const,
    ];
    await client.query(
      `insert into organizations (id, name, subscription_type) values ($1, 'Shop', 'free')`,
      [shop],
    );
    for (const [id, ...line] of lines) {
      await client.query(
        `insert into invoices (id, world, organization_id, subscription_id, customer_id, status, amount_minor, currency, issued_at)
         values ($1, 'demo', $2, 'sub', 'cus', 'paid', 1, 'usd', $3)`,
        [id, shop, line[3]],
      );
      await client.query('insert into invoice_periods values ($1, 0, $2, $3, $4, $5, $6)', [id, ...line]);
    }
    const file = await readFile(
      new URL('./migrations/before-0.2.0/0013_returned-payments.sql', import.meta.url),
      'utf8',
    );
    await client.query(file.split('--> statement-breakpoint').at(-1) ?? '');
    const { rows } = await client.query(
      `select invoice_id, plan_id, credits_per_month, (ends_at - starts_at)::text as time from invoice_periods
       where kind = 'credit' order by invoice_id`,
    );
    expect(rows).toEqual([
      { invoice_id: 'in_2', plan_id: 'lite-month', credits_per_month: 30, time: '21 days' },
      { invoice_id: 'in_3', plan_id: 'pro-month', credits_per_month: 150, time: '11 days' },
    ]);
    await client.end();
  });

  it('leaves no job queue without a consumer', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const queues = async () => {
      const { rows } = await client.query<{ name: string }>('select name from pgboss.queue order by name');
      return rows.map(({ name: queue }) => queue);
    };
    const present = await queues();
    expect(present).toContain('tools');
    // A job queue of an earlier version, with a waiting job.
    await client.query(`select pgboss.create_queue('magic', '{"policy": "standard"}')`);
    await client.query(`insert into pgboss.job (name, data) values ('magic', '{"taskId": "x"}')`);
    await migrateQueue(url, silentLogger);
    expect(await queues()).toEqual(present);
    const { rows } = await client.query(`select 1 from pgboss.job where data ->> 'taskId' = 'x'`);
    expect(rows).toEqual([]);
    await client.end();
  });

  it('preserves requests from the release that had only one tool', async () => {
    await admin.query(`create database ${name}_early`);
    const early = Object.assign(new URL(url), { pathname: `/${name}_early` }).href;
    const client = new pg.Client({ connectionString: early });
    await client.connect();
    const apply = async (file: string) =>
      client.query(await readFile(new URL(`./migrations/before-0.2.0/${file}.sql`, import.meta.url), 'utf8'));
    try {
      await apply('0000_tables');
      await apply('0001_guards');
      const userId = randomUUID();
      await client.query('insert into users (id, is_guest) values ($1, true)', [userId]);
      await client.query(
        `insert into generation_requests (id, user_id, type, feature_type, input_key, input, cost, credit_state)
         values ($1, $2, 'bg_removal', 8, 'uploads/a/1', $3, 1, 'settled')`,
        [randomUUID(), userId, { tool: 'remove-background', imageKey: 'uploads/a/1' }],
      );
      await apply('0002_tools');
      const { rows } = await client.query('select type, tool, input_keys from generation_requests');
      expect(rows).toEqual([{ type: 'bg_removal', tool: 'remove-background', input_keys: ['uploads/a/1'] }]);
    } finally {
      await client.end();
      await admin.query(`drop database ${name}_early with (force)`);
    }
  });
});

describe('a remove-background job of the previous release', () => {
  const suite = workerSuite({ allowances: { guestGenerations: 100 } });
  const KEY = 'asked-before-the-update';
  const ENGINE = { allowsFallback: true, keepsProduct: true };

  /** Rewrites a request and its job to the form in which the earlier release stored them. */
  async function asBefore(taskId: string, imageKey: string, engine?: typeof ENGINE): Promise<void> {
    const { pool } = suite.services;
    const input = { tool: 'remove-background', imageKey, ...(engine && { engine }) };
    const { rows } = await pool.query<{ request_id: string }>('select request_id from tasks where id = $1', [
      taskId,
    ]);
    const requestId = rows[0]?.request_id;
    await pool.query('update generation_requests set input = $2 where id = $1', [requestId, input]);
    await pool.query('update idempotency_keys set fingerprint = $2 where request_id = $1', [
      requestId,
      createHash('sha256')
        .update(JSON.stringify([TOOL_IDS.bgRemove, input]))
        .digest(),
    ]);
    const job = { job: engine ? 'provided' : 'remove-background', taskId };
    await pool.query(`update pgboss.job set data = $2 where data ->> 'taskId' = $1`, [taskId, job]);
  }

  async function update(): Promise<void> {
    const { pool, url } = suite.services;
    await pool.query(
      await readFile(new URL('./migrations/before-0.2.0/0016_tool-names.sql', import.meta.url), 'utf8'),
    );
    await migrateQueue(url, silentLogger);
  }

  it('completes after the update, and counts as the same request when repeated', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const ask = () => services.generations.accept(caller, 'cut-out', bgRemoval(key), KEY);
    const { taskIds } = await ask();
    await asBefore(taskIds[0] ?? '', key);
    await update();
    expect(await ask()).toEqual({ taskIds, isReplay: true });
    await suite.work(async () => FAKE_RESULT);
    expect((await waitForLastState(services, caller, taskIds[0] ?? '')).status).toBe('SUCCESS');
  });

  it('keeps its old name until it is done, for workers of the earlier release', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const ask = () => services.generations.accept(caller, 'cut-out', bgRemoval(key), KEY);
    const { taskIds } = await ask();
    const [taskId = ''] = taskIds;
    await asBefore(taskId, key);
    await update();
    const { rows } = await services.pool.query(
      `select r.tool, j.data ->> 'job' as job from tasks t join generation_requests r on r.id = t.request_id
       join pgboss.job j on j.data ->> 'taskId' = t.id::text where t.id = $1`,
      [taskId],
    );
    expect(rows).toEqual([{ tool: 'remove-background', job: 'remove-background' }]);
    // A task whose job was lost is queued again under the new name, for workers of this release.
    await services.pool.query(`update tasks set queued_at = now() - interval '1 minute' where id = $1`, [
      taskId,
    ]);
    const unfinished = await services.database.stores.tasks.listUnfinished(0, 10);
    expect(unfinished.filter(({ id }) => id === taskId)).toEqual([{ id: taskId, job: 'cut-out' }]);
    expect(await readQueueFigures(createExecutor(services.pool))).toMatchObject({
      open: [{ tool: 'cut-out', tasks: 1 }],
    });
    await suite.work(async () => FAKE_RESULT);
    expect((await waitForLastState(services, caller, taskId)).status).toBe('SUCCESS');
    expect(await ask()).toEqual({ taskIds, isReplay: true });
  });

  it('also runs for another engine, in a queue to which the earlier release still adds jobs', async () => {
    const { services } = suite;
    const { pool } = services;
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const ask = async (idempotencyKey: string) => {
      const { taskIds } = await services.generations.accept(
        caller,
        'cut-out',
        bgRemoval(key),
        idempotencyKey,
      );
      const [taskId = ''] = taskIds;
      await asBefore(taskId, key, ENGINE);
      await pool.query(`delete from pgboss.job where data ->> 'taskId' = $1`, [taskId]);
      return taskId;
    };
    const queue = (taskId: string) =>
      pool.query(`insert into pgboss.job (name, data) values ('provided', $1)`, [
        { job: 'provided', taskId },
      ]);
    await pool.query(`select pgboss.create_queue('provided', '{"policy": "standard"}')`);
    const before = await ask(KEY);
    await queue(before);
    await update();
    const after = await ask('asked-after-the-update');
    await queue(after);
    // The other engine isn't configured, so the built-in one is used, as the request allows.
    await suite.work(async () => FAKE_RESULT);
    for (const taskId of [before, after])
      expect((await waitForLastState(services, caller, taskId)).status).toBe('SUCCESS');
    const form = bgRemoval(key, { allowsFallback: true, keepsProduct: true });
    expect(await services.generations.accept(caller, 'cut-out', form, KEY)).toEqual({
      taskIds: [before],
      isReplay: true,
    });
  });
});

describe('the schema of a fresh database', () => {
  const migrate = (url: string, upTo?: number) => migrateDatabase(url, async () => {}, upTo);

  /** Reads the rows of every table; in a fresh database, only migrations inserted rows. */
  async function readRows(pool: pg.Pool): Promise<Record<string, unknown>> {
    const { rows } = await pool.query<{ name: string; content: string }>(
      `select relname as name, query_to_xml(format('select * from %I', relname), true, false, '')::text as content
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
  }

  it('equals the schema of all older migrations, object by object', async () => {
    const [fresh, older] = [await createEmptyDatabase(), await createEmptyDatabase()];
    await migrate(fresh.url);
    // Migrates in two steps, because only a database that started with the older migrations continues with them.
    await migrate(older.url, MIGRATIONS[0]?.when);
    await migrate(older.url);
    const { rows } = await older.pool.query('select count(*)::int from drizzle.__drizzle_migrations');
    expect(rows).toEqual([{ count: MIGRATIONS.length }]);
    const objects = Object.fromEntries(await readSchemaObjects(fresh.pool));
    expect(Object.keys(objects).length).toBeGreaterThan(500);
    expect(objects).toEqual(Object.fromEntries(await readSchemaObjects(older.pool)));
    expect(await readRows(fresh.pool)).toEqual(await readRows(older.pool));
    await fresh.drop();
    await older.drop();
  });

  it.each([
    ['column runs.name', 'alter table runs drop column name; alter table runs add column name text not null'],
    ['column runs.created_at', 'alter table runs alter created_at drop default'],
    ['column users.email', 'alter table users alter email type varchar(300)'],
    ['constraint tasks.tasks_end', 'alter table tasks drop constraint tasks_end'],
    [
      'constraint link_tokens.link_tokens_user_id_users_id_fk',
      'truncate link_tokens; alter table link_tokens drop constraint link_tokens_user_id_users_id_fk',
    ],
    ['index users_guests', 'drop index users_guests; create index users_guests on users (created_at)'],
    ['trigger tasks.tasks_guard', 'alter table tasks disable trigger tasks_guard'],
    [
      'function tasks_guard()',
      `create or replace function tasks_guard() returns trigger language plpgsql as 'begin return new; end'`,
    ],
    ['type run_status', `alter type run_status rename value 'draft' to 'plan'`],
    ['relation users', 'grant select on users to public'],
    ['comment public.users', `comment on table users is 'People'`],
  ])('differs after a change to %s', async (object, change) => {
    const database = await createTestDatabase();
    const before = await readSchemaObjects(database.pool);
    await database.pool.query(change);
    const after = await readSchemaObjects(database.pool);
    expect(after.get(object)).not.toEqual(before.get(object));
    await database.drop();
  });
});

describe('the folder of committed migrations', () => {
  it('contains one snapshot, the newest, from which the next migration is generated', async () => {
    const files = await readdir(new URL('./migrations/meta/', import.meta.url));
    const index = String(MIGRATIONS.length - 1).padStart(4, '0');
    expect(files.toSorted()).toEqual([`${index}_snapshot.json`, '_journal.json']);
  });

  it('describes the current schema', async () => {
    const folder = new URL('./migrations/meta/', import.meta.url);
    const newest = (await readdir(folder))
      .filter((file) => file.endsWith('_snapshot.json'))
      .toSorted()
      .at(-1);
    const snapshot = JSON.parse(await readFile(new URL(newest ?? '', folder), 'utf8')) as Snapshot;
    // If this fails, run in packages/server: drizzle-kit generate --name what-changes
    expect(await generateMigration(snapshot, generateDrizzleJson(SCHEMA))).toEqual([]);
  });
});
