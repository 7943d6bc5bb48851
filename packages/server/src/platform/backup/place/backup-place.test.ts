import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { openDiskObjectStore } from '../../objects/disk-object-store.ts';
import type { DiskObjectStore } from '../../objects/disk-object-store.ts';
import { s3TestServer, startS3Store } from '../../objects/testing/stores-under-test.ts';
import { readArchive } from '../archive/read-archive.ts';
import { BackupPlace, snapshotName } from './backup-place.ts';
import type { PlaceStore } from './backup-place.ts';
import { iterateObjects } from './contents.ts';
import { withLease } from './leases.ts';
import { findNewest, prune, snapshotsToKeep } from './prune.ts';
import { makeSnapshot, verifyPlace } from './snapshots.ts';

const PASSPHRASE = 'three wrens on a wire';
/** Time limit of a test. Deriving a key from a passphrase takes 128 MB and, on a busy machine, a long time. */
const TIMEOUT_MS = 240_000;
const s3 = s3TestServer();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(2);
});
afterAll(() => database.drop());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-place-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openDisk = (name: string): Promise<DiskObjectStore> =>
  openDiskObjectStore({
    rootFolder: join(folder, name),
    signingSecret: 'of no use anywhere else, and long enough',
    urlPrefix: '',
  });

const day = (number: number, hour = 3) => new Date(Date.UTC(2026, 10, number, hour));
const PNG = { contentType: 'image/png' };

interface BackupWorld {
  readonly objects: DiskObjectStore;
  readonly store: PlaceStore;
  /** Returns the keys that were written to the backup place, or read from the source store, since the last call. */
  takeTouched(): { readonly written: string[]; readonly sourceReads: string[] };
  open(passphrase?: string | null): Promise<BackupPlace>;
  backUp(at: Date, passphrase?: string | null): ReturnType<typeof makeSnapshot>;
}

async function world(existingStore?: PlaceStore, prefix = ''): Promise<BackupWorld> {
  const objects = await openDisk('objects');
  const inner = existingStore ?? (await openDisk('place'));
  const counted = { written: [] as string[], sourceReads: [] as string[] };
  const store: PlaceStore = {
    write: (key, ...rest) => (counted.written.push(key.slice(prefix.length)), inner.write(key, ...rest)),
    read: (key) => inner.read(key),
    readStream: (key) => inner.readStream(key),
    list: (from) => inner.list(from),
    delete: (key) => inner.delete(key),
    head: (key) => inner.head(key),
  };
  const source = {
    list: (from: string) => objects.list(from),
    readStream: (key: string) => (counted.sourceReads.push(key), objects.readStream(key)),
  };
  const toOpen = (passphrase: string | null) => ({ store, prefix, shown: 'the place', passphrase });
  return {
    objects,
    store,
    takeTouched: () => ({ written: counted.written.splice(0), sourceReads: counted.sourceReads.splice(0) }),
    open: (passphrase = null) => BackupPlace.open(toOpen(passphrase)),
    backUp: async (createdAt, passphrase = null) =>
      makeSnapshot(await BackupPlace.openOrCreate(toOpen(passphrase), createdAt), passphrase, {
        databaseUrl: database.url,
        objects: source,
        secretsFolder: join(folder, 'secrets'),
        product: '0.1.0',
        createdAt,
      }),
  };
}

/** Returns the objects restored from a backup, by key. */
async function givenBack(place: BackupPlace, name: string): Promise<Map<string, string>> {
  const contentByName = new Map<string, string>();
  const { parts } = await place.snapshot(name);
  await readArchive(place.archive(name, parts), async (entry, bytes) => {
    if (entry.name !== 'contents.json') return;
    const list: Uint8Array[] = [];
    for await (const part of bytes) list.push(part);
    for await (const object of iterateObjects(place, Buffer.concat(list))) {
      contentByName.set(object.key, Buffer.from(object.bytes).toString('base64'));
      expect(object.contentType).toBe('image/png');
    }
  });
  return contentByName;
}

const pictures = (...keys: string[]) => new Map(keys.map((key) => [key, randomBytes(5000)]));
async function put({ objects }: BackupWorld, added: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [key, bytes] of added) await objects.write(key, bytes, PNG);
}
const asBase64 = (...all: ReadonlyMap<string, Buffer>[]) =>
  new Map(all.flatMap((some) => [...some].map(([key, bytes]) => [key, bytes.toString('base64')] as const)));
