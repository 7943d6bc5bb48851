import { randomUUID } from 'node:crypto';
import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import { SEED_MAX, TOOL_IDS } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emptyPng } from '../testing/drawn-png.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { claimTask, settleWithResult, succeedTask } from '../testing/settle-task.ts';
import { acceptTask, REFERENCE_ID, sceneForm, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { AcceptedGeneration } from './accept.ts';
import type { StoredSceneInput } from './kinds/scene.ts';

const PLACEMENT = { centerX: 0.5, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };
const BALANCE = 5;

/** The scene lock of an earlier scene, which repeats its settings. */
const LOOK = EXAMPLE_LOCK;

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterEach(async () => {
  expect(await brokenInvariants(services.pool)).toEqual([]);
});
afterAll(() => services.stop());

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);
const readStatus = async (caller: Caller, taskId: string) =>
  (await services.generations.state(caller, taskId)).status;

interface TaskRow {
  readonly id: string;
  readonly variant: number;
  readonly type: string;
  readonly feature_type: number;
  readonly input_keys: readonly string[];
  readonly input: StoredSceneInput;
  readonly job: string;
  readonly priority: number;
  readonly request_id: string;
}

/** Reads the tasks with their request and jobs, by variant. */
async function queryRows({ taskIds }: AcceptedGeneration): Promise<readonly TaskRow[]> {
  const { rows } = await services.pool.query<TaskRow>(
    `select t.id, t.variant, r.type, r.feature_type, r.input_keys, r.input, j.data ->> 'job' as job, j.priority,
       t.request_id
     from tasks t join generation_requests r on r.id = t.request_id
     join pgboss.job j on j.data ->> 'taskId' = t.id::text
     where t.id = any($1) order by t.variant`,
    [taskIds],
  );
  return rows;
}

async function listEntryKinds({ taskIds }: AcceptedGeneration): Promise<readonly string[]> {
  const { rows } = await services.pool.query<{ kind: string }>(
    `select kind from ledger_entries where request_id in (select request_id from tasks where id = any($1))
     order by created_at`,
    [taskIds],
  );
  return rows.map(({ kind }) => kind);
}

async function guestWithProduct() {
  const caller = await services.newGuest();
  return { caller, product: await services.upload(caller) };
}

async function acceptScenes(count: 2 | 4 = 4) {
  const { caller, product } = await guestWithProduct();
  const form = sceneForm({ feature_type: TOOL_IDS.product, image_s3: product, count });
  const answer = await services.generations.accept(caller, 'scene', form);
  return { caller, answer, taskIds: answer.taskIds as [string, string, ...string[]] };
}

const succeed = async (taskId: string) => settleWithResult(services, await claimTask(services, taskId));
const fail = (taskId: string) => services.lifecycle.fail({ taskId }, 'TASK_FAILED');

