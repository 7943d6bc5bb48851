import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../src/platform/backup/archive/read-archive.ts';
import type { BackupManifest } from '../../src/platform/backup/archive/manifest.ts';
import { openDiskObjectStore } from '../../src/platform/objects/disk-object-store.ts';
import { snapshotName } from '../../src/platform/backup/place/backup-place.ts';
import { s3TestServer, startS3Store } from '../../src/platform/objects/testing/stores-under-test.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  acceptTask,
  waitForEnd,
  FAULT_TIMEOUT_MS,
  guestWithPictures,
  PHOTO,
} from '../../src/testing/fault-suite.ts';
import type { FaultPlan } from '../../src/testing/fault-plan.ts';
import { brokenInvariants, missingObjects } from '../../src/testing/invariants.ts';
import { COMPILE_CACHE, SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import { createTestDatabase } from '../../src/testing/test-database.ts';
import type { TestDatabase } from '../../src/testing/test-database.ts';

/*
 * Restore drill: a running server is backed up, destroyed and restored, and must be complete. All tests share the
 * backups.
 */

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const PRELOAD = join(SOURCE, 'testing', 'fault-preload.ts');
const CERTIFICATE = 'secrets/credentials/drill.pem';

interface DrillInstallation {
  readonly database: TestDatabase;
  readonly dataDir: string;
}

const s3 = s3TestServer();

let folder: string;
let archive: string;
/** A backup place with two backups: one made before users worked, and one while they worked. */
let incremental: string;
/** Hashes by entry name; names leave out the number of the database copy. */
let hashes: ReadonlyMap<string, string>;
const places: DrillInstallation[] = [];

async function emptyPlace(): Promise<DrillInstallation> {
  const place = {
    database: await createTestDatabase(2),
    dataDir: await mkdtemp(join(folder, 'restored-')),
  };
  places.push(place);
  return place;
}

/** Runs the backup program as `npm run backup` and `npm run restore` do. */
async function run(
  { database, dataDir }: { database: { readonly url: string }; dataDir: string },
  args: readonly string[],
  faults?: FaultPlan,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(
    process.execPath,
    [...(faults ? ['--import', PRELOAD] : []), join(SOURCE, 'main-backup.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        SESSION_SECRET,
        ...environment,
        ...(faults && { FAULT_PLAN: JSON.stringify(faults) }),
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const openStore = ({ dataDir }: DrillInstallation) =>
  openDiskObjectStore({
    rootFolder: join(dataDir, 'storage'),
    signingSecret: SESSION_SECRET,
    urlPrefix: '',
  });

/** Reads the hash of each entry from the list in the archive. */
async function hashesIn(
  file: string,
): Promise<{ readonly manifest: BackupManifest; readonly hashes: ReadonlyMap<string, string> }> {
  const manifest = await readArchive({ file, passphrase: null });
  const lines = execFileSync('tar', ['--zstd', '-xOf', file, 'SHA256SUMS'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const hashByName = new Map<string, string>();
  for (const line of lines.trimEnd().split('\n')) {
    const name = line.slice(66);
    if (name.startsWith(manifest.database))
      hashByName.set(name.slice(manifest.database.length), line.slice(0, 64));
    else if (/^(objects|secrets)\//.test(name)) hashByName.set(name, line.slice(0, 64));
  }
  return { manifest, hashes: hashByName };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-drill-'));
  archive = join(folder, 'backup.tar.zst');
  incremental = join(folder, 'incremental');
  const product = await startProduct({
    MODERATION: 'false',
    GUEST_FREE_GENERATIONS: '1000',
    LOG_LEVEL: 'info',
  });
  try {
    product.startWorker();
    const { guest, photo, mask } = await guestWithPictures(product.address);
    const edit = await acceptTask(guest, photo, mask);
    expect(await waitForEnd(guest, edit)).toMatchObject({ status: 'SUCCESS' });
    await mkdir(join(product.dataDir, 'secrets', 'credentials'), { recursive: true });
    await writeFile(join(product.dataDir, CERTIFICATE), 'a certificate');
    const before = await run(product, ['backup', incremental, '--incremental']);
    expect(before).toMatchObject({ code: 0 });
    // Waits for the next second, because a backup place names backups by the second.
    const [first] = await snapshots();
    await eventually('the next second', async () => snapshotName(new Date()) !== first || undefined);

    // Load on the server: users upload, edit and leave until the backups are complete.
    let isDone = false;
    let rounds = 0;
    const load = Promise.all(
      [1, 2].map(async () => {
        while (!isDone) {
          const other = await guestWithPictures(product.address);
          await acceptTask(other.guest, other.photo, other.mask);
          await other.guest.upload(PHOTO);
          rounds += 1;
        }
      }),
    );
    const [backupRun, added] = await Promise.all([
      run(product, ['backup', archive]),
      run(product, ['backup', incremental, '--incremental']),
    ]).finally(() => (isDone = true));
    await load;
    expect(backupRun).toMatchObject({ code: 0 });
    expect(added, added.output).toMatchObject({ code: 0 });
    expect(rounds).toBeGreaterThan(0);
  } finally {
    // Database, objects and secrets of the server are destroyed.
    await product.stop();
  }
  const { manifest, hashes: contentHashes } = await hashesIn(archive);
  expect(manifest.missing).toEqual([]);
  hashes = contentHashes;
}, FAULT_TIMEOUT_MS);

afterAll(async () => {
  for (const { database } of places) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Joins the parts of a snapshot's archive to one file, as an operator could. */
async function archiveOfSnapshot(name: string): Promise<string> {
  const parts = join(incremental, 'objects', 'snapshots', name);
  const names = (await readdir(parts)).filter((part) => /^\d+$/.test(part)).toSorted();
  const file = join(folder, `${name}.tar.zst`);
  await writeFile(file, Buffer.concat(await Promise.all(names.map((part) => readFile(join(parts, part))))));
  return file;
}

const snapshots = async (): Promise<string[]> =>
  (await readdir(join(incremental, 'objects', 'snapshots'))).toSorted();

/** Leaves out objects, because a snapshot's archive contains only rows and secrets. */
const withoutObjects = (hashByName: ReadonlyMap<string, string>) =>
  new Map([...hashByName].filter(([name]) => !name.startsWith('objects/')));

/** Expects that every row and secret of the snapshot is restored with the same hash, and that no object is missing. */
async function expectSnapshot(place: DrillInstallation, name: string): Promise<void> {
  expect(await brokenInvariants(place.database.pool)).toEqual([]);
  expect(await missingObjects(place.database.pool, await openStore(place))).toEqual([]);
  const snapshot = await hashesIn(await archiveOfSnapshot(name));
  expect(snapshot.manifest.missing).toEqual([]);
  const again = join(folder, `again-${randomBytes(4).toString('hex')}.tar.zst`);
  expect(await run(place, ['backup', again])).toMatchObject({ code: 0 });
  const { manifest, hashes: contentHashes } = await hashesIn(again);
  expect(withoutObjects(contentHashes)).toEqual(withoutObjects(snapshot.hashes));
  expect(manifest.objects).toEqual(snapshot.manifest.objects);
}

/** Expects that the restored data is complete, unchanged and free of invariant violations. */
async function expectRestored(place: DrillInstallation): Promise<void> {
  expect(await brokenInvariants(place.database.pool)).toEqual([]);
  expect(await missingObjects(place.database.pool, await openStore(place))).toEqual([]);
  expect(await readFile(join(place.dataDir, CERTIFICATE), 'utf8')).toBe('a certificate');
  expect((await stat(join(place.dataDir, CERTIFICATE))).mode & 0o777).toBe(0o600);
  // A backup of the restored server has the same hash for each row, object and secret.
  const again = join(folder, `again-${randomBytes(4).toString('hex')}.tar.zst`);
  expect(await run(place, ['backup', again])).toMatchObject({ code: 0 });
  expect((await hashesIn(again)).hashes).toEqual(hashes);
}

describe('the backup drill', { timeout: FAULT_TIMEOUT_MS }, () => {
  it('restores everything from a backup that was made under load', async () => {
    expect([...hashes.keys()].filter((name) => name.startsWith('objects/')).length).toBeGreaterThan(3);
    const place = await emptyPlace();
    expect(await run(place, ['restore', archive])).toMatchObject({ code: 0 });
    await expectRestored(place);
    const second = await run(place, ['restore', archive]);
    expect(second.code).toBe(1);
    expect(second.output).toContain('The store is not empty');
  });

  it('restores everything from a repository, both the backup made under load and the one before', async () => {
    const names = await snapshots();
    expect(names).toHaveLength(2);
    for (const [name, args] of [
      [names[1] ?? '', []],
      [names[0] ?? '', ['--at', names[0] ?? '']],
    ] as const) {
      const place = await emptyPlace();
      expect(await run(place, ['restore', incremental, ...args])).toMatchObject({ code: 0 });
      await expectSnapshot(place, name);
    }
    const verified = await run(places[0] ?? (await emptyPlace()), ['verify', incremental]);
    expect(verified.output).toMatch(/every row is whole: 2 backups and \d+ pictures/);
  });

  it.skipIf(!s3)(
    'backs up from a bucket and restores into one, through a repository in another bucket',
    async () => {
      if (!s3) throw new Error('unreachable: skipped without a server');
      const [own, other] = [await startS3Store(s3), await startS3Store(s3)];
      const keys = {
        ENDPOINT: s3.endpoint,
        ACCESS_KEY_ID: s3.accessKeyId,
        SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
      const prefixKeys = (prefix: string): NodeJS.ProcessEnv =>
        Object.fromEntries(
          Object.entries({ ...keys, FORCE_PATH_STYLE: 'true' }).map(([key, value]) => [
            `${prefix}_${key}`,
            value,
          ]),
        );
      const bucket = { OBJECT_STORE: 's3', S3_BUCKET: own.bucket, ...prefixKeys('S3') };
      const backups = prefixKeys('BACKUP_S3');
      const [inBucket, onDisk] = [await emptyPlace(), await emptyPlace()];
      expect(await run(inBucket, ['restore', archive], undefined, bucket)).toMatchObject({ code: 0 });
      expect(await missingObjects(inBucket.database.pool, own.store)).toEqual([]);
      const target = `s3://${other.bucket}/nightly`;
      const backupRun = await run(inBucket, ['backup', target], undefined, { ...bucket, ...backups });
      expect(backupRun).toMatchObject({ code: 0 });
      expect(await run(onDisk, ['restore', target], undefined, backups)).toMatchObject({ code: 0 });
      await expectRestored(onDisk);
      const refused = await run(onDisk, ['verify', target], undefined, {
        ...backups,
        BACKUP_S3_SECRET_ACCESS_KEY: 'x',
      });
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toMatch(/could not be read or written \(\w+, HTTP 403\)/);
      await own.close();
      await other.close();
    },
  );

  it.each<NonNullable<FaultPlan['kill']>>([
    { step: 'copy "tasks"', when: 'before' },
    { step: String.raw`\.png$`, when: 'after' },
    { step: 'add constraint', when: 'before', nth: 5 },
  ])('can restore again after a restore was killed ($when $step)', async (kill) => {
    const place = await emptyPlace();
    expect(await run(place, ['restore', archive], { kill })).toMatchObject({ code: null });
    const { rows } = await place.database.pool.query('select 1 from users');
    expect(rows).toEqual([]);
    // Clears the folder in the same way as the launcher does.
    for (const name of await readdir(place.dataDir)) {
      await rm(join(place.dataDir, name), { recursive: true, force: true });
    }
    expect(await run(place, ['restore', archive, '--again'])).toMatchObject({ code: 0 });
    expect(await missingObjects(place.database.pool, await openStore(place))).toEqual([]);
  });

  it('changes nothing in a non-empty database of an earlier release', async () => {
    const place = await emptyPlace();
    const { pool } = place.database;
    await pool.query('insert into users (id, is_guest) values ($1, true)', [randomUUID()]);
    const last =
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)';
    await pool.query(last);
    const migrations = async () =>
      (await pool.query('select id, created_at from drizzle.__drizzle_migrations order by id')).rows;
    const before = await migrations();
    const refused = await run(place, ['restore', archive]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('The database is not empty: users holds rows.');
    expect(await migrations()).toEqual(before);
  });

  it('restores nothing from an archive with a changed byte', async () => {
    const bytes = await readFile(archive);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const changed = join(folder, 'changed.tar.zst');
    await writeFile(changed, bytes);
    const place = await emptyPlace();
    const { code, output } = await run(place, ['restore', changed]);
    expect(code).toBe(1);
    expect(output).toMatch(/archive is damaged/);
    for await (const { key } of (await openStore(place)).list('')) expect.unreachable(key);
  });

  it('leaves no file under the backup’s name when it is killed, and the next backup is complete', async () => {
    const place = await emptyPlace();
    expect(await run(place, ['restore', archive])).toMatchObject({ code: 0 });
    const file = join(folder, 'killed.tar.zst');
    for (const step of ['copy "users"', String.raw`file .*killed\.tar\.zst$`]) {
      expect(await run(place, ['backup', file], { kill: { step, when: 'before' } })).toMatchObject({
        code: null,
      });
      expect(await stat(file).catch(() => null)).toBeNull();
    }
    expect(await run(place, ['backup', file])).toMatchObject({ code: 0 });
    expect((await hashesIn(file)).hashes).toEqual(hashes);
  });

  it('reports a full disk', async () => {
    const place = await emptyPlace();
    const isFull = join(folder, 'disk-is-full');
    await writeFile(isFull, 'ENOSPC');
    const target = join(folder, 'full.tar.zst');
    const { code, output } = await run(place, ['backup', target], {
      brokenDisk: { folder: target, while: isFull },
    });
    expect(code).toBe(1);
    expect(output).toContain('There is no room for');
  });
});
