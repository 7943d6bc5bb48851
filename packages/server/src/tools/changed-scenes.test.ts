import { randomUUID } from 'node:crypto';
import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import { TOOL_IDS } from '@packshot/contract';
import type { SceneLock } from '@packshot/contract';
import { createReferenceCatalog } from '@packshot/image-engine/references';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../testing/invariants.ts';
import { claimTask, succeedTask, writeResult } from '../testing/settle-task.ts';
import { acceptTask, sceneForm, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';
import { knownFacts } from '../records/origin.ts';
import { SERVER_TOOLS } from './kinds/index.ts';
import type { StoredSceneInput } from './kinds/scene.ts';

const PLACEMENT = { centerX: 0.4, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };
const CONTACT = { kind: 'contact', directionDeg: null, softness: null, opacity: 1 } as const;
const VIEW = { pose: 'stands', elevationDeg: 40 } as const;

const LOOK: SceneLock = { ...EXAMPLE_LOCK, view: VIEW };
/** The scene lock `LOOK` with other lights, colors and exposure. */
const CHANGED: SceneLock = {
  ...LOOK,
  lights: { key: [0.4, 0.4, 0.4] },
  tints: { wall: '#112233' },
  exposure: 2,
  light: 'golden-hour',
  keySoftness: 3,
};

let services: TestServices;
beforeAll(async () => {
  // The first scene spends the only credit, so every changed scene must be free.
  services = await startTestServices({ allowances: { guestGenerations: 1 } });
});
afterEach(async () => {
  expect(await brokenInvariants(services.pool)).toEqual([]);
});
afterAll(() => services.stop());

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);

type Form = Readonly<Record<string, unknown>>;
const accept = (caller: Caller, form: Form, idempotencyKey?: string) =>
  services.generations.accept(caller, 'scene', sceneForm(form), idempotencyKey);

/** Ends a task with a scene, and returns the key of its picture. */
async function finishScene(taskId: string, sceneLock: SceneLock | null): Promise<string> {
  const task = await claimTask(services, taskId);
  const result = await writeResult(services, task);
  if (!('scene' in result) || result.scene.facts === null) throw new Error('The task makes no scene');
  const facts = { ...result.scene.facts, ...(sceneLock && { look: sceneLock }) };
  await services.lifecycle.succeed(task, { ...result, scene: { ...result.scene, facts } });
  return result.fullKey;
}

/** Makes a scene with a product, and returns a form that changes it. */
async function madeScene(form: Form = {}, sceneLock: SceneLock | null = LOOK, owner?: Caller) {
  const caller = owner ?? (await services.newGuest());
  const product = await services.upload(caller);
  const { taskIds } = await accept(caller, {
    feature_type: TOOL_IDS.product,
    image_s3: product,
    prompt: 'oak, no shadow',
    view: JSON.stringify(VIEW),
    seed: 7,
    count: 4,
    ...form,
  });
  const key = await finishScene(taskIds[1] ?? taskIds[0] ?? '', sceneLock);
  const change = {
    feature_type: TOOL_IDS.product,
    image_s3: product,
    scene_s3: key,
    look: JSON.stringify(CHANGED),
    placement: JSON.stringify(PLACEMENT),
  };
  return { caller, product, key, change, taskIds };
}

/** Makes a scene with two products beside the first, and also returns the pictures of those two. */
async function madeSceneOfThree() {
  const caller = await services.newGuest();
  const [one, other] = [await services.upload(caller), await services.upload(caller)];
  return { one, other, ...(await madeScene({ beside: besideForm(one, other) }, LOOK, caller)) };
}

/** Products beside the first one, as a form field. */
const besideForm = (...keys: readonly string[]) =>
  JSON.stringify(keys.map((image_s3) => ({ image_s3, placement: PLACEMENT })));

