import type { BucketRequest } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET_SECRET, bucketRequest, KEY_ID, startBucketServer } from '../testing/bucket-server.ts';
import type { FakeBucketServer } from '../testing/bucket-server.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';

let server: FakeBucketServer;
let services: TestServices;
let ann: Caller;
let leadsTo = '127.0.0.1';
/** Host name of the S3 test server, which may be called although it has a private address. */
const privateHosts = new Set(['bucket.test']);

beforeAll(async () => {
  server = await startBucketServer();
  services = await startTestServices({
    bucketGuard: {
      privateHosts,
      resolve: (_name, _options, callback) => callback(null, [{ address: leadsTo, family: 4 }]),
    },
  });
});
afterAll(async () => {
  await services.stop();
  await server.close();
});
beforeEach(async () => {
  ann = { ...(await services.newGuest()), role: 'owner' };
});
afterEach(() => {
  server.heal();
  server.denied.clear();
  server.objects.clear();
  leadsTo = '127.0.0.1';
});

const request = (part: Partial<BucketRequest> = {}): BucketRequest =>
  bucketRequest(server, { folder: 'photos/autumn', ...part });
const tryBucket = async (part: Partial<BucketRequest> = {}): Promise<string | null> => {
  const { id } = await services.buckets.create(ann, request(part));
  return (await services.buckets.try(ann, id)).problem?.code ?? null;
};

