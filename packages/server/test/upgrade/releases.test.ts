import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTerminal } from '@packshot/contract';
import type {
  DownloadImageResponse,
  ItemState,
  RecordsPage,
  Run,
  RunItem,
  Session,
  StoredRecipe,
  TaskState,
} from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { readNewestMigration, MIGRATIONS } from '../../src/platform/database/migrate-database.ts';
import { openDiskObjectStore } from '../../src/platform/objects/disk-object-store.ts';
import { newGuest } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { FAULT_TIMEOUT_MS, RECOVERY_MS } from '../../src/testing/fault-suite.ts';
import { brokenInvariants, missingObjects } from '../../src/testing/invariants.ts';
import { COMPILE_CACHE, SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import { readSchemaObjects } from '../../src/testing/schema-objects.ts';
import { createEmptyDatabase, createTestDatabase } from '../../src/testing/test-database.ts';
import type { TestDatabase } from '../../src/testing/test-database.ts';

/* Tests upgrades with a data folder of each earlier release; see data-folders/README.md. */

const DATA_FOLDERS = fileURLToPath(new URL('data-folders', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const CHANGELOG = fileURLToPath(new URL('../../../../CHANGELOG.md', import.meta.url));

interface ReleaseUser {
  readonly email: string;
  readonly password: string;
  /** Names of the user's History records, newest first. */
  readonly records: readonly string[];
  /** Number of remaining download credits. */
  readonly downloads: number;
  /** Storage key of a picture whose download was paid for; downloading it again is free. */
  readonly downloaded: string;
  /** Id of a task that was accepted, but never started. */
  readonly waitingTask: string;
  /** Data of catalog runs; undefined before 0.2.0, which introduced them. */
  readonly catalog?: ReleaseCatalog;
}

/** A recipe and a finished run of it, by their names. */
interface ReleaseCatalog {
  readonly recipe: string;
  readonly run: string;
  /** States of the run's items. */
  readonly states: readonly ItemState[];
  /** SHA-256 of the first item's file. */
  readonly firstFile: string;
}

const RELEASES: Readonly<Record<string, ReleaseUser>> = {
  '0.1.0': {
    email: 'mia@shop.example',
    password: 'rightpass1',
    records: ['bright mug.jpg', 'blue mug.jpg'],
    downloads: 149,
    downloaded:
      'results/497b36ef-71b5-4936-854a-f39b0e44ba2c/ea377b71-4529-4434-99a9-fd1cda516301/1-full.png',
    waitingTask: 'b3164308-9062-4f08-a8bb-bf9a99201902',
  },
  '0.2.0': {
    email: 'mia@shop.example',
    password: 'rightpass1',
    records: ['bright mug.jpg', 'blue mug.jpg'],
    downloads: 156,
    downloaded:
      'results/60748953-b1c1-4c64-80d6-bd2989d39787/3940b80e-885f-4d47-949a-5ec3d1b19456/1-full.png',
    waitingTask: '2f590606-7ffe-404b-a48f-7b6966222ad3',
    catalog: {
      recipe: 'White, square',
      run: 'Autumn',
      states: ['approved', 'done'],
      firstFile: '22c0f6d464b00e4541277b8e1a9968b02153a64d5bd9dd88ce3b56b0cb722ea1',
    },
  },
};

const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Migrates the database as the launcher does before it starts the API. */
function migrate(database: TestDatabase, dataDir: string): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(SOURCE, 'migrate.ts')], { env }, (_error, out, err) =>
      resolve(child.exitCode === 0 ? 'done' : out + err),
    );
  });
}

async function hashBody(address: string, url: string): Promise<string> {
  const response = await fetch(new URL(url, address));
  expect(response.status).toBe(200);
  return sha256Hex(new Uint8Array(await response.arrayBuffer()));
}

async function expectCatalog(member: ApiClient, address: string, catalog: ReleaseCatalog): Promise<void> {
  const recipes = await member.json<{ data: StoredRecipe[] }>('listRecipes');
  expect(recipes.data.map(({ name }) => name)).toEqual([catalog.recipe]);
  const { data: runs } = await member.json<{ data: Run[] }>('listRuns');
  expect(runs.map(({ name, status }) => ({ name, status }))).toEqual([
    { name: catalog.run, status: 'finished' },
  ]);
  const id = runs[0]?.id ?? '';
  const rows = await member.json<{ data: RunItem[] }>('listRunItems', { params: { id } });
  expect(rows.data.map(({ state }) => state)).toEqual(catalog.states);
  const { data: first } = await member.json<{ data: RunItem }>('readRunItem', { params: { id, row: '1' } });
  expect(await hashBody(address, first.outputs[0]?.url ?? '')).toBe(catalog.firstFile);
}

