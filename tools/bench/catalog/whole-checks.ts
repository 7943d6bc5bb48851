/** Conditions that a run of a whole catalog must meet after it has ended. Throws if one is violated. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Run, RunItem } from '../../../packages/contract/src/index.ts';
import type { ObjectStore } from '../../../packages/server/src/platform/objects/object-store.ts';
import type { ApiClient } from '../../../packages/server/src/testing/api-client.ts';
import { brokenInvariants } from '../../../packages/server/src/testing/invariants.ts';
import { readZip } from '../../../packages/server/src/testing/read-zip.ts';
import type { BenchProduct } from '../running-product.ts';
import { onPool } from '../shop-owner.ts';

interface Whole {
  readonly client: ApiClient;
  readonly run: Run;
  readonly photos: number;
  readonly brokenRows: readonly number[];
  readonly store: ObjectStore;
  readonly prefix: string;
  readonly spent: number;
  readonly product: BenchProduct;
}

const PAGE = 500;
const MANIFEST = 'manifest.csv';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @returns findings, as sentences */
export async function checkWhole(whole: Whole): Promise<readonly string[]> {
  const { run, photos, brokenRows, spent } = whole;
  const completedCount = photos - brokenRows.length;
  assert.equal(run.counts.failed, brokenRows.length);
  assert.equal(run.counts.done + run.counts.needs_review, completedCount);
  const items = await listItems(whole);
  assert.equal(items.length, photos);
  // Rows that reuse the files of an earlier row are free.
  const paid = items.filter(({ state, reused }) => state !== 'failed' && !reused).length;
  assert.deepEqual([run.credits, spent], [paid, paid]);
  const failed = items.filter(({ state }) => state === 'failed');
  assert.deepEqual(
    failed.map(({ row }) => row),
    brokenRows,
  );
  const expectedFiles = new Map(
    items.flatMap(({ row, outputs }) => outputs.map((file) => [file.name, { row, hash: file.sha256 }])),
  );
  const isBroken = new Set(brokenRows);
  const names = items.filter(({ row }) => !isBroken.has(row)).map(({ row }) => `sku-${row}_shop.jpg`);
  assert.deepEqual([...expectedFiles.keys()], names);
  const { zip, manifest } = await checkZip(whole, expectedFiles);
  await checkBucket(whole, expectedFiles, manifest);
  checkManifest(manifest, items);
  await checkDatabase(whole, completedCount, paid);
  const reasons = Map.groupBy(failed, ({ reason }) => reason?.code ?? '');
  return [
    `${completedCount} files are in the bucket and in the ZIP, each once, under the name of its row and with the hash that the run says; ${brokenRows.length} rows failed, all of them broken (${[...reasons].map(([code, rows]) => `${rows.length} ${code}`).join(', ')}).`,
    `${paid} pictures were made and ${completedCount - paid} got the files of an earlier row; ${spent} credits were spent. The manifest has ${photos} lines. No invariant of the database is broken.`,
    zip,
  ];
}

async function listItems({ client, run: { id }, photos }: Whole): Promise<RunItem[]> {
  const items: RunItem[] = [];
  for (let offset = 0; offset < photos; offset += PAGE) {
    const query = { offset: String(offset), limit: String(PAGE) };
    const { data } = await client.json<{ data: RunItem[] }>('listRunItems', { params: { id }, query });
    items.push(...data);
  }
  return items;
}

type Wanted = ReadonlyMap<string, { readonly hash: string }>;

async function checkZip({ client, product, run: { id } }: Whole, expectedFiles: Wanted) {
  const { data } = await client.json<{ data: { url: string } }>('orderRunDownload', {
    params: { id },
    json: { kind: 'zip' },
  });
  const startedMs = performance.now();
  const answer = await fetch(new URL(data.url, product.address));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const seconds = (performance.now() - startedMs) / 1000;
  const entries = readZip(bytes);
  const manifest = Buffer.from(entries.get(MANIFEST) ?? []);
  entries.delete(MANIFEST);
  assert.deepEqual([...entries.keys()], [...expectedFiles.keys()]);
  for (const [name, { hash }] of expectedFiles)
    assert.equal(sha256(entries.get(name) ?? Buffer.alloc(0)), hash);
  const megabytes = bytes.length / 1e6;
  return {
    manifest,
    zip: `The ZIP has ${megabytes.toFixed(0)} MB and came in ${seconds.toFixed(0)} s.`,
  };
}

async function checkBucket({ store, prefix }: Whole, expectedFiles: Wanted, manifest: Buffer): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key.slice(prefix.length));
  assert.deepEqual(keys.toSorted(), [...expectedFiles.keys(), MANIFEST].toSorted());
  for (const [name, { hash }] of expectedFiles) assert.equal(sha256(await store.read(prefix + name)), hash);
  assert.equal(sha256(await store.read(prefix + MANIFEST)), sha256(manifest));
}

/** Checks the manifest. Splits lines at commas, because only the sentences in the last columns are quoted. */
function checkManifest(manifest: Buffer, items: readonly RunItem[]): void {
  const [head = '', ...lines] = manifest.toString('utf8').trim().split('\r\n');
  const columns = head.replace('\uFEFF', '').split(',');
  const [row, sku, state] = ['row', 'sku', 'state'].map((name) => columns.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const statedRows = lines
    .map((line) => line.split(','))
    .map((cells) => [cells[row], cells[sku], cells[state]]);
  assert.deepEqual(
    statedRows,
    items.map((item) => [String(item.row), item.sku, item.state]),
  );
  const credits = lines.reduce(
    (sum, line) => sum + Number(line.split(',').at(columns.indexOf('credits') - columns.length)),
    0,
  );
  assert.equal(
    credits,
    items.reduce((sum, item) => sum + item.credits, 0),
  );
}

const checkDatabase = (
  { product: { settings }, run: { id } }: Whole,
  completedCount: number,
  paid: number,
): Promise<void> =>
  onPool(settings, async (pool) => {
    const { rows } = await pool.query<{ files: number; keys: number }>(
      'select count(*)::int as files, count(distinct key)::int as keys from run_outputs where run_id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ files: completedCount, keys: paid }]);
    assert.deepEqual(await brokenInvariants(pool), []);
  });
