import pg from 'pg';
import { dueMigrations, MIGRATIONS, readNewestMigration } from '../../platform/database/migrate-database.ts';
import { bad, doubtful, good, formatReason } from './finding.ts';
import type { DoctorFinding } from './finding.ts';

const TIMEOUT_MS = 10_000;
const OLDEST_POSTGRES = 15;
/**
 * Maximum difference between the clocks of this machine and the database, more than a response takes. S3 tolerates 15
 * minutes, but tokens much less.
 */
const CLOCK_TOLERANCE_MS = 30_000;
const GB = 1024 ** 3;

export interface DatabaseState {
  /** Newest migration, in milliseconds since the epoch as in the migration journal; 0 for an empty database. */
  readonly migratedTo: number;
  readonly postgres: string;
  readonly major: number;
  readonly sizeBytes: number;
  readonly clockAheadMs: number;
}

/**
 * Reads the state of the database.
 * @throws the driver's error if the database can't be reached
 */
export async function lookAtDatabase(databaseUrl: string): Promise<DatabaseState> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'packshot-doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const beforeMs = Date.now();
    const { rows } = await client.query<{ now: string; version: string; major: string; size: string }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now, current_setting('server_version') as version,
        (current_setting('server_version_num')::int / 10000)::text as major, pg_database_size(current_database())::text as size`,
    );
    const middleMs = (beforeMs + Date.now()) / 2;
    const [row] = rows;
    return {
      migratedTo: await readNewestMigration(client),
      postgres: row?.version ?? 'unknown',
      major: Number(row?.major),
      sizeBytes: Number(row?.size),
      clockAheadMs: Number(row?.now) - middleMs,
    };
  } finally {
    await client.end();
  }
}

export async function database(databaseUrl: string | null): Promise<DoctorFinding[]> {
  if (databaseUrl === null) {
    return [
      doubtful(
        'database',
        'The product does not run on this data folder, so its database was not checked.',
        'npm start, then this again.',
      ),
    ];
  }
  let state: DatabaseState;
  try {
    state = await lookAtDatabase(databaseUrl);
  } catch (error) {
    const fix =
      'Look whether it runs, and at DATABASE_URL; for the embedded one at DATA_DIR/postgres/postgres.log.';
    return [bad('database', `It cannot be reached (${formatReason(error)}).`, fix)];
  }
  return [checkVersion(state), checkSchema(state), checkClock(state)];
}

function checkVersion({ postgres, major, sizeBytes }: DatabaseState): DoctorFinding {
  const says = `PostgreSQL ${postgres} with ${(sizeBytes / GB).toFixed(2)} GB answers.`;
  if (major >= OLDEST_POSTGRES) return good('database', says);
  return bad('database', says, `Use PostgreSQL ${String(OLDEST_POSTGRES)} or newer.`);
}

export function checkSchema({ migratedTo }: Pick<DatabaseState, 'migratedTo'>): DoctorFinding {
  const newest = MIGRATIONS.at(-1)?.when ?? 0;
  if (migratedTo > newest) {
    return bad(
      'schema',
      'A newer release has migrated this database; this one could misread it.',
      'Go back to that release (git checkout, npm start), or restore a backup of before the upgrade with this one.',
    );
  }
  const coming = dueMigrations(migratedTo);
  if (coming.length === 0) return good('schema', 'The database is up to date.');
  const count = migratedTo === 0 ? coming.length : MIGRATIONS.length;
  const says = `${String(coming.length)} of ${String(count)} migrations are to come: ${coming.map(({ tag }) => tag).join(', ')}.`;
  return doubtful('schema', says, 'The next npm start does them; make a backup before (npm run backup).');
}

function checkClock({ clockAheadMs }: DatabaseState): DoctorFinding {
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  if (Math.abs(clockAheadMs) < CLOCK_TOLERANCE_MS)
    return good('clock', 'The database and this machine agree on the time.');
  const direction = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return bad(
    'clock',
    `The database's clock is ${String(seconds)} s ${direction} this machine's.`,
    'Run NTP on both (timedatectl set-ntp true).',
  );
}
