// npm run dev -- --seed: creates an account with photos, history and a finished catalog run, by calls to the running
// product. Skips steps that an earlier run has completed.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { TOOL_IDS } from '../../packages/contract/src/index.ts';
import type {
  CreatedRecord,
  RecordsPage,
  Run,
  StoredRecipe,
  TaskState,
} from '../../packages/contract/src/index.ts';
import { readOutcome, send, signIn } from '../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../packages/server/src/testing/api-client.ts';
import { SHOP_RECIPE, untilFinished } from '../bench/catalog/owner.ts';
import { localUrl } from '../launch/address.ts';
import { ROOT } from '../launch/settings.ts';

const EMAIL = 'dev@packshot.example';
const PASSWORD = 'Packshot1dev';
const CREDITS = 1000;
const SAMPLES = join(ROOT, 'packages', 'web', 'src', 'lib', 'samples');
const HISTORY_PHOTOS = ['mug.jpg', 'sunglasses.jpg', 'perfume.jpg'];
const SCENE_PHOTO = 'mug.jpg';
const SCENE_NAME = 'mug in morning light';
const SCENE_PROMPT = 'on a marble table in morning light';
const CATALOG_PHOTOS = ['candle-holder.jpg', 'speaker.jpg', 'stoneware-mug.jpg', 'watch.jpg'];
const CATALOG_NAME = 'Sample catalog';
const THUMBNAIL_SIDE_PX = 320;

const { HOST = '127.0.0.1', PORT } = process.env;
const address = localUrl(HOST, Number(PORT));
console.log('Making an example account; the first picture waits until the models are ready.');
const client = await signInOrCreate();
await ensureHistory();
await ensureCatalog();
console.log(`Example account: ${EMAIL}, password ${PASSWORD}`);

async function signInOrCreate(): Promise<ApiClient> {
  const person = { email: EMAIL, password: PASSWORD };
  try {
    return await signIn(address, person);
  } catch {
    admin(['create-user', EMAIL, '--name', 'Dev Example', '--password-stdin'], PASSWORD);
    const credits = ['--generations', String(CREDITS), '--downloads', String(CREDITS)];
    admin(['grant', EMAIL, 'custom', 'live-keys', 'large-runs', ...credits]);
    return signIn(address, person);
  }
}

function admin(args: readonly string[], input = ''): void {
  const program = join(ROOT, 'packages', 'server', 'src', 'main-admin.ts');
  const { status } = spawnSync(process.execPath, [program, ...args], {
    input,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm run admin -- ${args[0] ?? ''} has failed`);
}

interface SeedPicture {
  readonly key: string;
  readonly url: string;
}

async function ensureHistory(): Promise<void> {
  const { data: records } = await client.json<RecordsPage>('listRecords', { query: { per_page: '50' } });
  const names = new Set(records.map(({ name }) => name));
  for (const name of HISTORY_PHOTOS) {
    if (names.has(name)) continue;
    await saveRecord(client, name, TOOL_IDS.bgRemove, await cutOut(name));
  }
  if (names.has(SCENE_NAME)) return;
  const product = await cutOut(SCENE_PHOTO);
  const form = {
    feature_type: String(TOOL_IDS.product),
    image_s3: product.key,
    prompt: SCENE_PROMPT,
    count: '2',
  };
  await saveRecord(client, SCENE_NAME, TOOL_IDS.product, await readResult(await client.scene(form)));
}

async function cutOut(name: string): Promise<SeedPicture> {
  const picture = await readResult(await client.cutOut(await upload(name)));
  console.log(`  ${name} is cut out`);
  return picture;
}

async function upload(name: string): Promise<string> {
  const { key, response } = await client.upload(await readFile(join(SAMPLES, name)));
  if (!response.ok) throw new Error(`The upload of ${name} was answered with ${String(response.status)}`);
  return key;
}

async function readResult(response: Response): Promise<SeedPicture> {
  if (!response.ok) throw new Error(`${String(response.status)} ${await response.text()}`);
  const { states } = await readOutcome(response);
  const { key, image_url: url }: NonNullable<TaskState['result']> =
    states.findLast(({ status }) => status === 'SUCCESS')?.result ?? {};
  if (key === undefined || url === undefined) throw new Error(`No result: ${JSON.stringify(states.at(-1))}`);
  return { key, url };
}

async function saveRecord(
  { json, call }: ApiClient,
  name: string,
  toolType: number,
  { key, url }: SeedPicture,
): Promise<void> {
  const form = { tool_type: String(toolType), name, output_image_url_key: key };
  const [created] = (await json<{ data: CreatedRecord[] }>('createRecord', { form })).data;
  if (!created) throw new Error(`No record of ${name} was made`);
  const picture = await (await fetch(new URL(url, address))).arrayBuffer();
  const thumbnail = await sharp(picture)
    .resize(THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX, { fit: 'inside' })
    .webp()
    .toBuffer();
  if (created.upload.thumb) await send(address, created.upload.thumb, thumbnail);
  const updateResponse = await call('updateRecord', {
    params: { id: created.id },
    json: { is_visible: true },
  });
  if (!updateResponse.ok) throw new Error(`${name} was not saved: ${await updateResponse.text()}`);
}

async function ensureCatalog(): Promise<void> {
  const { data: runs } = await client.json<{ data: Run[] }>('listRuns', { query: { limit: '100' } });
  const earlier = runs.find(({ name }) => name === CATALOG_NAME);
  if (earlier?.status === 'finished') return;
  const run = earlier ?? (await createRun());
  if (run.status === 'draft') {
    if (run.items === 0) await addPhotos(run.id);
    await client.json('changeRun', { params: { id: run.id, action: 'start' } });
  }
  let printed = '';
  await untilFinished(client, run.id, ({ counts, items }) => {
    const line = `  ${CATALOG_NAME}: ${String(items - counts.waiting - counts.running)} of ${String(items)} done`;
    if (line !== printed) console.log(line);
    printed = line;
  });
}

async function createRun(): Promise<Run> {
  const { data: recipes } = await client.json<{ data: StoredRecipe[] }>('listRecipes');
  const recipe =
    recipes.find(({ name }) => name === CATALOG_NAME) ??
    (
      await client.json<{ data: StoredRecipe }>('createRecipe', {
        json: { name: CATALOG_NAME, recipe: SHOP_RECIPE },
      })
    ).data;
  const { data: run } = await client.json<{ data: Run }>('createRun', {
    json: { name: CATALOG_NAME, recipe_id: recipe.id, only_changed: false },
  });
  return run;
}

async function addPhotos(id: string): Promise<void> {
  const items = [];
  for (const name of CATALOG_PHOTOS) {
    const sku = name.replace('.jpg', '');
    items.push({ sku, source: { kind: 'upload', key: await upload(name), file_name: name } });
  }
  const answer = await client.call('addRunItems', { params: { id }, json: { first_row: 1, items } });
  if (!answer.ok) throw new Error(`Rows were answered with ${String(answer.status)} ${await answer.text()}`);
}
