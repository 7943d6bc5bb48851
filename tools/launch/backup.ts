// npm run backup -- FILE     backs up everything that can't be regenerated, while the product runs
// npm run restore -- FILE    restores it into an empty data folder
// Instead of a file, both accept a place for many backups: a folder, or s3://bucket/folder.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { acquireFileLock } from './file-lock.ts';
import { LaunchError } from './launch-error.ts';
import { endDatabaseWithUs } from './postgres/end-with-us.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import {
  assertNotRestoring,
  beginRestoring,
  listContents,
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

npm run backup -- --incremental FOLDER [--passphrase-file FILE]
npm run backup -- s3://BUCKET/FOLDER [--passphrase-file FILE]
  The same in a place that holds many backups and each picture once: only new pictures are written, and the database.
    --list                   the backups in the place
    --prune [--keep-days N]  removes old ones: those of the last N days stay (30), and the last of each month for a year

npm run backup -- --verify FILE | FOLDER | s3://BUCKET/FOLDER [--load] [--at NAME] [--passphrase-file FILE]
  Checks that every byte of a backup, or of all backups of a place, is as it was written, and that every table has
  the rows that were copied. With --load it also restores one backup, the newest of a place or the one of --at, into
  a throw-away database.

npm run restore -- FILE | FOLDER | s3://BUCKET/FOLDER [--at NAME] [--passphrase-file FILE]
  Puts a backup into the data folder of DATA_DIR, which has to be empty (and into DATABASE_URL and the bucket,
  if these are set). Of a place it takes the newest, or the one of --at.
