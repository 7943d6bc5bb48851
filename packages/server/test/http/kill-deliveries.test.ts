import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Bucket, Run, StoredRecipe } from '@packshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDiskObjectStore } from '../../src/platform/objects/disk-object-store.ts';
import { newGuest } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { BUCKET_NAME, BUCKET_SECRET, KEY_ID, startBucketServer } from '../../src/testing/bucket-server.ts';
import type { FakeBucketServer } from '../../src/testing/bucket-server.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { FAULT_TIMEOUT_MS, waitForExit, RECOVERY_MS } from '../../src/testing/fault-suite.ts';
import { SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

const FILES = 6;
const PICTURE = drawnPng(8, 8, (x, y) => [x * 30, y * 30, 90, 255]);

let server: FakeBucketServer;
let product: RunningProduct;

beforeAll(async () => {
  server = await startBucketServer();
  product = await startProduct({ BUCKET_PRIVATE_HOSTS: 'localhost', MODERATION: 'false', LOG_LEVEL: 'info' });
}, FAULT_TIMEOUT_MS);
afterAll(async () => {
  await product.stop();
  await server.close();
});

const query = (text: string, values: readonly unknown[] = []) =>
  product.database.pool.query(text, [...values]);

/** Creates a finished run, as a worker leaves it. */
async function finishedRun(client: ApiClient): Promise<string> {
  const { data: bucket } = await client.json<{ data: Bucket }>('createBucket', {
    json: {
      name: 'Shop',
      endpoint: `http://localhost:${server.port}`,
      bucket: BUCKET_NAME,
      access_key_id: KEY_ID,
      secret_access_key: BUCKET_SECRET,
      path_style: true,
      may_read: false,
      may_write: true,
    },
  });
  const { data: recipe } = await client.json<{ data: StoredRecipe }>('createRecipe', {
    json: { name: 'White', recipe: PLAIN_RECIPE },
  });
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: { name: 'Autumn', recipe_id: recipe.id, to: { bucket_id: bucket.id, folder: 'out' } },
  });
  const items = Array.from({ length: FILES }, (_none, at) => ({
    sku: `sku-${at + 1}`,
    source: { kind: 'url', url: `https://shop.example/${at}.jpg` },
  }));
  await client.json('addRunItems', { params: { id: run.id }, json: { first_row: 1, items } });
  const objects = await openDiskObjectStore({
    rootFolder: join(product.dataDir, 'storage'),
    signingSecret: SESSION_SECRET,
    urlPrefix: '',
  });
  const sha256 = createHash('sha256').update(PICTURE).digest('hex');
  for (let row = 1; row <= FILES; row += 1) {
    const key = `results/${run.id}/${row}.png`;
    await objects.write(key, PICTURE, { contentType: 'image/png' });
    await query(
      `insert into run_outputs (run_id, row, output_id, place, name, key, format, width_px, height_px, size_bytes, sha256, unsigned_sha256)
       values ($1, $2, 'shop', 0, $3, $4, 'png', 8, 8, $5, $6, $6)`,
      [run.id, row, `sku-${row}.png`, key, PICTURE.length, sha256],
    );
  }
  await query(`update run_items set state = 'done' where run_id = $1`, [run.id]);
  await query(`update runs set status = 'finished', started_at = now(), finished_at = now() where id = $1`, [
    run.id,
  ]);
  return run.id;
}

/** Makes a dead worker's claims expire, to avoid waiting for minutes. */
const leasesRunOut = async (): Promise<void> => {
  await query(`update run_deliveries set sending_until = null`);
  await query(`update runs set deliveries_queued_at = null`);
};

it(
  'each file of a run is delivered once, whenever workers are killed',
  { timeout: FAULT_TIMEOUT_MS },
  async () => {
    const client = await newGuest(product.address);
    await query(`update memberships set role = 'owner' where user_id = $1`, [client.session.info.user.id]);
    // Sets the download credits, because each delivered file costs one.
    await query(`update credit_balances set balance = $2 where ledger = 'download' and user_id = $1`, [
      client.session.info.user.id,
      FILES,
    ]);
    const id = await finishedRun(client);

    // The worker is killed while it sends a file; the file arrives after the worker's death.
    const heldRequest = server.hold('PUT');
    const first = product.startWorker();
    await heldRequest.reached;
    first.kill('SIGKILL');
    await waitForExit(first);
    heldRequest.release();
    await leasesRunOut();

    // The worker is killed after a file has arrived, but before it records that.
    const second = product.startWorker({
      kill: { step: '^update "run_deliveries" set "state"', when: 'before', nth: 3 },
    });
    expect(await waitForExit(second)).toBe('SIGKILL');
    await leasesRunOut();

    product.startWorker();
    const to = await eventually(
      'all files have arrived',
      async () => {
        const { data } = await client.json<{ data: Run }>('readRun', { params: { id } });
        return data.to?.ended_at === null ? undefined : data.to;
      },
      RECOVERY_MS,
    );
    expect(to).toMatchObject({ delivered: FILES, failed: 0, manifest: 'delivered' });
    const names = [...Array.from({ length: FILES }, (_none, at) => `sku-${at + 1}.png`), 'manifest.csv'];
    expect([...server.objects.keys()].toSorted()).toEqual(names.map((name) => `out/${name}`).toSorted());
    expect(names.map((name) => server.writes(`out/${name}`))).toEqual(names.map(() => 1));
  },
);
