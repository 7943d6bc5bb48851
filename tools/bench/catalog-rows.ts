// npm run bench -- catalog-rows
//
// Largest possible catalog without waiting for the engine: a few photos are processed, and then 10,000 rows of the same
// photos with the same recipe reuse their files. Measures the cost of the rows themselves (adding, starting, listing,
// memory, the ZIP) and how their list scrolls in a browser. Linux only, for the memory.
import { parseArgs } from 'node:util';
import type { Run, StoredRecipe } from '../../packages/contract/src/index.ts';
import { variedPhotos } from '../../packages/image-engine/src/testing/varied-photos.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import { ownPictures } from './catalog/own-pictures.ts';
import { scrollFigures } from './catalog/scroll.ts';
import { browserWithShop } from './catalog/shop-browser.ts';
import { SHOP_RECIPE, untilEnter, untilFinished } from './catalog/owner.ts';
import { median, row } from './contestants.ts';
import { computeSlope, watchProcesses } from './process-watch.ts';
import type { ProcessWatch } from './process-watch.ts';
import { onRunningProduct } from './running-product.ts';
import { samplePhotos } from './sample-photos.ts';

/** Options of the command: `--hold` waits for Enter before the browser scrolls. */
const { rows, hold } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, hold: { type: 'boolean', default: false } },
}).values;
const ROWS = Number(rows);
const PHOTOS = Math.min(10, ROWS);
const SIDE_PX = 800;
const PER_CALL = 200;
const CALLS = 15;

await onRunningProduct(async (product) => {
  const { page, client, close } = await browserWithShop(product, 2 * ROWS);
  try {
    const keys = await uploadPhotos(await client());
    const { data: recipe } = await (
      await client()
    ).json<{ data: StoredRecipe }>('createRecipe', { json: { name: 'Bench', recipe: SHOP_RECIPE } });
    const first = await newRun(await client(), recipe.id, keys, PHOTOS);
    await (await client()).json('changeRun', { params: { id: first.id, action: 'start' } });
    await untilFinished(await client(), first.id, () => undefined);
    const watch = watchProcesses();
    const id = await measureRows(product.address, client, { recipeId: recipe.id, keys, watch });
    await ownPictures(product.settings, id);
    if (hold) await untilEnter();
    await scrollFigures(page, `${product.address}/catalog?at=run.${id}`);
  } finally {
    await close();
  }
});

interface RowsBenchInput {
  readonly recipeId: string;
  readonly keys: readonly string[];
  readonly watch: ProcessWatch;
}

