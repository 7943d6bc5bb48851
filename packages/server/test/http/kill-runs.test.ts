import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { AddItemsRequest, Recipe, Run, RunItem, StoredRecipe } from '@packshot/contract';
import { CUT_OUTS, variedPhotos } from '@packshot/image-engine/testing/varied-photos';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import { migrateQueue } from '../../src/platform/queue/pg-boss-queue.ts';
import { openPool } from '../../src/platform/database/connection.ts';
import { migrateDatabase } from '../../src/platform/database/migrate-database.ts';
import { openDiskObjectStore } from '../../src/platform/objects/disk-object-store.ts';
import { newGuest } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  FAULT_TIMEOUT_MS,
  waitForExit,
  leasesRunOut,
  pausesEnd,
  RECOVERY_MS,
  stopAll,
} from '../../src/testing/fault-suite.ts';
import { brokenInvariants, missingObjects } from '../../src/testing/invariants.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';
import { seedRandom } from '../../src/testing/seeded.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';

/** Number of photos. Three hundred take about seventy seconds on two idle cores. */
const PHOTOS = Number(
  process.env['KILLED_RUN_PHOTOS'] ?? (process.env['THOROUGH_TESTS'] === undefined ? 50 : 300),
);
const SEED = Number(process.env['FAULT_FIRST_SEED'] ?? 1);
const SIZE = { longestSidePx: 48, smallestShare: 0.5 };
const BALANCE = 2 * PHOTOS;
const PER_CALL = 100;
/** Number of photos that a second run processes again. */
const MADE_AGAIN = 20;

const [output] = PLAIN_RECIPE.outputs;
const RECIPE: Recipe = {
  ...PLAIN_RECIPE,
  outputs: (['shop', 'feed'] as const).map((id) => ({
    ...(output as Recipe['outputs'][number]),
    id,
    width: id === 'shop' ? 40 : 24,
    height: 32,
  })),
};

/** A separate database, which can be killed without affecting other tests. */
const folder = join(tmpdir(), `packshot-killed-runs-${userInfo().uid}-${process.pid}`);
/**
 * Starts a database that flushes every write to disk, because it would otherwise lose its last acknowledged writes
 * when it is killed.
 */
const startDatabase = () => startEmbeddedPostgres({ folder, durability: 'full', maxConnections: 60 });

let database: EmbeddedPostgres;
let product: RunningProduct;

/** Connects to the current database. The address is read each time, because a restarted database has another port. */
async function withPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(database.url, 2, 'test', silentLogger);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Creates an owner with credits. Skips registration, whose password hash is deliberately slow. */
async function owner(): Promise<ApiClient> {
  const guest = await newGuest(product.address);
  await withPool(async (pool) => {
    const { id } = guest.session.info.user;
    await pool.query(`update memberships set role = 'owner' where user_id = $1`, [id]);
    await pool.query(
      `update organizations set grants = '{large_runs}' where id in (select organization_id from memberships where user_id = $1)`,
      [id],
    );
    // Switches off signing, which takes longer than all other work on these small pictures.
    await pool.query(`update users set signs_pictures = false where id = $1`, [id]);
  });
  return guest;
}

interface RunDraft {
  readonly id: string;
  readonly recipeId: string;
  readonly items: AddItemsRequest['items'];
  readonly brokenRows: readonly number[];
}

async function createDraft(client: ApiClient): Promise<RunDraft> {
  const { data: recipe } = await client.json<{ data: StoredRecipe }>('createRecipe', {
    json: { name: 'Small', recipe: RECIPE },
  });
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: { name: 'Killed', recipe_id: recipe.id, only_changed: false },
  });
  const [items, brokenRows]: [AddItemsRequest['items'], number[]] = [[], []];
  for await (const { file, isBroken } of variedPhotos(CUT_OUTS, PHOTOS, SIZE)) {
    const { key } = await client.upload(file);
    const row = items.length + 1;
    if (isBroken) brokenRows.push(row);
    const source = { kind: 'upload', key, file_name: `${row}.png` } as const;
    items.push({ sku: `sku-${row}`, variant: '', slot: '', columns: {}, source });
  }
  return { id: run.id, recipeId: recipe.id, items, brokenRows };
}

