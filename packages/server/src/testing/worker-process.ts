import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ENGINE_CACHE } from './engine-cache.ts';
import { eventually } from './eventually.ts';
import { COMPILE_CACHE } from './running-product.ts';
import { TEST_SECRET } from './test-services.ts';
import type { TestServices } from './test-services.ts';

const MAIN = join(import.meta.dirname, '..', 'main-worker.ts');

interface LogLine {
  readonly msg: string;
  readonly taskId?: string;
  readonly [field: string]: unknown;
}

export interface WorkerProcess {
  readonly pid: number;
  /** Resolves with the first log line that has this message and, if given, names this task. */
  waitForLog(message: string, taskId?: string, timeoutMs?: number): Promise<LogLine>;
  /** Returns whether such a line was logged so far. */
  hasLogged(message: string, taskId?: string): boolean;
  /** Sends a signal to the worker; resolves with the exit code, or null if it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Runs the real worker in a separate process, on the test's database and folder. */
export async function startWorkerProcess(services: TestServices): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: services.url,
      DATA_DIR: services.folder,
      ENGINE_CACHE_DIR: ENGINE_CACHE,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      SESSION_SECRET: TEST_SECRET,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const lines: LogLine[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as LogLine));
  const find = (message: string, taskId?: string) =>
    lines.find((line) => line.msg === message && (taskId === undefined || line.taskId === taskId));
  const worker: WorkerProcess = {
    pid: child.pid ?? 0,
    waitForLog: (message, taskId, timeoutMs) =>
      eventually(
        () =>
          `worker ${child.pid} says "${message}"; its last lines: ${JSON.stringify(lines.slice(-6), null, 1)}`,
        async () => find(message, taskId),
        timeoutMs,
      ),
    hasLogged: (message, taskId) => find(message, taskId) !== undefined,
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
  await worker.waitForLog('worker ready', undefined, 60_000);
  return worker;
}
