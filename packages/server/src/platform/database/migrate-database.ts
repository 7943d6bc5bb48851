import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LOST_CLIENTS, YIELDING_MS } from './connection.ts';
import { listLocks, readPresent, takeTables } from './migration-locks.ts';
import { readMigrationFiles } from './orm.ts';

/** Folder of migrations for empty databases, starting with the schema of 0.2.0. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Folder of migrations from 0.1.0, and from every commit before 0.2.0, to the schema of 0.2.0. */
const OLDER_MIGRATIONS_FOLDER = join(MIGRATIONS_FOLDER, 'before-0.2.0');
/** Key of the migration's advisory lock; any number that is unique in this database. */
const MIGRATION_LOCK = 7_205_340_011;
const JOURNAL = join('meta', '_journal.json');

interface Journal {
  readonly entries: readonly JournalEntry[];
}

/** A migration in Drizzle's journal. `when` identifies it, in milliseconds since the epoch. */
interface JournalEntry {
  readonly when: number;
  readonly tag: string;
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

const readJournal = (folder: string): readonly JournalEntry[] =>
  (JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal).entries;

const FRESH_PATH = readJournal(MIGRATIONS_FOLDER);
/**
 * Migration that an empty database starts with. Its schema equals the result of all older migrations, and it has the
 * `when` of the last one.
 */
const BASELINE = FRESH_PATH[0]?.when ?? 0;

/** Every migration that may be a database's newest, oldest first. */
export const MIGRATIONS: readonly JournalEntry[] = [
  ...readJournal(OLDER_MIGRATIONS_FOLDER),
  ...FRESH_PATH.slice(1),
];
const NEWEST_MIGRATION = Math.max(...MIGRATIONS.map(({ when }) => when));

/**
 * True for an empty database, which starts with the baseline migration. False if the database has to stay at an older
 * migration, so that it can be filled with older data.
 */
const beginsWithBaseline = (migratedTo: number, upTo: number): boolean =>
  migratedTo === 0 && upTo >= BASELINE;

/** Lists the migrations that a database needs next, in order. */
export const dueMigrations = (migratedTo: number): readonly JournalEntry[] =>
  (beginsWithBaseline(migratedTo, NEWEST_MIGRATION) ? FRESH_PATH : MIGRATIONS).filter(
    ({ when }) => when > migratedTo,
  );

/** Reads the migrations after one migration and up to another, with their statements. */
export function readMigrations(migratedTo: number, upTo = NEWEST_MIGRATION): readonly Migration[] {
  const [baseline, ...newer] = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  const older =
    baseline !== undefined && beginsWithBaseline(migratedTo, upTo)
      ? [baseline]
      : readMigrationFiles({ migrationsFolder: OLDER_MIGRATIONS_FOLDER });
  return [...older, ...newer].filter(({ folderMillis }) => folderMillis > migratedTo && folderMillis <= upTo);
}

/** Error if a newer release has migrated the database. The message tells the operator how to go back. */
export class NewerDatabaseError extends Error {
  constructor() {
    super(
      'A newer release of Packshot has migrated this database; this one could misread it. Nothing was changed.\n' +
        'Go back to that release, or restore a backup of before the upgrade into another data folder with this one (npm run restore).',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Returns the time of a database's newest migration; 0 if it was never migrated. */
export async function readNewestMigration(client: pg.Client): Promise<number> {
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

/**
 * Repeats `work` for up to three minutes while other transactions hold locks that it needs. The work must be one
 * transaction, or repeatable.
 */
async function withYielding(work: () => Promise<void>): Promise<void> {
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

const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Migrates the database to the newest schema. Several processes may call it at once: the others wait, then have nothing
 * to do.
 * @param alsoMigrate runs under the same lock; the job queue migrates its own tables
 * @param upTo last migration to apply, for a copy of an older database that is migrated further once it is filled
 */
export async function migrateDatabase(
  databaseUrl: string,
  alsoMigrate: () => Promise<void>,
  upTo = NEWEST_MIGRATION,
): Promise<void> {
  await migrateBy((migratedTo) => readMigrations(migratedTo, upTo), databaseUrl, alsoMigrate);
}

/**
 * Migrates a database with a given list of migrations.
 * @param migrationsAfter lists the migrations due after a given one
 */
export async function migrateBy(
  migrationsAfter: (migratedTo: number) => readonly Migration[],
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
    if ((await readNewestMigration(client)) > NEWEST_MIGRATION) throw new NewerDatabaseError();
    await withYielding(() => applyMigrations(client, migrationsAfter));
    await withYielding(alsoMigrate);
  } finally {
    // Ending the session releases the advisory lock.
    await client.end();
  }
}

/**
 * Applies migrations and records them in the table that Drizzle's migrator used in earlier releases. Drizzle's own
 * migrator isn't used, because it would lock tables one by one.
 */
async function applyMigrations(
  client: pg.Client,
  migrationsAfter: (migratedTo: number) => readonly Migration[],
): Promise<void> {
  const due = migrationsAfter(await readNewestMigration(client));
  if (due.length === 0) return;
  await client.query('begin');
  try {
    await takeTables(
      client,
      listLocks(
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
    // If the connection was lost, the database has already rolled back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
