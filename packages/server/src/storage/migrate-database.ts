import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Advisory lock key; any number unique in this database. */
const MIGRATION_LOCK = 7_205_340_011;
const JOURNAL = join('meta', '_journal.json');

interface Journal {
  readonly entries: readonly { readonly when: number }[];
}

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;

/** The newest migration of this release, by which a newer database is recognized: milliseconds since the epoch. */
export const NEWEST_MIGRATION = Math.max(...journalOf(MIGRATIONS_FOLDER).entries.map(({ when }) => when));

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

async function migrateBy(
  migrationsFolder: string,
  databaseUrl: string,
  alsoMigrate: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'packshot-migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder });
    await alsoMigrate();
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}
