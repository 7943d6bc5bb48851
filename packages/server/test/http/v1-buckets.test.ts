import { ERRORS, v1CatalogSchema, webhookBodySchema } from '@packshot/contract';
import type { ApiScope, Bucket, ErrorCode, Problem, Run } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/platform/access/caller.ts';
import { BUCKET_NAME, BUCKET_SECRET, KEY_ID, startBucketServer } from '../../src/testing/bucket-server.ts';
import type { FakeBucketServer } from '../../src/testing/bucket-server.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

let server: FakeBucketServer;
let api: TestApi;
let worker: TestWorker;
let owner: Caller;
let key: Awaited<ReturnType<typeof newKeyOwner>>['key'];
let secret: string;
let bucket: Bucket;

beforeAll(async () => {
  server = await startBucketServer();
  api = await startTestApi({
    bucketGuard: {
      privateHosts: new Set(['bucket.test']),
      resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    },
    rateLimits: { callsPerKey: { max: 1000, windowMs: 60_000 } },
  });
  worker = await startTestWorker(
    api.services,
    fakeEngine(async () => FAKE_RESULT),
  );
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await server.close();
});
beforeEach(async () => {
  ({ owner, key } = await newKeyOwner(api.services));
  secret = await key();
  bucket = await api.services.buckets.create(owner, {
    name: 'Shop',
    endpoint: server.endpoint,
    region: 'us-east-1',
    bucket: BUCKET_NAME,
    folder: '',
    access_key_id: KEY_ID,
    secret_access_key: BUCKET_SECRET,
    path_style: true,
    may_read: true,
    may_write: true,
  });
  for (const name of ['mug', 'cup']) {
    server.put(`autumn/${name}.jpg`, Buffer.concat([PRODUCT_PHOTO, Buffer.from(name)]));
  }
});
afterEach(() => {
  server.objects.clear();
  server.requests.length = 0;
});

const ask = (path: string, as: string, json?: object) =>
  api.app.inject({
    method: json === undefined ? 'GET' : 'POST',
    url: `/v1/${path}`,
    headers: { 'x-api-key': as },
    ...(json !== undefined && { payload: json }),
  });
async function readCode(answering: ReturnType<typeof ask>): Promise<ErrorCode> {
  return (await answering).json<Problem>().code;
}
const act = (id: string, action: string, as = secret) =>
  api.app.inject({
    method: 'POST',
    url: `/v1/catalogs/${id}/actions/${action}`,
    headers: { 'x-api-key': as },
  });
const from = () => ({ bucket_id: bucket.id, folder: 'autumn' });
const to = () => ({ bucket_id: bucket.id, folder: 'out' });
const order = (more: object = {}) => ({ name: 'Autumn', recipe: PLAIN_RECIPE, ...more });
const WITHOUT: readonly ApiScope[] = ['images:read', 'images:write', 'catalog:write', 'recipes:write'];

