import { readFileSync } from 'node:fs';
import { likelyView, TOOL_IDS } from '@packshot/contract';
import type { RecipeBackground, Recipe, SceneLock, TaskState } from '@packshot/contract';
import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import { ImageRefusal } from '@packshot/image-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../platform/access/caller.ts';
import { drawnPng } from '../testing/drawn-png.ts';
import { PLAIN_RECIPE } from '../testing/endpoint-requests.ts';
import { entitle } from '../testing/entitle.ts';
import { eventually } from '../testing/eventually.ts';
import { FAKE_RESULT, fakeEngine } from '../testing/fake-engine.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { sceneForm, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import type { TestWorker } from '../testing/test-worker.ts';

const PHOTO = readFileSync(new URL('../testing/fixtures/perfume.jpg', import.meta.url));
const SET: RecipeBackground = {
  kind: 'set',
  reference_id: 'oak-window',
  light: 'soft-box',
  seed: 5,
  view: null,
  look: null,
};

let services: TestServices;
let worker: TestWorker;
let ann: Caller;
let isRefused = false;

beforeAll(async () => {
  // The run spends the only credit, so opening its scene must be free.
  services = await startTestServices({ allowances: { guestGenerations: 1 } });
  worker = await startTestWorker(
    services,
    fakeEngine(async (job) => {
      if (isRefused) throw new ImageRefusal('NO_SUBJECT');
      const { look = EXAMPLE_LOCK } = job as { readonly look?: SceneLock };
      // Large enough for a scene to be made from it.
      const full = drawnPng(64, 64, () => [200, 30, 40, 255]);
      return { ...FAKE_RESULT, full, scene: { ...FAKE_RESULT.scene, look } };
    }),
  );
});
afterAll(async () => {
  await worker.stop();
  await services.stop();
});

/** Finished run of one photo, on a new account without credits left. */
async function finishedRun(ground: RecipeBackground = SET, title = ''): Promise<string> {
  const guest = await services.newGuest();
  await services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [guest.userId]);
  await entitle(services, guest.userId);
  ann = { ...guest, role: 'owner' };
  const recipe: Recipe = {
    outputs: PLAIN_RECIPE.outputs.map((output) => ({ ...output, width: 1600, height: 2000 })),
    steps: { ...PLAIN_RECIPE.steps, ground, shadow: { kind: 'own', strength: 1.5 } },
  };
  const { id: recipe_id } = await services.recipes.create(ann, { name: 'Oak', recipe });
  const { id } = await services.runs.create(ann, { name: 'Autumn', recipe_id, only_changed: false });
  const key = await services.upload(ann, PHOTO);
  const source = { kind: 'upload' as const, key, file_name: 'mug.jpg' };
  const items = [{ sku: 'mug', variant: '', slot: '', columns: title === '' ? {} : { title }, source }];
  await services.runs.addItems(ann, id, { first_row: 1, items });
  await services.runs.change(ann, id, 'start');
  await untilFinished(id);
  return id;
}

const untilFinished = (id: string) =>
  eventually('a finished run', async () => {
    await services.feedRuns();
    return (await services.runs.read(ann, id)).status === 'finished' ? true : undefined;
  });

async function waitForTask([taskId = '']: readonly string[]): Promise<TaskState> {
  return eventually('an ended task', async () => {
    const task = await services.generations.state(ann, taskId);
    return task.status === 'SUCCESS' ? task : undefined;
  });
}

