// npm run bench -- catalog-whole
//
// A whole catalog at once: uploads finished cut-outs, two percent of them broken; a run makes a picture for each row
// and sends it to a bucket of a real S3 server. Meanwhile the benchmark pauses and resumes the run, and kills its
// worker. It checks that each picture is exactly once in the bucket and in the ZIP, with its name and for one credit,
// and that the manifest agrees; it measures the memory of the processes. Needs Ceph's gateway (CONTRIBUTING.md). Linux
// only, for the memory.
import { parseArgs } from 'node:util';
import type { Bucket, Run, StoredRecipe } from '../../packages/contract/src/index.ts';
import { CUT_OUTS, variedPhotos } from '../../packages/image-engine/src/testing/varied-photos.ts';
import { startS3Store } from '../../packages/server/src/platform/objects/testing/stores-under-test.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import { missingCephPrograms, startCephGateway } from '../launch/ceph-gateway.ts';
import { ownerWithCredits, refreshOwner, SHOP_RECIPE } from './catalog/owner.ts';
import { runThroughAll } from './catalog/run-through-all.ts';
import { checkWhole } from './catalog/whole-checks.ts';
import { row } from './contestants.ts';
import { computeSlope, watchProcesses } from './process-watch.ts';
import type { ProcessFigures } from './process-watch.ts';
import { onRunningProduct } from './running-product.ts';

/**
 * Options of the command. `--photos 10000` for the maximum of a run, which takes an hour or more. `--different 1000`:
 * number of distinct photos, each used by several rows; the first row is processed, and the others reuse its files.
 * `--unsigned` omits the decency check and the signatures, which take most of the time for small pictures.
 */
const { photos, different, side, unsigned } = parseArgs({
  options: {
    photos: { type: 'string', default: '300' },
    different: { type: 'string', default: '10000' },
    side: { type: 'string', default: '200' },
    unsigned: { type: 'boolean', default: false },
  },
}).values;
const PHOTOS = Number(photos);
const DIFFERENT = Math.min(PHOTOS, Number(different));
const SIDE_PX = Number(side);
const PER_CALL = 200;
const CREDITS = 2 * PHOTOS;
const FOLDER = 'out';
const HOUR_MS = 3_600_000;

const missing = await missingCephPrograms();
if (missing.length > 0) {
  console.log(`Not measured: ${missing.join(', ')} missing.`);
  process.exit();
}
if (unsigned) process.env['MODERATION'] = 'false';
const gateway = await startCephGateway();
process.env['BUCKET_PRIVATE_HOSTS'] = new URL(gateway.endpoint).hostname;
const place = await startS3Store(gateway);
try {
  await onRunningProduct(async (product) => {
    const owner = await ownerWithCredits(product, CREDITS, { signs: !unsigned });
    const before = await owner.balance();
    const { client, id, brokenRows } = await draft(owner);
    const watch = watchProcesses();
    const startedMs = performance.now();
    const ended = await runThroughAll(client, id, PHOTOS, {
      onLook: (completedCount) => watch.look(completedCount),
      say: (line) => console.error(`  ${((performance.now() - startedMs) / 1000).toFixed(0)} s: ${line}`),
    });
    const { run, finishedMs, deliveredMs } = ended;
    console.log(
      `${PHOTOS} photos of ${SIDE_PX} pixels, ${brokenRows.length} broken: ${((PHOTOS / (finishedMs - startedMs)) * HOUR_MS).toFixed(0)} an hour, ` +
        `all in the bucket ${((deliveredMs - finishedMs) / 1000).toFixed(0)} s later.\n`,
    );
    print(watch.figures());
    const checked = await checkWhole({
      client: ended.client,
      run,
      photos: PHOTOS,
      brokenRows,
      store: place.store,
      prefix: `${FOLDER}/`,
      spent: before - (await ended.client.balance()),
      product,
    });
    console.log(`\n${checked.join('\n')}`);
  });
} finally {
  await place.close();
  await gateway.stop();
}

