import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, closeSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { acquireFileLock } from '../file-lock.ts';
import { freePorts, isPortFree } from '../free-port.ts';
import { LaunchError } from '../launch-error.ts';
import { locateBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { initialiseCluster, assertMajorVersion } from './cluster.ts';
import { preparePlace } from './place.ts';
import type { Place } from './place.ts';
import { isAlive, isPostmasterOf, readPostmasterFile } from './postmaster-file.ts';

const ROLE = 'packshot';
const DATABASE = 'packshot';

/** Recovery after a crash replays the log since the last checkpoint: seconds, on a slow disk many. */
const START_TIMEOUT_MS = 120_000;
/** A second starter waits for the first one to have finished. */
const LOCK_TIMEOUT_MS = START_TIMEOUT_MS + 30_000;
const POLL_INTERVAL_MS = 50;
const STOP_TIMEOUT_MS = 15_000;
const LOG_LIMIT_BYTES = 5_000_000;

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster, its password and its log; made when missing. */
  folder: string;
  /** `none` is for tests: nothing is forced to the disk, a power cut may destroy the cluster. */
  durability?: 'full' | 'none';
  maxConnections?: number;
  /** Other programs than the ones that npm brought. */
  binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  /** With the password: for the environment of child processes, never for a log. */
  url: string;
  port: number;
  pid: number;
  /** It ran already, left by a launcher that was killed. */
  wasAdopted: boolean;
  /** Set when the data lies elsewhere than asked, with the reason in words. */
  note?: string;
  /** Resolves when the server has ended, whoever ended it. */
  exited: Promise<void>;
  /** Rolls open transactions back, writes a checkpoint and ends. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm brought, or adopts the one that runs on the folder already. Loopback only,
 * a random password, everything forced to the disk as a server does.
 *
 * Safe to call from several processes at once: one makes or starts the cluster, the others adopt it.
 * @throws LaunchError with what the operator can do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = preparePlace(options.folder);
  const lock = await acquireFileLock(join(place.folder, 'starting.lock'), LOCK_TIMEOUT_MS);
  if (!lock) throw new LaunchError(`Another start of the database in ${place.folder} does not finish.`);
  try {
    const binaries = options.binaries ?? locateBinaries(place.account, place.sharedFolder);
    const password = passwordOf(place);
    if (existsSync(place.dataFolder)) assertMajorVersion(place, binaries);
    else initialiseCluster(place, binaries, ROLE, password);

    const adopted = await adoptRunning(place, password);
    const running = adopted ?? (await startNew(place, binaries, password, options));
    await ensureDatabase(urlOf(running.port, password, 'postgres'));
    return {
      ...running,
      url: urlOf(running.port, password, DATABASE),
      wasAdopted: adopted !== null,
      ...(place.note === undefined ? {} : { note: place.note }),
      exited: untilGone(running.pid),
      stop: () => stopPostmaster(running.pid),
    };
  } finally {
    lock.release();
  }
}

/** The URL of the server that runs on the folder, for a further process beside the launcher's; null when none does. */
export function runningPostgresUrl(folder: string): string | null {
  const place = preparePlace(folder);
  if (!existsSync(place.dataFolder)) return null;
  const file = readPostmasterFile(place.dataFolder);
  if (!file?.isReady || !isPostmasterOf(place.dataFolder, file.pid)) return null;
  return urlOf(file.port, passwordOf(place), DATABASE);
}

interface Running {
  pid: number;
  port: number;
}

async function adoptRunning(place: Place, password: string): Promise<Running | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const file = readPostmasterFile(place.dataFolder);
    if (!file) return null;
    if (!isPostmasterOf(place.dataFolder, file.pid)) {
      // Left by a crash. PostgreSQL itself would refuse to start when the number belongs to another process now.
      rmSync(join(place.dataFolder, 'postmaster.pid'), { force: true });
      return null;
    }
    // Starting up, recovering or shutting down: wait for how it ends.
    if (file.isReady && (await answers(urlOf(file.port, password, 'postgres')))) return file;
    if (Date.now() > deadline) {
      throw new LaunchError(
        `A PostgreSQL (process ${String(file.pid)}) runs on ${place.dataFolder} but does not answer.\n` +
          'Stop that process, then start again.',
      );
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

async function startNew(
  place: Place,
  binaries: PostgresBinaries,
  password: string,
  options: EmbeddedPostgresOptions,
): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = await choosePort(place);
    const pid = launch(place, binaries, port, options);
    const outcome = await untilReady(place, pid, urlOf(port, password, 'postgres'), deadline).catch(
      async (error: unknown) => {
        await stopPostmaster(pid);
        throw error;
      },
    );
    if (outcome === 'timeout') await stopPostmaster(pid);
    if (outcome === 'ready') {
      writeFileSync(join(place.folder, 'port'), String(port));
      return { pid, port };
    }
    // After a kill -9 of the server its children hold the shared memory for a moment longer; and a port can
    // be taken between our look and its use. Both pass.
    if (Date.now() > deadline || outcome === 'timeout' || !isPassing(lastLogLines(place))) {
      throw new LaunchError(
        `PostgreSQL did not start on ${place.dataFolder}. The end of its log:\n\n${lastLogLines(place)}`,
      );
    }
    await sleep(500);
  }
}