const credits = () => services.credits.freemiumCredits(ann);
const readInput = async ([taskId]: readonly string[]): Promise<unknown> => {
  const { rows } = await services.pool.query<{ input: unknown }>(
    `select r.input from generation_requests r join tasks t on t.request_id = r.id where t.id = $1`,
    [taskId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.input;
};

describe('opening the scene of a run’s item', () => {
  it('makes its cut-out, and from it the scene with the recipe’s options, free of charge', async () => {
    const id = await finishedRun();
    expect(await credits()).toBe(0);
    expect((await services.runs.readItem(ann, id, 1)).has_scene).toBe(true);
    const first = await services.runs.openItem(ann, id, 1, {});
    const { photo_key: imageKey } = await services.runs.readItem(ann, id, 1);
    expect(await readInput(first)).toMatchObject({ tool: 'cut-out', imageKey });
    const cut_out_key = (await waitForTask(first)).result?.key ?? '';
    const second = await services.runs.openItem(ann, id, 1, { cut_out_key });
    expect(second).toHaveLength(1);
    expect(await readInput(second)).toMatchObject({
      tool: 'scene',
      imageKey: cut_out_key,
      prompt: '',
      referenceId: 'oak-window',
      light: 'soft-box',
      seed: 5,
      count: 1,
      shadow: { kind: 'photo', opacity: 1.5 },
      isInSeries: true,
      view: likelyView(FAKE_RESULT.view ?? null),
      aspectRatioId: 6,
      isLarger: true,
      largerSidePx: 2048,
    });
    expect((await waitForTask(second)).result?.scene?.reference_id).toBe(FAKE_RESULT.scene.reference_id);
    expect(await credits()).toBe(0);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('reads the product’s pose from its title, as the run did', async () => {
    const id = await finishedRun(SET, 'Armchair');
    const cut_out_key = (await waitForTask(await services.runs.openItem(ann, id, 1, {}))).result?.key ?? '';
    const input = await readInput(await services.runs.openItem(ann, id, 1, { cut_out_key }));
    expect(input).toMatchObject({ view: { pose: 'stands' } });
  });

  it('is refused with another cut-out, for another user, before the pictures are made, and without a scene', async () => {
    const flat = await finishedRun({ kind: 'color', color: '#ffffff' });
    expect((await services.runs.readItem(ann, flat, 1)).has_scene).toBe(false);
    const cutOut = (await waitForTask(await services.runs.openItem(ann, flat, 1, {}))).result?.key ?? '';
    expect(await credits()).toBe(0);
    await expect(services.runs.openItem(ann, flat, 1, { cut_out_key: cutOut })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const bob = ann;
    const id = await finishedRun();
    const other = await services.upload(ann, PHOTO);
    for (const cut_out_key of [other, 'results/x/y/1-full.png'])
      await expect(services.runs.openItem(ann, id, 1, { cut_out_key })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await expect(services.runs.openItem(bob, id, 1, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await services.runs.replacePhoto(ann, id, 1, other);
    await expect(services.runs.openItem(ann, id, 1, {})).rejects.toMatchObject({ code: 'RUN_NOT_READY' });
  });
});

const PLACEMENT = { centerX: 0.3, centerY: 0.6, width: 0.2, rotationDeg: 5, isFlipped: true };
const LOOK: SceneLock = { ...EXAMPLE_LOCK, exposure: 1.5 };

/** Opens the scene of a run's item, and adjusts it as on the Create page. Returns the new scene's key. */
async function adjustedScene(id: string): Promise<string> {
  const cutOut = (await waitForTask(await services.runs.openItem(ann, id, 1, {}))).result?.key ?? '';
  const opened = await waitForTask(await services.runs.openItem(ann, id, 1, { cut_out_key: cutOut }));
  const { taskIds } = await services.generations.accept(
    ann,
    'scene',
    sceneForm({
      feature_type: TOOL_IDS.product,
      image_s3: cutOut,
      scene_s3: opened.result?.key,
      look: JSON.stringify(LOOK),
      placement: JSON.stringify(PLACEMENT),
      aspect_ratio: 6,
    }),
  );
  return (await waitForTask(taskIds)).result?.key ?? '';
}

describe('an adjusted scene of a run’s item', () => {
  it('makes the item’s files again, free of charge, and is opened the next time', async () => {
    const id = await finishedRun();
    const before = await services.runs.readItem(ann, id, 1);
    const scene_key = await adjustedScene(id);
    expect((await services.runs.changeScene(ann, id, 1, { scene_key })).state).toBe('waiting');
    await untilFinished(id);
    const own = { look: { exposure: LOOK.exposure }, placement: PLACEMENT, aspectRatioId: 6 };
    const { rows } = await services.pool.query<{ input: unknown }>(
      'select r.input from generation_requests r join run_items i on i.request_id = r.id where i.run_id = $1',
      [id],
    );
    expect(rows[0]?.input).toMatchObject({ tool: 'recipe', scene: own, isPaid: true });
    const after = await services.runs.readItem(ann, id, 1);
    expect(after).toMatchObject({ state: before.state, credits: 1, has_scene: true });
    expect(await credits()).toBe(0);
    const cutOut = (await waitForTask(await services.runs.openItem(ann, id, 1, {}))).result?.key ?? '';
    const opened = await readInput(await services.runs.openItem(ann, id, 1, { cut_out_key: cutOut }));
    expect(opened).toMatchObject({ tool: 'scene', ...own });
    const { recipe, name } = await services.runs.read(ann, id);
    const recipe_id = recipe.id ?? '';
    const next = await services.runs.create(ann, { name, recipe_id, only_changed: true });
    const source = { kind: 'upload' as const, key: await services.upload(ann, PHOTO), file_name: 'mug.jpg' };
    const items = [{ sku: 'mug', variant: '', slot: '', columns: {}, source }];
    await services.runs.addItems(ann, next.id, { first_row: 1, items });
    await services.runs.change(ann, next.id, 'start');
    await untilFinished(next.id);
    expect((await services.runs.readItem(ann, next.id, 1)).reused).toBe(true);
    const copies = await services.pool.query('select own_scene from run_items where run_id = $1', [next.id]);
    expect(copies.rows[0]).toMatchObject({ own_scene: own });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('costs a credit with another photo, and nothing again after a failure', async () => {
    const id = await finishedRun();
    const scene_key = await adjustedScene(id);
    isRefused = true;
    await services.runs.changeScene(ann, id, 1, { scene_key });
    await untilFinished(id);
    isRefused = false;
    expect(await services.runs.readItem(ann, id, 1)).toMatchObject({ state: 'failed', credits: 1 });
    await services.runs.change(ann, id, 'retry');
    await untilFinished(id);
    expect(await services.runs.readItem(ann, id, 1)).toMatchObject({ state: 'done', credits: 1 });
    const image_key = await services.upload(ann, PHOTO);
    await services.runs.changeScene(ann, id, 1, { scene_key, image_key });
    await services.feedRuns();
    expect((await services.runs.read(ann, id)).status).toBe('paused');
    expect(await services.runs.readItem(ann, id, 1)).toMatchObject({ state: 'waiting' });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('is refused for another user, for other pictures, in a run without scenes, and while the item waits', async () => {
    const flat = await finishedRun({ kind: 'color', color: '#ffffff' });
    const bob = ann;
    const id = await finishedRun();
    const scene_key = await adjustedScene(id);
    const refused = { code: 'NOT_FOUND' };
    await expect(services.runs.changeScene(bob, flat, 1, { scene_key })).rejects.toMatchObject(refused);
    await expect(services.runs.changeScene(bob, id, 1, { scene_key })).rejects.toMatchObject(refused);
    const { photo_key } = await services.runs.readItem(ann, id, 1);
    for (const other of [photo_key ?? '', 'results/x/y/1-full.png'])
      await expect(services.runs.changeScene(ann, id, 1, { scene_key: other })).rejects.toMatchObject(
        refused,
      );
    await services.runs.changeScene(ann, id, 1, { scene_key });
    await expect(services.runs.changeScene(ann, id, 1, { scene_key })).rejects.toMatchObject({
      code: 'RUN_NOT_READY',
    });
  });
});
