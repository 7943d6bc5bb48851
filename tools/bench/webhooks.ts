// npm run bench -- webhooks
//
// Kills the worker that delivers webhooks at random moments, again and again, while jobs end. Counts the events that
// arrived, as read by the published Standard Webhooks library, the events that arrived more than once, and every
// connection to an address that webhooks may not reach: by IP address, by name, by redirect.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WEBHOOK_EVENTS, webhookBodySchema } from '@packshot/contract';
import { createApiKeyService } from '../../packages/server/src/api/keys/service.ts';
import type { Caller } from '../../packages/server/src/platform/access/caller.ts';
import { createTaskLifecycle } from '../../packages/server/src/tools/lifecycle.ts';
import { createWebhookService } from '../../packages/server/src/api/webhooks/service.ts';
import {
  createPublicFetch,
  isPrivateLiteral,
} from '../../packages/server/src/platform/public-fetch/public-fetch.ts';
import { createTokenSecrets } from '../../packages/server/src/platform/secrets/token-secrets.ts';
import { createTaskEndings } from '../../packages/server/src/catalog/task-endings.ts';
import { SERVER_TOOLS } from '../../packages/server/src/tools/kinds/index.ts';
import { migrateQueue, openQueueSender } from '../../packages/server/src/platform/queue/pg-boss-queue.ts';
import { openPool } from '../../packages/server/src/platform/database/connection.ts';
import { createDatabase } from '../../packages/server/src/app/database.ts';
import { migrateDatabase } from '../../packages/server/src/platform/database/migrate-database.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { startWebhookReceiver, verifyDelivery } from '../../packages/server/src/testing/webhook-receiver.ts';
import { startEmbeddedPostgres } from '../launch/postgres/embedded-postgres.ts';
import { endDatabaseWithUs } from '../launch/postgres/end-with-us.ts';
import { row } from './contestants.ts';
import { createKey, DEMO_BILLING, insertOwner } from './shop-owner.ts';

/** Options of the command: `--kills 5` for a quick look. */
const { kills } = parseArgs({ options: { kills: { type: 'string', default: '50' } } }).values;
const KILLS = Number(kills);
const EVENTS_PER_KILL = 6;
/**
 * Number of organizations. A killed worker holds up to two deliveries of one organization; deliveries of the others
 * continue.
 */
const ORGANIZATIONS = 25;
/**
 * Longest time in milliseconds from a worker's first delivery to its kill, so that it is killed during deliveries
 * however long it took to start.
 */
const LONGEST_LIFE_MS = 400;
const LONGEST_START_MS = 30_000;
const PATIENCE_MS = 30 * 60_000;
const SECRET = randomBytes(32).toString('hex');
const clock = { now: () => new Date() };

async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, 'webhooks/worker-process.ts'), databaseUrl, SECRET],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(worker.stdout, 'data');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

/** Listener at an address that webhooks may not reach. */
async function startPrivateListener() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, count: () => connections, stop: () => server.close() };
}

