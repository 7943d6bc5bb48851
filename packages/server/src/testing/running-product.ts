import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultPlan } from './fault-plan.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
/** Prepared models, kept from one run to the next and shared with the engine's own tests. */
const ENGINE_CACHE = fileURLToPath(new URL('../../../../.packshot/test-cache', import.meta.url));

/** What Node has made of our sources: a process starts in two thirds of the time. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../../.packshot/test-compile-cache', import.meta.url));

/** The secret that everything is signed with, known so that tests can sign what has expired. */
export const SESSION_SECRET = 'a secret of the tests, and of no use anywhere else';

export interface RunningProduct {
  /** Where the API listens, without a trailing slash. */
  readonly address: string;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly api: ChildProcess;
  /** All that API and workers have written. */
  log(): string;
  startWorker(faults?: FaultPlan): ChildProcess;
  /** One more API on the same data. */
  startApi(faults: FaultPlan): Promise<{ readonly child: ChildProcess; readonly address: string }>;
  stop(): Promise<void>;
}

/** Arguments and environment that put a plan of faults into a process. */
const underFaults = (plan: FaultPlan) => ({
  args: ['--import', fileURLToPath(new URL('./fault-preload.ts', import.meta.url))],
  env: { FAULT_PLAN: JSON.stringify(plan) },
});

type Environment = Record<string, string>;

/**
 * The real API process on a database and a folder of its own; workers when asked for.
 * @param environment more variables, or a function that makes them of the database's address
 */
export async function startProduct(
  environment: Environment | ((databaseUrl: string) => Promise<Environment>) = {},
): Promise<RunningProduct> {
  const database = await createTestDatabase();
  const given = typeof environment === 'function' ? await environment(database.url) : environment;
  const dataDir = await mkdtemp(join(tmpdir(), 'packshot-product-'));
  const processes: ChildProcess[] = [];
  let log = '';
  const start = (main: string, faults?: FaultPlan) => {
    const preload = faults && underFaults(faults);
    const child = spawn(process.execPath, [...(preload?.args ?? []), join(SOURCE, main)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ENGINE_CACHE_DIR: ENGINE_CACHE,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PORT: '0',
        LOG_LEVEL: 'trace',
        SESSION_SECRET,
        // Many guests of one address is what tests are.
        GUESTS_WITHOUT_CAPTCHA_PER_HOUR: '100000',
        ...given,
        ...preload?.env,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (log += String(text)));
    processes.push(child);
    return child;
  };

  const stop = async () => {
    await Promise.all(processes.map(endProcess));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };

  const startApi = async (faults?: FaultPlan) => {
    const child = start('main-api.ts', faults);
    const port = await Promise.race([
      once(child, 'message').then(([message]) => (message as { port: number }).port),
      once(child, 'exit').then(() => null),
    ]);
    if (port === null) throw new Error(`The API ended with ${String(child.exitCode)}:\n${log}`);
    return { child, address: `http://127.0.0.1:${port}` };
  };
  const api = await startApi().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    address: api.address,
    api: api.child,
    database,
    dataDir,
    log: () => log,
    startWorker: (faults) => start('main-worker.ts', faults),
    startApi,
    stop,
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