/** Makes a call through a second API process that dies during it, then repeats the call at the first process. */
async function despiteDeath(
  client: ApiClient,
  when: 'before' | 'after',
  call: (client: ApiClient) => Promise<Response>,
): Promise<void> {
  const { child, address } = await product.startApi({ kill: { step: '^commit', when } });
  await expect(call(client.at(address)).then((answer) => answer.text())).rejects.toThrow();
  expect(await waitForExit(child)).toBe('SIGKILL');
  const again = await call(client);
  // The status shows whether the dead process had committed the call.
  expect([200, 409]).toContain(again.status);
  await again.body?.cancel();
}

async function addAll(client: ApiClient, { id, items }: RunDraft): Promise<void> {
  for (let at = 0; at < items.length; at += PER_CALL) {
    const json = { first_row: at + 1, items: items.slice(at, at + PER_CALL) };
    const add = (through: ApiClient) => through.call('addRunItems', { params: { id }, json });
    if (at < 2 * PER_CALL && at < items.length - 1)
      await despiteDeath(client, at === 0 ? 'before' : 'after', add);
    else expect((await add(client)).status).toBe(200);
  }
}

const waitUntilSettled = async (id: string): Promise<number> => {
  const { rows } = await withPool((pool) =>
    pool.query<{ items: number }>(
      `select count(*)::int as items from run_items where run_id = $1 and state not in ('waiting', 'running')`,
      [id],
    ),
  );
  return rows[0]?.items ?? 0;
};

/** Kills a worker after it has completed some items, and makes its claims expire. */
async function killWorker(worker: ChildProcess, id: string, after: number): Promise<void> {
  const from = await waitUntilSettled(id);
  await eventually(
    `${after} more are settled`,
    async () => (await waitUntilSettled(id)) >= from + after || undefined,
    RECOVERY_MS,
  );
  worker.kill('SIGKILL');
  await waitForExit(worker);
  await withPool(leasesRunOut);
}

async function listItems(client: ApiClient, id: string): Promise<RunItem[]> {
  const { data } = await client.json<{ data: RunItem[] }>('listRunItems', {
    params: { id },
    query: { limit: '500' },
  });
  return data;
}

