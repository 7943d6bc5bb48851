import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Advisory lock key; any number unique in this database. */
const MIGRATION_LOCK = 7_205_340_011;
/** A database that takes longer than this counts as unreachable. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Migrates the database to the newest schema. Safe to run in parallel: the second process waits, then finds
 * nothing to do.
 * @param alsoMigrate runs under the same lock; the queue migrates its own tables
 */
export async function migrateDatabase(databaseUrl: string, alsoMigrate: () => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'packshot-migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
    await alsoMigrate();
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}