function launch(
  place: Place,
  binaries: PostgresBinaries,
  port: number,
  options: EmbeddedPostgresOptions,
): number {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '128MB',
    wal_compression: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    ...(options.durability === 'none'
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(place.folder, 'postgres.log');
  const log = openSync(logFile, isOverLimit(logFile) ? 'w' : 'a', 0o600);
  // Detached: Ctrl-C reaches the whole process group, and the database has to outlive the API and the workers.
  const child = spawn(binaries.postgres, ['-D', place.dataFolder, ...flags], {
    ...place.account,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // A failure to execute shows as a process that is not there; the programs have been tried before.
  child.on('error', () => {});
  child.unref();
  return child.pid ?? 0;
}

async function untilReady(
  place: Place,
  pid: number,
  url: string,
  deadline: number,
): Promise<'ready' | 'ended' | 'timeout'> {
  while (Date.now() < deadline) {
    if (pid === 0 || !isPostmasterOf(place.dataFolder, pid)) return 'ended';
    const file = readPostmasterFile(place.dataFolder);
    if (file?.pid === pid && file.isReady && (await answers(url))) return 'ready';
    await sleep(POLL_INTERVAL_MS);
  }
  return 'timeout';
}

/** The port of the last time when it is free, so that processes which outlived a crash find the server again. */
async function choosePort(place: Place): Promise<number> {
  const file = join(place.folder, 'port');
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (last > 0 && (await isPortFree(last, '127.0.0.1'))) return last;
  const [port = 0] = await freePorts(1);
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5_000 });
  // A server that is shutting down ends the connection while we look.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new LaunchError(
        'The embedded PostgreSQL refuses the password in its folder: the file `password` does not belong to its data.',
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, ssl: false });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalProcess(pid, signal)) return;
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}

/** The password of the cluster's only role, in a file that nobody but its owner can read. */
function passwordOf(place: Place): string {
  const file = join(place.folder, 'password');
  if (!existsSync(file) || statSync(file).size === 0) {
    if (existsSync(place.dataFolder)) {
      throw new LaunchError(
        `${file} is missing, without which the database beside it cannot be opened.\n` +
          'Restore it from a backup.',
      );
    }
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${String(port)}/${database}`;
}

function isPassing(log: string): boolean {
  return /pre-existing shared memory|Address already in use|could not bind|lock file "postmaster.pid" already exists/i.test(
    log,
  );
}

function lastLogLines(place: Place): string {
  return readFileSync(join(place.folder, 'postgres.log'), 'utf8').trimEnd().split('\n').slice(-12).join('\n');
}

function isOverLimit(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES;
}