const contentIn = (keys: readonly string[]) => keys.filter((key) => key.startsWith('content/'));

/**
 * Changes one byte in every file of the backup place whose key matches. With `isShorter`, also removes the first byte.
 */
async function damage(match: RegExp, { isShorter = false } = {}): Promise<void> {
  const base = join(folder, 'place', 'objects');
  for (const name of await readdir(base, { recursive: true })) {
    if (!match.test(name) || name.includes('~')) continue;
    const bytes = await readFile(join(base, name));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await chmod(join(base, name), 0o600);
    await writeFile(join(base, name), isShorter ? bytes.subarray(1) : bytes);
  }
}

describe.each([null, PASSPHRASE])(
  'a backup repository (passphrase: %s)',
  { timeout: TIMEOUT_MS },
  (passphrase) => {
    it('stores each picture once, doesn’t read those of the previous backup again, and restores every backup', async () => {
      const at = await world();
      const first = pictures('uploads/a/1.png', 'uploads/b/2.png', 'results/c/3.png');
      await put(at, first);
      const one = await at.backUp(day(1), passphrase);
      expect(one.written).toEqual({ objects: 3, sizeBytes: 15_000 });
      at.takeTouched();

      const second = pictures('results/d/4.png');
      await put(at, second);
      // An object with the same bytes under another name isn't stored again.
      const twin = new Map([['results/e/5.png', first.get('uploads/a/1.png') ?? Buffer.alloc(0)]]);
      await put(at, twin);
      const two = await at.backUp(day(2), passphrase);
      expect(two.written.objects).toBe(1);
      const { written, sourceReads } = at.takeTouched();
      expect(sourceReads.toSorted()).toEqual(['results/d/4.png', 'results/e/5.png']);
      // Two pieces are written: one picture and the object list.
      expect(contentIn(written)).toHaveLength(2);

      await at.objects.delete('uploads/b/2.png');
      const three = await at.backUp(day(3), passphrase);
      expect(three.written.objects).toBe(0);

      const place = await at.open(passphrase);
      expect(await place.snapshots()).toEqual([one.name, two.name, three.name]);
      expect(await givenBack(place, one.name)).toEqual(asBase64(first));
      expect(await givenBack(place, two.name)).toEqual(asBase64(first, second, twin));
      const last = asBase64(first, second, twin);
      last.delete('uploads/b/2.png');
      expect(await givenBack(place, three.name)).toEqual(last);
      expect(await verifyPlace(place, await place.snapshots())).toMatchObject({ content: 4 });
    });
  },
);

