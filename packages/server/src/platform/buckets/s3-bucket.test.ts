import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BucketTerms, BucketClient } from './bucket-client.ts';
import { s3TestServer, startS3Store } from '../objects/testing/stores-under-test.ts';
import { bucketsBehindGuard } from './s3-bucket.ts';

const s3 = s3TestServer();

/** Tests against a real S3 server, for behavior that the fake server lacks: signatures, and the format of errors. */
describe.skipIf(!s3)('a bucket on a real S3 server', () => {
  const { hostname } = new URL(s3?.endpoint ?? 'http://nowhere');
  const open = bucketsBehindGuard({ privateHosts: new Set([hostname]) });
  let terms: BucketTerms;
  let bucket: BucketClient;

  beforeAll(async () => {
    if (s3 === null) throw new Error('unreachable: skipped without a server');
    const store = await startS3Store(s3);
    await store.close();
    const { endpoint, accessKeyId, secretAccessKey } = s3;
    terms = {
      endpoint,
      region: 'us-east-1',
      bucket: store.bucket,
      pathStyle: true,
      accessKeyId,
      secretAccessKey,
    };
    bucket = open(terms);
  }, 60_000);
  afterAll(() => bucket?.close());

  const file = (key: string, text = 'mug') => ({
    key,
    bytes: Buffer.from(text),
    contentType: 'image/jpeg',
  });

  const readText = async (key: string, unless: string | null = null): Promise<string> => {
    const bucketObject = await bucket.read(key, unless);
    return bucketObject === 'unchanged' ? bucketObject : Buffer.from(bucketObject.bytes).toString();
  };

  it('can be written to, listed page by page below a folder, and emptied', async () => {
    const folder = `${randomUUID()}/`;
    // Object keys with characters that signatures, URLs and XML encode differently.
    const keys = ["a b+c'(1)*!.jpg", 'Müller & Söhne <1>.jpg', 'x%20y=&z.jpg', '猫.png'].map(
      (name) => `${folder}${name}`,
    );
    for (const key of keys) await bucket.write(file(key));
    const first = await bucket.list(folder, null, 3);
    const second = await bucket.list(folder, first.next, 3);
    expect(second.next).toBeNull();
    const listed = [...first.objects, ...second.objects];
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    expect(listed[0]).toMatchObject({ sizeBytes: 3, etag: expect.stringMatching(/^[0-9a-f]{32}$/) });
    for (const key of keys) await bucket.delete(key);
    expect((await bucket.list(folder, null, 3)).objects).toEqual([]);
  });

  it('downloads a photo once, and again only when it has changed', async () => {
    const key = `${randomUUID()}/Müller 1+1.jpg`;
    await expect(bucket.read(key, null)).rejects.toMatchObject({ code: 'BUCKET_OBJECT_GONE' });
    await bucket.write(file(key));
    const first = await bucket.read(key, null);
    if (first === 'unchanged') throw new Error('Nothing is known of it yet');
    expect(await bucket.read(key, first.etag)).toBe('unchanged');
    await bucket.write(file(key, 'cup'));
    expect(await readText(key, first.etag)).toBe('cup');
  });

  it('shows which run wrote a file, and doesn’t overwrite an existing file', async () => {
    const key = `${randomUUID()}/shop.jpg`;
    expect(await bucket.look(key)).toBeNull();
    const mine = { ...file(key), metadata: { 'packshot-run': 'mine' } };
    expect(await bucket.writeNew(mine)).toBe('written');
    expect(await bucket.look(key)).toEqual({ 'packshot-run': 'mine' });
    expect(await bucket.writeNew(file(key, 'cup'))).toBe('taken');
    expect(await readText(key)).toBe('mug');
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'another' }, 'BUCKET_SECRET_WRONG'],
    ['an unknown access key', { accessKeyId: 'nobody' }, 'BUCKET_KEY_UNKNOWN'],
    ['a bucket that doesn’t exist', { bucket: `packshot-${randomUUID()}` }, 'BUCKET_MISSING'],
  ])('reports %s with its own error code', async (_what, part, code) => {
    const wrong = open({ ...terms, ...part });
    await expect(wrong.list('', null, 1)).rejects.toMatchObject({ code });
    wrong.close();
  });
});