describe('a bucket', () => {
  it('never returns its secret, which is encrypted in the database', async () => {
    const createdBucket = await services.buckets.create(ann, request());
    const { rows } = await services.pool.query<{ row: string; sealed_secret: Buffer }>(
      'select to_jsonb(b)::text as row, sealed_secret from buckets b where id = $1',
      [createdBucket.id],
    );
    expect(JSON.stringify([createdBucket, await services.buckets.list(ann)])).not.toContain(BUCKET_SECRET);
    expect(rows[0]?.row).not.toContain(Buffer.from(BUCKET_SECRET).toString('hex'));
    expect(rows[0]?.row).not.toContain(BUCKET_SECRET);
    expect(createdBucket).toMatchObject({
      name: 'Shop',
      access_key_id: KEY_ID,
      tried_at: null,
      problem: null,
    });
  });

  it('is tested by listing objects, and by writing and deleting a test object', async () => {
    expect(await tryBucket()).toBeNull();
    expect(server.requests.map(({ method }) => method).slice(-3)).toEqual(['GET', 'PUT', 'DELETE']);
    expect(server.requests.at(-1)?.key).toMatch(/^photos\/autumn\/packshot-probe-/);
    expect(server.objects.size).toBe(0);
  });

  it('isn’t written to by its connection test if it is connected for reading only', async () => {
    const before = server.requests.length;
    expect(await tryBucket({ may_write: false })).toBeNull();
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('shows the problem found by a test until its settings are changed', async () => {
    server.denied.add('list');
    const { id } = await services.buckets.create(ann, request());
    await services.buckets.try(ann, id);
    const [listedBucket] = (await services.buckets.list(ann)).data;
    expect(listedBucket?.problem).toEqual({
      code: 'BUCKET_LIST_DENIED',
      message: 'The access key isn’t allowed to list the bucket (s3:ListBucket).',
    });
    expect((await services.buckets.update(ann, id, { name: 'Till' })).problem?.code).toBe(
      'BUCKET_LIST_DENIED',
    );
    const changed = await services.buckets.update(ann, id, { secret_access_key: 'another-one' });
    expect(changed).toMatchObject({ name: 'Till', problem: null, tried_at: null });
  });

  it.each([
    ['of an unknown access key', { access_key_id: 'AKIAOTHER' }, 'BUCKET_KEY_UNKNOWN'],
    ['that doesn’t exist', { bucket: 'no-such-bucket' }, 'BUCKET_MISSING'],
  ])('fails its test with its own error code if it is a bucket %s', async (_what, part, code) => {
    expect(await tryBucket(part)).toBe(code);
  });

  it.each([
    [{ status: 403, code: 'SignatureDoesNotMatch' }, 'BUCKET_SECRET_WRONG'],
    [{ status: 403, code: 'RequestTimeTooSkewed' }, 'BUCKET_CLOCK_WRONG'],
    [{ status: 301, code: 'PermanentRedirect' }, 'BUCKET_REGION_WRONG'],
    [{ status: 400, code: 'AuthorizationHeaderMalformed' }, 'BUCKET_REGION_WRONG'],
    [{ status: 503, code: 'SlowDown' }, 'BUCKET_BUSY'],
    ['page', 'BUCKET_BAD_ANSWER'],
    ['cut', 'BUCKET_UNREACHABLE'],
  ] as const)('explains the server’s refusal %j with an error code of its own', async (fault, code) => {
    server.fail(fault);
    expect(await tryBucket()).toBe(code);
  });

  it.each([
    ['list', 'BUCKET_LIST_DENIED'],
    ['write', 'BUCKET_WRITE_DENIED'],
    ['delete', 'BUCKET_DELETE_DENIED'],
  ] as const)('reports that the access key lacks the right to %s', async (right, code) => {
    server.denied.add(right);
    expect(await tryBucket()).toBe(code);
  });

  it('doesn’t follow redirects, because a signature is valid for one server only', async () => {
    server.fail('redirect');
    expect(await tryBucket()).toBe('BUCKET_REGION_WRONG');
  });
});

describe('a bucket endpoint', () => {
  it.each(['https://127.0.0.1', 'https://[::1]:9000', 'https://169.254.169.254', 'https://10.1.2.3'])(
    'is refused as a private address: %s',
    async (endpoint) => {
      await expect(services.buckets.create(ann, request({ endpoint }))).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    },
  );

  it('must be HTTPS, unless the operator has listed its host', async () => {
    const plain = services.buckets.create(ann, request({ endpoint: 'http://s3.example.com' }));
    await expect(plain).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { id } = await services.buckets.create(ann, request());
    const changed = services.buckets.update(ann, id, { endpoint: 'http://s3.example.com' });
    await expect(changed).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each(['127.0.0.1', '169.254.169.254', '10.0.0.7'])(
    'isn’t called if its host name resolves to %s now, even if it resolved to a public address before',
    async (address) => {
      const { id } = await services.buckets.create(
        ann,
        request({ endpoint: `https://elsewhere.test:${server.port}` }),
      );
      const before = server.requests.length;
      leadsTo = address;
      expect((await services.buckets.try(ann, id)).problem?.code).toBe('BUCKET_REFUSED');
      expect(server.requests.length).toBe(before);
    },
  );

  it('allows bucket subdomains of an allowed host, and no other host', async () => {
    expect(await tryBucket({ path_style: false })).not.toBe('BUCKET_REFUSED');
    const { id } = await services.buckets.create(
      ann,
      request({ endpoint: `https://evil.bucket.test:${server.port}` }),
    );
    expect((await services.buckets.try(ann, id)).problem?.code).toBe('BUCKET_REFUSED');
  });
});

describe('bucket permissions', () => {
  it('gives other organizations no access', async () => {
    const { id } = await services.buckets.create(ann, request());
    const bob: Caller = { ...(await services.newGuest()), role: 'owner' };
    expect((await services.buckets.list(bob)).data).toEqual([]);
    for (const call of [
      () => services.buckets.update(bob, id, { name: 'Mine' }),
      () => services.buckets.delete(bob, id),
      () => services.buckets.try(bob, id),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await services.buckets.list(ann)).data).toHaveLength(1);
  });

  it('lets members see buckets without access keys, and refuses changes by them', async () => {
    const { id } = await services.buckets.create(ann, request());
    const member: Caller = { ...ann, role: 'member' };
    expect(await services.buckets.list(member)).toMatchObject({
      data: [{ id, name: 'Shop', access_key_id: null }],
      can_manage: false,
    });
    for (const call of [
      () => services.buckets.create(member, request()),
      () => services.buckets.update(member, id, { name: 'Mine' }),
      () => services.buckets.delete(member, id),
      () => services.buckets.try(member, id),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(services.buckets.list({ ...ann, role: 'guest' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a stored bucket', () => {
  it('is removed together with its secret, also when its organization is deleted', async () => {
    const { id } = await services.buckets.create(ann, request());
    await services.buckets.create(ann, request({ name: 'Archive' }));
    await services.buckets.delete(ann, id);
    const queryBuckets = () =>
      services.pool.query('select from buckets where organization_id = $1', [ann.organizationId]);
    expect((await queryBuckets()).rowCount).toBe(1);
    await services.pool.query('delete from users where id = $1', [ann.userId]);
    await services.pool.query('delete from organizations where id = $1', [ann.organizationId]);
    expect((await queryBuckets()).rowCount).toBe(0);
  });

  it('requires its secret again if the stored one can’t be decrypted', async () => {
    const { id } = await services.buckets.create(ann, request());
    const other = await services.buckets.create(ann, request({ name: 'Other' }));
    await services.pool.query(
      'update buckets set sealed_secret = (select sealed_secret from buckets where id = $2) where id = $1',
      [id, other.id],
    );
    expect((await services.buckets.try(ann, id)).problem?.code).toBe('BUCKET_SECRET_LOST');
    await services.buckets.update(ann, id, { secret_access_key: BUCKET_SECRET });
    expect((await services.buckets.try(ann, id)).problem).toBeNull();
  });

  it('is one of at most twenty per organization', async () => {
    for (let at = 0; at < 20; at += 1) await services.buckets.create(ann, request({ name: `Shop ${at}` }));
    await expect(services.buckets.create(ann, request())).rejects.toMatchObject({ code: 'TOO_MANY_BUCKETS' });
  });
});