const folder = await mkdtemp(join(tmpdir(), 'packshot-webhooks-'));
endDatabaseWithUs(folder, folder);
const postgres = await startEmbeddedPostgres({ folder, durability: 'none', maxConnections: 100 });
try {
  const { url } = postgres;
  await migrateDatabase(url, () => migrateQueue(url, silentLogger));
  const pool = openPool(url, 10, 'bench', silentLogger);
  const queue = await openQueueSender(pool, silentLogger);
  const database = createDatabase(pool, queue.bind);
  const lifecycle = createTaskLifecycle({ database, endings: createTaskEndings(SERVER_TOOLS, clock), clock });
  const webhooks = createWebhookService({
    database,
    clock,
    secrets: createTokenSecrets(SECRET),
    publicFetch: createPublicFetch(),
    mayBeLocal: true,
    isPrivateLiteral,
  });
  const forbidden = await startPrivateListener();
  const receiver = await startWebhookReceiver();
  const tries = new Map<string, number>();
  receiver.answer((response, { id }) => {
    const before = tries.get(id) ?? 0;
    tries.set(id, before + 1);
    const fails = before === 0 && randomInt(4) === 0;
    setTimeout(() => response.writeHead(fails ? 503 : 204).end(), randomInt(200));
  });
  const redirect = createRedirect(`http://127.0.0.1:${forbidden.port}/`);
  const redirectPort = await redirect.port;

  const apiKeys = createApiKeyService({ database, billing: DEMO_BILLING, clock });
  const secretByOrganization = new Map<string, string>();
  const programs: { readonly owner: Caller; readonly keyId: string }[] = [];
  for (let index = 0; index < ORGANIZATIONS; index += 1) {
    const owner = await insertOwner(database);
    const { id } = await createKey(apiKeys, owner, { mode: 'test', scopes: ['jobs:run'] });
    const add = (address: string) =>
      webhooks.create(owner, { url: address, description: '', events: [...WEBHOOK_EVENTS] });
    secretByOrganization.set(owner.organizationId, (await add(receiver.url)).secret);
    await add(`https://127.0.0.1:${forbidden.port}/`);
    await add(`https://${hostname()}:${forbidden.port}/`);
    await add(`http://localhost:${redirectPort}/`);
    programs.push({ owner, keyId: id });
  }

  /** Organization of each ended job, by the job's ID. */
  const organizationByJob = new Map<string, string>();
  const endJob = async (): Promise<void> => {
    const program = programs[randomInt(programs.length)];
    if (program === undefined) throw new Error('There are no programs.');
    const { owner, keyId } = program;
    const [requestId, taskId] = [randomUUID(), randomUUID()];
    await database.stores.requests.insert({
      id: requestId,
      userId: owner.userId,
      type: null,
      toolId: 1,
      input: { tool: 'cut-out' },
      inputKeys: [],
      cost: 0,
      creditState: 'free',
      apiKeyId: keyId,
      ceilingMonth: null,
      callTerms: { mode: 'test', name: '' },
    });
    const task = { id: taskId, variant: 0, requestId, userId: owner.userId, timeoutMs: 60_000 };
    await database.stores.tasks.insert([task]);
    await lifecycle.fail({ taskId }, 'TASK_FAILED');
    organizationByJob.set(requestId, owner.organizationId);
  };

  const arrived = new Set<string>();
  let unsigned = 0;
  let read = 0;
  /** Verifies events soon after they arrive, because the library refuses signatures older than five minutes. */
  const look = (): void => {
    for (const received of receiver.received.slice(read)) {
      read += 1;
      try {
        const { id } = webhookBodySchema.parse(JSON.parse(received.body)).data;
        verifyDelivery(secretByOrganization.get(organizationByJob.get(id) ?? '') ?? '', received);
        arrived.add(id);
      } catch {
        unsigned += 1;
      }
    }
  };
  const startedMs = performance.now();
  let killsAtWork = 0;
  for (let index = 0; index < KILLS; index += 1) {
    const worker = await startWorker(url);
    const before = receiver.received.length;
    for (let each = 0; each < EVENTS_PER_KILL; each += 1) await endJob();
    const givenUpMs = performance.now() + LONGEST_START_MS;
    while (receiver.received.length === before && performance.now() < givenUpMs) await sleep(10);
    if (receiver.received.length > before) killsAtWork += 1;
    await sleep(randomInt(LONGEST_LIFE_MS));
    await kill(worker);
    look();
    console.error(`${index + 1} kills, ${receiver.received.length} requests received`);
  }
  const last = await startWorker(url);
  while (arrived.size < organizationByJob.size && performance.now() - startedMs < PATIENCE_MS) {
    look();
    await sleep(500);
  }
  look();
  await kill(last);
  receiver.stop();
  redirect.stop();
  forbidden.stop();
  await queue.close();
  await pool.end();

  const accepted = [...tries.values()].reduce((sum, each) => sum + each, 0);
  console.log(row(['', '']));
  console.log(row(['---', '---:']));
  console.log(row(['kills of the worker', String(KILLS)]));
  console.log(row(['kills of a worker that delivers', String(killsAtWork)]));
  console.log(row(['events', String(organizationByJob.size)]));
  console.log(row(['events that arrived', String(arrived.size)]));
  console.log(row(['requests received', String(accepted)]));
  console.log(row(['of them unsigned or signed wrongly', String(unsigned)]));
  console.log(row(['redirects answered', String(redirect.count())]));
  console.log(row(['connections to private addresses', String(forbidden.count())]));
  if (arrived.size < organizationByJob.size || unsigned > 0 || forbidden.count() > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

function createRedirect(location: string) {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.once('data', () => {
      socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
    });
    socket.on('error', () => {});
  });
  const port = new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
  return { port, count: () => count, stop: () => server.close() };
}
