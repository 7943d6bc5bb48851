import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Bucket, Destination, Run, RunItem, RunStatus } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { entitle } from '../testing/entitle.ts';
import { bucketRequest, startBucketServer } from '../testing/bucket-server.ts';
import type { FakeBucketServer } from '../testing/bucket-server.ts';
import { PLAIN_RECIPE } from '../testing/endpoint-requests.ts';
import { eventually } from '../testing/eventually.ts';
import { FAKE_RESULT, fakeEngine } from '../testing/fake-engine.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import type { TestWorker } from '../testing/test-worker.ts';
import type { Caller } from '../platform/access/caller.ts';
import { createRunsBehind } from './runs-behind.ts';

const PHOTO = readFileSync(new URL('../testing/fixtures/perfume.jpg', import.meta.url));

let server: FakeBucketServer;
let services: TestServices;
let worker: TestWorker;
let ann: Caller;
let recipeId: string;
let bucket: Bucket;

beforeAll(async () => {
  server = await startBucketServer();
  services = await startTestServices({
    bucketGuard: {
      privateHosts: new Set(['bucket.test']),
      resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  });
  worker = await startTestWorker(
    services,
    fakeEngine(async () => FAKE_RESULT),
  );
  ann = await owner();
  await services.database.stores.ledger.append({
    userId: ann.userId,
    ledger: 'freemium',
    kind: 'adjust',
    delta: 1000,
    reference: `test:${randomUUID()}`,
  });
  ({ id: recipeId } = await services.recipes.create(ann, { name: 'White', recipe: PLAIN_RECIPE }));
  bucket = await connectBucket(ann);
});
afterAll(async () => {
  await worker.stop();
  await services.stop();
  await server.close();
});
afterEach(() => {
  server.heal();
  server.denied.clear();
  server.objects.clear();
  server.requests.length = 0;
});

async function owner(): Promise<Caller> {
  const guest = await services.newGuest();
  await services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [guest.userId]);
  await entitle(services, guest.userId);
  return { ...guest, role: 'owner' };
}

const connectBucket = (caller: Caller, part: Partial<Parameters<typeof services.buckets.create>[1]> = {}) =>
  services.buckets.create(caller, bucketRequest(server, part));

/** Creates a photo with the same pixels as the others, but with different bytes and therefore another hash. */
const photo = (nonce: string): Buffer => Buffer.concat([PHOTO, Buffer.from(nonce)]);
const putPhotos = (...names: readonly string[]): void => {
  for (const name of names) server.put(`photos/autumn/${name}`, photo(name));
};

async function draft(to: Partial<Destination> | null = null, onlyChanged = false): Promise<string> {
  const destination = to && {
    bucket_id: bucket.id,
    folder: 'out',
    overwrite: false,
    hold_doubtful: true,
    ...to,
  };
  const { id } = await services.runs.create(ann, {
    name: 'Autumn',
    recipe_id: recipeId,
    only_changed: onlyChanged,
    to: destination,
  });
  return id;
}
const fill = (id: string, folder = 'autumn') =>
  services.runs.addFromBucket(ann, id, { bucket_id: bucket.id, folder });

const until = (id: string, status: RunStatus): Promise<Run> =>
  eventually(`a run that is ${status}`, async () => {
    await services.feedRuns();
    const run = await services.runs.read(ann, id);
    return run.status === status ? run : undefined;
  });
async function finishRun(id: string): Promise<Run> {
  await services.runs.change(ann, id, 'start');
  return until(id, 'finished');
}
const listItems = async (id: string): Promise<RunItem[]> =>
  (await services.runs.listItems(ann, id, { sort: 'row', offset: 0, limit: 500 })).data;
const never = new AbortController().signal;
/** Runs the delivery worker until no file is due. */
async function deliver(id: string): Promise<NonNullable<Run['to']>> {
  await services.runDelivery.drain(id, never);
  const { to } = await services.runs.read(ann, id);
  if (to === null) throw new Error('It goes nowhere');
  return to;
}
const leasesRunOut = () =>
  services.pool.query(`update run_deliveries set sending_until = now() - interval '1 second'`);
const pausesEnd = () =>
  services.pool.query(
    `update run_deliveries set next_try_at = now() - interval '1 second' where state = 'waiting'`,
  );

