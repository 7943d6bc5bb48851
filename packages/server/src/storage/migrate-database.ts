import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LOST_CLIENTS, YIELDING_MS } from './connection.ts';
import { locksOf, readPresent, takeTables } from './migration-locks.ts';
import { readMigrationFiles } from './orm.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Advisory lock key; any number unique in this database. */
const MIGRATION_LOCK = 7_205_340_011;
const JOURNAL = join('meta', '_journal.json');

interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[];
}

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;

/** What this release can do to a database, the oldest first. `when` is in milliseconds since the epoch. */
export const MIGRATIONS = journalOf(MIGRATIONS_FOLDER).entries;
const NEWEST_MIGRATION = Math.max(...MIGRATIONS.map(({ when }) => when));

/** A newer release has migrated the database. A sentence for the operator, with the way back. */
export class NewerDatabaseError extends Error {
  constructor() {
    super(
      'A newer release of Packshot has migrated this database; this one could misread it. Nothing was changed.\n' +
        'Go back to that release, or restore a backup of before the upgrade into another data folder with this one (npm run restore).',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The newest migration of a database; 0 for one that was never migrated. */
export async function migrationOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (rows[0]?.exists !== true) return 0;
  const newest = await client.query<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  );
  return Number(newest.rows[0]?.at ?? 0);
}

const LOCK_NOT_AVAILABLE = '55P03';
const LONGEST_YIELDING_MS = 180_000;
const PAUSE_MS = 300;

/** Does it again for as long as others are in the way. Whatever is done has to be one transaction, or repeatable. */
async function yielding(work: () => Promise<void>): Promise<void> {
  const deadlineMs = performance.now() + LONGEST_YIELDING_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const { code = null } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || performance.now() > deadlineMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** A database that takes longer than this counts as unreachable. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Migrates the database to the newest schema. Safe to run in parallel: the second process waits, then finds
 * nothing to do.
 * @param alsoMigrate runs under the same lock; the queue migrates its own tables
 * @param upTo the last migration to do: for a copy of an older database, which is migrated further when it is filled
 */
export async function migrateDatabase(
  databaseUrl: string,
  alsoMigrate: () => Promise<void>,
  upTo = NEWEST_MIGRATION,
): Promise<void> {
  if (upTo < NEWEST_MIGRATION) {
    const folder = copyMigrations(upTo);
    try {
      await migrateBy(folder, databaseUrl, alsoMigrate);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return;
  }
  await migrateBy(MIGRATIONS_FOLDER, databaseUrl, alsoMigrate);
}

/** The migrations up to one, in a folder of their own: the migrator takes no limit. */
function copyMigrations(upTo: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-migrations-'));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const journal = journalOf(folder);
  const entries = journal.entries.filter(({ when }) => when <= upTo);
  writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  return folder;
}

export async function migrateBy(
  migrationsFolder: string,
  databaseUrl: string,
  alsoMigrate: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'packshot-migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: LOST_CLIENTS,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = ${YIELDING_MS}`);
    if ((await migrationOf(client)) > NEWEST_MIGRATION) throw new NewerDatabaseError();
    await yielding(() => applyMigrations(client, migrationsFolder));
    await yielding(alsoMigrate);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** As Drizzle's own migrator keeps account of it, which is what databases of earlier releases have; it would take tables as it comes to them. */
async function applyMigrations(client: pg.Client, migrationsFolder: string): Promise<void> {
  const newest = await migrationOf(client);
  const due = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > newest);
  if (due.length === 0) return;
  await client.query('begin');
  try {
    await takeTables(
      client,
      locksOf(
        due.flatMap(({ sql }) => sql),
        await readPresent(client),
      ),
    );
    await client.query(
      `create schema if not exists drizzle;
       create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    );
    for (const { sql, hash, folderMillis } of due) {
      for (const statement of sql) await client.query(statement);
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ]);
    }
    await client.query('commit');
  } catch (error) {
    // A connection that is lost has rolled back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
