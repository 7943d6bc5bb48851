import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { StorageFullError, StorageUnavailableError } from './object-store.ts';
import { createS3ObjectStore } from './s3-object-store.ts';
import type { S3ObjectStore } from './s3-object-store.ts';
import { startFaultyBucket } from './testing/faulty-bucket.ts';
import type { BucketFailure, FaultyBucket } from './testing/faulty-bucket.ts';
import { collect } from './testing/stores-under-test.ts';

const KEY = 'tests/photo.png';
const BYTES = Buffer.from(randomBytes(200_000));
/** Silence timeout of the store in these tests, longer than any operation takes on a busy machine. */
const SILENCE_MS = 1_000;
const PNG = { contentType: 'image/png' };

interface FaultyStore {
  readonly bucket: FaultyBucket;
  readonly store: S3ObjectStore;
}
const open: FaultyStore[] = [];
afterEach(async () => {
  for (const { bucket, store } of open.splice(0)) {
    store.close();
    await bucket.close();
  }
});

/**
 * Creates a bucket with one object, and a new store for it, because the S3 client stops retrying after many failures.
 */
async function startPlace(): Promise<FaultyStore> {
  const bucket = await startFaultyBucket();
  const store = createS3ObjectStore({
    bucket: 'bucket',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    endpoint: bucket.endpoint,
    forcePathStyle: true,
    silenceTimeoutMs: SILENCE_MS,
  });
  open.push({ bucket, store });
  await store.write(KEY, BYTES, PNG);
  return { bucket, store };
}

type StoreCall = (store: S3ObjectStore) => Promise<unknown>;
const READS: Readonly<Record<string, StoreCall>> = {
  read: async (store) => Buffer.from(await store.read(KEY)),
  readRange: async (store) => Buffer.from(await store.readRange(KEY, 0, BYTES.length - 1)),
  readStream: async (store) => Buffer.concat(await collect((await store.readStream(KEY)).body)),
};
const CALLS: Readonly<Record<string, StoreCall>> = {
  ...READS,
  head: (store) => store.head(KEY),
  list: (store) => collect(store.list('tests/')),
  check: (store) => store.check(),
  write: (store) => store.write(KEY, BYTES, PNG),
  delete: (store) => store.delete(KEY),
};

/** Runs every store operation in parallel, each with its own bucket. */
const everywhere = (
  calls: typeof CALLS,
  work: (call: StoreCall, place: FaultyStore, name: string) => Promise<void>,
) =>
  Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      await work(call, await startPlace(), name);
    }),
  );

const PASSING: readonly (readonly [string, BucketFailure])[] = [
  ['hangs', 'hangs'],
  ['cuts the connection', 'cuts'],
  ['answers 500', { status: 500, code: 'InternalError' }],
  ['asks to slow down', { status: 503, code: 'SlowDown' }],
  ['is hidden by a proxy that is lost', 'answers HTML'],
];

describe('a bucket that fails permanently', () => {
  it.each(PASSING)(
    'makes every call fail as unavailable after three attempts when it %s',
    async (_what, fault) => {
      await everywhere(CALLS, async (call, { bucket, store }, name) => {
        bucket.fail(fault);
        await expect(call(store), name).rejects.toBeInstanceOf(StorageUnavailableError);
        expect(bucket.requests, name).toBe(3);
      });
    },
  );

  it('makes calls fail as unavailable at once when it no longer accepts our key', async () => {
    await everywhere(CALLS, async (call, { bucket, store }, name) => {
      bucket.fail({ status: 403, code: 'InvalidAccessKeyId' });
      await expect(call(store), name).rejects.toBeInstanceOf(StorageUnavailableError);
      expect(bucket.requests, name).toBe(1);
    });
  });

  it('is reported as full when its quota is exceeded', async () => {
    const { bucket, store } = await startPlace();
    bucket.fail({ status: 403, code: 'QuotaExceeded' });
    await expect(store.write(KEY, BYTES, PNG)).rejects.toBeInstanceOf(StorageFullError);
  });
});

describe('a bucket that fails once', () => {
  it.each(PASSING)('completes every call on the retry when it %s', async (_what, fault) => {
    await everywhere(CALLS, async (call, { bucket, store }, name) => {
      const expected = name === 'delete' ? undefined : await call(store);
      bucket.fail(fault, 1);
      expect(await call(store), name).toEqual(expected);
      expect(bucket.requests, name).toBeGreaterThan(1);
      expect(bucket.objects.get(KEY), name).toEqual(name === 'delete' ? undefined : BYTES);
    });
  });
});

describe('a body that ends before its length', () => {
  it.each(['cuts in the middle', 'hangs in the middle'] as const)(
    'is never taken for the whole object when the server %s',
    async (fault) => {
      await everywhere(READS, async (call, { bucket, store }, name) => {
        bucket.fail(fault);
        await expect(call(store), name).rejects.toBeInstanceOf(StorageUnavailableError);
      });
    },
  );

  it('is abandoned at once when the caller aborts', async () => {
    const { bucket, store } = await startPlace();
    bucket.fail('hangs in the middle');
    const leaving = new AbortController();
    const { body } = await store.readStream(KEY, { signal: leaving.signal });
    const reading = collect(body);
    leaving.abort();
    await expect(reading).rejects.not.toBeInstanceOf(StorageUnavailableError);
  });
});

it('a link to an object lets browsers save it, and never show it as a page', async () => {
  const { store } = await startPlace();
  const url = new URL(await store.signedReadUrl(KEY, { expiresInSeconds: 60 }));
  expect(url.searchParams.get('response-content-disposition')).toBe('attachment');
});
