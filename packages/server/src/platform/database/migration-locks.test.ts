import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { migrateBy, MIGRATIONS, readMigrations } from './migrate-database.ts';
import { listLocks, readPresent } from './migration-locks.ts';
import { readMigrationFiles } from './orm.ts';

let database: TestDatabase;
let folder: string;
/** Connections that hold locks; released after each test, even after a failure. */
let heldClients: pg.PoolClient[] = [];
beforeEach(async () => {
  database = await createEmptyDatabase(5);
  folder = await mkdtemp(join(tmpdir(), 'packshot-migrations-'));
});
afterEach(async () => {
  for (const client of heldClients) client.release(true);
  heldClients = [];
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(...statements: string[]): Promise<void> {
  await mkdir(join(folder, 'meta'));
  const entry = { idx: 0, version: '7', when: 1, tag: '0000_all', breakpoints: true };
  const journal = { version: '7', dialect: 'postgresql', entries: [entry] };
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  await writeFile(join(folder, '0000_all.sql'), statements.join('--> statement-breakpoint\n'));
}

/** Opens another client's connection, which checks for deadlocks after 1 ms instead of the default of a second. */
async function somebody(): Promise<pg.PoolClient> {
  const client = await database.pool.connect();
  heldClients.push(client);
  await client.query(`set deadlock_timeout = '1ms'`);
  return client;
}

const migrationHas = async (table: string): Promise<void> => {
  await eventually(`the migration has ${table}`, async () => {
    const { rows } = await database.pool.query(
      `select 1 from pg_locks l join pg_stat_activity a using (pid)
       where relation = $1::regclass and granted and mode like '%ExclusiveLock' and application_name = 'packshot-migrate'`,
      [table],
    );
    return rows[0];
  });
};

describe('a migration during other transactions', () => {
  it('aborts no other transaction when both wait for a table that the other has locked', async () => {
    await database.pool.query('create table one (id int); create table two (id int)');
    await write('alter table one add more text;', 'alter table two add more text;');
    const other = await somebody();
    await other.query('begin; insert into two values (1)');
    const migration = migrateBy(
      () => readMigrationFiles({ migrationsFolder: folder }),
      database.url,
      async () => {},
    );
    await migrationHas('one');
    await other.query('insert into one values (1)');
    await other.query('commit');
    await migration;
    const { rows } = await database.pool.query('select one.more, two.more from one, two');
    expect(rows).toHaveLength(1);
  });

  it('aborts no other transaction when one that blocks the migration’s foreign key waits for a table of the migration', async () => {
    await database.pool.query('create table people (id int primary key); create table files (owner int)');
    await database.pool.query('insert into people values (1); insert into files values (1)');
    await write(
      'lock table files in share row exclusive mode;',
      'create table sums (owner int references people, files int);',
      'insert into sums select owner, count(*) from files group by owner;',
    );
    const other = await somebody();
    await other.query('begin; select from people where id = 1 for update');
    const migration = migrateBy(
      () => readMigrationFiles({ migrationsFolder: folder }),
      database.url,
      async () => {},
    );
    await migrationHas('files');
    await other.query('insert into files values (1)');
    await other.query('commit');
    await migration;
    expect((await database.pool.query('select files from sums')).rows).toEqual([{ files: 2 }]);
  });

  it('doesn’t block readers of a table that only gets an index', async () => {
    await database.pool.query('create table one (id int)');
    const present = await readPresent(await somebody());
    expect([...listLocks(['create index one_id on one (id);'], present)]).toEqual([['one', 'exclusive']]);
  });
});

describe('the table locks of a migration', () => {
  it('covers every table that each migration of the product uses, in a sufficient mode', async () => {
    const client = await somebody();
    const [first] = MIGRATIONS;
    const migrations = [...readMigrations(0, first?.when), ...readMigrations(first?.when ?? 0)];
    expect(migrations).toHaveLength(MIGRATIONS.length);
    const missing: string[] = [];
    for (const { sql, folderMillis } of migrations) {
      const present = await readPresent(client);
      const planned = listLocks(sql, present);
      await client.query('begin');
      for (const statement of sql) await client.query(statement);
      const { rows } = await client.query<{ name: string; mode: string }>(
        `select c.relname as name, l.mode from pg_locks l join pg_class c on c.oid = l.relation
         where l.pid = pg_backend_pid() and c.relnamespace = 'public'::regnamespace and l.mode <> 'AccessShareLock'`,
      );
      await client.query('commit');
      for (const { name, mode } of rows) {
        if (!present.tables.includes(name)) continue;
        const has = planned.get(name);
        const isEnough = mode === 'AccessExclusiveLock' ? has === 'access exclusive' : has !== undefined;
        if (!isEnough) missing.push(`${folderMillis}: ${mode} of ${name}, planned is ${has ?? 'nothing'}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