`;

const INSPECTING = ['verify', 'list', 'prune'] as const;

interface BackupCommandLine {
  readonly command: 'backup' | 'restore' | (typeof INSPECTING)[number];
  /** True if verifying a backup includes restoring it into a temporary database. */
  readonly isLoaded: boolean;
  readonly place: string;
  readonly options: readonly string[];
}

function readArguments(): BackupCommandLine {
  try {
    const { positionals, values } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        verify: { type: 'boolean', default: false },
        load: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        prune: { type: 'boolean', default: false },
        incremental: { type: 'boolean', default: false },
        'keep-days': { type: 'string' },
        at: { type: 'string' },
        'passphrase-file': { type: 'string' },
      },
    });
    const [command, place, ...more] = positionals;
    if ((command !== 'backup' && command !== 'restore') || place === undefined || more.length > 0) {
      throw new LaunchError(USAGE);
    }
    const selectedModes = INSPECTING.filter((name) => values[name]);
    if (selectedModes.length > 1 || (values.load && !values.verify)) throw new LaunchError(USAGE);
    const options = values.incremental ? ['--incremental'] : [];
    for (const name of ['keep-days', 'at'] as const) {
      if (values[name] !== undefined) options.push(`--${name}`, values[name]);
    }
    const file = values['passphrase-file'];
    if (file !== undefined) options.push('--passphrase-file', fromCaller(file));
    return {
      command: selectedModes[0] ?? command,
      isLoaded: values.load,
      place: place.startsWith('s3://') ? place : fromCaller(place),
      options,
    };
  } catch (cause) {
    throw cause instanceof LaunchError ? cause : new LaunchError(USAGE, { cause });
  }
}

/** Resolves a path relative to the caller's folder, because npm runs this program in the checkout. */
function fromCaller(path: string): string {
  const whole = resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
  // A path with a slash at its end, such as "backups/", is a folder, whether or not it exists.
  return /[\\/]$/.test(path) && !whole.endsWith(sep) ? whole + sep : whole;
}

/** @returns the exit code of the program, which prints its own errors; 1 if a signal ended it */
async function runServer(
  { mainsFolder, dataFolder }: LaunchSettings,
  databaseUrl: string,
  args: readonly string[],
): Promise<number> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: '',
    DATA_DIR: dataFolder,
    // Sets a random secret, so that the program generates none; the backup contains the real one.
    ...(args[0] !== 'backup' && !process.env['SESSION_SECRET_FILE']
      ? { SESSION_SECRET: randomBytes(32).toString('hex') }
      : {}),
  };
  const child = spawn(process.execPath, [join(mainsFolder, 'main-backup.ts'), ...args], {
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function backUp(settings: LaunchSettings, { place, options }: BackupCommandLine): Promise<number> {
  const { dataFolder, databaseUrl } = settings;
  assertNotRestoring(dataFolder);
  const folder = join(dataFolder, 'postgres');
  if (databaseUrl === null && !existsSync(folder)) {
    throw new LaunchError(
      `There is nothing to back up in ${dataFolder}: DATA_DIR names another data folder.`,
    );
  }
  const running = databaseUrl ?? runningPostgresUrl(folder);
  const args = ['backup', place, ...options];
  if (running !== null) return runServer(settings, running, args);
  const database = await startEmbeddedPostgres({ folder });
  try {
    return await runServer(settings, database.url, args);
  } finally {
    if (!database.wasAdopted) await database.stop();
  }
}

async function restore(settings: LaunchSettings, { place, options }: BackupCommandLine): Promise<number> {
  const { dataFolder } = settings;
  // Verifies the selected backup before changing anything. A place may contain many backups; only this one is checked.
  const one = options.includes('--at') ? options : [...options, '--at', 'newest'];
  const verifyCode = await runServer(settings, NO_DATABASE, ['verify', place, ...one]);
  if (verifyCode !== 0) return verifyCode;
  const isNew = mkdirSync(dataFolder, { recursive: true }) !== undefined;
  if (isNew && process.getuid?.() === 0) chmodSync(dataFolder, 0o711);
  const lock = await acquireFileLock(join(dataFolder, LOCK));
  if (lock === null)
    throw new LaunchError(`Packshot runs on ${dataFolder}. Restore into an empty folder: DATA_DIR=…`);
  try {
    const isAgain = isRestoring(dataFolder);
    if (!isAgain && listContents(dataFolder).length > 0) {
      throw new LaunchError(
        `${dataFolder} is not empty, and nothing in it is replaced.\n` +
          'Move it away, or restore into another folder: DATA_DIR=… npm run restore -- FILE',
      );
    }
    if (isAgain) await clear(settings);
    beginRestoring(dataFolder, place);
    const args = ['restore', place, ...options, ...(isAgain ? ['--again'] : [])];
    const code = await fill(settings, args);
    if (code === 0) endRestoring(dataFolder);
    // Removes only local data. An external database or a bucket may contain restored data already, so the marker stays,
    // and the restore can be repeated.
    else if (settings.databaseUrl === null && process.env['OBJECT_STORE'] !== 's3') {
      removeRestored(dataFolder);
      endRestoring(dataFolder);
    }
    return code;
  } finally {
    lock.release();
  }
}

async function inspect(
  settings: LaunchSettings,
  { command, isLoaded, place, options }: BackupCommandLine,
): Promise<number> {
  const code = await runServer(settings, NO_DATABASE, [command, place, ...options]);
  return code === 0 && isLoaded ? tryRestore(settings, ['try-restore', place, ...options]) : code;
}

/** Restores a backup into a temporary database in the temporary folder (TMPDIR), and removes it. */
async function tryRestore(settings: LaunchSettings, args: readonly string[]): Promise<number> {
  const folder = trialFolder();
  try {
    // If this check is killed, the database server is stopped, and the account data in its tables are removed.
    endDatabaseWithUs(join(folder, 'postgres'), folder);
    const database = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durability: 'none' });
    try {
      return await runServer(settings, database.url, args);
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function trialFolder(): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'packshot-trial-'));
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
    return folder;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new LaunchError(`${tmpdir()} can't be written to (${code}). TMPDIR chooses another folder.`, {
      cause,
    });
  }
}

async function fill(settings: LaunchSettings, args: readonly string[]): Promise<number> {
  if (settings.databaseUrl !== null) return runServer(settings, settings.databaseUrl, args);
  const database = await startEmbeddedPostgres({ folder: join(settings.dataFolder, 'postgres') });
  try {
    return await runServer(settings, database.url, args);
  } finally {
    await database.stop();
  }
}

/** Stops a database that a killed restore left running, and removes the restored files. */
async function clear({ dataFolder }: LaunchSettings): Promise<void> {
  const folder = join(dataFolder, 'postgres');
  if (existsSync(folder) && runningPostgresUrl(folder) !== null) {
    await (await startEmbeddedPostgres({ folder })).stop();
  }
  removeRestored(dataFolder);
}

try {
  const commandLine = readArguments();
  const settings = readSettings();
  process.exitCode =
    commandLine.command === 'backup'
      ? await backUp(settings, commandLine)
      : await (commandLine.command === 'restore'
          ? restore(settings, commandLine)
          : inspect(settings, commandLine));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
