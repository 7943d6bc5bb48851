import { TOOL_IDS } from '@packshot/contract';
import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import type { SceneLock } from '@packshot/contract';
import { expect, it } from 'vitest';
import { drawnMask } from '../../testing/drawn-png.ts';
import { eventually } from '../../testing/eventually.ts';
import { FAKE_RESULT } from '../../testing/fake-engine.ts';
import type { FakeWork } from '../../testing/fake-engine.ts';
import { PRODUCT_PHOTO, sceneForm } from '../../testing/test-services.ts';
import { workerSuite } from '../../testing/worker-suite.ts';
import type { Caller } from '../../platform/access/caller.ts';

const LOOK = EXAMPLE_LOCK;
const CHANGED: SceneLock = { ...LOOK, exposure: 2, tints: { wall: '#112233' } };

const suite = workerSuite({ allowances: { guestGenerations: 1 } });

const end = (caller: Caller, taskId = '') =>
  eventually('the task’s end', async () => {
    const state = await suite.services.generations.state(caller, taskId);
    return state.status === 'SUCCESS' || state.status === 'FAILURE' ? state : undefined;
  });
const accept = (caller: Caller, form: Record<string, unknown>) =>
  suite.services.generations.accept(caller, 'scene', sceneForm(form));

/** Starts a worker whose engine returns the requested scene lock, and makes a scene. */
async function madeScene(besideKeys = 0) {
  const jobs: Record<string, unknown>[] = [];
  const work: FakeWork = async (job) => {
    const { signal: _signal, onProgress: _onProgress, ...input } = job as typeof job & { look?: SceneLock };
    jobs.push(input);
    return { ...FAKE_RESULT, scene: { ...FAKE_RESULT.scene, look: input.look ?? LOOK } };
  };
  await suite.work(work);
  const caller = await suite.services.newGuest();
  const product = await suite.services.upload(caller);
  const beside = besideKeys === 0 ? [] : await uploads(caller, besideKeys);
  const form = {
    feature_type: TOOL_IDS.product,
    image_s3: product,
    prompt: 'oak',
    seed: 7,
    count: 2,
    ...(beside.length > 0 && { beside: besideForm(beside) }),
  };
  const { taskIds } = await accept(caller, form);
  await end(caller, taskIds[0]);
  const { result } = await end(caller, taskIds[1]);
  const change = { ...form, prompt: '', scene_s3: result?.key, look: JSON.stringify(CHANGED) };
  return { caller, product, beside, change, jobs };
}

const uploads = (caller: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => suite.services.upload(caller)));

const PLACEMENT = { centerX: 0.4, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };
const toBeside = (keys: readonly string[]) => keys.map((image_s3) => ({ image_s3, placement: PLACEMENT }));
const besideForm = (keys: readonly string[]) => JSON.stringify(toBeside(keys));

it('makes a changed scene with the requested scene lock, which its result contains', async () => {
  const { caller, change, jobs } = await madeScene();
  const { taskIds } = await accept(caller, change);
  const { status, result } = await end(caller, taskIds[0]);
  expect(status).toBe('SUCCESS');
  expect(result?.scene?.look).toEqual(CHANGED);
  expect(result?.provenance?.steps.map(({ tool, effect }) => [tool, effect])).toEqual([
    ['scene', 'put-on-set'],
  ]);
  const job = jobs.at(-1);
  expect(job).toMatchObject({ look: CHANGED, prompt: 'oak', isOwnLook: true, variant: 0, count: 1, seed: 7 });
  expect(job).not.toHaveProperty('sceneKey');
  expect(job).not.toHaveProperty('productSha256');
  expect(await suite.services.credits.freemiumCredits(caller)).toBe(0);
});

it('refuses a changed scene if the upload of its product was replaced meanwhile', async () => {
  const { caller, product, change, jobs } = await madeScene();
  const before = jobs.length;
  await suite.services.objects.write(product, drawnMask(640, 640), { contentType: 'image/png' });
  const { taskIds } = await accept(caller, change);
  expect(await end(caller, taskIds[0])).toMatchObject({ status: 'FAILURE' });
  expect(jobs).toHaveLength(before);
  await suite.services.objects.write(product, PRODUCT_PHOTO, { contentType: 'image/jpeg' });
  const again = await accept(caller, change);
  expect(await end(caller, again.taskIds[0])).toMatchObject({ status: 'SUCCESS' });
});

it('makes a scene of several products, whose facts and provenance name all of them', async () => {
  const { caller, beside, change, jobs } = await madeScene(2);
  const job = jobs.at(-1);
  expect(job).toMatchObject({ beside: beside.map(() => ({ product: PRODUCT_PHOTO, placement: PLACEMENT })) });
  expect(job).not.toHaveProperty('besideSha256');
  const { taskIds } = await accept(caller, change);
  const { result } = await end(caller, taskIds[0]);
  expect(result?.scene?.beside).toEqual(toBeside(beside));
  const { rows } = await suite.services.pool.query<{ input_keys: readonly string[] }>(
    'select input_keys from generation_requests where user_id = $1',
    [caller.userId],
  );
  for (const { input_keys } of rows) expect(input_keys.slice(1)).toEqual(beside);
});

it('refuses a changed scene if the upload of a further product was replaced meanwhile', async () => {
  const { caller, beside, change, jobs } = await madeScene(2);
  const [one = '', other = ''] = beside;
  const changeScenes = async (...keys: readonly string[]) => {
    const { taskIds } = await accept(caller, { ...change, beside: besideForm(keys) });
    return (await end(caller, taskIds[0])).status;
  };
  expect(await changeScenes(other, one)).toBe('SUCCESS');
  const before = jobs.length;
  await suite.services.objects.write(other, drawnMask(640, 640), { contentType: 'image/png' });
  expect(await changeScenes(other, one)).toBe('FAILURE');
  expect(jobs).toHaveLength(before);
});