describe('buckets in /v1', () => {
  it('lists buckets for keys with the scope, without their access keys', async () => {
    const answer = await ask('buckets', secret);
    expect(answer.json<{ data: Bucket[] }>().data).toMatchObject([
      { id: bucket.id, name: 'Shop', access_key_id: null },
    ]);
    expect(answer.body).not.toContain(KEY_ID);
    expect(answer.body).not.toContain(BUCKET_SECRET);
    const other = await newKeyOwner(api.services);
    expect((await ask('buckets', await other.key())).json<{ data: Bucket[] }>().data).toEqual([]);
  });

  it('reads a catalog from a bucket and delivers it to one, with a webhook on arrival', async () => {
    await api.services.webhooks.create(owner, {
      url: 'http://localhost:1/hook',
      description: '',
      events: ['catalog.delivered'],
    });
    const creation = await ask('catalogs', secret, order({ from: from(), to: to(), start: true }));
    expect(creation.statusCode).toBe(201);
    const { id } = creation.json<Run>();
    const run = await eventually('each file is in the bucket', async () => {
      await api.services.feedRuns();
      await api.services.queueDueDeliveries();
      const catalog = v1CatalogSchema.parse((await ask(`catalogs/${id}`, secret)).json());
      return catalog.to?.ended_at === null ? undefined : catalog;
    });
    expect(run).toMatchObject({
      sources: { bucket: 2 },
      to: { bucket_name: 'Shop', folder: 'out', delivered: 2, failed: 0, manifest: 'delivered' },
    });
    expect(['out/cup_shop.png', 'out/mug_shop.png', 'out/manifest.csv'].map(server.writes)).toEqual([
      1, 1, 1,
    ]);
    const { rows } = await api.services.pool.query<{ body: string }>('select body from webhook_events');
    expect(webhookBodySchema.parse(JSON.parse(rows[0]?.body ?? ''))).toMatchObject({
      type: 'catalog.delivered',
      data: { id, to: { delivered: 2 } },
    });
  });

  it('refuses bucket calls of a key without the scope, without a request to the bucket', async () => {
    const poor = await key({ scopes: [...WITHOUT] });
    const draft = (await ask('catalogs', secret, order({ from: from() }))).json<Run>();
    server.requests.length = 0;
    for (const call of [
      () => ask('buckets', poor),
      () => ask('catalogs', poor, order({ from: from() })),
      () => ask('catalogs', poor, order({ to: to() })),
      () => ask(`catalogs/${draft.id}/bucket`, poor, from()),
      () => ask(`catalogs/${draft.id}/deliver`, poor, { to: to() }),
      () => act(draft.id, 'start', poor),
    ])
      expect(await readCode(call())).toBe('KEY_SCOPE_MISSING');
    expect(server.requests).toEqual([]);
  });

  it('stops reading for a catalog whose key has lost the scope', async () => {
    const creation = await ask('catalogs', secret, order({ from: from(), start: true }));
    const { id } = creation.json<Run>();
    await api.services.pool.query(
      `update api_keys set scopes = array_remove(scopes, 'buckets:use') where user_id = $1`,
      [owner.userId],
    );
    server.requests.length = 0;
    await eventually('it has ended', async () => {
      await api.services.feedRuns();
      return (await api.services.runs.read(owner, id)).status === 'finished' || undefined;
    });
    expect((await api.services.runs.readItem(owner, id, 1)).reason?.code).toBe('BUCKET_GONE');
    expect(server.requests).toEqual([]);
  });

  it('hides buckets of other organizations, and refuses a catalog from a folder without photos', async () => {
    const other = await newKeyOwner(api.services);
    const theirs = await other.key();
    expect(await readCode(ask('catalogs', theirs, order({ from: from() })))).toBe('BUCKET_GONE');
    expect(await readCode(ask('catalogs', theirs, order({ to: to() })))).toBe('BUCKET_GONE');
    const none = order({ from: { bucket_id: bucket.id, folder: 'none' } });
    expect(await readCode(ask('catalogs', secret, none))).toBe('BUCKET_EMPTY');
    expect((await ask('catalogs', secret)).json<{ data: Run[] }>().data).toEqual([]);
  });

  it('adds bucket photos to a draft, and delivers to a bucket that is named later', async () => {
    const { id } = (await ask('catalogs', secret, order())).json<Run>();
    expect((await ask(`catalogs/${id}/bucket`, secret, from())).json()).toMatchObject({ added: 2, items: 2 });
    expect(await readCode(ask(`catalogs/${id}/deliver`, secret, { to: to() }))).toBe('RUN_NOT_READY');
    await act(id, 'start');
    await eventually('it has ended', async () => {
      await api.services.feedRuns();
      return (await api.services.runs.read(owner, id)).status === 'finished' || undefined;
    });
    expect((await ask(`catalogs/${id}/deliver`, secret, {})).json()).toMatchObject({
      status: 409,
      code: 'RUN_HAS_NO_BUCKET',
      detail: ERRORS.RUN_HAS_NO_BUCKET.message,
    });
    const deliverReply = await ask(`catalogs/${id}/deliver`, secret, { to: to() });
    expect(deliverReply.json<Run>().to).toMatchObject({ folder: 'out', delivered: 0 });
    await api.services.runDelivery.drain(id, new AbortController().signal);
    expect(server.writes('out/mug_shop.png')).toBe(1);
  });
});
