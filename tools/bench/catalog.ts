// npm run bench -- catalog
//
// A catalog through the real product: photos are uploaded and processed by a run. Measures the photos per hour, and
// meanwhile the memory of API, worker and engine, and whether it grows. Linux only, for the memory.
import { parseArgs } from 'node:util';
import type { Recipe, RecipeOutput, Run, StoredRecipe } from '../../packages/contract/src/index.ts';
import { CUT_OUTS, variedPhotos } from '../../packages/image-engine/src/testing/varied-photos.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import { ownerWithCredits, refreshOwner, SHOP_RECIPE, untilEnter, untilFinished } from './catalog/owner.ts';
import { row } from './contestants.ts';
import { computeSlope, watchProcesses } from './process-watch.ts';
import type { ProcessFigures } from './process-watch.ts';
import { onRunningProduct } from './running-product.ts';
import { samplePhotos } from './sample-photos.ts';

/**
 * Options of the command. `--photos 10000` for a whole catalog, which takes hours; `--cut-outs` for finished cut-outs,
 * which need no network; `--hold` waits for Enter before the run starts.
 */
const {
  photos,
  side,
  workers,
  hold,
  'cut-outs': areCutOuts,
} = parseArgs({
  options: {
    photos: { type: 'string', default: '300' },
    side: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '1' },
    hold: { type: 'boolean', default: false },
    'cut-outs': { type: 'boolean', default: false },
  },
}).values;
const PHOTOS = Number(photos);
const SIDE_PX = Number(side);
const PER_CALL = 200;
const HOUR_MS = 3_600_000;

await onRunningProduct(async (product) => {
  const filled = await draft(
    await ownerWithCredits(product, 2 * PHOTOS),
    areCutOuts ? CUT_OUTS : samplePhotos(),
  );
  const { id, broken } = filled;
  if (hold) await untilEnter();
  const client = await refreshOwner(filled.client);
  const watch = watchProcesses();
  const startedMs = performance.now();
  await client.json('changeRun', { params: { id, action: 'start' } });
  // State after the first photo, which waits until the network is prepared; this happens once per machine.
  let first: { readonly ms: number; readonly done: number } | null = null;
  const { run } = await untilFinished(client, id, ({ counts }) => {
    const completedCount = PHOTOS - counts.waiting - counts.running;
    if (completedCount > 0 && first === null) {
      first = { ms: performance.now(), done: completedCount };
      watch.restart();
    }
    watch.look(completedCount);
    console.error(
      `  ${completedCount} of ${PHOTOS} after ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
    );
  });
  const completedCount = run.counts.done + run.counts.needs_review;
  if (run.counts.failed !== broken || completedCount !== PHOTOS - broken)
    throw new Error(`Of ${PHOTOS} photos, ${broken} broken, the run says ${JSON.stringify(run.counts)}`);
  const from: { readonly ms: number; readonly done: number } = first ?? { ms: startedMs, done: 0 };
  const anHour = ((PHOTOS - from.done) / (performance.now() - from.ms)) * HOUR_MS;
  console.log(`${PHOTOS} photos of ${SIDE_PX} pixels, ${broken} broken: ${anHour.toFixed(0)} an hour.\n`);
  print(watch.figures(), PHOTOS - from.done);
}, Number(workers));

function print(figures: readonly ProcessFigures[], photosDone: number): void {
  const heads = ['MB after a quarter', 'MB at the end', 'most', 'MB more each 1,000 photos'];
  console.log(row(['process', ...heads, 'ms of a processor for a photo']));
  console.log(row(['---', ...Array<string>(heads.length + 1).fill('---:')]));
  for (const { title, samples, cpuSeconds } of figures) {
    const late = samples.filter((sample) => sample.done >= PHOTOS / 4);
    const megabytes = late.map((sample) => sample.megabytes);
    const memoryFigures = [
      megabytes[0],
      megabytes.at(-1),
      Math.max(...megabytes),
      computeSlope(late) * 1_000,
    ];
    const each = [...memoryFigures, (cpuSeconds * 1000) / photosDone];
    console.log(row([title, ...each.map((value) => (value ?? 0).toFixed(0))]));
  }
}

/** Scales the recipe's outputs down to the size of the photos. */
function scaleRecipe({ steps, outputs }: Recipe): Recipe {
  const small = outputs.map((output: RecipeOutput) => {
    const times = Math.min(1, SIDE_PX / Math.max(output.width, output.height));
    const side = (px: number): number => Math.round(px * times);
    return { ...output, width: side(output.width), height: side(output.height) };
  });
  return { steps, outputs: small };
}

interface CatalogDraft {
  readonly client: ApiClient;
  readonly id: string;
  readonly broken: number;
}

async function draft(client: ApiClient, sources: readonly Uint8Array[]): Promise<CatalogDraft> {
  const { data: recipe } = await client.json<{ data: StoredRecipe }>('createRecipe', {
    json: { name: 'Bench', recipe: scaleRecipe(SHOP_RECIPE) },
  });
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: { name: 'Bench', recipe_id: recipe.id, only_changed: false },
  });
  let current = client;
  let items: object[] = [];
  let [added, broken] = [0, 0];
  const send = async (): Promise<void> => {
    const json = { first_row: added + 1, items };
    const answer = await current.call('addRunItems', { params: { id: run.id }, json });
    if (!answer.ok) throw new Error(`Rows were answered with ${answer.status}`);
    await answer.body?.cancel();
    added += items.length;
    items = [];
    current = await refreshOwner(current);
  };
  const size = { longestSidePx: SIDE_PX, smallestShare: 1 };
  for await (const { file, isBroken } of variedPhotos(sources, PHOTOS, size)) {
    const { key, response } = await current.upload(file);
    if (!response.ok) throw new Error(`An upload was answered with ${response.status}`);
    if (isBroken) broken += 1;
    const sku = `sku-${added + items.length + 1}`;
    items.push({ sku, source: { kind: 'upload', key, file_name: `${sku}.jpg` } });
    if ((added + items.length) % 50 === 0) console.error(`  ${added + items.length} photos are there`);
    if (items.length === PER_CALL) await send();
  }
  if (items.length > 0) await send();
  return { client: current, id: run.id, broken };
}