describe('a run with photos from a bucket', () => {
  it('previews the number of photos, the first of them, and the skipped files', async () => {
    putPhotos('mug.jpg', 'cup.png');
    server.put('photos/autumn/', '');
    server.put('photos/autumn/notes.txt', 'x');
    server.put('photos/autumn/.DS_Store', 'x');
    server.put('photos/autumn/../secret.jpg', 'x');
    server.put(`photos/autumn/${'long'.repeat(200)}.jpg`, 'x');
    server.put('photos/winter/hat.jpg', 'x');
    server.put('elsewhere/hat.jpg', 'x');
    server.objects.set('photos/autumn/huge.jpg', { bytes: Buffer.alloc(26 * 1024 * 1024), headers: {} });
    const contents = await services.runs.lookIntoBucket(ann, { bucket_id: bucket.id, folder: 'autumn' });
    expect(contents).toEqual({
      photos: 2,
      bytes: photo('mug.jpg').length + photo('cup.png').length,
      // One file name is too long, and another points outside its folder.
      skipped: { no_photo: 1, too_large: 1, unusable_name: 2 },
      first: [
        { key: 'photos/autumn/cup.png', bytes: photo('cup.png').length },
        { key: 'photos/autumn/mug.jpg', bytes: photo('mug.jpg').length },
      ],
    });
  });

  it('takes each row’s product and view from its photo’s path, and fetches photos only when they are processed', async () => {
    putPhotos('MUG-1/front.jpg', 'MUG-2/front.jpg');
    const id = await draft();
    expect(await fill(id)).toMatchObject({ added: 2, items: 2 });
    expect(server.requests.every(({ key }) => key === '')).toBe(true);
    const run = await finishRun(id);
    expect(run).toMatchObject({ sources: { bucket: 2, upload: 0 }, counts: { done: 2 }, to: null });
    const items = await listItems(id);
    expect(items.map(({ sku, slot }) => [sku, slot])).toEqual([
      ['MUG-1', 'front'],
      ['MUG-2', 'front'],
    ]);
    expect(items[0]?.source).toEqual({ kind: 'bucket', name: 'photos/autumn/MUG-1/front.jpg' });
  });

  it('reports a missing, broken or unreadable photo, and continues with the others', async () => {
    putPhotos('a.jpg', 'b.jpg', 'c.jpg');
    server.put('photos/autumn/b.jpg', 'no picture at all');
    const id = await draft();
    await fill(id);
    server.objects.delete('photos/autumn/a.jpg');
    await finishRun(id);
    const items = await listItems(id);
    expect(items.map(({ state, reason }) => [state, reason?.code ?? null])).toEqual([
      ['failed', 'BUCKET_OBJECT_GONE'],
      ['failed', 'UNSUPPORTED_TYPE'],
      ['done', null],
    ]);
  });

  it('fails its rows once the bucket is disconnected, or no longer readable', async () => {
    for (const [end, code] of [
      [(id: string) => services.buckets.delete(ann, id), 'BUCKET_GONE'],
      [(id: string) => services.buckets.update(ann, id, { may_read: false }), 'BUCKET_NOT_ALLOWED'],
    ] as const) {
      putPhotos('a.jpg');
      const other = await connectBucket(ann, { name: 'Other' });
      const id = await draft();
      await services.runs.addFromBucket(ann, id, { bucket_id: other.id, folder: 'autumn' });
      expect((await services.buckets.list(ann)).data.find((each) => each.id === other.id)?.open_runs).toBe(1);
      await end(other.id);
      server.requests.length = 0;
      const { counts } = await finishRun(id);
      expect(counts.failed).toBe(1);
      expect((await listItems(id))[0]?.reason?.code).toBe(code);
      expect(server.requests).toEqual([]);
    }
  });

  it('doesn’t stop other runs when its bucket’s server hangs', async () => {
    putPhotos('a.jpg');
    const [hanging, other] = [await draft(), await draft()];
    await fill(hanging);
    const key = await services.upload(ann, photo('other'));
    const source = { kind: 'upload' as const, key, file_name: 'mug.jpg' };
    const items = [{ sku: 'MUG', variant: '', slot: '', columns: {}, source }];
    await services.runs.addItems(ann, other, { first_row: 1, items });
    const heldRequest = server.hold('GET');
    onTestFinished(heldRequest.release);
    const behind = createRunsBehind(0);
    for (const id of [hanging, other]) await services.runs.change(ann, id, 'start');
    await eventually('the other run is done', async () => {
      await services.feedRuns(behind);
      return (await services.runs.read(ann, other)).status === 'finished' || undefined;
    });
    await heldRequest.reached;
    expect(behind.has(hanging)).toBe(true);
    expect((await services.runs.read(ann, hanging)).counts.waiting).toBe(1);
    heldRequest.release();
    await behind.waitUntilEnded();
    expect((await until(hanging, 'finished')).counts.done).toBe(1);
  });

  it('continues with another worker when the first one ends while the bucket’s server hangs', async () => {
    putPhotos('a.jpg');
    const id = await draft();
    await fill(id);
    const heldRequest = server.hold('GET');
    onTestFinished(heldRequest.release);
    const behind = createRunsBehind(0);
    await services.runs.change(ann, id, 'start');
    await services.feedRuns(behind);
    await heldRequest.reached;
    behind.stop();
    await behind.waitUntilEnded();
    heldRequest.release();
    expect((await services.runs.read(ann, id)).counts.waiting).toBe(1);
    expect((await until(id, 'finished')).counts.done).toBe(1);
  });

  it('reuses the results of an unchanged photo without fetching it, free of charge', async () => {
    putPhotos('e.jpg', 'f.jpg');
    const first = await draft(null, true);
    await fill(first);
    await finishRun(first);
    putPhotos('g.jpg');
    server.put('photos/autumn/f.jpg', photo('another f'));
    const second = await draft(null, true);
    await fill(second);
    server.requests.length = 0;
    expect(await finishRun(second)).toMatchObject({ credits: 2, counts: { done: 3 } });
    expect(server.requests.map(({ key, status }) => [key.split('/').at(-1), status])).toEqual([
      ['e.jpg', 304],
      ['f.jpg', 200],
      ['g.jpg', 200],
    ]);
    expect((await listItems(second)).map(({ reused }) => reused)).toEqual([true, false, false]);
    // The third run recognizes the photo too, although the second run's own result was reused from the first.
    const third = await draft(null, true);
    await fill(third);
    expect(await finishRun(third)).toMatchObject({ credits: 0, counts: { done: 3 } });
  });

  it('accepts at most ten thousand photos from a folder, and refuses an empty folder', async () => {
    for (let at = 0; at <= 10_000; at += 1) server.put(`photos/many/${String(at).padStart(5, '0')}.jpg`, 'x');
    const id = await draft();
    await expect(fill(id, 'many')).rejects.toMatchObject({ code: 'BUCKET_TOO_MANY' });
    await expect(fill(id, 'none')).rejects.toMatchObject({ code: 'BUCKET_EMPTY' });
  });

  it('gives other organizations no access to the photos', async () => {
    putPhotos('a.jpg');
    const bob = await owner();
    const of = { bucket_id: bucket.id, folder: 'autumn' };
    await expect(services.runs.lookIntoBucket(bob, of)).rejects.toMatchObject({ code: 'BUCKET_GONE' });
    const his = await services.recipes.create(bob, { name: 'White', recipe: PLAIN_RECIPE });
    const make = (to: Destination | null) =>
      services.runs.create(bob, { name: 'His', recipe_id: his.id, only_changed: false, to });
    await expect(
      make({ bucket_id: bucket.id, folder: '', overwrite: false, hold_doubtful: true }),
    ).rejects.toMatchObject({ code: 'BUCKET_GONE' });
    const run = await make(null);
    await expect(services.runs.addFromBucket(bob, run.id, of)).rejects.toMatchObject({ code: 'BUCKET_GONE' });
    expect(server.requests).toEqual([]);
  });
});

