import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isTerminal } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import { migrateQueue } from '../jobs/pg-boss-queue.ts';
import { openPool } from '../storage/connection.ts';
import { migrateDatabase } from '../storage/migrate-database.ts';
import { eventsOf, newGuest } from '../testing/api-client.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { drawnMask, drawnPng } from '../testing/drawn-png.ts';
import { eventually } from '../testing/eventually.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { startProduct } from '../testing/running-product.ts';
import type { RunningProduct } from '../testing/running-product.ts';
import { silentLogger } from '../testing/silent-logger.ts';

const TIMEOUT_MS = 300_000;
const RECOVERY_MS = 150_000;
const BALANCE = 1_000;
/** The server's tests run again on another PostgreSQL, which is not ours to kill. */
const isForeign = (process.env['TEST_DATABASE_URL'] ?? '') !== '';
if (isForeign) process.stderr.write('Skipped: the database of TEST_DATABASE_URL is not ours to kill\n');

const folder = join(tmpdir(), `packshot-killed-${userInfo().uid}-${process.pid}`);
const startDatabase = () => startEmbeddedPostgres({ folder, durability: 'none', maxConnections: 60 });

let database: EmbeddedPostgres;
let product: RunningProduct;

describe.skipIf(isForeign)('kill -9 of the database', () => {
  beforeAll(async () => {
    database = await startDatabase();
    await migrateDatabase(database.url, () => migrateQueue(database.url, silentLogger));
    product = await startProduct({
      DATABASE_URL: database.url,
      MODERATION: 'false',
      GUEST_FREE_GENERATIONS: String(BALANCE),
      LOG_LEVEL: 'info',
    });
    product.startWorker();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await product.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('under load loses no task that was acknowledged and no credit', { timeout: TIMEOUT_MS }, async () => {
    const guest = await newGuest(product.address);
    const [photo, mask] = await Promise.all([
      guest.upload(drawnPng(64, 64, (x, y) => [x * 4, y * 4, 80, 255])),
      guest.upload(drawnMask(64, 64)),
    ]);
    const acknowledged: string[] = [];
    let isOver = false;
    const ask = async () => {
      while (!isOver) acknowledged.push(...(await accepted(guest, photo.key, mask.key)));
    };
    const load = Promise.allSettled([ask(), ask(), ask()]);
    await eventually('some are acknowledged', async () => acknowledged.length >= 4 || undefined, RECOVERY_MS);
    process.kill(database.pid, 'SIGKILL');
    await database.exited;
    isOver = true;
    await load;

    const away = await guest.call('getFreemiumCredits');
    expect(away.status).toBe(503);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${product.address}/readyz`)).status).toBe(503);
    expect((await fetch(`${product.address}/healthz`)).status).toBe(200);

    database = await startDatabase();
    for (const taskId of acknowledged)
      expect(await ended(guest, taskId)).toMatchObject({ status: 'SUCCESS' });
    const pool = openPool(database.url, 2, 'test', silentLogger);
    try {
      const { rows } = await pool.query('select count(*)::int as requests from generation_requests');
      const { requests } = rows[0] as { requests: number };
      expect(requests).toBeGreaterThanOrEqual(acknowledged.length);
      expect(await guest.balance()).toBe(BALANCE - requests);
      await eventually(
        'all is settled',
        async () => (await brokenInvariants(pool)).length === 0 || undefined,
        RECOVERY_MS,
      );
    } finally {
      await pool.end();
    }
  });
});

/** The tasks that the server has acknowledged; none when it could not. */
async function accepted(guest: ApiClient, photo: string, mask: string): Promise<string[]> {
  const leaving = new AbortController();
  const headers = { 'idempotency-key': randomUUID() };
  const response = await guest.magic(photo, mask, 'brighten', { headers, signal: leaving.signal });
  if (!response.ok) throw new Error(`${response.status}`);
  try {
    for await (const event of eventsOf(response)) if ('task_ids' in event) return event.task_ids;
    return [];
  } finally {
    leaving.abort();
  }
}

const ended = (guest: ApiClient, taskId: string): Promise<TaskState> =>
  eventually(
    `task ${taskId} ends`,
    async () => {
      const response = await guest.call('checkStatus', { query: { task_id: taskId } });
      // The API finds its way back to the database by itself.
      if (response.status === 503) return undefined;
      const state = (await response.json()) as TaskState;
      return isTerminal(state.status) ? state : undefined;
    },
    RECOVERY_MS,
  );
