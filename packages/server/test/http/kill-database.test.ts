import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import { migrateQueue } from '../../src/platform/queue/pg-boss-queue.ts';
import { openPool } from '../../src/platform/database/connection.ts';
import { migrateDatabase } from '../../src/platform/database/migrate-database.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import type { FaultPlan } from '../../src/testing/fault-plan.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  acceptTask,
  BALANCE,
  waitForEnd,
  FAULT_TIMEOUT_MS,
  guestWithPictures,
  RECOVERY_MS,
  stopAll,
} from '../../src/testing/fault-suite.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';
import { seedRandom } from '../../src/testing/seeded.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';

const TIMEOUT_MS = FAULT_TIMEOUT_MS;
const SEEDS = Number(process.env['FAULT_SEEDS'] ?? 0);
const isLong = SEEDS > 0;
const FIRST_SEED = Number(process.env['FAULT_FIRST_SEED'] ?? 1);
const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);

const folder = join(tmpdir(), `packshot-killed-${userInfo().uid}-${process.pid}`);
/**
 * Starts a database that flushes every write to disk, because it would otherwise lose its last acknowledged writes
 * when it is killed.
 */
const startDatabase = () => startEmbeddedPostgres({ folder, durability: 'full', maxConnections: 60 });

let database: EmbeddedPostgres;
let product: RunningProduct;

describe('kill -9 of the database', () => {
  beforeAll(async () => {
    database = await startDatabase();
    await migrateDatabase(database.url, () => migrateQueue(database.url, silentLogger));
    product = await startProduct({
      DATABASE_URL: database.url,
      MODERATION: 'false',
      GUEST_FREE_GENERATIONS: String(BALANCE),
      LOG_LEVEL: 'info',
    });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await product.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Restarts the database and expects that acknowledged tasks succeed, and that one credit is charged for each stored
   * request.
   */
  async function expectRecovery(guest: ApiClient, acknowledged: readonly string[]): Promise<void> {
    database = await startDatabase();
    for (const taskId of acknowledged)
      expect(await waitForEnd(guest, taskId)).toMatchObject({ status: 'SUCCESS' });
    const pool = openPool(database.url, 2, 'test', silentLogger);
    try {
      const { rows } = await pool.query(
        'select count(*)::int as requests from generation_requests where user_id = $1',
        [guest.session.info.user.id],
      );
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
  }

  async function readyWorker(faults?: FaultPlan): Promise<ChildProcess> {
    const before = product.log().length;
    const worker = product.startWorker(faults);
    await eventually(
      'the worker is ready',
      async () => product.log().slice(before).includes('worker ready') || undefined,
      RECOVERY_MS,
    );
    return worker;
  }

  it.each(isLong ? seeds : [FIRST_SEED])(
    'loses no acknowledged task and no credit under load, seed %i',
    { timeout: TIMEOUT_MS },
    async (seed) => {
      const worker = await readyWorker();
      const { guest, photo, mask } = await guestWithPictures(product.address);
      const enough = 4 + Math.floor(seedRandom(seed)() * 12);
      const acknowledged: string[] = [];
      let isOver = false;
      const ask = async () => {
        while (!isOver) acknowledged.push(await acceptTask(guest, photo, mask));
      };
      const load = Promise.allSettled([ask(), ask(), ask()]);
      await eventually(
        'some are acknowledged',
        async () => acknowledged.length >= enough || undefined,
        RECOVERY_MS,
      );
      process.kill(database.pid, 'SIGKILL');
      await database.exited;
      isOver = true;
      await load;

      const away = await guest.call('getFreemiumCredits');
      expect(away.status).toBe(503);
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${product.address}/readyz`)).status).toBe(503);
      expect((await fetch(`${product.address}/healthz`)).status).toBe(200);
      await expectRecovery(guest, acknowledged);
      await stopAll(worker);
    },
  );

  const SETTLE = "update tasks set status = 'SUCCESS'";
  const MOMENTS = [
    ['before a task is settled for good', { step: '^commit', when: 'before', from: SETTLE }],
    ['when it is settled, before the worker knows', { step: '^commit', when: 'after', from: SETTLE }],
    ['when it is taken', { step: String.raw`update tasks set status = 'STARTED'`, when: 'after' }],
    ['when its pictures are announced', { step: 'insert into "assets"', when: 'before' }],
  ] as const;
  it.each(isLong ? MOMENTS : MOMENTS.slice(0, 2))(
    'ends the task once and charges it once, when the database dies %s',
    { timeout: TIMEOUT_MS },
    async (_what, moment) => {
      const { guest, photo, mask } = await guestWithPictures(product.address);
      const worker = await readyWorker({ kill: { ...moment, pid: database.pid } });
      const taskId = await acceptTask(guest, photo, mask);
      await database.exited;
      await expectRecovery(guest, [taskId]);
      await stopAll(worker);
    },
  );
});