describe('a backup repository', { timeout: TIMEOUT_MS }, () => {
  it('reports every damaged piece of content, and stores a truncated one again', async () => {
    const at = await world();
    const all = pictures('uploads/a/1.png', 'uploads/b/2.png');
    await put(at, all);
    const { name } = await at.backUp(day(1));
    const place = await at.open();
    const [list = ''] = (await place.snapshot(name)).contents;
    const listName = place.cipher.fileNameFor(list);
    await damage(new RegExp(`content/../(?!${listName})`));
    const faults = await verifyPlace(place, [name]).catch((error: unknown) => String(error));
    expect(faults).toMatch(/the place is damaged:(?:\n {2}The content [0-9a-f]{64} is damaged[^\n]*){2}\n/);
    await expect(givenBack(place, name)).rejects.toThrow('is damaged');

    await damage(new RegExp(`content/../(?!${listName})`), { isShorter: true });
    expect((await at.backUp(day(2))).written.objects).toBe(2);
    expect(await givenBack(place, name)).toEqual(asBase64(all));

    await damage(/snapshots\/.*\/00000000/);
    await expect(verifyPlace(place, [name])).rejects.toThrow(/is damaged/);
  });

  it('reports a backup that has lost its mark, unless it is being made, and a place without backups', async () => {
    const at = await world();
    await put(at, pictures('uploads/a/1.png'));
    const [lost, kept] = [await at.backUp(day(1)), await at.backUp(day(2))];
    const place = await at.open();
    await at.store.delete(`snapshots/${lost.name}/complete.json`);
    await expect(verifyPlace(place)).rejects.toThrow(`There is no complete backup ${lost.name} in the place`);
    await place.writeLease(`backup-${lost.name}-running`);
    expect((await verifyPlace(place)).snapshots.map(({ name }) => name)).toEqual([kept.name]);
    for (const { name } of [lost, kept]) await place.deleteSnapshot(name);
    await expect(verifyPlace(place)).rejects.toThrow('There are no complete backups in the place.');
  });

  it('removes old backups with the content that only they need, and nothing else', async () => {
    const at = await world();
    await put(at, pictures('uploads/a/1.png', 'uploads/b/2.png'));
    const old = await at.backUp(new Date(Date.UTC(2026, 8, 10)));
    await at.objects.delete('uploads/b/2.png');
    const monthly = await at.backUp(new Date(Date.UTC(2026, 8, 20)));
    await put(at, pictures('uploads/c/3.png'));
    const recent = await at.backUp(day(20));
    const place = await at.open();
    // A backup that was started but never completed.
    await place.writeParts(
      snapshotName(day(2)),
      (async function* () {
        yield Buffer.from('x');
      })(),
      async () => {},
    );
    const before = (await place.storedContent()).size;
    const pruneResult = await prune(place, { now: day(22), keepDays: 30, renew: async () => {} });
    expect(pruneResult).toEqual({
      retained: [monthly.name, recent.name],
      removed: [old.name],
      removedContent: 2,
    });
    expect(await place.begunSnapshots()).toEqual([monthly.name, recent.name]);
    expect((await place.storedContent()).size).toBe(before - 2);
    await verifyPlace(place, [monthly.name, recent.name]);
  });

  it('is opened only by its passphrase, and created only in an empty folder', async () => {
    const at = await world();
    await put(at, pictures('uploads/a/1.png'));
    await expect(at.open()).rejects.toThrow('There are no backups in the place');
    await at.backUp(day(1), PASSPHRASE);
    await expect(at.open()).rejects.toThrow('is encrypted');
    await expect(at.open('another long one')).rejects.toThrow('passphrase is not the one');
    await rm(join(folder, 'place'), { recursive: true });
    await (await openDisk('place')).write('holiday/1.jpg', Buffer.from('x'), PNG);
    await expect((await world()).backUp(day(1))).rejects.toThrow('holds something else (holiday/1.jpg)');
  });

  it('reveals nothing of its content without the passphrase', async () => {
    const at = await world();
    const all = pictures('uploads/a/1.png');
    await put(at, all);
    await at.backUp(day(1), PASSPHRASE);
    for await (const { key } of at.store.list('')) {
      const bytes = Buffer.from(await at.store.read(key));
      expect(bytes.includes('uploads/a/1.png'), key).toBe(false);
      expect(bytes.includes(all.get('uploads/a/1.png')?.subarray(0, 32) ?? ''), key).toBe(false);
    }
  });

  it('ignores an interrupted backup, and the next one is complete', async () => {
    for (const failing of ['content/', 'snapshots/', 'complete.json']) {
      await rm(join(folder, 'place'), { recursive: true, force: true });
      const at = await world();
      const all = pictures('uploads/a/1.png', 'uploads/b/2.png');
      await put(at, all);
      const inner = at.store.write;
      let isBroken = true;
      Object.assign(at.store, {
        write: (key: string, ...rest: [Uint8Array, { contentType: string }]) =>
          isBroken && key.includes(failing) ? Promise.reject(new Error('broken')) : inner(key, ...rest),
      });
      await expect(at.backUp(day(1))).rejects.toThrow('broken');
      const place = await at.open();
      expect(await place.snapshots()).toEqual([]);
      isBroken = false;
      const { name } = await at.backUp(day(2));
      expect(await givenBack(place, name)).toMatchObject(asBase64(all));
      for (const key of all.keys()) await at.objects.delete(key);
    }
  });

  it('isn’t pruned during a backup, or backed up during pruning, unless the other process’s lease has expired', async () => {
    const at = await world();
    await at.backUp(day(1));
    const place = await at.open();
    await withLease(place, 'backup', async () => {
      await expect(withLease(place, 'prune', async () => {})).rejects.toThrow('Another backup works in');
      await withLease(place, 'backup', async () => {});
    });
    await withLease(place, 'prune', async () => {
      await expect(at.backUp(day(2))).rejects.toThrow('Another pruning works in');
    });
    await place.writeLease('backup-killed');
    const lease = join(folder, 'place', 'objects', 'leases', 'backup-killed');
    await utimes(lease, new Date(), new Date(Date.now() - 11 * 60_000));
    await withLease(place, 'prune', async () => {});
    expect((await place.leases()).size).toBe(0);
  });

  it('gets one backup per second, even if several are started in the same second', async () => {
    const at = await world(await openDisk('place'), '');
    await put(at, pictures('uploads/a/1.png'));
    const backupResults = await Promise.allSettled([1, 2, 3].map(() => at.backUp(day(1))));
    const whole = backupResults.filter(({ status }) => status === 'fulfilled').length;
    expect(whole).toBeLessThan(2);
    expect(await (await at.open()).snapshots()).toHaveLength(whole);
    for (const each of backupResults)
      if (each.status === 'rejected') expect(String(each.reason)).toContain('try again');
  });

  it.skipIf(!s3)('can be a folder of a bucket', async () => {
    if (!s3) throw new Error('unreachable: skipped without a server');
    const bucket = await startS3Store(s3);
    const at = await world(bucket.store, 'nightly/packshot/');
    const all = pictures('uploads/a/1.png', 'uploads/b/2.png');
    await put(at, all);
    await at.backUp(day(1));
    const more = pictures('uploads/c/3.png');
    await put(at, more);
    expect((await at.backUp(day(2))).written.objects).toBe(1);
    const place = await at.open();
    expect(await givenBack(place, snapshotName(day(1)))).toEqual(asBase64(all));
    expect(await givenBack(place, snapshotName(day(2)))).toEqual(asBase64(all, more));
    await at.backUp(day(3));
    const pruneResult = await withLease(place, 'prune', (renew) =>
      prune(place, { now: day(60), keepDays: 1, renew }),
    );
    expect(pruneResult).toMatchObject({ removed: [snapshotName(day(1))], removedContent: 1 });
    await verifyPlace(place, pruneResult.retained);
    await bucket.close();
  });
});

