// npm run bench -- catalog
//
// A catalog through the real product: photos are uploaded, a run is made of them, and what is measured is how many it does an hour,
// how much memory API, worker and engine hold meanwhile, and whether that grows. Linux only, for the memory.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Recipe, Run, StoredRecipe, TokenPair } from '../../packages/contract/src/index.ts';
import { variedPhotos } from '../../packages/image-engine/src/testing/varied-photos.ts';
import { newGuest } from '../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import { row } from './contestants.ts';
import { onRunningProduct } from './running-product.ts';
import type { RunningProduct } from './running-product.ts';
import { samplePhotos } from './sample-photos.ts';
import { onDatabase } from './shop-owner.ts';

/** `node tools/bench/catalog.ts --photos 10000` for a whole catalog, which takes hours. */
const { photos, side } = parseArgs({
  options: { photos: { type: 'string', default: '300' }, side: { type: 'string', default: '2000' } },
}).values;
const PHOTOS = Number(photos);
const SIDE_PX = Number(side);
const PER_CALL = 200;
const LOOKS_EVERY_MS = 2_000;
/** An access token lives a quarter of an hour. */
const REFRESHED_AFTER_MS = 8 * 60_000;

/** One picture for a marketplace, as most runs make. */
const RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'computed', strength: 1 },
    framing: {
      fill_percent: 88,
      margin_percent: 3,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    {
      id: 'shop',
      width: 1600,
      height: 1600,
      format: 'jpeg',
      quality: 90,
      name_pattern: '{sku}_{channel}.{ext}',
    },
  ],
};

/** Memory of the processes that run one file. */
interface Held {
  readonly name: string;
  /** Photos that were done, and megabytes (10⁶ bytes) held then. */
  readonly samples: { readonly done: number; readonly megabytes: number }[];
}

const BYTES_PER_PAGE = 4096;
const WATCHED = ['main-api.ts', 'main-worker.ts', 'engine-process.ts'] as const;

await onRunningProduct(async (product) => {
  const client = await owner(product);
  const { id, broken } = await draft(client, samplePhotos());
  const held = WATCHED.map((name): Held => ({ name, samples: [] }));
  const { run, firstMs, firstDone } = await untilFinished(client, id, held);
  const elapsedMs = performance.now() - firstMs;
  const done = run.counts.done + run.counts.needs_review;
  if (run.counts.failed !== broken || done !== PHOTOS - broken)
    throw new Error(`Of ${PHOTOS} photos, ${broken} broken, the run says ${JSON.stringify(run.counts)}`);
  const anHour = ((PHOTOS - firstDone) / elapsedMs) * 3_600_000;
  console.log(`${PHOTOS} photos of ${SIDE_PX} pixels, ${broken} broken: ${anHour.toFixed(0)} an hour.\n`);
  console.log(row(['process', 'MB after a quarter', 'MB at the end', 'most', 'MB more each 1,000 photos']));
  console.log(row(['---', '---:', '---:', '---:', '---:']));
  for (const { name, samples } of held) {
    const late = samples.filter((sample) => sample.done >= PHOTOS / 4);
    const megabytes = late.map((sample) => sample.megabytes);
    const figures = [megabytes[0], megabytes.at(-1), Math.max(...megabytes), slopeOf(late) * 1_000];
    console.log(row([name, ...figures.map((each) => (each ?? 0).toFixed(0))]));
  }
});

/** With credits for all. Registering would hash a password, which is slow on purpose. */
async function owner({ address, settings }: RunningProduct): Promise<ApiClient> {
  const guest = await newGuest(address);
  const { id: userId } = guest.session.info.user;
  await onDatabase(settings, async ({ stores }) => {
    await stores.organizations.setRole(userId, 'owner');
    const reference = 'bench:catalog';
    await stores.ledger.append({ userId, ledger: 'freemium', kind: 'adjust', delta: 2 * PHOTOS, reference });
  });
  return guest;
}

