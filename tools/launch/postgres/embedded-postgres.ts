import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireFileLock } from '../file-lock.ts';
import { freePorts, isPortFree } from '../free-port.ts';
import { LaunchError } from '../launch-error.ts';
import { answers, DATABASE, ensureDatabase, passwordOf, ROLE, urlOf } from './access.ts';
import { locateBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { assertMajorVersion, initializeCluster } from './cluster.ts';
import { preparePlace } from './place.ts';
import type { Place } from './place.ts';
import { isPostmasterOf, processesUsing, readPostmasterFile } from './postmaster-file.ts';
import { launchPostmaster, stopPostmaster, untilGone } from './postmaster.ts';
import type { LaunchedPostmaster, PostmasterOptions } from './postmaster.ts';

/** Recovery after a crash replays the log since the last checkpoint: seconds, on a slow disk many. */
const START_TIMEOUT_MS = 120_000;
/** A second starter waits for the first one to have finished. */
const LOCK_TIMEOUT_MS = START_TIMEOUT_MS + 30_000;
const POLL_INTERVAL_MS = 50;
const RETRY_INTERVAL_MS = 500;

export interface EmbeddedPostgresOptions extends PostmasterOptions {
  /** Folder of the cluster, its password and its log; made when missing. */
  folder: string;
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
    else initializeCluster(place, binaries, ROLE, password);

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
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const file = readPostmasterFile(place.dataFolder);
    if (!file) {
      removeBrokenPostmasterFile(place.dataFolder);
      return null;
    }
    if (!isPostmasterOf(place.dataFolder, file.pid)) {
      // Left by a crash. PostgreSQL itself would refuse to start when the number belongs to another process now.
      rmSync(join(place.dataFolder, 'postmaster.pid'), { force: true });
      return null;
    }
    // Starting up, recovering or shutting down: wait for how it ends.
    if (file.isReady && (await answers(urlOf(file.port, password, 'postgres')))) return file;
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
 * A power cut can leave a `postmaster.pid` that is empty or holds anything; PostgreSQL then refuses to start, because it
 * cannot tell whose it is. We can: every process of a server has the data folder as its working directory, and a server
 * makes this file only after it has gone there. (Should a server be hidden from us all the same, PostgreSQL finds
 * its shared memory in use and refuses.)
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
  place: Place,
  binaries: PostgresBinaries,
  password: string,
  options: EmbeddedPostgresOptions,
): Promise<Running> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = await choosePort(place);
    const postmaster = launchPostmaster(place, binaries, port, options);
    const outcome = await untilReady(place, postmaster, urlOf(port, password, 'postgres'), deadlineMs).catch(
      async (error: unknown) => {
        await stopPostmaster(postmaster.pid);
        throw error;
      },
    );
    if (outcome === 'ready') {
      writeFileSync(join(place.folder, 'port'), String(port));
      return { pid: postmaster.pid, port };
    }
    if (outcome === 'timeout') await stopPostmaster(postmaster.pid);
    const words = postmaster.lastWords();
    // After a kill -9 of the server its children hold the shared memory for a moment longer; and a port can
    // be taken between our look and its use. Both pass.
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
  place: Place,
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

/** The port of the last time when it is free, so that processes which outlived a crash find the server again. */
async function choosePort(place: Place): Promise<number> {
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
