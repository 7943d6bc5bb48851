import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireFileLock } from '../file-lock.ts';
import { freePorts, isPortFree } from '../free-port.ts';
import { LaunchError } from '../launch-error.ts';
import { answers, DATABASE, ensureDatabase, readPassword, ROLE, buildUrl } from './access.ts';
import { locateBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { assertMajorVersion, initializeCluster } from './cluster.ts';
import { preparePlace } from './place.ts';
import type { ClusterLayout } from './place.ts';
import { isPostmasterFor, processesUsing, readPostmasterFile } from './postmaster-file.ts';
import { launchPostmaster, stopPostmaster, untilExited } from './postmaster.ts';
import type { LaunchedPostmaster, PostmasterOptions } from './postmaster.ts';
import { finishSwitch } from './switch-clusters.ts';

/**
 * Time limit for a start in milliseconds. Recovery after a crash replays the log since the last checkpoint, which
 * takes seconds, or longer on a slow disk.
 */
const START_TIMEOUT_MS = 120_000;
/** Time limit in ms for a second process that starts the server, which waits for the first one. */
const LOCK_TIMEOUT_MS = START_TIMEOUT_MS + 30_000;
const POLL_INTERVAL_MS = 50;
const RETRY_INTERVAL_MS = 500;

export interface EmbeddedPostgresOptions extends PostmasterOptions {
  folder: string;
  binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  /** Connection URL. It contains the password, so callers may pass it to child processes but must never log it. */
  url: string;
  port: number;
  pid: number;
  /** True if the server was already running, because its launcher had been killed. */
  wasAdopted: boolean;
  /** Reason why the data isn't in the requested folder; missing if it is. */
  note?: string;
  exited: Promise<void>;
  /** Stops the server, which rolls back open transactions and writes a checkpoint. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed, or adopts a server that is already running on the folder. The server
 * listens on loopback only by default, with a random password and, unless `durability` is `none`, fsync.
 *
 * Several processes may call this at the same time: one creates or starts the cluster, the others adopt the running
 * server.
 * @throws LaunchError with advice for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = preparePlace(options.folder);
  const lock = await acquireFileLock(join(place.folder, 'starting.lock'), LOCK_TIMEOUT_MS);
  if (!lock) throw new LaunchError(`Another start of the database in ${place.folder} does not finish.`);
  try {
    const binaries = options.binaries ?? locateBinaries(place.account, place.sharedFolder);
    const password = readPassword(place);
    finishSwitch(place);
    if (existsSync(place.dataFolder)) assertMajorVersion(place, binaries);
    else initializeCluster(place, binaries, ROLE, password);

    const adopted = await adoptRunning(place, password);
    const running = adopted ?? (await startNew(place, binaries, password, options));
    await ensureDatabase(buildUrl(running.port, password, 'postgres'));
    return {
      ...running,
      url: buildUrl(running.port, password, DATABASE),
      wasAdopted: adopted !== null,
      ...(place.note === undefined ? {} : { note: place.note }),
      exited: untilExited(running.pid),
      stop: () => stopPostmaster(running.pid),
    };
  } finally {
    lock.release();
  }
}

/** URL of the server that is running on the folder, for processes other than the launcher; null if there is none. */
export function runningPostgresUrl(folder: string): string | null {
  const place = preparePlace(folder);
  if (!existsSync(place.dataFolder)) return null;
  const file = readPostmasterFile(place.dataFolder);
  if (!file?.isReady || !isPostmasterFor(place.dataFolder, file.pid)) return null;
  return buildUrl(file.port, readPassword(place), DATABASE);
}

interface Running {
  pid: number;
  port: number;
}

async function adoptRunning(place: ClusterLayout, password: string): Promise<Running | null> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const file = readPostmasterFile(place.dataFolder);
    if (!file) {
      removeBrokenPostmasterFile(place.dataFolder);
      return null;
    }
    if (!isPostmasterFor(place.dataFolder, file.pid)) {
      // Removes a crashed server's file: PostgreSQL refuses to start if the process ID in the file belongs to another
      // process.
      rmSync(join(place.dataFolder, 'postmaster.pid'), { force: true });
      return null;
    }
    // Waits while the server is starting, recovering or shutting down.
    if (file.isReady && (await answers(buildUrl(file.port, password, 'postgres')))) return file;
    if (Date.now() > deadlineMs) {
      throw new LaunchError(
        `A PostgreSQL (process ${String(file.pid)}) runs on ${place.dataFolder} but does not answer.\n` +
          'Stop that process, then start again.',
      );
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

/**
 * Removes a `postmaster.pid` that a power failure left empty or damaged. PostgreSQL then refuses to start, because it
 * can't tell whether the server that wrote the file is running. The launcher can: every process of a server has the
 * data folder as its working directory, and a server creates this file only after entering it. (If this check misses a
 * server, PostgreSQL finds its shared memory in use and refuses to start.)
 */
function removeBrokenPostmasterFile(dataFolder: string): void {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [pid] = processesUsing(dataFolder);
  if (pid !== undefined) {
    throw new LaunchError(
      `A PostgreSQL (process ${String(pid)}) uses ${dataFolder}, but its file postmaster.pid cannot be read.\n` +
        'Stop that process, then start again.',
    );
  }
  rmSync(file, { force: true });
}

async function startNew(
  place: ClusterLayout,
  binaries: PostgresBinaries,
  password: string,
  options: EmbeddedPostgresOptions,
): Promise<Running> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = await choosePort(place);
    const postmaster = launchPostmaster(place, binaries, port, options);
    const outcome = await untilReady(
      place,
      postmaster,
      buildUrl(port, password, 'postgres'),
      deadlineMs,
    ).catch(async (error: unknown) => {
      await stopPostmaster(postmaster.pid);
      throw error;
    });
    if (outcome === 'ready') {
      writeFileSync(join(place.folder, 'port'), String(port));
      return { pid: postmaster.pid, port };
    }
    if (outcome === 'timeout') await stopPostmaster(postmaster.pid);
    const words = postmaster.lastWords();
    // Retries after two temporary failures: after a kill -9 of the server, its children hold the shared memory a moment
    // longer; and another process may take the port between our check and its use.
    if (Date.now() > deadlineMs || outcome === 'timeout' || !isPassing(words)) {
      const how =
        outcome === 'timeout'
          ? `it was not ready within ${String(START_TIMEOUT_MS / 1000)} s`
          : `it ${postmaster.ending() ?? 'ended'}`;
      throw new LaunchError(
        `PostgreSQL did not start on ${place.dataFolder}: ${how}. ` +
          (words === '' ? 'It has written nothing into its log.' : `The end of its log:\n\n${words}`),
      );
    }
    await sleep(RETRY_INTERVAL_MS);
  }
}

async function untilReady(
  place: ClusterLayout,
  postmaster: LaunchedPostmaster,
  url: string,
  deadlineMs: number,
): Promise<'ready' | 'ended' | 'timeout'> {
  while (Date.now() < deadlineMs) {
    if (postmaster.ending() !== null) return 'ended';
    const file = readPostmasterFile(place.dataFolder);
    if (file?.pid === postmaster.pid && file.isReady && (await answers(url))) return 'ready';
    await sleep(POLL_INTERVAL_MS);
  }
  return 'timeout';
}

/** Chooses a port, the last one if free, so that processes that survived a crash find the server again. */
async function choosePort(place: ClusterLayout): Promise<number> {
  const file = join(place.folder, 'port');
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (last > 0 && (await isPortFree(last, '127.0.0.1'))) return last;
  const [port = 0] = await freePorts(1);
  return port;
}

function isPassing(log: string): boolean {
  return /pre-existing shared memory|Address already in use|could not bind|lock file "postmaster.pid" already exists/i.test(
    log,
  );
}