function print(figures: readonly ProcessFigures[]): void {
  const tenths = [0.1, 0.25, 0.5, 0.75, 1];
  const heads = tenths.map((share) => `MB at ${(PHOTOS * share).toFixed(0)}`);
  console.log(
    row(['process', ...heads, 'most', 'MB more each 1,000 photos', 'ms of a processor for a photo']),
  );
  console.log(row(['---', ...Array<string>(heads.length + 3).fill('---:')]));
  for (const { title, samples, cpuSeconds } of figures) {
    const at = tenths.map((share) => samples.find(({ done }) => done >= PHOTOS * share)?.megabytes);
    const late = samples.filter(({ done }) => done >= PHOTOS / 4);
    const most = Math.max(...samples.map(({ megabytes }) => megabytes));
    const each = [...at, most, computeSlope(late) * 1_000, (cpuSeconds * 1000) / PHOTOS];
    console.log(row([title, ...each.map((value) => (value ?? 0).toFixed(0))]));
  }
}

interface WholeDraft {
  readonly client: ApiClient;
  readonly id: string;
  readonly brokenRows: readonly number[];
}

async function draft(client: ApiClient): Promise<WholeDraft> {
  const { endpoint, accessKeyId, secretAccessKey } = gateway;
  const { data: bucket } = await client.json<{ data: Bucket }>('createBucket', {
    json: {
      name: 'Shop',
      endpoint,
      bucket: place.bucket,
      access_key_id: accessKeyId,
      secret_access_key: secretAccessKey,
      path_style: true,
      may_read: false,
      may_write: true,
    },
  });
  const outputs = SHOP_RECIPE.outputs.map((output) => ({ ...output, width: SIDE_PX, height: SIDE_PX }));
  const { data: recipe } = await client.json<{ data: StoredRecipe }>('createRecipe', {
    json: { name: 'Bench', recipe: { ...SHOP_RECIPE, outputs } },
  });
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: {
      name: 'Whole',
      recipe_id: recipe.id,
      only_changed: DIFFERENT < PHOTOS,
      to: { bucket_id: bucket.id, folder: FOLDER, hold_doubtful: false },
    },
  });
  const uploads = await uploadPhotos(client);
  let current = client;
  for (let first = 1; first <= PHOTOS; first += PER_CALL) {
    const count = Math.min(PER_CALL, PHOTOS - first + 1);
    const items = Array.from({ length: count }, (_, place) => {
      const sku = `sku-${first + place}`;
      const source = { kind: 'upload', key: getUpload(uploads, first + place).key, file_name: `${sku}.png` };
      return { sku, source };
    });
    const json = { first_row: first, items };
    const answer = await current.call('addRunItems', { params: { id: run.id }, json });
    if (!answer.ok) throw new Error(`Rows were answered with ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
    current = await refreshOwner(current);
  }
  const rows = Array.from({ length: PHOTOS }, (_, at) => at + 1);
  const brokenRows = rows.filter((number) => getUpload(uploads, number).isBroken);
  return { client: current, id: run.id, brokenRows };
}

interface BenchUpload {
  readonly key: string;
  readonly isBroken: boolean;
}

function getUpload(uploads: readonly BenchUpload[], number: number): BenchUpload {
  const upload = uploads[number % uploads.length];
  if (upload === undefined) throw new RangeError('Nothing was uploaded');
  return upload;
}

async function uploadPhotos(client: ApiClient): Promise<readonly BenchUpload[]> {
  const uploads: BenchUpload[] = [];
  const size = { longestSidePx: SIDE_PX, smallestShare: 0.6 };
  for await (const { file, isBroken } of variedPhotos(CUT_OUTS, DIFFERENT, size)) {
    const { key, response } = await client.upload(file);
    if (!response.ok) throw new Error(`An upload was answered with ${response.status}`);
    uploads.push({ key, isBroken });
  }
  return uploads;
}