describe('accepting a scene', () => {
  it.each([2, 4] as const)(
    'debits one credit and queues %s tasks for as many variants, in order',
    async (count) => {
      const { caller, answer } = await acceptScenes(count);
      expect(await credits(caller)).toBe(BALANCE - 1);
      expect(await listEntryKinds(answer)).toEqual(['reserve']);
      const rows = await queryRows(answer);
      expect(rows.map(({ id }) => id)).toEqual(answer.taskIds);
      expect(rows.map(({ variant }) => variant)).toEqual([0, 1, 2, 3].slice(0, count));
      expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1);
      expect(rows.map(({ job }) => job)).toEqual(rows.map(() => 'scene'));
      const priorities = rows.map(({ priority }) => priority);
      expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
      expect(new Set(priorities).size).toBe(count);
    },
  );

  it('stores the fields of the request', async () => {
    const { caller, product } = await guestWithProduct();
    const [reference, other] = [await services.upload(caller), await services.upload(caller)];
    const shadow = { kind: 'floating', directionDeg: 90, softness: null, opacity: 0.5 } as const;
    const view = { pose: 'lies', elevationDeg: 62 } as const;
    const answer = await services.generations.accept(
      caller,
      'scene',
      sceneForm({
        feature_type: TOOL_IDS.ipProduct,
        prompt: 'a marble podium',
        image_s3: product,
        reference_s3: reference,
        reference_id: REFERENCE_ID,
        light: 'golden-hour',
        palette: JSON.stringify(['#c0ffee']),
        placement: JSON.stringify(PLACEMENT),
        shadow: JSON.stringify(shadow),
        view: JSON.stringify(view),
        product_scale: 'furniture',
        beside: JSON.stringify([{ image_s3: other, placement: PLACEMENT }]),
        aspect_ratio: 6,
        larger_size: 'true',
        larger_side: 2048,
        count: 2,
        seed: 7,
      }),
    );
    const [row] = await queryRows(answer);
    expect(row).toMatchObject({ feature_type: TOOL_IDS.ipProduct, input_keys: [product, reference, other] });
    expect(row?.input).toEqual({
      tool: 'scene',
      prompt: 'a marble podium',
      imageKey: product,
      referenceKey: reference,
      referenceId: REFERENCE_ID,
      light: 'golden-hour',
      palette: ['#c0ffee'],
      placement: PLACEMENT,
      shadow,
      view,
      scale: 'furniture',
      beside: [{ image_s3: other, placement: PLACEMENT }],
      aspectRatioId: 6,
      isLarger: true,
      largerSidePx: 2048,
      count: 2,
      seed: 7,
    });
  });

  it.each([
    ['product', 'product_background_generation', {}],
    ['ipProduct', 'product_background_generation', { reference_id: REFERENCE_ID }],
    ['text', 'inspiration_generation', { prompt: 'snow' }],
    ['ipText', 'inspiration_generation', { reference_id: REFERENCE_ID }],
  ] as const)(
    'stores a scene of the kind %s with the generation type %s, and only the fields that belong to it',
    async (tool, type, form) => {
      const { caller, product } = await guestWithProduct();
      // Sends all form fields. Fields that the tool doesn't use aren't even looked up.
      const beside = [{ image_s3: product, placement: PLACEMENT }];
      const everything = {
        image_s3: product,
        reference_s3: product,
        placement: JSON.stringify(PLACEMENT),
        beside: JSON.stringify(beside),
      };
      const answer = await services.generations.accept(
        caller,
        'scene',
        sceneForm({ ...everything, ...form, feature_type: TOOL_IDS[tool], count: 2 }),
      );
      const [row] = await queryRows(answer);
      expect(row?.type).toBe(type);
      const isProduct = type === 'product_background_generation';
      expect(row?.input.imageKey).toBe(isProduct ? product : undefined);
      expect(row?.input.placement).toEqual(isProduct ? PLACEMENT : undefined);
      expect(row?.input.beside).toEqual(isProduct ? beside : undefined);
      const isReference = 'reference_id' in form;
      expect(row?.input.referenceKey).toBe(isReference ? product : undefined);
      expect(row?.input.referenceId).toBe(isReference ? REFERENCE_ID : undefined);
    },
  );

  it('chooses one seed for all variants when the request has no seed', async () => {
    const seeds = new Set<number>();
    for (let i = 0; i < 3; i += 1) {
      const { answer } = await acceptScenes(2);
      const [first, second] = await queryRows(answer);
      expect(first?.input.seed).toBe(second?.input.seed);
      expect(first?.input.seed).toBeGreaterThanOrEqual(0);
      expect(first?.input.seed).toBeLessThanOrEqual(SEED_MAX);
      seeds.add(first?.input.seed ?? -1);
    }
    expect(seeds.size).toBe(3);
  });
});

