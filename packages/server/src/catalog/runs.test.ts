import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson, RUN_ITEMS_MAX, TABLE_MAX_BYTES } from '@packshot/contract';
import type { Recipe, Run, RunDownloadRequest, RunItem, RunStatus } from '@packshot/contract';
import { csvCell } from '@packshot/contract/catalog/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../platform/access/caller.ts';
import { drawnPng } from '../testing/drawn-png.ts';
import { entitle } from '../testing/entitle.ts';
import { PLAIN_RECIPE } from '../testing/endpoint-requests.ts';
import { eventually } from '../testing/eventually.ts';
import { FAKE_RESULT, fakeEngine } from '../testing/fake-engine.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { acceptTask, refinement, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import type { TestWorker } from '../testing/test-worker.ts';

const PHOTO = readFileSync(new URL('../testing/fixtures/perfume.jpg', import.meta.url));
const BROKEN = Buffer.from('no picture at all');

let services: TestServices;
let worker: TestWorker;
let ann: Caller;
let recipeId: string;

beforeAll(async () => {
  services = await startTestServices();
  worker = await startTestWorker(
    services,
    // Large enough to be corrected.
    fakeEngine(async () => ({ ...FAKE_RESULT, full: drawnPng(64, 64, () => [200, 30, 40, 255]) })),
  );
  ann = await member();
  ({ id: recipeId } = await services.recipes.create(ann, { name: 'White', recipe: PLAIN_RECIPE }));
});
afterAll(async () => {
  await worker.stop();
  await services.stop();
});

async function member(): Promise<Caller> {
  const guest = await services.newGuest();
  await services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [guest.userId]);
  await entitle(services, guest.userId);
  return { ...guest, role: 'owner' };
}

/** Creates a photo with the same pixels as the others, but with different bytes and therefore another hash. */
const photo = (nonce: string): Buffer => Buffer.concat([PHOTO, Buffer.from(nonce)]);

async function createRun(
  photos: readonly Buffer[],
  onlyChanged = false,
  titles: readonly string[] = [],
  recipe_id = recipeId,
): Promise<string> {
  const { id } = await services.runs.create(ann, {
    name: 'Autumn',
    recipe_id,
    only_changed: onlyChanged,
  });
  const items = [];
  for (const [place, bytes] of photos.entries()) {
    const key = await services.upload(ann, bytes);
    items.push({
      sku: `mug-${place + 1}`,
      variant: '',
      slot: '',
      columns: titles[place] === undefined ? {} : { title: titles[place] },
      source: { kind: 'upload' as const, key, file_name: `mug-${place + 1}.jpg` },
    });
  }
  await services.runs.addItems(ann, id, { first_row: 1, items });
  return id;
}

/** Creates a draft whose second row has the same name for both of its files, because the row has no variant. */
async function withTwoNames(): Promise<{ readonly id: string; readonly recipe: Recipe }> {
  const [output] = PLAIN_RECIPE.outputs;
  if (output === undefined) throw new Error('It has one');
  const createOutput = (id: string, name_pattern: string) => ({ ...output, id, name_pattern });
  const recipe: Recipe = {
    ...PLAIN_RECIPE,
    outputs: [createOutput('shop', '{sku}.{ext}'), createOutput('wide', '{sku}_{variant}.{ext}')],
  };
  const createdRecipe = await services.recipes.create(ann, { name: 'Two names', recipe });
  const { id } = await services.runs.create(ann, {
    name: 'Two names',
    recipe_id: createdRecipe.id,
    only_changed: false,
  });
  const source = {
    kind: 'upload' as const,
    key: await services.upload(ann, photo('names')),
    file_name: 'a.jpg',
  };
  const item = { slot: '', columns: {}, source };
  const items = [
    { ...item, sku: 'A', variant: 'red' },
    { ...item, sku: 'B', variant: '' },
  ];
  await services.runs.addItems(ann, id, { first_row: 1, items });
  return { id, recipe };
}

/** Lets the worker process runs until the run has this status. */
const until = (id: string, status: RunStatus): Promise<Run> =>
  eventually(`a run that is ${status}`, async () => {
    await services.feedRuns();
    const run = await services.runs.read(ann, id);
    return run.status === status ? run : undefined;
  });
const waitUntilFinished = (id: string): Promise<Run> => until(id, 'finished');

const listItems = async (id: string): Promise<RunItem[]> =>
  (await services.runs.listItems(ann, id, { sort: 'row', offset: 0, limit: 500 })).data;

const balance = async (): Promise<number> =>
  (await services.database.stores.ledger.balance(ann.userId, 'freemium')).balance;

async function give(credits: number): Promise<void> {
  await services.database.stores.ledger.append({
    userId: ann.userId,
    ledger: 'freemium',
    kind: 'adjust',
    delta: credits,
    reference: `test:${randomUUID()}`,
  });
}

/** Cuts out a row's photo again, corrects the cut-out by hand, and returns it to the run, like the web app. */
async function putCorrectionBack(id: string, row: number): Promise<string> {
  const imageKey = (await services.runs.readItem(ann, id, row)).photo_key ?? '';
  const makeKey = async (taskId: string): Promise<string> =>
    eventually('a cut-out', async () => (await services.generations.state(ann, taskId)).result?.key);
  const matteKey = await makeKey(await acceptTask(services, ann, imageKey));
  const form = refinement(imageKey, matteKey, imageKey);
  const accepted = await services.generations.accept(ann, 'refine', form, randomUUID());
  const key = await makeKey(accepted.taskIds[0] ?? '');
  await services.runs.replacePhoto(ann, id, row, key);
  return key;
}