describe('a run that delivers to a bucket', () => {
  it('delivers each file once, under its name, and the manifest at the end', async () => {
    putPhotos('a.jpg', 'b.jpg');
    const id = await draft({ folder: 'out/autumn' });
    await fill(id);
    await finishRun(id);
    const to = await deliver(id);
    expect(to).toMatchObject({ waiting: 0, delivered: 2, failed: 0, manifest: 'delivered', problem: null });
    expect(to.ended_at).not.toBeNull();
    const keys = [
      'photos/out/autumn/a_shop.png',
      'photos/out/autumn/b_shop.png',
      'photos/out/autumn/manifest.csv',
    ];
    expect([...server.objects.keys()].filter((key) => key.includes('/out/')).toSorted()).toEqual(keys);
    expect(keys.map(server.writes)).toEqual([1, 1, 1]);
    const [first] = await listItems(id);
    expect(first?.outputs[0]?.delivery).toEqual({ state: 'delivered', name: 'a_shop.png', reason: null });
    expect(server.objects.get(keys[0] ?? '')?.headers).toMatchObject({
      'content-type': 'image/png',
      'x-amz-meta-packshot-run': id,
    });
    expect(server.objects.get(keys[2] ?? '')?.bytes.toString()).toContain('a_shop.png');
    await deliver(id);
    expect(keys.map(server.writes)).toEqual([1, 1, 1]);
  });

  it('is noticed by a periodic round, which queues its delivery', async () => {
    putPhotos('a.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    await eventually('a delivery that has ended', async () => {
      await services.queueDueDeliveries();
      return (await services.runs.read(ann, id)).to?.ended_at ?? undefined;
    });
    expect(server.writes('photos/out/a_shop.png')).toBe(1);
    expect(server.writes('photos/out/manifest.csv')).toBe(1);
  });

  it('continues after a worker died while sending a file, and writes each file once', async () => {
    putPhotos('a.jpg', 'b.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    const heldRequest = server.hold('PUT');
    const deliveryStore = services.database.stores.deliveries;
    const dying = deliverAndDie(id);
    await heldRequest.reached;
    heldRequest.release();
    await dying;
    expect(server.objects.has('photos/out/a_shop.png')).toBe(true);
    expect((await deliveryStore.ofRows(id, [1]))[0]?.state).toBe('waiting');
    await leasesRunOut();
    expect(await deliver(id)).toMatchObject({ delivered: 2, failed: 0, manifest: 'delivered' });
    expect(
      ['a_shop.png', 'b_shop.png', 'manifest.csv'].map((name) => server.writes(`photos/out/${name}`)),
    ).toEqual([1, 1, 1]);
  });

  /** Simulates a process that dies after its request arrived and before it records the result. */
  async function deliverAndDie(id: string): Promise<void> {
    const { createRunDelivery } = await import('./deliver-run.ts');
    const { database, objects, bucketAccess } = services;
    const deliveries = {
      ...database.stores.deliveries,
      note: () => Promise.reject(new Error('killed')),
      release: () => Promise.resolve(),
    };
    const doomed = createRunDelivery({
      database: { ...database, stores: { ...database.stores, deliveries } },
      objects,
      buckets: bucketAccess,
      billing: services.renewals.settings,
      clock: { now: () => new Date() },
    });
    await expect(doomed.drain(id, never)).rejects.toThrow('killed');
  }

  it('doesn’t overwrite a file that it didn’t write, except on request, and reports it', async () => {
    putPhotos('a.jpg', 'b.jpg');
    server.put('photos/out/a_shop.png', 'a stranger’s');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    const to = await deliver(id);
    expect(to).toMatchObject({ delivered: 1, failed: 1, problem: { code: 'BUCKET_KEY_TAKEN' } });
    expect((await listItems(id))[0]?.outputs[0]?.delivery?.reason?.message).toContain('didn’t write');
    expect(server.objects.get('photos/out/a_shop.png')?.bytes.toString()).toBe('a stranger’s');
    await services.runs.deliver(ann, id, { overwrite: true });
    expect(await deliver(id)).toMatchObject({ delivered: 2, failed: 0, problem: null });
    expect(server.objects.get('photos/out/a_shop.png')?.headers['x-amz-meta-packshot-run']).toBe(id);
    expect(server.writes('photos/out/b_shop.png')).toBe(1);
  });

  it('doesn’t overwrite a file that another client writes at the same moment', async () => {
    putPhotos('a.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    const heldRequest = server.hold('PUT');
    const delivering = services.runDelivery.drain(id, never);
    await heldRequest.reached;
    server.put('photos/out/a_shop.png', 'quicker');
    heldRequest.release();
    await delivering;
    expect(server.objects.get('photos/out/a_shop.png')?.bytes.toString()).toBe('quicker');
    expect((await services.runs.read(ann, id)).to).toMatchObject({ failed: 1 });
  });

  it('retries a file after temporary errors with growing pauses, and finally fails it with a reason', async () => {
    putPhotos('a.jpg', 'b.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    server.fail({ status: 503, code: 'SlowDown' }, { of: /^(HEAD|PUT)/ });
    expect(await deliver(id)).toMatchObject({ waiting: 2, failed: 0, problem: { code: 'BUCKET_BUSY' } });
    server.requests.length = 0;
    await services.runDelivery.drain(id, never);
    expect(server.requests).toEqual([]);
    for (let tries = 1; tries < 7; tries += 1) {
      await pausesEnd();
      await services.runDelivery.drain(id, never);
    }
    expect((await services.runs.read(ann, id)).to).toMatchObject({ waiting: 0, failed: 2 });
    server.heal();
    await services.runs.deliver(ann, id, {});
    expect(await deliver(id)).toMatchObject({
      delivered: 2,
      failed: 0,
      manifest: 'delivered',
      problem: null,
    });
  });

  it('costs one download per delivered photo, and nothing when the bucket refuses or no download is left', async () => {
    const { ledger } = services.database.stores;
    const readBalance = async () => (await ledger.balance(ann.userId, 'download')).balance;
    const take = async (delta: number) =>
      ledger.append({
        userId: ann.userId,
        ledger: 'download',
        kind: 'adjust',
        delta,
        reference: randomUUID(),
      });
    putPhotos('a.jpg', 'b.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    const before = await readBalance();
    server.denied.add('write');
    expect(await deliver(id)).toMatchObject({ failed: 2 });
    expect(await readBalance()).toBe(before);
    server.denied.clear();
    await take(1 - before);
    await services.runs.deliver(ann, id, {});
    expect(await deliver(id)).toMatchObject({
      delivered: 1,
      failed: 1,
      problem: { code: 'OUT_OF_DOWNLOADS' },
    });
    await take(before);
    await services.runs.deliver(ann, id, {});
    expect(await deliver(id)).toMatchObject({ delivered: 2, failed: 0 });
    expect(await readBalance()).toBe(before - 1);
  });

  it('stops after the bucket’s first refusal instead of trying each file', async () => {
    putPhotos('a.jpg', 'b.jpg', 'c.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    server.denied.add('write');
    server.requests.length = 0;
    expect(await deliver(id)).toMatchObject({ failed: 3, problem: { code: 'BUCKET_WRITE_DENIED' } });
    expect(
      server.requests.filter(({ method, key }) => method === 'PUT' && !key.endsWith('.csv')),
    ).toHaveLength(1);
  });

  it('stops when the bucket is disconnected, and can then deliver to another bucket', async () => {
    putPhotos('a.jpg');
    const other = await connectBucket(ann, { name: 'Other' });
    const id = await draft({ bucket_id: other.id });
    await fill(id);
    await finishRun(id);
    await services.buckets.delete(ann, other.id);
    server.requests.length = 0;
    expect(await deliver(id)).toMatchObject({
      bucket_id: null,
      bucket_name: 'Other',
      failed: 1,
      problem: { code: 'BUCKET_GONE' },
    });
    expect(server.requests).toEqual([]);
    await expect(services.runs.deliver(ann, id, {})).rejects.toMatchObject({ code: 'BUCKET_GONE' });
    await services.runs.deliver(ann, id, {
      to: { bucket_id: bucket.id, folder: 'second', overwrite: false, hold_doubtful: true },
    });
    expect(await deliver(id)).toMatchObject({ bucket_name: 'Shop', delivered: 1, failed: 0 });
    expect(server.objects.has('photos/second/a_shop.png')).toBe(true);
  });

  it('holds back files that need review until they are approved, and never sends rejected ones', async () => {
    putPhotos('a.jpg', 'b.jpg', 'c.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    await services.pool.query(
      `update run_items set state = 'needs_review', score = 0.1 where run_id = $1 and row < 3`,
      [id],
    );
    expect(await deliver(id)).toMatchObject({ delivered: 1, held: 2, manifest: 'delivered' });
    await services.runs.review(ann, id, {
      decisions: [
        { row: 1, decision: 'approve' },
        { row: 2, decision: 'reject' },
      ],
    });
    expect(await deliver(id)).toMatchObject({ delivered: 2, held: 0, failed: 0 });
    expect(server.objects.has('photos/out/a_shop.png')).toBe(true);
    expect(server.objects.has('photos/out/b_shop.png')).toBe(false);
    // The manifest belongs to this run and lists the result of each row.
    expect(server.objects.get('photos/out/manifest.csv')?.bytes.toString()).toContain('rejected');
  });

  it('stops delivering when its user has lost the right to use the bucket', async () => {
    putPhotos('a.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    await services.pool.query(`update memberships set role = 'guest' where user_id = $1`, [ann.userId]);
    server.requests.length = 0;
    await services.runDelivery.drain(id, never);
    await services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [ann.userId]);
    expect(server.requests).toEqual([]);
    expect((await services.runs.read(ann, id)).to).toMatchObject({
      failed: 1,
      problem: { code: 'BUCKET_GONE' },
    });
  });

  it('is deleted together with its deliveries', async () => {
    putPhotos('a.jpg');
    const id = await draft({});
    await fill(id);
    await finishRun(id);
    await deliver(id);
    await services.database.stores.runs.remove(id);
    const { rowCount } = await services.pool.query('select from run_deliveries where run_id = $1', [id]);
    expect(rowCount).toBe(0);
    // Files in the bucket belong to the bucket's owner, so they remain.
    expect(server.objects.has('photos/out/a_shop.png')).toBe(true);
  });
});