async function measureRows(
  address: string,
  client: () => Promise<ApiClient>,
  { recipeId, keys, watch }: RowsBenchInput,
): Promise<string> {
  watch.look(0);
  const { id, callMs } = await newRun(await client(), recipeId, keys, ROWS);
  watch.look(0);
  const estimateMs = await timeCall(async () => (await client()).json('estimateRun', { params: { id } }));
  const startedMs = performance.now();
  await (await client()).json('changeRun', { params: { id, action: 'start' } });
  const startMs = performance.now() - startedMs;
  const { run } = await untilFinished(await client(), id, ({ counts }) => {
    const completedCount = ROWS - counts.waiting - counts.running;
    watch.look(completedCount);
    console.error(`  ${completedCount} of ${ROWS} rows`);
  });
  const seconds = (performance.now() - startedMs) / 1000;
  if (run.counts.done + run.counts.needs_review !== ROWS)
    throw new Error(`Of ${ROWS} rows the run says ${JSON.stringify(run.counts)}`);
  const listRows = async (offset: number, more = {}): Promise<number> =>
    timeCall(async () =>
      (await client()).json('listRunItems', {
        params: { id },
        query: { offset: String(offset), limit: '100', ...more },
      }),
    );
  console.log(row(['what', 'figure']));
  console.log(row(['---', '---:']));
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  console.log(row([`${PER_CALL} rows are added`, ms(median(callMs))]));
  console.log(row(['what it costs and what keeps it from starting', ms(estimateMs)]));
  console.log(row(['it starts', ms(startMs)]));
  console.log(row(['rows that take the files of an earlier run, a second', (ROWS / seconds).toFixed(0)]));
  console.log(
    row([
      'the run is read',
      ms(await timeCall(async () => (await client()).json('readRun', { params: { id } }))),
    ]),
  );
  console.log(row(['a hundred rows, the first ones', ms(await listRows(0))]));
  console.log(row(['a hundred rows, the last ones', ms(await listRows(ROWS - 100))]));
  console.log(row(['a hundred rows, the most doubtful', ms(await listRows(0, { sort: 'score' }))]));
  const zip = await readZip({ address, client: await client(), id }, watch);
  console.log(
    row([
      'the ZIP',
      `${(zip.bytes / 1e6).toFixed(0)} MB, ${(zip.bytes / 1e6 / zip.seconds).toFixed(0)} MB a second`,
    ]),
  );
  console.log(
    `\n${row(['process', 'MB before', 'at most', 'MB more each 1,000 rows', 'ms of a processor a row'])}`,
  );
  console.log(row(['---', '---:', '---:', '---:', '---:']));
  for (const { title, samples, cpuSeconds } of watch.figures()) {
    const megabytes = samples.map((sample) => sample.megabytes);
    const memoryFigures = [megabytes[0] ?? 0, Math.max(...megabytes), computeSlope(samples) * 1000];
    const figures = [
      ...memoryFigures.map((value) => value.toFixed(0)),
      ((cpuSeconds * 1000) / ROWS).toFixed(1),
    ];
    console.log(row([title, ...figures]));
  }
  return id;
}

async function timeCall(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < CALLS; at++) {
    const startedMs = performance.now();
    await call();
    took.push(performance.now() - startedMs);
  }
  return median(took);
}

async function readZip(
  { address, client, id }: { readonly address: string; readonly client: ApiClient; readonly id: string },
  watch: ProcessWatch,
): Promise<{ readonly bytes: number; readonly seconds: number }> {
  const { data } = await client.json<{ data: { readonly url: string } }>('orderRunDownload', {
    params: { id },
    json: { kind: 'zip' },
  });
  const startedMs = performance.now();
  const answer = await fetch(new URL(data.url, address));
  if (!answer.ok || answer.body === null) throw new Error(`The ZIP was answered with ${answer.status}`);
  let bytes = 0;
  let lookedMs = startedMs;
  for await (const part of answer.body) {
    bytes += part.byteLength;
    if (performance.now() - lookedMs < 2_000) continue;
    lookedMs = performance.now();
    watch.look(ROWS);
  }
  return { bytes, seconds: (performance.now() - startedMs) / 1000 };
}

async function uploadPhotos(client: ApiClient): Promise<string[]> {
  const keys: string[] = [];
  const size = { longestSidePx: SIDE_PX, smallestShare: 1 };
  for await (const { file } of variedPhotos(samplePhotos(), PHOTOS, size)) {
    const { key, response } = await client.upload(file);
    if (!response.ok) throw new Error(`An upload was answered with ${response.status}`);
    keys.push(key);
  }
  return keys;
}

async function newRun(
  client: ApiClient,
  recipeId: string,
  keys: readonly string[],
  count: number,
): Promise<{ readonly id: string; readonly callMs: readonly number[] }> {
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: { name: `${count} rows`, recipe_id: recipeId, only_changed: true },
  });
  const callMs: number[] = [];
  for (let at = 0; at < count; at += PER_CALL) {
    const items = Array.from({ length: Math.min(PER_CALL, count - at) }, (_, place) => {
      const sku = `sku-${at + place + 1}`;
      const key = keys[(at + place) % keys.length] ?? '';
      return { sku, source: { kind: 'upload', key, file_name: `${sku}.jpg` } };
    });
    const startedMs = performance.now();
    await client.json('addRunItems', { params: { id: run.id }, json: { first_row: at + 1, items } });
    callMs.push(performance.now() - startedMs);
  }
  return { id: run.id, callMs };
}