describe('backup retention', () => {
  const names = (...dates: string[]) => dates.map((date) => `${date}T03-00-00Z`);
  const listRetained = (dates: string[], keepDays = 30) =>
    [...snapshotsToKeep(names(...dates), new Date('2026-11-24T12:00:00Z'), keepDays)].toSorted();

  it('keeps all of the last days, the last of each month for a year, and always the newest two', () => {
    expect(listRetained(['2026-11-20', '2026-11-23', '2026-11-24'])).toEqual(
      names('2026-11-20', '2026-11-23', '2026-11-24'),
    );
    expect(listRetained(['2026-08-01', '2026-08-30', '2026-09-02', '2026-11-24'])).toEqual(
      names('2026-08-30', '2026-09-02', '2026-11-24'),
    );
    expect(listRetained(['2024-08-01', '2025-10-31', '2025-11-02', '2026-11-24'])).toEqual(
      names('2025-11-02', '2026-11-24'),
    );
    expect(listRetained(['2023-01-01', '2023-01-02', '2023-01-03', '2023-01-04'], 0)).toEqual(
      names('2023-01-03', '2023-01-04'),
    );
    // One backup was made with a clock years ahead. Pruning with such a clock must keep the newest backup whose date is
    // right.
    expect(
      snapshotsToKeep(names('2026-11-23', '2026-11-24', '2028-01-02'), new Date('2029-08-20'), 30),
    ).toContain('2026-11-24T03-00-00Z');
    const all = names('2026-11-23', '2026-11-24', '2028-01-02');
    expect(findNewest(all, new Date('2026-11-24T12:00:00Z'))).toEqual({
      newest: all[1],
      fromFuture: [all[2]],
    });
    // A backup whose name isn't a time never counts as old.
    expect(
      snapshotsToKeep(['mine', '2026-11-24T03-00-00Z'], new Date('2026-11-24T12:00:00Z'), 1).has('mine'),
    ).toBe(true);
  });
});