describe('a run of many photos', () => {
  beforeAll(async () => {
    database = await startDatabase();
    await migrateDatabase(database.url, () => migrateQueue(database.url, silentLogger));
    product = await startProduct({
      DATABASE_URL: database.url,
      MODERATION: 'false',
      GUEST_FREE_GENERATIONS: String(BALANCE),
      LOG_LEVEL: 'info',
    });
  }, FAULT_TIMEOUT_MS);
  afterAll(async () => {
    await product.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it(
    'makes each file once, under its name and for its credit, whatever process is killed',
    { timeout: 4 * FAULT_TIMEOUT_MS },
    async () => {
      const random = seedRandom(SEED);
      const some = (): number => 2 + Math.floor(random() * (PHOTOS / 12));
      const client = await owner();
      const draft = await createDraft(client);
      const { id, brokenRows } = draft;
      await addAll(client, draft);
      await despiteDeath(client, 'after', (through) =>
        through.call('changeRun', { params: { id, action: 'start' } }),
      );

      for (let kills = 0; kills < 3; kills++) await killWorker(product.startWorker(), id, some());
      // A worker that dies while it completes an item, at a random statement.
      const nth = 1 + Math.floor(random() * 20);
      const doomed = product.startWorker({
        kill: { step: '.', when: 'before', from: 'insert into "run_outputs"', nth },
      });
      await waitForExit(doomed);
      await withPool(leasesRunOut);

      const orphan = product.startWorker();
      const before = (await waitUntilSettled(id)) + some();
      await eventually(
        'the work goes on',
        async () => (await waitUntilSettled(id)) >= before || undefined,
        RECOVERY_MS,
      );
      process.kill(database.pid, 'SIGKILL');
      await database.exited;
      database = await startDatabase();
      await stopAll(orphan);
      await withPool(leasesRunOut);

      const last = product.startWorker();
      const run = await eventually(
        'the run ends',
        async () => {
          await withPool(pausesEnd);
          const answer = await client.call('readRun', { params: { id } });
          if (!answer.ok) return undefined;
          const { data } = (await answer.json()) as { data: Run };
          return data.status === 'finished' ? data : undefined;
        },
        2 * RECOVERY_MS,
      );
      const completedCount = PHOTOS - brokenRows.length;
      expect(run.counts).toMatchObject({
        done: completedCount,
        failed: brokenRows.length,
        waiting: 0,
        running: 0,
        skipped: 0,
      });
      expect(run.credits).toBe(completedCount);
      expect(await client.balance()).toBe(BALANCE - completedCount);
      const items = await listItems(client, id);
      await expectFiles(items, brokenRows);
      await expectSameAgain(client, draft, items);
      await stopAll(last);
    },
  );

  /**
   * Expects that the same recipe and photos give the same bytes as before, in another process and after all failures.
   */
  async function expectSameAgain(
    client: ApiClient,
    draft: RunDraft,
    before: readonly RunItem[],
  ): Promise<void> {
    const { data: run } = await client.json<{ data: Run }>('createRun', {
      json: { name: 'Again', recipe_id: draft.recipeId, only_changed: false },
    });
    const { id } = run;
    const again = draft.items.slice(0, MADE_AGAIN);
    await client.json('addRunItems', { params: { id }, json: { first_row: 1, items: again } });
    await client.json('changeRun', { params: { id, action: 'start' } });
    await eventually(
      'the second run ends',
      async () => {
        const { data } = await client.json<{ data: Run }>('readRun', { params: { id } });
        return data.status === 'finished' || undefined;
      },
      RECOVERY_MS,
    );
    const listHashes = (items: readonly RunItem[]): string[][] =>
      items.map(({ outputs }) => outputs.map((file) => `${file.name} ${file.unsigned_sha256}`));
    expect(listHashes(await listItems(client, id))).toEqual(listHashes(before.slice(0, MADE_AGAIN)));
  }

  async function expectFiles(items: readonly RunItem[], brokenRows: readonly number[]): Promise<void> {
    expect(items).toHaveLength(PHOTOS);
    const failed = items.filter(({ state }) => state === 'failed');
    expect(failed.map(({ row }) => row)).toEqual(brokenRows);
    for (const { reason } of failed) expect(['CORRUPT_IMAGE', 'UNSUPPORTED_TYPE']).toContain(reason?.code);
    const names = items.flatMap(({ outputs }) => outputs.map(({ name }) => name));
    const expectedNames = items
      .filter(({ state }) => state === 'done')
      .flatMap(({ row }) => [`sku-${row}_shop.png`, `sku-${row}_feed.png`]);
    expect(names).toEqual(expectedNames);
    const objects = await openDiskObjectStore({
      rootFolder: join(product.dataDir, 'storage'),
      signingSecret: SESSION_SECRET,
      urlPrefix: '',
    });
    await withPool(async (pool) => {
      const { rows } = await pool.query<{ key: string; sha256: string }>(
        'select key, sha256 from run_outputs',
      );
      expect(new Set(rows.map(({ key }) => key)).size).toBe(names.length);
      for (const { key, sha256 } of rows) {
        const bytes = await objects.read(key);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
      await eventually(
        'all is settled',
        async () => (await brokenInvariants(pool)).length === 0 || undefined,
        RECOVERY_MS,
      );
      expect(await missingObjects(pool, objects)).toEqual([]);
    });
  }
});
