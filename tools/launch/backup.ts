// npm run backup -- FILE     everything that cannot be made again, while the product runs
// npm run restore -- FILE    the same, into an empty data folder
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { acquireFileLock } from './file-lock.ts';
import { LaunchError } from './launch-error.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import {
  assertNotRestoring,
  beginRestoring,
  contentsOf,
  endRestoring,
  isRestoring,
  LOCK,
  removeRestored,
} from './restoring.ts';
import { NO_DATABASE, readSettings } from './settings.ts';
import type { LaunchSettings } from './settings.ts';

const USAGE = `npm run backup -- FILE | FOLDER [--passphrase-file FILE]
  Writes everything of the data folder that cannot be made again into one file, while the product runs or not,
  and reads it back. In a FOLDER the file gets its name from the time. With a passphrase it is encrypted.

npm run backup -- --verify FILE [--passphrase-file FILE]
  Says whether every byte of a backup is as it was written. Needs nothing but the file.

npm run restore -- FILE [--passphrase-file FILE]
  Puts a backup into the data folder of DATA_DIR, which has to be empty (and into DATABASE_URL and the bucket,
  if these are set).
`;

interface Asked {
  readonly command: 'backup' | 'restore' | 'verify';
  readonly place: string;
  readonly passphrase: readonly string[];
}

function readArguments(): Asked {
  try {
    const { positionals, values } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { verify: { type: 'boolean', default: false }, 'passphrase-file': { type: 'string' } },
    });
    const [command, place, ...more] = positionals;
    if ((command !== 'backup' && command !== 'restore') || place === undefined || more.length > 0) {
      throw new LaunchError(USAGE);
    }
    const file = values['passphrase-file'];
    return {
      command: values.verify ? 'verify' : command,
      place: fromCaller(place),
      passphrase: file === undefined ? [] : ['--passphrase-file', fromCaller(file)],
    };
  } catch (cause) {
    throw cause instanceof LaunchError ? cause : new LaunchError(USAGE, { cause });
  }
}

/** npm runs us in the checkout; paths are meant from where the person is. */
const fromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** @returns whether it succeeded; it says itself what went wrong */
async function runServer(
  { mainsFolder, dataFolder }: LaunchSettings,
  databaseUrl: string,
  args: readonly string[],
): Promise<boolean> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: '',
    DATA_DIR: dataFolder,
    // Reading the configuration would make a secret where there is none; the backup brings its own.
    ...(args[0] === 'restore' && !process.env['SESSION_SECRET_FILE']
      ? { SESSION_SECRET: randomBytes(32).toString('hex') }
      : {}),
  };
  const child = spawn(process.execPath, [join(mainsFolder, 'main-backup.ts'), ...args], {
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

async function backUp(settings: LaunchSettings, { place, passphrase }: Asked): Promise<boolean> {
  const { dataFolder, databaseUrl } = settings;
  assertNotRestoring(dataFolder);
  const folder = join(dataFolder, 'postgres');
  if (databaseUrl === null && !existsSync(folder)) {
    throw new LaunchError(
      `There is nothing to back up in ${dataFolder}: DATA_DIR names another data folder.`,
    );
  }
  const running = databaseUrl ?? runningPostgresUrl(folder);
  const args = ['backup', place, ...passphrase];
  if (running !== null) return runServer(settings, running, args);
  const database = await startEmbeddedPostgres({ folder });
  try {
    return await runServer(settings, database.url, args);
  } finally {
    if (!database.wasAdopted) await database.stop();
  }
}

async function restore(settings: LaunchSettings, { place, passphrase }: Asked): Promise<boolean> {
  const { dataFolder } = settings;
  // Before anything is touched.
  if (!(await runServer(settings, NO_DATABASE, ['verify', place, ...passphrase]))) return false;
  const isNew = mkdirSync(dataFolder, { recursive: true }) !== undefined;
  if (isNew && process.getuid?.() === 0) chmodSync(dataFolder, 0o711);
  const lock = await acquireFileLock(join(dataFolder, LOCK));
  if (lock === null)
    throw new LaunchError(`Packshot runs on ${dataFolder}. Restore into an empty folder: DATA_DIR=…`);
  try {
    const isAgain = isRestoring(dataFolder);
    if (!isAgain && contentsOf(dataFolder).length > 0) {
      throw new LaunchError(
        `${dataFolder} is not empty, and nothing in it is replaced.\n` +
          'Move it away, or restore into another folder: DATA_DIR=… npm run restore -- FILE',
      );
    }
    if (isAgain) await clear(settings);
    beginRestoring(dataFolder, place);
    const args = ['restore', place, ...passphrase, ...(isAgain ? ['--again'] : [])];
    const isDone = await fill(settings, args);
    if (isDone) endRestoring(dataFolder);
    // A bucket may hold some of it: then the marker stays, and the next restore goes on.
    else if (settings.databaseUrl === null && process.env['OBJECT_STORE'] !== 's3') {
      removeRestored(dataFolder);
      endRestoring(dataFolder);
    }
    return isDone;
  } finally {
    lock.release();
  }
}

async function fill(settings: LaunchSettings, args: readonly string[]): Promise<boolean> {
  if (settings.databaseUrl !== null) return runServer(settings, settings.databaseUrl, args);
  const database = await startEmbeddedPostgres({ folder: join(settings.dataFolder, 'postgres') });
  try {
    return await runServer(settings, database.url, args);
  } finally {
    await database.stop();
  }
}

/** Ends the database that a killed restore has left running, and removes what it had put here. */
async function clear({ dataFolder }: LaunchSettings): Promise<void> {
  const folder = join(dataFolder, 'postgres');
  if (existsSync(folder) && runningPostgresUrl(folder) !== null) {
    await (await startEmbeddedPostgres({ folder })).stop();
  }
  removeRestored(dataFolder);
}

try {
  const asked = readArguments();
  const settings = readSettings();
  const isDone =
    asked.command === 'verify'
      ? await runServer(settings, NO_DATABASE, ['verify', asked.place, ...asked.passphrase])
      : await (asked.command === 'backup' ? backUp(settings, asked) : restore(settings, asked));
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
