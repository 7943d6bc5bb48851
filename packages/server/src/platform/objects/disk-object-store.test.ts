import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadRefusedError, UploadRefusedError } from './local-object-gateway.ts';
import { StorageFullError, StorageUnavailableError } from './object-store.ts';
import { openDiskObjectStore } from './disk-object-store.ts';
import type { DiskObjectStore } from './disk-object-store.ts';

const run = promisify(execFile);
const secret = randomUUID() + randomUUID();

let folder: string;
let store: DiskObjectStore;
let nowMs: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-disk-'));
  nowMs = Date.now();
  store = await openDiskObjectStore({
    rootFolder: folder,
    signingSecret: secret,
    urlPrefix: '/objects',
    now: () => nowMs,
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const target = (key: string) =>
  store.createUploadTarget({
    key,
    contentTypes: ['image/png', 'image/webp'],
    minSizeBytes: 2,
    maxSizeBytes: 1000,
    expiresInSeconds: 600,
  });

const grantFor = async (key: string) => store.verifyUploadPolicy((await target(key)).fields);

async function* chunks(...parts: Uint8Array[]) {
  yield* parts;
}

const refusal = async (action: () => unknown) => {
  try {
    await action();
    return 'no refusal';
  } catch (error) {
    if (error instanceof UploadRefusedError || error instanceof ReadRefusedError) return error.reason;
    throw error;
  }
};

describe('the upload policy', () => {
  it('reports the reason of each refusal', async () => {
    const { fields } = await target('a/b.png');
    const verify = (change: Record<string, string>) =>
      refusal(() => store.verifyUploadPolicy({ ...fields, ...change }));
    expect(await verify({ policy: '' })).toBe('malformed');
    expect(await verify({ signature: 'short' })).toBe('forged');
    expect(await verify({ policy: Buffer.from('{}').toString('base64') })).toBe('forged');
    expect(await verify({ key: 'a/c.png' })).toBe('wrong-key');
    expect(await verify({ 'Content-Type': 'image/svg+xml' })).toBe('wrong-content-type');
    expect(await verify({})).toBe('no refusal');
    nowMs += 600_000;
    expect(await verify({})).toBe('expired');
  });

  it('is invalid if it is signed with another secret', async () => {
    const { fields } = await target('a/b.png');
    const other = await openDiskObjectStore({
      rootFolder: folder,
      signingSecret: secret.toUpperCase(),
      urlPrefix: '/objects',
    });
    expect(await refusal(() => other.verifyUploadPolicy(fields))).toBe('forged');
  });

  it('can’t be used as a read URL, and a read URL can’t be used as a policy', async () => {
    const url = new URL(await store.signedReadUrl('a/b.png', { expiresInSeconds: 60 }), 'http://x');
    const query = Object.fromEntries(url.searchParams);
    const { fields } = await target('a/b.png');
    expect(store.verifyReadUrl('a/b.png', query).key).toBe('a/b.png');
    const borrowed = { ...query, signature: fields['signature'] ?? '' };
    expect(await refusal(() => store.verifyReadUrl('a/b.png', borrowed))).toBe('forged');
    const posted = { ...fields, signature: query['signature'] ?? '' };
    expect(await refusal(() => store.verifyUploadPolicy(posted))).toBe('forged');
  });

  it('requires a signing secret of sufficient length', async () => {
    const open = openDiskObjectStore({ rootFolder: folder, signingSecret: 'short', urlPrefix: '/objects' });
    await expect(open).rejects.toThrow('32 characters');
  });
});

describe('receiving an upload', () => {
  it('stores nothing if the upload is cut off', async () => {
    const grant = await grantFor('a/b.png');
    async function* breakingStream() {
      yield new Uint8Array(100);
      throw new Error('connection lost');
    }
    await expect(store.receive(grant, breakingStream())).rejects.toThrow('connection lost');
    expect(await store.head('a/b.png')).toBeNull();
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('stops reading at the size limit', async () => {
    const grant = await grantFor('a/b.png');
    let sentBytes = 0;
    async function* endless() {
      for (;;) {
        sentBytes += 100;
        yield new Uint8Array(100);
      }
    }
    expect(await refusal(() => store.receive(grant, endless()))).toBe('too-large');
    expect(sentBytes).toBe(1100);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('refuses other bytes for an existing key, and leaves the existing object unchanged', async () => {
    const grant = await grantFor('a/b.png');
    const [first, second] = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6])];
    await store.receive(grant, chunks(first));
    expect(await refusal(() => store.receive(grant, chunks(second)))).toBe('already-used');
    expect([...(await store.read('a/b.png'))]).toEqual([1, 2, 3]);
  });

  it('stores exactly one of many parallel uploads to the same key', async () => {
    const grant = await grantFor('a/b.png');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refusal(() => store.receive(grant, chunks(new Uint8Array([index, index])))),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'no refusal')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already-used')).toHaveLength(19);
  });

  it('reports a full disk, stores nothing, and can still read', async ({ skip }) => {
    const mount = join(folder, 'small');
    await mkdir(mount);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]).then(
      () => true,
      () => false,
    );
    if (!mounted) skip('mounting a small file system needs root');
    try {
      const small = await openDiskObjectStore({
        rootFolder: mount,
        signingSecret: secret,
        urlPrefix: '/objects',
      });
      await small.write('a/old.png', new Uint8Array(1000), { contentType: 'image/png' });
      const tooMuch = new Uint8Array(randomBytes(2_000_000));
      await expect(small.write('a/new.png', tooMuch, { contentType: 'image/png' })).rejects.toBeInstanceOf(
        StorageFullError,
      );
      const grant = { key: 'a/up.png', contentType: 'image/png', minSizeBytes: 1, maxSizeBytes: 9_000_000 };
      await expect(small.receive(grant, chunks(tooMuch))).rejects.toBeInstanceOf(StorageFullError);
      expect(await small.head('a/new.png')).toBeNull();
      expect(await small.head('a/up.png')).toBeNull();
      expect(await readdir(join(mount, 'incoming'))).toEqual([]);
      expect(await small.read('a/old.png')).toHaveLength(1000);
    } finally {
      await run('umount', [mount]);
    }
  });

  it('reports that the store’s folder is missing', async () => {
    await rm(folder, { recursive: true });
    await expect(
      store.write('a/b.png', new Uint8Array(3), { contentType: 'image/png' }),
    ).rejects.toBeInstanceOf(StorageUnavailableError);
    await expect(store.check()).rejects.toBeInstanceOf(StorageUnavailableError);
  });
});

it('opening a store removes leftovers of a crashed process, and nothing else', async () => {
  const incoming = join(folder, 'incoming');
  await writeFile(join(incoming, 'old'), 'x');
  await utimes(join(incoming, 'old'), new Date(), new Date(Date.now() - 25 * 3600_000));
  await writeFile(join(incoming, 'young'), 'x');
  await openDiskObjectStore({ rootFolder: folder, signingSecret: secret, urlPrefix: '/objects' });
  expect(await readdir(incoming)).toEqual(['young']);
});

it('the content type of a file copied into the store by hand is guessed', async () => {
  await mkdir(join(folder, 'objects', 'a'), { recursive: true });
  await writeFile(join(folder, 'objects', 'a', 'b.webp'), 'x');
  expect(await store.head('a/b.webp')).toMatchObject({ contentType: 'image/webp', sizeBytes: 1 });
});