async function storedRequest(taskId = '') {
  const { rows } = await services.pool.query<{
    input: StoredSceneInput;
    type: string;
    cost: number;
    credit_state: string;
  }>(
    `select r.input, r.type, r.cost, r.credit_state from generation_requests r
     join tasks t on t.request_id = r.id where t.id = $1`,
    [taskId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('No request');
  return row;
}

const readInput = async (caller: Caller, form: Form): Promise<StoredSceneInput> =>
  (await storedRequest((await accept(caller, form)).taskIds[0])).input;

describe('a changed version of a scene', () => {
  it('is free without any credit left, and has one picture', async () => {
    const { caller, change } = await madeScene();
    expect(await credits(caller)).toBe(0);
    const { taskIds } = await accept(caller, { ...change, count: 4 });
    expect(taskIds).toHaveLength(1);
    expect(await storedRequest(taskIds[0])).toMatchObject({
      type: 'product_background_generation',
      cost: 0,
      credit_state: 'free',
    });
    const key = await finishScene(taskIds[0] ?? '', CHANGED);
    const again = await accept(caller, { ...change, scene_s3: key });
    expect(again.taskIds).toHaveLength(1);
    expect(await credits(caller)).toBe(0);
    await expect(accept(caller, { ...change, scene_s3: undefined, view: undefined })).rejects.toMatchObject({
      code: 'OUT_OF_CREDITS',
    });
  });

  it('changes placement, lights, colors and size, and keeps everything else of the first request', async () => {
    const { caller, product, key, change } = await madeScene();
    const input = await readInput(caller, {
      ...change,
      look: JSON.stringify({ ...CHANGED, framing: 'wide', isMirrored: true, seed: 99 }),
      prompt: 'snow',
      seed: 8,
      view: JSON.stringify({ ...VIEW, elevationDeg: 80 }),
      aspect_ratio: 6,
      larger_size: 'true',
      larger_side: 2048,
    });
    expect(input).toEqual({
      tool: 'scene',
      imageKey: product,
      sceneKey: key,
      prompt: 'oak, no shadow',
      light: 'auto',
      palette: [],
      view: VIEW,
      seed: 7,
      count: 1,
      look: CHANGED,
      isOwnLook: true,
      placement: PLACEMENT,
      aspectRatioId: 6,
      isLarger: true,
      largerSidePx: 2048,
    });
  });

  it('changes the pose of the product, at the camera’s elevation, and keeps it in further versions', async () => {
    const { caller, change } = await madeScene();
    const lying = { pose: 'lies', elevationDeg: VIEW.elevationDeg } as const;
    const view = JSON.stringify({ pose: 'lies', elevationDeg: 80 });
    const input = await readInput(caller, { ...change, view });
    expect(input).toMatchObject({ view: lying, look: { ...CHANGED, view: lying }, isOwnLook: true });
    const { taskIds } = await accept(caller, { ...change, view });
    const key = await finishScene(taskIds[0] ?? '', { ...CHANGED, view: lying });
    const next = { ...change, scene_s3: key, look: JSON.stringify({ ...CHANGED, view: lying }) };
    expect(await readInput(caller, next)).toMatchObject({ view: lying, look: { view: lying } });
  });

  it('may have a camera view that is refused for a new scene with the same scene lock', async () => {
    // Without a view in the scene lock, the camera of the set applies, whose elevation is 8°.
    const { caller, change } = await madeScene({}, { ...LOOK, view: null });
    const look = JSON.stringify({ ...LOOK, view: null });
    expect((await accept(caller, { ...change, look })).taskIds).toHaveLength(1);
    const rich = await services.newGuest();
    const product = await services.upload(rich);
    await expect(
      accept(rich, { feature_type: TOOL_IDS.product, image_s3: product, look, view: JSON.stringify(VIEW) }),
    ).rejects.toMatchObject({ code: 'VIEW_NOT_IN_LOOK' });
  });

  it('may show the same products in other places and in another order', async () => {
    const { caller, one, other, change } = await madeSceneOfThree();
    for (const keys of [
      [one, other],
      [other, one],
    ]) {
      const placement = { ...PLACEMENT, centerX: 0.2 };
      const beside = keys.map((image_s3) => ({ image_s3, placement }));
      const input = await readInput(caller, { ...change, beside: JSON.stringify(beside) });
      expect(input.beside).toEqual(beside);
    }
  });

  it('keeps the shadow and the strength of scene matching unless it changes them', async () => {
    const { caller, change } = await madeScene({ shadow: JSON.stringify(CONTACT), light_match: 30 });
    const storedInput = await readInput(caller, change);
    expect(storedInput).toMatchObject({ shadow: CONTACT, matchPercent: 30 });
    expect(storedInput.look).toMatchObject({ shadow: CONTACT, matchPercent: 30 });
    const none = { ...CONTACT, kind: 'none' as const };
    const look = JSON.stringify({ ...CHANGED, shadow: none, matchPercent: 0 });
    expect(await readInput(caller, { ...change, look })).toMatchObject({ shadow: none, matchPercent: 0 });
    const sent = { shadow: JSON.stringify(none), light_match: 10 };
    const { look: sentLook } = await readInput(caller, { ...change, ...sent });
    expect(sentLook).toMatchObject({ shadow: none, matchPercent: 10 });
  });

  it('lets the scene decide about the shadow again when a chosen one is removed', async () => {
    const chosen = { ...LOOK, shadow: CONTACT };
    const { caller, change } = await madeScene({ shadow: JSON.stringify(CONTACT) }, chosen);
    const { shadow, look } = await readInput(caller, change);
    expect(shadow).toBeUndefined();
    expect(look).toMatchObject({ shadow: null, shadowSource: 'photo', shadowFallsDeg: null });
  });

  it('reads the product’s view like the original request, if the scene continues a series', async () => {
    const view = JSON.stringify({ pose: 'stands', elevationDeg: 8 });
    const { caller, change } = await madeScene({ look: JSON.stringify(LOOK), view, count: undefined });
    expect(await readInput(caller, change)).not.toHaveProperty('isOwnLook');
  });

  it('can be filed in History as a scene, with its own facts', async () => {
    const { caller, product, change } = await madeScene();
    const { taskIds } = await accept(caller, change);
    const key = await finishScene(taskIds[0] ?? '', CHANGED);
    const origin = await services.database.stores.records.findOrigin(caller.userId, key);
    expect(origin && knownFacts(SERVER_TOOLS, origin)).toMatchObject({
      toolType: TOOL_IDS.product,
      prompt: 'oak, no shadow',
      seed: 7,
      keys: { output_image: key, input_image: product },
      scene: { look: CHANGED },
    });
  });

  it('answers a repeated idempotency key with the same task, and refuses the key for a different request', async () => {
    const { caller, change } = await madeScene();
    const idempotencyKey = randomUUID();
    const first = await accept(caller, change, idempotencyKey);
    const again = await accept(caller, change, idempotencyKey);
    expect([again.taskIds, again.isReplay]).toEqual([first.taskIds, true]);
    for (const other of [{ scene_s3: undefined, view: undefined }, { aspect_ratio: 6 }]) {
      await expect(accept(caller, { ...change, ...other }, idempotencyKey)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
    }
  });
});

describe('a change of a scene', () => {
  async function expectRefusal(caller: Caller, form: Form, code = 'NOT_FOUND') {
    const count = async () =>
      (await services.pool.query('select 1 from generation_requests where user_id = $1', [caller.userId]))
        .rowCount;
    const before = [await count(), await credits(caller)];
    await expect(accept(caller, form), JSON.stringify(form)).rejects.toMatchObject({ code });
    expect([await count(), await credits(caller)]).toEqual(before);
  }

  it('is refused without the scene’s product, its set or a valid scene lock', async () => {
    const { caller, change } = await madeScene();
    const other = await services.upload(caller);
    const otherSet = { ...CHANGED, setId: 'oak-window-high' };
    await expectRefusal(caller, { ...change, image_s3: other });
    await expectRefusal(caller, { ...change, look: JSON.stringify(otherSet) });
    await expectRefusal(caller, { ...change, look: undefined });
    await expectRefusal(caller, { ...change, look: '{' }, 'LOOK_GONE');
    await expectRefusal(
      caller,
      { ...change, look: JSON.stringify({ ...CHANGED, exposure: -1 }) },
      'LOOK_GONE',
    );
    const lamp = { ...CHANGED, lights: { moon: [1, 1, 1] } };
    await expectRefusal(caller, { ...change, look: JSON.stringify(lamp) }, 'LOOK_GONE');
    await expectRefusal(caller, { ...change, feature_type: TOOL_IDS.text, prompt: 'snow' });
    const placement = JSON.stringify({ ...PLACEMENT, centerX: 1.4, width: 0.2 });
    await expectRefusal(caller, { ...change, placement }, 'PLACEMENT_OUTSIDE');
  });

  it('is refused with other products than the scene, or with another number of them', async () => {
    const { caller, product, one, other, change } = await madeSceneOfThree();
    const added = await services.upload(caller);
    const strangers = await services.upload(await services.newGuest());
    for (const second of [added, one, product, strangers])
      await expectRefusal(caller, { ...change, beside: besideForm(one, second) });
    for (const keys of [[], [one], [other], [one, other, one], [one, other, added]])
      await expectRefusal(caller, { ...change, beside: besideForm(...keys) });
    await expectRefusal(caller, change);
  });

  it('is refused if it centers one of several products outside the picture', async () => {
    const { caller, one, other, change } = await madeSceneOfThree();
    const outside = { ...PLACEMENT, centerY: 1.05 };
    const code = 'PLACEMENT_OUTSIDE';
    const beside = besideForm(one, other);
    await expectRefusal(caller, { ...change, beside, placement: JSON.stringify(outside) }, code);
    const moved = [one, other].map((image_s3, i) => ({ image_s3, placement: i === 0 ? PLACEMENT : outside }));
    await expectRefusal(caller, { ...change, beside: JSON.stringify(moved) }, code);
    const { caller: owner, change: alone } = await madeScene();
    await accept(owner, { ...alone, placement: JSON.stringify(outside) });
  });

  it('is refused for another user’s scene, even with the caller’s own product', async () => {
    const { change } = await madeScene();
    const stranger = await services.newGuest();
    await expectRefusal(stranger, change);
    await expectRefusal(stranger, { ...change, image_s3: await services.upload(stranger) });
  });

  it('is refused for any picture other than the full-size file of a scene', async () => {
    const { caller, product, key, change, taskIds } = await madeScene();
    await expectRefusal(caller, { ...change, scene_s3: product });
    await expectRefusal(caller, { ...change, scene_s3: key.replace('full', 'standard') });
    await expectRefusal(caller, { ...change, scene_s3: key.replace(taskIds[1] ?? '', taskIds[2] ?? '') });
    const cutOuts = await services.newGuest();
    const photo = await services.upload(cutOuts);
    const taskId = await acceptTask(services, cutOuts, photo);
    await succeedTask(services, taskId);
    const cutOut = (await services.generations.state(cutOuts, taskId)).result?.key;
    expect(cutOut).toBeDefined();
    await expectRefusal(cutOuts, { ...change, image_s3: photo, scene_s3: cutOut });
  });

  it('is refused for a scene without a scene lock, as other engines make', async () => {
    const { caller, change } = await madeScene({}, null);
    await expectRefusal(caller, change);
    const { caller: alone, product, key } = await madeScene({ feature_type: TOOL_IDS.text }, LOOK);
    await expectRefusal(alone, { ...change, image_s3: product, scene_s3: key });
  });

  it('is refused for a scene that a test key made for free, with a watermark', async () => {
    const { caller, change, taskIds } = await madeScene();
    await services.pool.query(
      `update generation_requests set call_terms = '{"mode":"test","name":""}'
       where id = (select request_id from tasks where id = $1)`,
      [taskIds[0]],
    );
    await expectRefusal(caller, change);
  });

  it('is refused for a deleted scene', async () => {
    const { caller, key, change } = await madeScene();
    await services.database.stores.assets.retire([key]);
    await expectRefusal(caller, change);
  });

  it('is refused for another engine, whose work isn’t free', async () => {
    const { caller, change } = await madeScene();
    const engine = { id: 'openai', allowsFallback: true, keepsProduct: true } as const;
    const complete = await SERVER_TOOLS.scene.read(services.database.stores, caller, {
      ...sceneForm(change),
      engine,
    });
    const { checkRequest } = complete(() => 1);
    await expect(checkRequest(createReferenceCatalog())).rejects.toMatchObject({
      code: 'ENGINE_NOT_AVAILABLE',
    });
  });

  describe('is charged', () => {
    const balance = async (caller: Caller) =>
      (await services.credits.downloadCredits(caller)).download_credits;
    const LARGER = { aspect_ratio: 3, larger_size: 'true', larger_side: 2048 };

    /** Makes a scene with the guest's only generation, and changes it. */
    async function madeScenes(...changes: readonly { form: Form; lock: SceneLock }[]) {
      const { caller, key, change } = await madeScene();
      const keys = [key];
      for (const { form, lock } of changes) {
        const look = JSON.stringify(lock);
        const { taskIds } = await accept(caller, { ...change, ...form, scene_s3: keys.at(-1), look });
        keys.push(await finishScene(taskIds[0] ?? '', lock));
      }
      return { caller, keys };
    }

    it('with the scene if only its size or place differs, whichever is downloaded first', async () => {
      const larger = { form: LARGER, lock: LOOK };
      const { caller, keys } = await madeScenes(larger, { form: { aspect_ratio: 5 }, lock: LOOK });
      const [first, second, third] = keys;
      expect(await balance(caller)).toBe(2);
      const member: Caller = { ...caller, role: 'owner' };
      await services.records.create(
        member,
        keys.map((key) => ({
          tool_type: TOOL_IDS.product,
          name: 'Scene',
          text_prompt: 'oak',
          output_image_url_key: key,
        })),
      );
      const show = (isVisible: boolean) =>
        services.pool.query('update generation_records set is_visible = $1', [isVisible]);
      /** Shows the records only meanwhile, because they have no thumbnails. */
      const isDownloaded = async () => {
        await show(true);
        const { data } = await services.records.list(member, { page: 1, per_page: 9, sort: 'created_at' });
        await show(false);
        return data.map((record) => record.is_downloaded);
      };
      expect(await isDownloaded()).toEqual([false, false, false]);
      await services.files.downloadImage(caller, third ?? '');
      expect(await balance(caller)).toBe(1);
      await Promise.all([first, second, third].map((key) => services.files.downloadImage(caller, key ?? '')));
      expect(await balance(caller)).toBe(1);
      expect(await isDownloaded()).toEqual([true, true, true]);
    });

    it('as another picture if its light or colors differ, and so are its own versions', async () => {
      const { caller, keys } = await madeScenes(
        { form: LARGER, lock: CHANGED },
        { form: { aspect_ratio: 5 }, lock: CHANGED },
      );
      const [first, second, third] = keys;
      await services.files.downloadImage(caller, first ?? '');
      expect(await balance(caller)).toBe(1);
      await services.files.downloadImage(caller, third ?? '');
      expect(await balance(caller)).toBe(0);
      await services.files.downloadImage(caller, second ?? '');
      expect(await balance(caller)).toBe(0);
    });
  });
});