describe('a repeated idempotency key', () => {
  it('returns the same tasks in the same order, with the drawn seed', async () => {
    const { caller, product } = await guestWithProduct();
    const key = randomUUID();
    const form = sceneForm({ feature_type: TOOL_IDS.product, image_s3: product });
    const ask = () => services.generations.accept(caller, 'scene', form, key);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(ask));
    await services.objects.delete(product);
    answers.push(await ask());
    const [first] = answers;
    expect(first?.taskIds).toHaveLength(4);
    for (const { taskIds } of answers) expect(taskIds).toEqual(first?.taskIds);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await credits(caller)).toBe(BALANCE - 1);
  });

  it('conflicts when any other field, even the seed, has changed', async () => {
    const { caller, product } = await guestWithProduct();
    const key = randomUUID();
    const sceneRequest = { feature_type: TOOL_IDS.product, image_s3: product, prompt: 'snow' };
    await services.generations.accept(caller, 'scene', sceneForm(sceneRequest), key);
    const beside = JSON.stringify([{ image_s3: product, placement: PLACEMENT }]);
    for (const other of [{ seed: 1 }, { count: 2 }, { prompt: 'sand' }, { light: 'night' }, { beside }]) {
      const answer = services.generations.accept(
        caller,
        'scene',
        sceneForm({ ...sceneRequest, ...other }),
        key,
      );
      await expect(answer, JSON.stringify(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
    expect(await credits(caller)).toBe(BALANCE - 1);
  });
});

describe('the credit of several variants', () => {
  it('is spent by the first success, whatever the other variants end with', async () => {
    const { caller, answer, taskIds } = await acceptScenes();
    const [first, second, third, fourth] = taskIds;
    await fail(first);
    expect(await listEntryKinds(answer)).toEqual(['reserve']);
    await succeed(second);
    expect(await listEntryKinds(answer)).toEqual(['reserve', 'settle']);
    await services.generations.cancel(caller, [third ?? '']);
    await succeed(fourth ?? '');
    expect(await listEntryKinds(answer)).toEqual(['reserve', 'settle']);
    expect(await credits(caller)).toBe(BALANCE - 1);
  });

  it('is returned once when all variants have failed', async () => {
    const { caller, answer, taskIds } = await acceptScenes();
    for (const taskId of taskIds) {
      expect(await credits(caller)).toBe(BALANCE - 1);
      await fail(taskId);
      await fail(taskId);
    }
    expect(await listEntryKinds(answer)).toEqual(['reserve', 'release']);
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('is returned once when all variants fail at the same moment', async () => {
    const { caller, answer, taskIds } = await acceptScenes();
    await Promise.all(taskIds.map(fail));
    expect(await listEntryKinds(answer)).toEqual(['reserve', 'release']);
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('is returned when the last variant is canceled, and not before', async () => {
    const { caller, answer, taskIds } = await acceptScenes();
    const [first, ...others] = taskIds;
    expect(await services.generations.cancel(caller, [first])).toEqual([first]);
    expect(await readStatus(caller, others[0] ?? '')).toBe('PENDING');
    expect(await credits(caller)).toBe(BALANCE - 1);
    expect(await services.generations.cancel(caller, taskIds)).toEqual(taskIds);
    expect(await listEntryKinds(answer)).toEqual(['reserve', 'release']);
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('is either spent or returned when a success races the cancellation of all variants', async () => {
    const rich = await startTestServices({ allowances: { guestGenerations: 100 } });
    try {
      const caller = await rich.newGuest();
      const product = await rich.upload(caller);
      const form = sceneForm({ feature_type: TOOL_IDS.product, image_s3: product, count: 2 });
      let spent = 0;
      for (let round = 0; round < 30; round += 1) {
        const { taskIds } = await rich.generations.accept(caller, 'scene', form);
        const task = await claimTask(rich, taskIds[0] ?? '');
        const [isSettled] = await Promise.all(
          round % 2 === 0
            ? [settleWithResult(rich, task), rich.generations.cancel(caller, taskIds)]
            : [
                rich.generations
                  .cancel(caller, taskIds)
                  .then(() => settleWithResult(rich, task).catch(() => false)),
              ],
        );
        if (isSettled === true) spent += 1;
        expect(await rich.credits.freemiumCredits(caller)).toBe(100 - spent);
      }
      expect(await brokenInvariants(rich.pool)).toEqual([]);
    } finally {
      await rich.stop();
    }
  });
});

describe('scene limits', () => {
  it('counts variants toward the task limits, and requests toward the request limit', async () => {
    const limited = await startTestServices({
      limits: { simultaneousTasksPerUser: 6, queuedTasks: 9, generationsPerMinute: 3 },
    });
    try {
      const ask = async (caller: Caller, count: 2 | 4) =>
        limited.generations.accept(
          caller,
          'scene',
          sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow', count }),
        );
      const [ann, bob] = [await limited.newGuest(), await limited.newGuest()];
      await ask(ann, 4);
      await expect(ask(ann, 4)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      const { taskIds } = await ask(ann, 2);
      await expect(ask(bob, 4)).rejects.toMatchObject({ code: 'SERVERS_BUSY' });
      await ask(bob, 2);
      await limited.generations.cancel(ann, taskIds);
      await ask(ann, 2);
      await limited.pool.query(`update generation_requests set created_at = now() where user_id = $1`, [
        ann.userId,
      ]);
      await expect(ask(ann, 2)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(await brokenInvariants(limited.pool)).toEqual([]);
    } finally {
      await limited.stop();
    }
  });

  it('runs the first task of every user before later tasks of other users', async () => {
    const [ann, bob] = [await services.newGuest(), await services.newGuest()];
    const form = sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow' });
    const anns = await queryRows(await services.generations.accept(ann, 'scene', form));
    const anns2 = await queryRows(await services.generations.accept(ann, 'scene', form));
    const cutOut = await acceptTask(services, bob);
    const { rows } = await services.pool.query<{ id: string }>(
      `select data ->> 'taskId' as id from pgboss.job where data ->> 'taskId' = any($1)
       order by priority desc, created_on`,
      [[...anns, ...anns2].map(({ id }) => id).concat(cutOut)],
    );
    const order = rows.map(({ id }) => id);
    expect(order.indexOf(cutOut)).toBeLessThanOrEqual(1);
    expect(order.filter((id) => id !== cutOut)).toEqual([...anns, ...anns2].map(({ id }) => id));
  });
});

describe('a refused scene', () => {
  async function expectRefusal(caller: Caller, form: Record<string, unknown>, code: string) {
    const answer = services.generations.accept(caller, 'scene', sceneForm(form));
    await expect(answer, JSON.stringify(form)).rejects.toMatchObject({ code });
    expect(await credits(caller)).toBe(BALANCE);
    const { rows } = await services.pool.query('select 1 from generation_requests where user_id = $1', [
      caller.userId,
    ]);
    expect(rows).toEqual([]);
  }

  it('is free for a request without words, product or reference', async () => {
    const caller = await services.newGuest();
    await expectRefusal(caller, { feature_type: TOOL_IDS.text, prompt: ' \n ' }, 'PROMPT_EMPTY');
    const palette = JSON.stringify(['#ffffff']);
    await expectRefusal(caller, { feature_type: TOOL_IDS.text, palette }, 'PROMPT_EMPTY');
  });

  it('is free for a prompt whose words no scene shows, unless a scene or a color is chosen', async () => {
    const caller = await services.newGuest();
    const words = { feature_type: TOOL_IDS.text, prompt: 'a spaceship full of dragons' };
    await expectRefusal(caller, words, 'WORDS_NOT_SHOWN');
    await services.generations.accept(
      caller,
      'scene',
      sceneForm({ ...words, prompt: 'dragons in the snow' }),
    );
    const reference = { feature_type: TOOL_IDS.ipText, reference_id: 'dunes' };
    await services.generations.accept(
      await services.newGuest(),
      'scene',
      sceneForm({ ...words, ...reference }),
    );
  });

  it('is free for an unknown reference', async () => {
    const caller = await services.newGuest();
    const form = { feature_type: TOOL_IDS.ipText, reference_id: 'the-moon' };
    await expectRefusal(caller, form, 'REFERENCE_NOT_FOUND');
  });

  it('is free for a placement outside the picture', async () => {
    const { caller, product } = await guestWithProduct();
    const placement = JSON.stringify({ ...PLACEMENT, centerX: 1.4, width: 0.2 });
    const form = { feature_type: TOOL_IDS.product, image_s3: product, placement };
    await expectRefusal(caller, form, 'PLACEMENT_OUTSIDE');
  });

  it('is free for a scene lock that is unreadable, outdated, or doesn’t fit the product’s view', async () => {
    const { caller, product } = await guestWithProduct();
    const sceneRequest = (look: unknown, view?: object) => ({
      feature_type: TOOL_IDS.product,
      image_s3: product,
      look: JSON.stringify(look),
      ...(view && { view: JSON.stringify(view) }),
    });
    const unknown = [
      '{"setId":',
      { ...LOOK, setId: 'the-moon' },
      { ...LOOK, lights: { sun: [1, 1, 1] } },
      { ...LOOK, tints: { sea: '#112233' } },
      { ...LOOK, exposure: -1 },
      { ...LOOK, lens: 50 },
      { ...LOOK, setId: 'x'.repeat(60_000) },
    ];
    for (const look of unknown) await expectRefusal(caller, sceneRequest(look), 'LOOK_GONE');
    const fromAbove = sceneRequest(LOOK, { pose: 'lies', elevationDeg: 62 });
    await expectRefusal(caller, fromAbove, 'VIEW_NOT_IN_LOOK');
    await expectRefusal(caller, sceneRequest(LOOK, { pose: 'hangs', elevationDeg: 8 }), 'VIEW_NOT_IN_LOOK');

    const fitting = sceneForm(sceneRequest(LOOK, { pose: 'stands', elevationDeg: 12 }));
    const { taskIds } = await services.generations.accept(caller, 'scene', fitting);
    expect(taskIds).toHaveLength(1);
    expect(await credits(caller)).toBe(BALANCE - 1);
    await succeedTask(services, taskIds[0] ?? '');
    const { rows } = await services.pool.query<{ input: StoredSceneInput }>(
      'select input from generation_requests where user_id = $1',
      [caller.userId],
    );
    expect(rows[0]?.input.look).toEqual(LOOK);
  });

  it('is free for a product or reference that is another user’s, missing, or not a picture', async () => {
    const { caller, product } = await guestWithProduct();
    const foreign = await services.upload(await services.newGuest());
    const { key: missing } = await services.uploads.createTarget(caller, 'x.png');
    const words = await services.upload(caller, Buffer.from('just some words'));
    const huge = await services.upload(caller, emptyPng(10_000, 6_000));
    for (const [key, code] of [
      [foreign, 'UPLOAD_NOT_FOUND'],
      [missing, 'UPLOAD_NOT_FOUND'],
      [words, 'UNSUPPORTED_TYPE'],
      [huge, 'TOO_MANY_PIXELS'],
    ] as const) {
      await expectRefusal(caller, { feature_type: TOOL_IDS.product, image_s3: key }, code);
      const form = { feature_type: TOOL_IDS.ipProduct, image_s3: product, reference_s3: key };
      await expectRefusal(caller, form, code);
      await expectRefusal(caller, { feature_type: TOOL_IDS.ipText, reference_s3: key }, code);
    }
  });
});
