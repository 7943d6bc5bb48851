import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import type { Place } from './place.ts';
import { isAlive } from './postmaster-file.ts';

const POLL_INTERVAL_MS = 50;
/** Each signal that asks less politely than the one before gets so much time. */
const STOP_TIMEOUT_MS = 15_000;
const LOG_LIMIT_BYTES = 5_000_000;
const LOG_NAME = 'postgres.log';
const LAST_LINES = 12;

/** What is said to a server when it starts, besides where its data are. */
export interface PostmasterOptions {
  /** `none` is for tests: nothing is forced to the disk, a power cut may destroy the cluster. */
  durability?: 'full' | 'none';
  maxConnections?: number;
}

/** A server that this process has started itself. */
export interface LaunchedPostmaster {
  /** 0 when it could not be executed. */
  readonly pid: number;
  /**
   * How it has ended, in words; null while it runs. What the child process itself reports, and not what the list of
   * processes shows: for a moment after the start of a program its command line there is still empty, on a busy
   * machine for long enough that a server which is just beginning looks like one that is gone.
   */
  ending(): string | null;
  /** The last lines that it, and no earlier server, has written into the log. */
  lastWords(): string;
}

/** Starts the server of a cluster, on loopback alone. */
export function launchPostmaster(
  place: Place,
  binaries: PostgresBinaries,
  port: number,
  options: PostmasterOptions,
): LaunchedPostmaster {
  const logFile = join(place.folder, LOG_NAME);
  const log = openSync(logFile, isOverLimit(logFile) ? 'w' : 'a', 0o600);
  const logStart = fstatSync(log).size;
  // Detached: Ctrl-C reaches the whole process group, and the database has to outlive the API and the workers.
  const child = spawn(binaries.postgres, ['-D', place.dataFolder, ...flagsOf(port, options)], {
    ...place.account,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let ending: string | null = null;
  child.once('error', (error) => (ending = `could not be executed (${error.message})`));
  child.once('exit', (code, signal) => {
    ending = signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`;
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    ending: () => ending,
    lastWords: () => lastLines(readFileSync(logFile).subarray(logStart).toString('utf8')),
  };
}

function flagsOf(port: number, options: PostmasterOptions): string[] {
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
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Ends a server: politely, then at once, then without asking. Open transactions are rolled back. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalProcess(pid, signal)) return;
    const deadlineMs = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadlineMs) {
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

/** Resolves when a process has ended, whoever ended it. Keeps no process running. */
export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}

function isOverLimit(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES;
}