describe('a data folder of an earlier release', { timeout: FAULT_TIMEOUT_MS }, () => {
  it('exists for each release in the changelog', async () => {
    const sections = [...(await readFile(CHANGELOG, 'utf8')).matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(
      ([, version]) => version,
    );
    expect(sections).toContain('0.1.0');
    expect(sections.toSorted()).toEqual(Object.keys(RELEASES).toSorted());
    const files = (await readdir(DATA_FOLDERS)).filter((name) => name.endsWith('.tar.gz'));
    expect(files.toSorted()).toEqual(sections.map((version) => `${version}.tar.gz`).toSorted());
  });

  it.each(Object.entries(RELEASES))(
    'upgrades from %s, and continues to work as before',
    async (release, person) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'packshot-upgrade-'));
      execFileSync('tar', ['-xzf', join(DATA_FOLDERS, `${release}.tar.gz`), '-C', dataDir]);
      const database = await createEmptyDatabase();
      // Loads the dump through a separate connection, because one of its settings would hide all table names from later
      // queries.
      const dump = await readFile(join(dataDir, 'database.sql'), 'utf8');
      const loading = await database.pool.connect();
      await loading.query(dump);
      // For the newest release, the folder's newest migration is the current one until a migration is added.
      expect(await readNewestMigration(loading as never)).toBeLessThanOrEqual(MIGRATIONS.at(-1)?.when ?? 0);
      loading.release(true);

      expect(await migrate(database, dataDir)).toBe('done');
      const fresh = await createTestDatabase(1);
      const objects = Object.fromEntries(await readSchemaObjects(fresh.pool));
      await fresh.drop();
      expect(Object.fromEntries(await readSchemaObjects(database.pool))).toEqual(objects);
      // The task has waited longer than allowed, because the old release was stopped long ago. This invariant is
      // violated until the worker below ends the task.
      const overdue = `I4: ${person.waitingTask}`;
      const store = await openDiskObjectStore({
        rootFolder: join(dataDir, 'storage'),
        signingSecret: SESSION_SECRET,
        urlPrefix: '',
      });
      expect((await brokenInvariants(database.pool)).filter((broken) => broken !== overdue)).toEqual([]);
      expect(await missingObjects(database.pool, store)).toEqual([]);
      const original = sha256Hex(await store.read(person.downloaded));

      // The server uses the session secret in the folder, because none is configured.
      const product = await startProduct({ SESSION_SECRET: '', MODERATION: 'false' }, { database, dataDir });
      try {
        const guest = await newGuest(product.address);
        const { email, password } = person;
        const login = await guest.call('login', { json: { email, password }, access: null });
        expect(login.status).toBe(200);
        const member = guest.with(((await login.json()) as { data: Session }).data);

        const page = await member.json<RecordsPage>('listRecords');
        expect(page.data.map(({ name }) => name)).toEqual(person.records);
        const old = page.data.find(({ output_image_url_key: key }) => key === person.downloaded);
        expect(await hashBody(product.address, old?.output_image_url ?? '')).toBe(original);

        const download = await member.json<DownloadImageResponse>('downloadImage', {
          json: { key: person.downloaded },
        });
        expect(download.download_credits).toBe(person.downloads);
        expect(await hashBody(product.address, download.url ?? '')).toBe(original);
        if (person.catalog) await expectCatalog(member, product.address, person.catalog);

        // The worker completes the waiting task, or refunds it if it waited too long.
        product.startWorker();
        const state = await eventually(
          'the task that waited ends',
          async () => {
            const taskState = await member.json<TaskState>('checkStatus', {
              query: { task_id: person.waitingTask },
            });
            return isTerminal(taskState.status) ? taskState : undefined;
          },
          RECOVERY_MS,
        );
        expect(['SUCCESS', 'FAILURE']).toContain(state.status);
        expect(await brokenInvariants(database.pool)).toEqual([]);
      } finally {
        await product.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});