async function draft(
  client: ApiClient,
  sources: readonly Uint8Array[],
): Promise<{ readonly id: string; readonly broken: number }> {
  const { data: recipe } = await client.json<{ data: StoredRecipe }>('createRecipe', {
    json: { name: 'Bench', recipe: RECIPE },
  });
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: { name: 'Bench', recipe_id: recipe.id, only_changed: false },
  });
  let items: object[] = [];
  let [added, broken] = [0, 0];
  const send = async (): Promise<void> => {
    const json = { first_row: added + 1, items };
    const answer = await client.call('addRunItems', { params: { id: run.id }, json });
    if (!answer.ok) throw new Error(`Rows were answered with ${answer.status}`);
    await answer.body?.cancel();
    added += items.length;
    items = [];
  };
  const size = { longestSidePx: SIDE_PX, smallestShare: 1 };
  for await (const { file, isBroken } of variedPhotos(sources, PHOTOS, size)) {
    const { key, response } = await client.upload(file);
    if (!response.ok) throw new Error(`An upload was answered with ${response.status}`);
    if (isBroken) broken += 1;
    const sku = `sku-${added + items.length + 1}`;
    items.push({ sku, source: { kind: 'upload', key, file_name: `${sku}.jpg` } });
    if ((added + items.length) % 50 === 0) console.error(`  ${added + items.length} photos are there`);
    if (items.length === PER_CALL) await send();
  }
  if (items.length > 0) await send();
  return { id: run.id, broken };
}

interface Finished {
  readonly run: Run;
  /** When some were done for the first time: the first one waits for the network to be prepared, once on a machine. */
  readonly firstMs: number;
  readonly firstDone: number;
}

async function untilFinished(client: ApiClient, id: string, held: readonly Held[]): Promise<Finished> {
  let [current, refreshedMs] = [client, performance.now()];
  let first: Omit<Finished, 'run'> | null = null;
  const startedMs = performance.now();
  await current.json('changeRun', { params: { id, action: 'start' } });
  for (;;) {
    await sleep(LOOKS_EVERY_MS);
    if (performance.now() - refreshedMs > REFRESHED_AFTER_MS) {
      const { refresh } = current.session;
      const tokens = await current.json<TokenPair>('refreshSession', { json: { refresh }, access: null });
      [current, refreshedMs] = [current.with(tokens), performance.now()];
    }
    const { data: run } = await current.json<{ data: Run }>('readRun', { params: { id } });
    // As the page does that shows it.
    await current.json('listRunItems', { params: { id }, query: { limit: '200' } });
    const done = PHOTOS - run.counts.waiting - run.counts.running;
    if (done > 0) first ??= { firstMs: performance.now(), firstDone: done };
    for (const { name, samples } of held) {
      const megabytes = residentMegabytes(name);
      if (megabytes > 0) samples.push({ done, megabytes });
    }
    console.error(`  ${done} of ${PHOTOS} after ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    if (run.status === 'paused') throw new Error(`The run paused: ${String(run.paused_because)}`);
    if (run.status === 'finished' && first !== null) return { run, ...first };
  }
}

/** Of all processes below this one that run the file. */
function residentMegabytes(fileName: string): number {
  let pages = 0;
  for (const pid of below(process.pid)) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(fileName)) continue;
      pages += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    } catch {
      // It ended meanwhile.
    }
  }
  return (pages * BYTES_PER_PAGE) / 1e6;
}

function below(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...below(child)]);
  } catch {
    return [];
  }
}

/** By least squares. */
function slopeOf(samples: Held['samples']): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const middle = {
    done: mean(samples.map(({ done }) => done)),
    megabytes: mean(samples.map(({ megabytes }) => megabytes)),
  };
  let [over, under] = [0, 0];
  for (const { done, megabytes } of samples) {
    over += (done - middle.done) * (megabytes - middle.megabytes);
    under += (done - middle.done) ** 2;
  }
  return under === 0 ? 0 : over / under;
}
