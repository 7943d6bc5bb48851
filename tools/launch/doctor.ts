// npm run doctor [-- --json]    reports problems of this installation and their solutions
// npm run upgrade -- --check    reports what the first start of this release would do to the data folder
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchError } from './launch-error.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { pendingUpgrade } from './postgres/major-upgrade.ts';
import type { PendingUpgrade } from './postgres/major-upgrade.ts';
import { assertNotRestoring } from './restoring.ts';
import { NO_DATABASE, readSettings } from './settings.ts';
import type { LaunchSettings } from './settings.ts';

const USAGE = `npm run doctor [-- --json]
npm run upgrade -- --check [--json]
`;

function run(
  { mainsFolder, dataFolder }: LaunchSettings,
  databaseUrl: string,
  args: readonly string[],
): void {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: '',
    DATA_DIR: dataFolder,
    // Sets a random secret if none is configured, so that the check doesn't generate and store one.
    ...(!process.env['SESSION_SECRET'] &&
    !process.env['SESSION_SECRET_FILE'] &&
    !existsSync(join(dataFolder, 'secrets', 'session'))
      ? { SESSION_SECRET: randomBytes(32).toString('hex') }
      : {}),
  };
  const { status } = spawnSync(process.execPath, [join(mainsFolder, 'main-doctor.ts'), ...args], {
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

/** URL of the configured database, or of the embedded one if it is running; otherwise null. */
function runningUrl({ databaseUrl, dataFolder }: LaunchSettings): string | null {
  const folder = join(dataFolder, 'postgres');
  return databaseUrl ?? (existsSync(folder) ? runningPostgresUrl(folder) : null);
}

function urlIfUsable(settings: LaunchSettings): string | null {
  try {
    return runningUrl(settings);
  } catch (error) {
    if (error instanceof LaunchError) return null;
    throw error;
  }
}

async function checkUpgrade(settings: LaunchSettings, args: readonly string[]): Promise<void> {
  const url = runningUrl(settings);
  if (url !== null) {
    run(settings, url, args);
    return;
  }
  const folder = join(settings.dataFolder, 'postgres');
  if (!existsSync(folder)) {
    throw new LaunchError(
      `There is no database in ${settings.dataFolder}: DATA_DIR names another data folder.`,
    );
  }
  const pending = pendingUpgrade(folder);
  if (pending !== null) {
    sayMajorUpgrade(pending, args.includes('--json'));
    return;
  }
  // Starts the database to check its version; refuses data of a newer PostgreSQL version and tells the user what to do.
  const database = await startEmbeddedPostgres({ folder });
  try {
    run(settings, database.url, args);
  } finally {
    if (!database.wasAdopted) await database.stop();
  }
}

/**
 * Reports a pending major upgrade of PostgreSQL. Can't report migrations and the space that they need, because no
 * installed server reads this data; the migrations run in the same start.
 */
function sayMajorUpgrade({ from, to, neededBytes, freeBytes }: PendingUpgrade, isJson: boolean): void {
  const inGb = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
  const says = `The next npm start brings the database from PostgreSQL ${from} to ${to} by a copy, for which ${inGb(neededBytes)} GB are needed; ${inGb(freeBytes)} GB are free.`;
  const isRoom = freeBytes >= neededBytes;
  const fix = isRoom
    ? 'Make a backup with the release before (npm run backup). The old cluster is kept for a month.'
    : 'Free space first; until then the product does not start.';
  const state = isRoom ? 'doubtful' : 'bad';
  process.stdout.write(
    isJson
      ? `${JSON.stringify([{ subject: 'database', state, says, fix }], null, 1)}\n`
      : `${isRoom ? 'doubtful' : 'BAD     '}  database: ${says}\n          → ${fix}\n`,
  );
  process.exitCode = isRoom ? 0 : 1;
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { json: { type: 'boolean' }, check: { type: 'boolean' } },
  });
  const [command] = positionals;
  const json = values['json'] === true ? ['--json'] : [];
  if (command === 'upgrade' && values['check'] !== true) throw new LaunchError(USAGE);
  const settings = readSettings();
  assertNotRestoring(settings.dataFolder);
  if (command === 'upgrade') {
    await checkUpgrade(settings, ['upgrade', ...json]);
  } else {
    // Without a usable URL the doctor still runs, because it reports problems with the database's folder.
    const url = urlIfUsable(settings);
    run(settings, url ?? NO_DATABASE, ['doctor', ...json, ...(url === null ? ['--database-is-off'] : [])]);
  }
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
