import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINE_CACHE } from './engine-cache.ts';
import { eventually } from './eventually.ts';
import type { FaultPlan } from './fault-plan.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/** Folder of Node's compile cache for our sources, which makes a process start a third faster. */
export const COMPILE_CACHE = fileURLToPath(
  new URL('../../../../.packshot/test-compile-cache', import.meta.url),
);

/** Secret that signs sessions; tests know it, so that they can sign expired tokens. */
export const SESSION_SECRET = 'a secret of the tests, and of no use anywhere else';

const METRICS_TOKEN = 'metrics of the tests';

/**
 * Expects that the API process has no open subscription to task changes, because each would stay for the life of the
 * process.
 */
export async function expectNoSubscriptions({ address }: Pick<RunningProduct, 'address'>): Promise<void> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  let gauge: string | undefined;
  await eventually(
    () => `no open subscription, but there were ${String(gauge)}`,
    async () => {
      const metrics = await (await fetch(`${address}/metrics`, { headers })).text();
      gauge = /^packshot_feed_subscriptions (\d+)$/m.exec(metrics)?.[1];
      return gauge === '0' || undefined;
    },
    5_000,
  );
}

export interface RunningProduct {
  /** URL of the API, without a trailing slash. */
  readonly address: string;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly api: ChildProcess;
  /** All output of API and workers. */
  log(): string;
  startWorker(faults?: FaultPlan): ChildProcess;
  /** Starts another API process on the same data. */
  startApi(faults: FaultPlan): Promise<{ readonly child: ChildProcess; readonly address: string }>;
  stop(): Promise<void>;
}

/** Builds the arguments and environment that inject a fault plan into a process. */
const underFaults = (plan: FaultPlan) => ({
  args: ['--import', fileURLToPath(new URL('./fault-preload.ts', import.meta.url))],
  env: { FAULT_PLAN: JSON.stringify(plan) },
});

type ServerEnvironment = Record<string, string>;

/**
 * Starts the real API process on a new database and folder; workers are started on demand.
 * @param environment additional variables, or a function that derives them from the database URL
 * @param place an existing database and folder, which are removed when the server stops
 */
export async function startProduct(
  environment: ServerEnvironment | ((databaseUrl: string) => Promise<ServerEnvironment>) = {},
  place?: Pick<RunningProduct, 'database' | 'dataDir'>,
): Promise<RunningProduct> {
  const database = place?.database ?? (await createTestDatabase());
  const variables = typeof environment === 'function' ? await environment(database.url) : environment;
  const dataDir = place?.dataDir ?? (await mkdtemp(join(tmpdir(), 'packshot-product-')));
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
        METRICS_TOKEN,
        // High enough that no captcha is needed, because tests create many guests from one network address.
        GUESTS_WITHOUT_CAPTCHA_PER_HOUR: '100000',
        ...variables,
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
