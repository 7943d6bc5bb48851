import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../../../packages/server/src/platform/objects/object-store.ts';
import { startS3Store } from '../../../packages/server/src/platform/objects/testing/stores-under-test.ts';
import { ENGINE_CACHE } from '../../../packages/server/src/testing/engine-cache.ts';
import type { CephGateway } from '../../../tools/launch/ceph-gateway.ts';
import { ROOT } from '../../../tools/launch/settings.ts';
import type { Machines } from './network.ts';

const API_PORT = 3000;
const START_MS = 180_000;
/** Path of Debian's libfaketime; undefined if it isn't installed. */
const FAKE_TIME = ['x86_64', 'aarch64']
  .map((processor) => `/usr/lib/${processor}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

export const hasFakeTime = FAKE_TIME !== undefined;

/** Environment in which a program, its packages and Node itself read a clock with this offset. */
export const wrongClock = (offset: string): NodeJS.ProcessEnv => ({
  LD_PRELOAD: FAKE_TIME,
  FAKETIME: offset,
  // Keeps the monotonic clock, which timers use, because a real clock change doesn't affect it either.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

export interface Installation {
  readonly databaseUrl: string;
  readonly objects: ObjectStore;
  /** Runs the migrations of the release in the folder. */
  migrate(source: string): Promise<void>;
  startApi(machine: string, source: string): Promise<ChildProcess>;
  startWorker(machine: string, source: string, environment?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  apiAddress(machine: string): string;
}

/**
 * Starts the database and the object store on their machines. The caller starts APIs and workers, which run in
 * production mode.
 */
export async function startInstallation(machines: Machines, folder: string): Promise<Installation> {
  const server = async <Place>(machine: string): Promise<Place> => {
    const program = join(import.meta.dirname, 'server-process.ts');
    const args = [program, machine, machines.findAddress(machine), folder];
    const child = machines.spawn(machine, process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [place] = (await Promise.race([once(child, 'message'), failure(child, machine)])) as [Place];
    return place;
  };
  const [{ url: databaseUrl }, gateway] = await Promise.all([
    server<{ url: string }>('database'),
    server<Omit<CephGateway, 'stop'>>('store'),
  ]);
  const { endpoint, ...credentials } = gateway;
  const { store: objects, bucket } = await startS3Store(gateway);
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://studio.example.com',
    TRUST_PROXY: '10.77.0.0/24',
    HOST: '0.0.0.0',
    PORT: String(API_PORT),
    DATABASE_URL: databaseUrl,
    OBJECT_STORE: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    SESSION_SECRET: 'a secret of these machines, and of no use anywhere else',
    MODERATION: 'false',
    ENGINE_CACHE_DIR: ENGINE_CACHE,
    GUEST_FREE_GENERATIONS: '10000',
    GUESTS_WITHOUT_CAPTCHA_PER_HOUR: '100000',
    GENERATIONS_PER_MINUTE: '10000',
    GUEST_QUEUED_TASKS_PER_ADDRESS: '10000',
    GUEST_QUEUED_TASKS_LIMIT: '10000',
    QUEUED_TASKS_LIMIT: '10000',
    LOG_LEVEL: 'info',
  };
  const start = async (machine: string, source: string, main: string, more: NodeJS.ProcessEnv = {}) => {
    const dataFolder = join(folder, machine);
    await mkdir(dataFolder, { recursive: true });
    const child = machines.spawn(machine, process.execPath, [join(source, 'packages/server/src', main)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      cwd: source,
      env: {
        ...environment,
        DATA_DIR: dataFolder,
        // Separate cache, because an earlier release has other networks.
        ...(source !== ROOT && { ENGINE_CACHE_DIR: join(folder, 'models') }),
        ...more,
      },
    });
    const log = createWriteStream(join(folder, `${machine}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
    return child;
  };
  const waitForLine = async (child: ChildProcess, machine: string, what: string): Promise<void> => {
    const said = new Promise<void>((resolve) => {
      child.stdout?.on('data', (text) => String(text).includes(what) && resolve());
    });
    await Promise.race([said, failure(child, machine), tooLate(machine)]);
  };
  const apiAddress = (machine: string): string => `http://${machines.findAddress(machine)}:${API_PORT}`;
  return {
    databaseUrl,
    objects,
    apiAddress,
    async migrate(source) {
      const child = await start('api1', source, 'migrate.ts');
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`The migration ended with ${code}; see api1.log`);
    },
    async startApi(machine, source) {
      const child = await start(machine, source, 'main-api.ts');
      await Promise.race([once(child, 'message'), failure(child, machine), tooLate(machine)]);
      return child;
    },
    async startWorker(machine, source, more) {
      const child = await start(machine, source, 'main-worker.ts', more);
      await waitForLine(child, machine, 'worker ready');
      return child;
    },
  };
}

async function failure(child: ChildProcess, machine: string): Promise<never> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  throw new Error(`${machine} ended while it started (${signal ?? code}); see its log`);
}

async function tooLate(machine: string): Promise<never> {
  await sleep(START_MS, undefined, { ref: false });
  throw new Error(`${machine} was not ready in ${START_MS / 1000} s`);
}
