import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import type { ClusterLayout } from './place.ts';
import { isAlive } from './postmaster-file.ts';

const POLL_INTERVAL_MS = 50;
/** Time in milliseconds between a signal and the next, more forceful one. */
const STOP_TIMEOUT_MS = 15_000;
const LOG_LIMIT_BYTES = 5_000_000;
const LOG_NAME = 'postgres.log';
const LAST_LINES = 12;

export interface PostmasterOptions {
  /** `none` is only for tests: without fsync, a power failure may destroy the cluster. */
  durability?: 'full' | 'none';
  maxConnections?: number;
  /**
   * Comma-separated addresses on which the server listens, instead of only 127.0.0.1; for measurements with several
   * machines.
   */
  listenAddresses?: string;
  /** Settings of PostgreSQL, for measurements. */
  settings?: Readonly<Record<string, string>>;
}

export type LaunchedPostmaster = ReturnType<typeof launchPostmaster>;

export function launchPostmaster(
  place: ClusterLayout,
  binaries: PostgresBinaries,
  port: number,
  options: PostmasterOptions,
) {
  const logFile = join(place.folder, LOG_NAME);
  const log = openSync(logFile, isOverLimit(logFile) ? 'w' : 'a', 0o600);
  const logStart = fstatSync(log).size;
  // Detached, because Ctrl-C reaches the whole process group, and the database has to outlive the API and the
  // workers.
  const child = spawn(binaries.postgres, ['-D', place.dataFolder, ...toFlags(port, options)], {
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
    /**
     * Reason why the server ended, or null while it is running. From the child process rather than the process list,
     * in which a new program's command line is still empty for a moment: on a busy machine, a starting server would
     * seem to have ended.
     */
    ending: (): string | null => ending,
    /** Last lines that this server, rather than an earlier one, wrote to the log. */
    lastWords: (): string => lastLines(readFileSync(logFile).subarray(logStart).toString('utf8')),
  };
}

function toFlags(port: number, options: PostmasterOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: options.listenAddresses ?? '127.0.0.1',
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
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Ends a server with increasingly forceful signals. The server rolls back open transactions. */
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

/** Resolves when a process has ended for any reason. Waiting doesn't keep the current process running. */
export async function untilExited(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}

function isOverLimit(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES;
}