async function downloadText(url: string): Promise<string> {
  const { body } = await services.runs.open(url.split('/').at(-2) ?? '');
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('a recipe', () => {
  it('gets a new version when it is changed, but not when it is saved unchanged', async () => {
    const other: Recipe = {
      ...PLAIN_RECIPE,
      steps: { ...PLAIN_RECIPE.steps, ground: { kind: 'color', color: '#fafafa' } },
    };
    const createdRecipe = await services.recipes.create(ann, { name: 'Gray', recipe: PLAIN_RECIPE });
    await services.recipes.update(ann, createdRecipe.id, { recipe: PLAIN_RECIPE });
    const changed = await services.recipes.update(ann, createdRecipe.id, { recipe: other });
    expect([createdRecipe.version, changed.version]).toEqual([1, 2]);
    expect(changed.hash).not.toBe(createdRecipe.hash);
    expect((await services.recipes.read(ann, createdRecipe.id, 1)).recipe).toEqual(PLAIN_RECIPE);
    expect(await services.recipes.versions(ann, createdRecipe.id)).toHaveLength(2);
  });

  it('is private to its owner', async () => {
    const bob = await member();
    await expect(services.recipes.read(bob, recipeId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      services.runs.create(bob, { name: 'His', recipe_id: recipeId, only_changed: false }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a run', () => {
  it('creates each file once, under its planned name, and skips a broken photo free of charge', async () => {
    await give(10);
    const before = await balance();
    const id = await createRun([photo('a'), BROKEN, photo('b'), photo('c')]);
    expect(await services.runs.estimate(ann, id)).toMatchObject({
      photos: 4,
      credits: 4,
      example_names: ['mug-1_shop.png'],
      problems: [],
    });
    await services.runs.change(ann, id, 'start');
    const run = await waitUntilFinished(id);
    expect(run.counts).toMatchObject({ done: 3, failed: 1, waiting: 0, running: 0 });
    expect(run.credits).toBe(3);
    expect(await balance()).toBe(before - 3);
    const items = await listItems(id);
    expect(items.map(({ outputs }) => outputs.map(({ name }) => name))).toEqual([
      ['mug-1_shop.png'],
      [],
      ['mug-3_shop.png'],
      ['mug-4_shop.png'],
    ]);
    expect(items[1]?.reason).toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    const { outputs } = await services.database.stores.runs
      .listOutputs(id, [1])
      .then(([first]) => ({ outputs: first }));
    const bytes = await services.objects.read(outputs?.key ?? '');
    expect(items[0]?.outputs[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('reuses the results of unchanged photos, free of charge', async () => {
    await give(10);
    const first = await createRun([photo('same 1'), photo('same 2')]);
    await services.runs.change(ann, first, 'start');
    await waitUntilFinished(first);
    const before = await balance();
    const second = await createRun([photo('same 1'), photo('other'), photo('same 2')], true);
    await services.runs.change(ann, second, 'start');
    await waitUntilFinished(second);
    const items = await listItems(second);
    expect(items.map(({ reused, credits }) => [reused, credits])).toEqual([
      [true, 0],
      [false, 1],
      [true, 0],
    ]);
    expect(await balance()).toBe(before - 1);
    expect(items[2]?.outputs[0]?.name).toBe('mug-3_shop.png');
    // The first run's files also belong to the second run, so they remain when the first is deleted.
    await services.runs.delete(ann, first);
    await expect(services.runs.read(ann, first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('makes a photo once that several rows show, also if they are adjacent', async () => {
    await give(10);
    const before = await balance();
    const id = await createRun([photo('sizes'), photo('sizes'), photo('sizes'), photo('one size')], true);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const items = await listItems(id);
    expect(items.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(items.map(({ credits }) => credits)).toEqual([1, 0, 0, 1]);
    expect(await balance()).toBe(before - 2);
  });

  it('makes pictures of a studio set again that an earlier composer made, and reuses its own', async () => {
    await give(10);
    const set = { kind: 'set', reference_id: 'oak-window', light: 'auto', seed: 0, view: null, look: null };
    const ground = set as Recipe['steps']['ground'];
    const recipe = { ...PLAIN_RECIPE, steps: { ...PLAIN_RECIPE.steps, ground } };
    const { id: recipe_id } = await services.recipes.create(ann, { name: 'Oak', recipe });
    const photos = [photo('composed')];
    const draft = async (onlyChanged: boolean): Promise<string> => {
      const id = await createRun(photos, onlyChanged);
      await services.runs.update(ann, id, { recipe_id });
      return id;
    };
    const makeOld = (id: string) => {
      const hash = createHash('sha256').update(canonicalJson(recipe)).digest('hex');
      return services.pool.query('update runs set recipe_hash = $1 where id = $2', [hash, id]);
    };
    const run = async (id: string): Promise<readonly boolean[]> => {
      await services.runs.change(ann, id, 'start');
      await waitUntilFinished(id);
      return (await listItems(id)).map(({ reused }) => reused);
    };
    const first = await draft(true);
    await run(first);
    await makeOld(first);
    const { runs } = services.database.stores;
    const readFirst = async () => [await runs.find(ann.userId, first), await runs.listOutputs(first, [1])];
    const before = await readFirst();
    // The earlier release has also made this draft.
    const second = await draft(true);
    await makeOld(second);
    expect(await run(second)).toEqual([false]);
    expect(await run(await draft(true))).toEqual([true]);
    expect(await readFirst()).toEqual(before);
  });

  it('processes an unchanged photo again if its new title names a product with another pose, such as hanging', async () => {
    await give(10);
    const photos = [photo('titled 1'), photo('titled 2')];
    const first = await createRun(photos, false, ['Camp mug', 'Camp mug']);
    await services.runs.change(ann, first, 'start');
    await waitUntilFinished(first);
    const second = await createRun(photos, true, ['Gold watch', 'Blue camp mug']);
    await services.runs.change(ann, second, 'start');
    await waitUntilFinished(second);
    expect((await listItems(second)).map(({ reused }) => reused)).toEqual([false, true]);
  });

  it('starts without credits if it processes only changed photos, and pauses at the first changed photo', async () => {
    await give(1 - (await balance()));
    const first = await createRun([photo('q1')]);
    await services.runs.change(ann, first, 'start');
    await waitUntilFinished(first);
    expect(await balance()).toBe(0);
    // There are no earlier results of this other recipe, so every photo is processed.
    const { id: anotherRecipe } = await services.recipes.create(ann, {
      name: 'Another',
      recipe: { ...PLAIN_RECIPE, outputs: PLAIN_RECIPE.outputs.map((output) => ({ ...output, width: 777 })) },
    });
    const fresh = await createRun([photo('q1')], true);
    await services.runs.update(ann, fresh, { recipe_id: anotherRecipe });
    expect((await services.runs.estimate(ann, fresh)).problems).toMatchObject([{ code: 'OUT_OF_CREDITS' }]);
    const unchanged = await createRun([photo('q1')], true);
    expect((await services.runs.estimate(ann, unchanged)).problems).toEqual([]);
    await services.runs.change(ann, unchanged, 'start');
    expect(await waitUntilFinished(unchanged)).toMatchObject({ credits: 0, counts: { done: 1 } });
    const changed = await createRun([photo('q1'), photo('q2')], true);
    await services.runs.change(ann, changed, 'start');
    expect(await until(changed, 'paused')).toMatchObject({
      paused_because: 'OUT_OF_CREDITS',
      counts: { done: 1, waiting: 1 },
    });
    await services.runs.change(ann, changed, 'cancel');
  });

  it('pauses when the credits are used up, and continues when there are more', async () => {
    await give(1 - (await balance()));
    const id = await createRun([photo('p1'), photo('p2')]);
    await expect(services.runs.change(ann, id, 'start')).rejects.toMatchObject({ code: 'OUT_OF_CREDITS' });
    await give(1);
    await services.runs.change(ann, id, 'start');
    await give(-1);
    expect(await until(id, 'paused')).toMatchObject({ paused_because: 'OUT_OF_CREDITS' });
    await give(1);
    await services.runs.change(ann, id, 'resume');
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 2 });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('is canceled immediately, and can continue with the photos that were skipped', async () => {
    await give(5);
    const id = await createRun([photo('x1'), photo('x2')]);
    await services.runs.change(ann, id, 'start');
    const canceled = await services.runs.change(ann, id, 'cancel');
    expect(canceled).toMatchObject({ status: 'canceled', counts: { skipped: 2 }, credits: 0 });
    await services.feedRuns();
    expect((await services.runs.read(ann, id)).counts).toMatchObject({ skipped: 2 });
    // Retrying is refused: no item failed, and skipped items don't count as failures.
    await expect(services.runs.change(ann, id, 'retry')).rejects.toMatchObject({ code: 'RUN_NOT_READY' });
    await services.runs.change(ann, id, 'continue');
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 2, skipped: 0 });
    await expect(services.runs.change(ann, id, 'pause')).rejects.toMatchObject({ code: 'RUN_NOT_READY' });
  });

  it('can retry its failed photos after a cancellation, apart from its skipped photos', async () => {
    await give(5);
    const id = await createRun([photo('r1'), photo('r2'), photo('r3')]);
    await services.runs.change(ann, id, 'start');
    await services.runs.change(ann, id, 'cancel');
    await services.database.stores.runs.moveItems(id, [2], ['skipped'], 'failed');
    await services.runs.change(ann, id, 'retry');
    expect(await waitUntilFinished(id)).toMatchObject({
      credits: 1,
      counts: { done: 1, failed: 0, skipped: 2 },
    });
    await services.runs.change(ann, id, 'continue');
    expect(await waitUntilFinished(id)).toMatchObject({ credits: 3, counts: { done: 3, skipped: 0 } });
  });

  it('continues for a photo that is corrected after the run was canceled', async () => {
    await give(5);
    const id = await createRun([photo('c1'), photo('c2')]);
    await services.runs.change(ann, id, 'start');
    await services.runs.change(ann, id, 'cancel');
    await services.runs.replacePhoto(ann, id, 1, await services.upload(ann, photo('mended')));
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 1, skipped: 1 });
  });

  it('reuses a correction made by hand when it processes only changed photos', async () => {
    await give(9);
    const [first, corrected] = [photo('by hand'), photo('by hand, corrected')];
    // The photo is processed by one run before the correction and by another run after it.
    const earlier = await createRun([first]);
    await services.runs.change(ann, earlier, 'start');
    await waitUntilFinished(earlier);
    const mended = await createRun([first]);
    await services.runs.change(ann, mended, 'start');
    await waitUntilFinished(mended);
    await services.runs.replacePhoto(ann, mended, 1, await services.upload(ann, corrected));
    await waitUntilFinished(mended);
    const next = await createRun([first], true);
    await services.runs.change(ann, next, 'start');
    expect(await waitUntilFinished(next)).toMatchObject({ counts: { done: 1 }, credits: 0 });
    const listOutputKeys = async (id: string): Promise<unknown> =>
      (await services.pool.query('select key from run_outputs where run_id = $1', [id])).rows;
    expect(await listOutputKeys(next)).toEqual(await listOutputKeys(mended));
    expect(await listOutputKeys(next)).not.toEqual(await listOutputKeys(earlier));
  });

  it('doesn’t start when two files of one row would have the same name', async () => {
    const { id, recipe } = await withTwoNames();
    const { problems } = await services.runs.estimate(ann, id);
    expect(problems.map(({ code, rows }) => [code, rows])).toContainEqual(['RUN_NAMES_COLLIDE', [2]]);
    expect(recipe.outputs).toHaveLength(2);
  });

  it.each([
    ['whose file names weren’t compared', `update runs set status = 'running' where id = $1`, 'failed'],
    [
      'whose items can’t be queued',
      `update runs set status = 'running', recipe = recipe - 'outputs' where id = $1`,
      'waiting',
    ],
  ])('never stops other runs, even if it is one %s', async (_name, broken, state) => {
    await give(5);
    const { id: stuck } = await withTwoNames();
    await services.pool.query(broken, [stuck]);
    const id = await createRun([photo(`beside ${state}`)]);
    await services.runs.change(ann, id, 'start');
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 1 });
    const { rows } = await services.pool.query(
      'select state, reason from run_items where run_id = $1 and row = 2',
      [stuck],
    );
    expect(rows).toMatchObject([{ state, reason: state === 'failed' ? 'RUN_NAMES_COLLIDE' : null }]);
    await services.runs.delete(ann, stuck);
  });

  it('doesn’t start when files of two rows would have the same name', async () => {
    const { id } = await services.runs.create(ann, {
      name: 'Twice',
      recipe_id: recipeId,
      only_changed: false,
    });
    const key = await services.upload(ann, photo('twice'));
    const item = {
      variant: '',
      slot: '',
      columns: {},
      source: { kind: 'upload' as const, key, file_name: 'a.jpg' },
    };
    const names = ['Mug', 'mug', 'cup', 'café', 'cafe\u0301', 'ΟΔΟΣ', 'οδοσ', '\u0130', 'I'];
    const items = names.map((sku) => ({ ...item, sku }));
    await services.runs.addItems(ann, id, { first_row: 1, items });
    expect(await services.runs.addItems(ann, id, { first_row: 1, items })).toEqual({
      added: 0,
      taken: [],
      items: 9,
    });
    const { problems } = await services.runs.estimate(ann, id);
    expect(problems.map(({ code, rows }) => [code, rows])).toContainEqual([
      'RUN_NAMES_COLLIDE',
      [1, 2, 4, 5, 6, 7, 8, 9],
    ]);
    await expect(services.runs.change(ann, id, 'start')).rejects.toMatchObject({ code: 'RUN_NAMES_COLLIDE' });
  });

  it('adds each row once when a call is repeated, and reports row numbers taken by another call', async () => {
    const { id } = await services.runs.create(ann, {
      name: 'Two tabs',
      recipe_id: recipeId,
      only_changed: false,
    });
    const [first, second] = [
      await services.upload(ann, photo('t1')),
      await services.upload(ann, photo('t2')),
    ];
    const ofUpload = (key: string) => ({
      sku: 'mug',
      variant: '',
      slot: '',
      columns: { b: '1', a: '2' },
      source: { kind: 'upload' as const, key, file_name: 'mug.jpg' },
    });
    const ofUrl = (name: string) => ({
      ...ofUpload(first),
      columns: {},
      source: { kind: 'url' as const, url: `https://shop.example/${name}.jpg` },
    });
    const ofFile = { ...ofUrl('x'), source: { kind: 'file' as const, file_name: 'late.jpg' } };
    const items = [ofUpload(first), ofUrl('mug'), ofFile];
    const add = (rows: typeof items) => services.runs.addItems(ann, id, { first_row: 1, items: rows });
    expect(await add(items)).toEqual({ added: 3, taken: [], items: 3 });
    await services.runs.attachFiles(ann, id, { files: [{ file_name: 'late.jpg', key: second }] });
    expect(await add(items)).toEqual({ added: 0, taken: [], items: 3 });
    // An uploaded file with the same name but other bytes counts as another photo.
    const others = [ofUpload(second), ofUrl('cup'), { ...ofFile, slot: 'back' }, ofUrl('new')];
    expect(await add(others)).toEqual({ added: 1, taken: [1, 2, 3], items: 4 });
    const mapping = { sku: 0, variant: null, slot: null, file: 1, url: null, own: [] };
    const table = (text: string) =>
      services.runs.addTable(ann, id, Buffer.from(text), { mapping, firstRow: 4 });
    expect(await table('sku,file\nA,a.jpg\nB,b.jpg\n')).toMatchObject({ added: 1, taken: [4] });
    expect(await table('sku,file\nA,a.jpg\nB,b.jpg\n')).toMatchObject({ added: 0, taken: [4] });
  });

  it('is created from a table whose files are uploaded later', async () => {
    await give(5);
    const { id } = await services.runs.create(ann, {
      name: 'Table',
      recipe_id: recipeId,
      only_changed: false,
    });
    const csv = Buffer.from('\uFEFFSKU;File;Slot;Notes\r\nA-1;a.jpg;front;"=HYPERLINK(""x"")"\r\nA-2;;;\r\n');
    const tablePreview = await services.runs.addTable(ann, id, csv);
    expect(tablePreview).toMatchObject({ columns: ['SKU', 'File', 'Slot', 'Notes'], rows: 2, added: 0 });
    expect(tablePreview.mapping).toEqual({ sku: 0, variant: null, slot: 2, file: 1, url: null, own: [3] });
    expect(tablePreview.problems).toMatchObject([{ row: 2 }]);
    // A preview adds nothing, even with a column mapping.
    const onlyShown = { mapping: { ...tablePreview.mapping, file: null, url: 1 }, isShownOnly: true };
    expect(await services.runs.addTable(ann, id, csv, onlyShown)).toMatchObject({ usable: 0, added: 0 });
    expect(tablePreview.usable).toBe(1);
    expect((await services.runs.addTable(ann, id, csv, { mapping: tablePreview.mapping })).added).toBe(1);
    await expect(services.runs.change(ann, id, 'start')).rejects.toMatchObject({ code: 'RUN_INCOMPLETE' });
    const key = await services.upload(ann, photo('table'));
    expect(
      await services.runs.attachFiles(ann, id, {
        files: [
          { file_name: 'A.JPG', key },
          { file_name: 'z.jpg', key },
        ],
      }),
    ).toEqual({ attached: 1, unmatched: ['z.jpg'], missing: 0 });
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const { url } = await services.runs.orderDownload(ann, id, { kind: 'manifest' });
    const manifest = await downloadText(url);
    const [head, line] = manifest.split('\r\n');
    expect(line).toContain('A-1_shop.png');
    // The manifest also contains the table's other columns, with a formula escaped as text.
    expect(head).toMatch(/,credits,Notes$/);
    expect(line).toContain(`'=HYPERLINK`);
    const zipped = await downloadText((await services.runs.orderDownload(ann, id, { kind: 'zip' })).url);
    expect(zipped).toContain('A-1_shop.png');
    expect(zipped).toContain('manifest.csv');
  });

  it('lists the columns of its tables in the manifest, in the order of the tables', async () => {
    const { id } = await services.runs.create(ann, { name: 'Own', recipe_id: recipeId, only_changed: false });
    const key = await services.upload(ann, photo('own'));
    const table = async (text: string): Promise<void> => {
      const csv = Buffer.from(text);
      const { mapping } = await services.runs.addTable(ann, id, csv);
      await services.runs.addTable(ann, id, csv, { mapping });
    };
    await table('SKU,Titel,file,Zoll,GTIN,State\nO-1,,own.jpg,,4006381333900,new\nO-2,Tasse,own.jpg,12,,\n');
    await table('SKU,file,Preis,GTIN\nO-3,own.jpg,"=1+1",7\n');
    await services.runs.attachFiles(ann, id, { files: [{ file_name: 'own.jpg', key }] });
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const text = await downloadText((await services.runs.orderDownload(ann, id, { kind: 'manifest' })).url);
    const getOwnCells = (line: string): readonly string[] => line.split(',').slice(23);
    expect(text.trim().split('\r\n').map(getOwnCells)).toEqual([
      ['Titel', 'Zoll', 'Preis', 'GTIN', 'State (table)'],
      ['', '', '', '4006381333900', 'new'],
      ['Tasse', '12', '', '', ''],
      ['', '', "'=1+1", '7', ''],
    ]);
    // The ZIP contains the same manifest as the separate download, uncompressed.
    expect(await downloadText((await services.runs.orderDownload(ann, id, { kind: 'zip' })).url)).toContain(
      text,
    );
  });

  it('refuses a table that is too large or unreadable, and names invalid rows', async () => {
    const { id } = await services.runs.create(ann, { name: 'Odd', recipe_id: recipeId, only_changed: false });
    const mapping = { sku: 0, variant: null, slot: null, file: 1, url: null, own: [2] };
    const add = (text: string | Buffer) => services.runs.addTable(ann, id, Buffer.from(text), { mapping });
    const tooLarge = [
      `sku,file\n${'a,a.jpg\n'.repeat(RUN_ITEMS_MAX + 1)}`,
      `sku,file\n${','.repeat(1_000_000)}`,
      ','.repeat(TABLE_MAX_BYTES + 1),
    ];
    for (const text of tooLarge) await expect(add(text)).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
    const unreadable = ['', 'sku,file', 'a,"b\n', 'a\0b\n1\n', 'PK\u0003\u0004'];
    for (const text of unreadable)
      await expect(add(text)).rejects.toMatchObject({ code: 'TABLE_UNREADABLE' });
    expect((await services.runs.read(ann, id)).items).toBe(0);
    const rows = [
      'fine,a.jpg,',
      '\u202Egnp,b.jpg,',
      `${'x'.repeat(101)},c.jpg,`,
      `d,d.jpg,${'y'.repeat(501)}`,
      'e,,',
    ];
    const odd = await add(`sku,file,note\n${rows.join('\n')}\n`);
    // A row with a bidirectional override character is refused, and a long cell is truncated.
    expect(odd).toMatchObject({ rows: 5, usable: 3, added: 3 });
    expect(odd.problems.map(({ row }) => row)).toEqual([3, 5]);
    // The table was written on a system that stores letters and accents as separate characters; the file's system
    // doesn't.
    await services.runs.addTable(ann, id, Buffer.from('sku,file\ncafé,cafe\u0301.jpg\n'), {
      mapping: { ...mapping, own: [] },
    });
    const key = await services.upload(ann, photo('accent'));
    const files = [{ file_name: 'CAF\u00C9.jpg', key }];
    expect(await services.runs.attachFiles(ann, id, { files })).toMatchObject({ attached: 1 });
  });

  it('matches files to rows by folders, and never assigns an ambiguous file', async () => {
    const runRequest = { name: 'Folders', recipe_id: recipeId, only_changed: false };
    const { id } = await services.runs.create(ann, runRequest);
    const table = 'sku,file\nA,C:\\shoot\\a\\front.jpg\nB,./b/front.jpg\nB,b/back.jpg\nC,side.jpg\n';
    const { mapping } = await services.runs.addTable(ann, id, Buffer.from(table));
    await services.runs.addTable(ann, id, Buffer.from(table), { mapping });
    const key = await services.upload(ann, photo('folders'));
    const attach = (...names: string[]) =>
      services.runs.attachFiles(ann, id, { files: names.map((file_name) => ({ file_name, key })) });
    expect(await attach('front.jpg')).toEqual({ attached: 0, unmatched: ['front.jpg'], missing: 4 });
    expect(await attach('b/front.jpg')).toEqual({ attached: 1, unmatched: [], missing: 3 });
    const countWaiting = async () =>
      (await listItems(id)).filter(({ source }) => source.kind === 'file').map(({ row }) => row);
    expect(await countWaiting()).toEqual([1, 3, 4]);
    expect(await attach('BACK.jpg', 'c/side.jpg')).toEqual({ attached: 2, unmatched: [], missing: 1 });
    expect(await countWaiting()).toEqual([1]);
  });

  it('matches files to rows with local paths by the ends of the paths, unless several rows match', async () => {
    const runRequest = { name: 'Disks', recipe_id: recipeId, only_changed: false };
    const { id } = await services.runs.create(ann, runRequest);
    const paths = [
      'C:\\Bilder\\Herbst 2026\\path-0.jpg',
      '/Users/me/Desktop/Path-1.jpg',
      '\\\\server\\share\\path-2.jpg',
      'D:/shoot/hats/front.jpg',
      'D:/shoot/shoes/front.jpg',
      'D:/shoot/shoes/back.jpg',
      'bags/side.jpg',
    ];
    const table = `sku,file\n${paths.map((path, at) => `${at},${path}`).join('\n')}\n`;
    const { mapping } = await services.runs.addTable(ann, id, Buffer.from(table));
    await services.runs.addTable(ann, id, Buffer.from(table), { mapping });
    const key = await services.upload(ann, photo('disks'));
    const attach = (...names: string[]) =>
      services.runs.attachFiles(ann, id, { files: names.map((file_name) => ({ file_name, key })) });
    const up = ['up/path-0.jpg', 'up/path-1.JPG', 'up/path-2.jpg', 'up/shoes/front.jpg'];
    // Several rows match `front.jpg`, so the file stays unattached. A path within a folder matches only rows with that
    // folder.
    expect(await attach('up/front.jpg', ...up, 'hats/side.jpg')).toEqual({
      attached: 4,
      unmatched: ['up/front.jpg', 'hats/side.jpg'],
      missing: 3,
    });
    // The match stays ambiguous when only one of the matching rows still waits for its file.
    expect((await attach('up/front.jpg')).attached).toBe(0);
    expect((await attach('hats/back.jpg', 'bags/back.jpg')).attached).toBe(0);
    expect(await attach('new/hats/front.jpg', 'new/back.jpg')).toMatchObject({ attached: 2, missing: 1 });
  });

  it('removes rows while it is a draft, and numbers the rest without gaps', async () => {
    await give(5);
    const id = await createRun([photo('k1'), photo('k2'), photo('k3'), photo('k4')]);
    const csv = Buffer.from('SKU;File\r\nA-1;a.jpg\r\nA-2;b.jpg\r\n');
    const { mapping } = await services.runs.addTable(ann, id, csv);
    await services.runs.addTable(ann, id, csv, { mapping });
    const describeItems = async (): Promise<string[]> =>
      (await listItems(id)).map(({ row, sku }) => `${row} ${sku}`);
    expect(await services.runs.removeItems(ann, id, { rows: [1, 3, 99] })).toEqual({ removed: 2, items: 4 });
    expect(await describeItems()).toEqual(['1 mug-2', '2 mug-4', '3 A-1', '4 A-2']);
    expect(await services.runs.removeItems(ann, id, { rows: 'incomplete' })).toEqual({
      removed: 2,
      items: 2,
    });
    expect(await describeItems()).toEqual(['1 mug-2', '2 mug-4']);
    const bob = await member();
    await expect(services.runs.removeItems(bob, id, { rows: [1] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    await expect(services.runs.removeItems(ann, id, { rows: [1] })).rejects.toMatchObject({
      code: 'RUN_NOT_READY',
    });
  });

  it('reports violations of a sales channel’s rules by its files, under the files’ names', async () => {
    await give(5);
    const [output] = PLAIN_RECIPE.outputs;
    if (output === undefined) throw new Error('The plain recipe has an output');
    const recipe: Recipe = {
      ...PLAIN_RECIPE,
      outputs: [output, { ...output, id: 'amazon', format: 'jpeg', width: 1600, height: 1600 }],
    };
    const createdRecipe = await services.recipes.create(ann, { name: 'Amazon', recipe });
    const { id } = await services.runs.create(ann, {
      name: 'Checked',
      recipe_id: createdRecipe.id,
      only_changed: false,
    });
    const key = await services.upload(ann, photo('checked'));
    const source = { kind: 'upload' as const, key, file_name: 'mug.jpg' };
    const columns = { Title: '=Mug' };
    await services.runs.addItems(ann, id, {
      first_row: 1,
      items: [{ sku: 'mug', variant: 'red', slot: '', columns, source }],
    });
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const [item] = await listItems(id);
    expect(item?.outputs.map(({ findings }) => findings?.map(({ rule, level }) => [rule, level]))).toEqual([
      undefined,
      [['white', 'error']],
    ]);
    const manifest = await downloadText(
      (await services.runs.orderDownload(ann, id, { kind: 'manifest' })).url,
    );
    const [, shop, amazon] = manifest.split('\r\n');
    expect(shop).toContain(`,,,"'=Mug, red",`);
    expect(amazon).toMatch(/,refused,"[^"]*254, 254, 253/);
  });

  it('reports why and where a cut-out may need a correction, and lists it first for review', async () => {
    await give(5);
    const id = await createRun([photo('sure'), photo('doubtful'), photo('also sure')], true);
    await services.runs.change(ann, id, 'start');
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 2, needs_review: 1 });
    const query = { state: 'needs_review', sort: 'score', offset: 0, limit: 10 } as const;
    const queue = async (run: string): Promise<RunItem[]> =>
      (await services.runs.listItems(ann, run, query)).data;
    const { reasons, box } = FAKE_RESULT.review;
    const doubtful = {
      row: 2,
      score: 0.6,
      review: { reasons, box, made_box: { x: 0.2, y: 0.3, width: 0.1, height: 0.5 } },
    };
    const near = (items: RunItem[]) =>
      items.map(({ row, score, review }) => ({ row, score: Math.round((score ?? 0) * 100) / 100, review }));
    expect(near(await queue(id))).toEqual([doubtful]);
    await services.runs.review(ann, id, { decisions: [{ row: 2, decision: 'approve' }] });
    expect(await queue(id)).toEqual([]);
    await services.runs.review(ann, id, { decisions: [{ row: 2, decision: 'undo' }] });
    expect(near(await queue(id))).toEqual([doubtful]);
    // An item that reuses results also has the earlier item's review score, with its reasons and places.
    const again = await createRun([photo('doubtful')], true);
    await services.runs.change(ann, again, 'start');
    await waitUntilFinished(again);
    expect(near(await queue(again))).toEqual([{ ...doubtful, row: 1 }]);
  });

  it('reports by how much a file was enlarged, in its row and in the manifest', async () => {
    await give(5);
    const id = await createRun([photo('large'), photo('small')], true);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const scales = (await listItems(id)).map(({ outputs }) => outputs[0]?.scale);
    expect(scales.map((scale) => Math.round((scale ?? 0) * 100))).toEqual([80, 286]);
    const manifest = await downloadText(
      (await services.runs.orderDownload(ann, id, { kind: 'manifest' })).url,
    );
    const [head = '', first = '', second = ''] = manifest.split('\r\n').map((line) => line.split(','));
    const place = head.indexOf('enlarged_percent');
    expect([first[place], second[place]]).toEqual(['', '286']);
  });

  it('sends a photo with a quality flag to review, with places and reasons, whatever its confidence score', async () => {
    await give(5);
    const id = await createRun([photo('sure'), photo('doubted')], true);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const second = async () => (await listItems(id))[1];
    expect(await second()).toMatchObject({ state: 'needs_review', doubts: FAKE_RESULT.doubts });
    for (const decision of ['approve', 'undo'] as const)
      await services.runs.review(ann, id, { decisions: [{ row: 2, decision }] });
    expect((await second())?.state).toBe('needs_review');
  });

  it('lists the pictures in a ZIP that still need a review, without their files', async () => {
    await give(5);
    const id = await createRun([photo('held 1'), photo('doubtful')], true);
    await services.runs.change(ann, id, 'start');
    expect((await waitUntilFinished(id)).counts).toMatchObject({ needs_review: 1 });
    const downloadZip = async (states?: readonly ('done' | 'approved')[]): Promise<string> =>
      downloadText(
        (await services.runs.orderDownload(ann, id, { kind: 'zip', ...(states && { states: [...states] }) }))
          .url,
      );
    const heldBackLines = (await downloadZip(['done', 'approved']))
      .split('\r\n')
      .filter((line) => line.includes('HELD_BACK'));
    expect(heldBackLines).toHaveLength(1);
    expect(heldBackLines[0]).toContain('needs_review');
    expect(heldBackLines[0]).not.toContain('.png');
    expect(await downloadZip()).not.toContain('HELD_BACK');
  });

  it('adds a table with the title and alt text of each picture to a ZIP, if its rows have texts', async () => {
    await give(5);
    const downloadZip = async (photos: readonly Buffer[], titles: readonly string[]): Promise<string> => {
      const id = await createRun(photos, false, titles);
      await services.runs.change(ann, id, 'start');
      await waitUntilFinished(id);
      await services.runs.review(ann, id, { decisions: [{ row: 2, decision: 'reject' }] });
      return downloadText((await services.runs.orderDownload(ann, id, { kind: 'zip' })).url);
    };
    const zip = await downloadZip([photo('worded 1'), photo('worded 2')], ['Mug, red', 'Mug, blue']);
    expect(zip).toContain('file,title,alt_text\r\nmug-1_shop.png,"Mug, red","Mug, red"\r\n');
    expect(zip).not.toContain('"Mug, blue","Mug, blue"');
    expect(await downloadZip([photo('wordless')], [])).not.toContain('texts.csv');
  });

  it('lists every row in the manifest of a ZIP and in the separate manifest, without files of rejected rows', async () => {
    await give(5);
    const id = await createRun([photo('listed 1'), photo('listed 2'), photo('listed 3'), BROKEN]);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const decisions = [
      { row: 1, decision: 'approve' as const },
      { row: 2, decision: 'reject' as const },
    ];
    await services.runs.review(ann, id, { decisions });
    await services.pool.query(`update run_items set state = 'skipped' where run_id = $1 and row = 3`, [id]);
    const listLines = async (order: RunDownloadRequest): Promise<readonly string[]> =>
      (await downloadText((await services.runs.orderDownload(ann, id, order)).url))
        .split('\r\n')
        .filter((line) => /^\d,mug-/.test(line))
        .map((line) => line.split(','))
        .map(([row, , , , , state, , , , file]) => `${row} ${state} ${file}`);
    const zipped = await listLines({ kind: 'zip', states: ['done', 'approved'] });
    expect(zipped).toEqual(['1 approved mug-1_shop.png', '2 rejected ', '3 skipped ', '4 failed ']);
    expect(await listLines({ kind: 'manifest' })).toEqual(zipped);
  });

  it('estimates how many downloads a ZIP costs: one for each photo that isn’t paid for, without rejected ones', async () => {
    await give(5);
    const id = await createRun([photo('price 1'), photo('price 2'), photo('price 3'), photo('doubtful')]);
    const quote = async () => (await services.runs.estimate(ann, id)).downloads;
    expect(await quote()).toMatchObject({ all: 0, reviewed: 0 });
    await services.runs.change(ann, id, 'start');
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 3, needs_review: 1 });
    const before = await quote();
    expect(before).toMatchObject({ all: 4, reviewed: 3 });
    const decisions = [{ row: 1, decision: 'reject' as const }];
    await services.runs.review(ann, id, { decisions });
    expect(await quote()).toEqual({ ...before, all: 3, reviewed: 2 });
    await services.runs.orderDownload(ann, id, { kind: 'zip', states: ['done', 'approved'] });
    expect(await quote()).toEqual({ all: 1, reviewed: 0, balance: (before?.balance ?? 0) - 2 });
  });

  it('charges a corrected cut-out and the run’s picture of it as one download, whichever is downloaded first', async () => {
    await give(9);
    const id = await createRun([photo('correct 1'), photo('correct 2')]);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const first = await putCorrectionBack(id, 1);
    const second = await putCorrectionBack(id, 2);
    await waitUntilFinished(id);
    const readBalance = async () => (await services.credits.downloadCredits(ann)).download_credits;
    const quote = async () => (await services.runs.estimate(ann, id)).downloads?.all;
    const before = await readBalance();
    await services.files.downloadImage(ann, first);
    expect(await readBalance()).toBe(before - 1);
    expect(await quote()).toBe(1);
    const zipped = await downloadText((await services.runs.orderDownload(ann, id, { kind: 'zip' })).url);
    for (const row of [1, 2]) expect(zipped).toContain(`mug-${row}_shop.png`);
    await services.files.downloadImage(ann, second);
    expect(await readBalance()).toBe(before - 2);
    expect(await quote()).toBe(0);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('charges the scene that a run makes from a corrected cut-out as another picture', async () => {
    await give(9);
    const ground = { kind: 'set', reference_id: 'oak-window', light: 'soft-box', seed: 5 } as const;
    const steps = { ...PLAIN_RECIPE.steps, ground: { ...ground, view: null, look: null } };
    const recipe = await services.recipes.create(ann, { name: 'Oak', recipe: { ...PLAIN_RECIPE, steps } });
    const id = await createRun([photo('scene 1')], false, [], recipe.id);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    await services.files.downloadImage(ann, await putCorrectionBack(id, 1));
    await waitUntilFinished(id);
    expect((await services.runs.estimate(ann, id)).downloads?.all).toBe(1);
  });

  it('is reviewed row by row, and reviews can be undone', async () => {
    await give(5);
    const id = await createRun([photo('r1'), photo('r2'), BROKEN]);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const decide = (row: number, decision: 'approve' | 'reject' | 'undo') =>
      services.runs.review(ann, id, { decisions: [{ row, decision }] });
    expect(await decide(1, 'approve')).toEqual([1]);
    expect(await decide(2, 'reject')).toEqual([2]);
    expect((await services.runs.read(ann, id)).counts).toMatchObject({ approved: 1, rejected: 1 });
    expect(await decide(2, 'undo')).toEqual([2]);
    expect((await services.runs.read(ann, id)).counts).toMatchObject({ approved: 1, done: 1 });
    // A corrected cut-out is processed again, and the ended run resumes for this item alone.
    const key = await services.upload(ann, photo('corrected'));
    await services.runs.replacePhoto(ann, id, 1, key);
    expect((await services.runs.read(ann, id)).counts).toMatchObject({ waiting: 1, failed: 1 });
    expect((await waitUntilFinished(id)).counts).toMatchObject({ done: 2 });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('applies the last of several decisions about one row', async () => {
    await give(5);
    const id = await createRun([photo('o1'), photo('o2'), photo('o3')]);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const asSent = [
      [1, 'approve'],
      [2, 'reject'],
      [1, 'reject'],
      [3, 'undo'],
      [1, 'approve'],
      [2, 'undo'],
      [3, 'reject'],
      [2, 'approve'],
      [2, 'undo'],
    ] as const;
    const decisions = asSent.map(([row, decision]) => ({ row, decision }));
    // Only rows 1 and 3 changed; the last decision about row 2 restored its state.
    expect(await services.runs.review(ann, id, { decisions })).toEqual([1, 3]);
    expect((await listItems(id)).map(({ state }) => state)).toEqual(['approved', 'done', 'rejected']);
  });

  it('measures the style of its pictures, and shows outliers only to its owner', async () => {
    await give(10);
    const photos = [photo('style 1'), photo('style 2'), photo('style 3'), photo('style 4 fills 0.4')];
    const id = await createRun(photos);
    await services.runs.change(ann, id, 'start');
    await waitUntilFinished(id);
    const report = await services.runs.readStyle(ann, id);
    expect(report).toMatchObject({ pictures: 4, unmeasured: 0, line: 'middle', outliers_in_all: 1 });
    expect(report.measures[0]).toMatchObject({ measure: 'fill', usual: 80, spread: 0, outliers: 1 });
    expect(report.outliers).toMatchObject([
      { row: 4, sku: 'mug-4', state: 'done', off: [{ measure: 'fill', value: 40, by: 40 }] },
    ]);
    expect(report.outliers[0]?.thumb_url).toBeTruthy();

    const again = await createRun(photos, true);
    await services.runs.change(ann, again, 'start');
    await waitUntilFinished(again);
    expect((await listItems(again)).every(({ reused }) => reused)).toBe(true);
    expect(await services.runs.readStyle(ann, again)).toMatchObject({ pictures: 4, outliers: [{ row: 4 }] });

    await services.runs.review(ann, id, { decisions: [{ row: 4, decision: 'reject' }] });
    expect(await services.runs.readStyle(ann, id)).toMatchObject({ pictures: 3, outliers: [] });
    const bob = await member();
    await expect(services.runs.readStyle(bob, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a manifest cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-4.5', '-4.5'],
    ['a "b", c', '"a ""b"", c"'],
  ])('with the text %s is written as %s', (text, cell) => expect(csvCell(text)).toBe(cell));
});
