import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs, { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StorageFullError, StorageUnavailableError } from './object-store.ts';
import { eventually } from '../../testing/eventually.ts';
import { openDiskObjectStore } from './disk-object-store.ts';
import type { DiskObjectStore } from './disk-object-store.ts';
import { startFailingFiles } from './testing/failing-files.ts';
import type { FailingFiles } from './testing/failing-files.ts';
import { collect } from './testing/stores-under-test.ts';

const BYTES = Buffer.from(randomBytes(150_000));
const OTHERS = Buffer.from(randomBytes(90_000));
const PNG = { contentType: 'image/png' };
/** Number that exceeds the file system calls of any operation of the store. */
const MANY_CALLS = 60;

let folder: string;
let store: DiskObjectStore;
let files: FailingFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-disk-faults-'));
  store = await openDiskObjectStore({
    rootFolder: folder,
    signingSecret: randomUUID() + randomUUID(),
    urlPrefix: '/objects',
  });
  files = await startFailingFiles(folder);
});
afterEach(async () => {
  files.heal();
  // Removes leftover files, so that they don't affect the next test.
  for (const name of await readdir(join(folder, 'incoming'))) await rm(join(folder, 'incoming', name));
});
afterAll(async () => {
  files.restore();
  await rm(folder, { recursive: true, force: true });
});

const newKey = () => `tests/${randomUUID()}/photo.png`;
const receive = (key: string, bytes: Uint8Array = BYTES) =>
  store.receive({ key, ...PNG, minSizeBytes: 1, maxSizeBytes: 1_000_000 }, Readable.from([bytes]));

/**
 * Repeats an operation and makes another file system call fail each time, until no call is left to fail.
 * @returns the number of repetitions with a failure
 */
async function atEachCall(code: string, run: () => Promise<void>, check: (call: string) => Promise<void>) {
  for (let nth = 1; nth < MANY_CALLS; nth += 1) {
    files.failAt(nth, code);
    let error: unknown = null;
    await run().catch((thrown: unknown) => (error = thrown));
    const call = files.calls[nth - 1];
    files.heal();
    if (call === undefined) return nth - 1;
    if (error !== null) {
      const kind = code === 'ENOSPC' ? StorageFullError : StorageUnavailableError;
      expect(error, `${call}, call ${nth}`).toBeInstanceOf(kind);
    }
    await check(`${call}, call ${nth}`);
  }
  throw new Error(`There are more than ${MANY_CALLS} calls`);
}

describe.each(['EIO', 'ENOSPC'])('a disk that fails one call with %s', (code) => {
  it('leaves a newly written object either absent or complete', async () => {
    let key = '';
    const runs = await atEachCall(
      code,
      async () => {
        key = newKey();
        await store.write(key, OTHERS, PNG);
      },
      async (call) => {
        const head = await store.head(key);
        if (head !== null) expect(await store.read(key), call).toEqual(OTHERS);
        await store.write(key, BYTES, PNG);
        expect(await store.read(key), call).toEqual(BYTES);
        expect(await store.head(key), call).toMatchObject({ sizeBytes: BYTES.length, ...PNG });
      },
    );
    expect(runs).toBeGreaterThan(8);
  });

  it('leaves a replaced object either unchanged or complete', async () => {
    const key = newKey();
    await store.write(key, OTHERS, PNG);
    await atEachCall(
      code,
      () => store.write(key, BYTES, PNG),
      async (call) => {
        const bytes = Buffer.from(await store.read(key));
        expect(bytes.equals(OTHERS) || bytes.equals(BYTES), call).toBe(true);
        await store.write(key, OTHERS, PNG);
      },
    );
  });

  it('stores an upload completely or not at all, and accepts it when it is repeated', async () => {
    let key = '';
    const runs = await atEachCall(
      code,
      async () => {
        key = newKey();
        await receive(key);
      },
      async (call) => {
        if ((await store.head(key)) !== null) expect(await store.read(key), call).toEqual(BYTES);
        expect(await receive(key), call).toMatchObject({ sizeBytes: BYTES.length });
        expect(await store.read(key), call).toEqual(BYTES);
      },
    );
    expect(runs).toBeGreaterThan(8);
  });

  it('returns an object completely or not at all', async () => {
    const key = newKey();
    await store.write(key, BYTES, PNG);
    const reads: readonly (() => Promise<unknown>)[] = [
      () => store.read(key),
      () => store.readRange(key, 0, BYTES.length),
      async () => Buffer.concat(await collect((await store.readStream(key)).body)),
      async () => ((await store.head(key)) === null ? null : BYTES),
      async () => ((await collect(store.list(key))).length === 1 ? BYTES : null),
    ];
    for (const read of reads) {
      const runs = await atEachCall(
        code,
        async () => expect(Buffer.from((await read()) as Uint8Array).equals(BYTES)).toBe(true),
        async () => {},
      );
      expect(runs).toBeGreaterThan(0);
    }
  });

  it('leaves no temporary file, unless it cannot be removed', async () => {
    const incoming = join(folder, 'incoming');
    const runs = await atEachCall(
      code,
      () => store.write(newKey(), BYTES, PNG),
      async (call) => {
        const remainingNames = await readdir(incoming);
        if (!call.startsWith('rm')) expect(remainingNames, call).toEqual([]);
        for (const name of remainingNames) await rm(join(incoming, name));
      },
    );
    expect(runs).toBeGreaterThan(8);
  });
});

describe('a file that changes during a read', () => {
  it('fails instead of returning a shorter object when it is truncated', async () => {
    const key = newKey();
    await store.write(key, BYTES, PNG);
    const { head, body } = await store.readStream(key);
    expect(head.sizeBytes).toBe(BYTES.length);
    await truncate(join(folder, 'objects', key), 70_000);
    await expect(collect(body)).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it.each(['before the first byte', 'after the first byte'])(
    'is closed when the reader stops %s',
    async (when) => {
      const key = newKey();
      await store.write(key, BYTES, PNG);
      files.failAt(Infinity, 'none');
      const reader = Readable.from((await store.readStream(key)).body);
      if (when === 'after the first byte') await once(reader, 'data');
      reader.destroy();
      await eventually('the file is closed', async () => files.calls.includes('close') || undefined);
      expect(files.calls.filter((call) => call === 'open')).toHaveLength(1);
    },
  );

  it('is read to its end even when it is deleted meanwhile', async () => {
    const key = newKey();
    await store.write(key, BYTES, PNG);
    const { body } = await store.readStream(key);
    await store.delete(key);
    expect(Buffer.concat(await collect(body)).equals(BYTES)).toBe(true);
  });
});

it('uploads work on a file system without hard links, once per key', async () => {
  const { link } = fs;
  fs.link = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' }));
  syncBuiltinESMExports();
  try {
    const key = newKey();
    await receive(key);
    expect(await store.read(key)).toEqual(BYTES);
    await expect(receive(key, OTHERS)).rejects.toMatchObject({ reason: 'already-used' });
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  } finally {
    fs.link = link;
    syncBuiltinESMExports();
  }
});
