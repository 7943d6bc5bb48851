import { digitalSourceFor, ERRORS, MESSAGES, OWN_MESSAGES, TOOL_IDS } from '@packshot/contract';
import type { PictureMetadata, TaskState } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/access/caller.ts';
import type { AcceptedGeneration } from '../accept.ts';
import { drawnMask, emptyPng } from '../../testing/drawn-png.ts';
import { eventually } from '../../testing/eventually.ts';
import { asStored, endlessWork, fakeLayer, FAKE_RESULT, readStored } from '../../testing/fake-engine.ts';
import {
  analysis,
  createInput,
  enlargement,
  harmonizeInput,
  magicForm,
  PRODUCT_PHOTO,
  refinement,
  REFERENCE_ID,
  sceneForm,
} from '../../testing/test-services.ts';
import { watchTasks, workerSuite } from '../../testing/worker-suite.ts';

const MASK = drawnMask(640, 640);
const BALANCE = 100;
const PLACEMENT = { centerX: 0.5, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };

const suite = workerSuite({ allowances: { guestGenerations: BALANCE } });

const upload = (caller: Caller, bytes?: Uint8Array) => suite.services.upload(caller, bytes);

/** For each tool, a function that sends a guest's request. */
const ASK = {
  magic: async (caller: Caller) => {
    const [photo, mask] = [await upload(caller), await upload(caller, MASK)];
    return suite.services.generations.accept(caller, 'magic', magicForm(photo, mask, 'make it navy blue'));
  },
  upscale: async (caller: Caller) =>
    suite.services.generations.accept(caller, 'upscale', enlargement(await upload(caller), 4, 'detailed')),
  harmonize: async (caller: Caller) => {
    const [photo, mask] = [await upload(caller), await upload(caller, MASK)];
    return suite.services.generations.accept(caller, 'harmonize', harmonizeInput(photo, mask, 0.4));
  },
  refine: async (caller: Caller) => {
    const [photo, matte, strokes] = [
      await upload(caller),
      await upload(caller, MASK),
      await upload(caller, MASK),
    ];
    return suite.services.generations.accept(caller, 'refine', refinement(photo, matte, strokes));
  },
  describe: async (caller: Caller) =>
    suite.services.generations.accept(caller, 'describe', analysis(await upload(caller))),
  scene: async (caller: Caller) => {
    const [product, reference] = [await upload(caller), await upload(caller, MASK)];
    const form = {
      feature_type: TOOL_IDS.ipProduct,
      prompt: 'a marble podium',
      image_s3: product,
      reference_s3: reference,
      reference_id: REFERENCE_ID,
      placement: JSON.stringify(PLACEMENT),
      count: 2,
      seed: 7,
    };
    return suite.services.generations.accept(caller, 'scene', sceneForm(form));
  },
} satisfies Record<string, (caller: Caller) => Promise<AcceptedGeneration>>;

/** Creates a new guest with an accepted request. If the request has several variants, the first is checked. */
async function accept(tool: keyof typeof ASK) {
  const caller = await suite.services.newGuest();
  const { taskIds } = await ASK[tool](caller);
  return { caller, taskIds, taskId: taskIds[0] ?? '' };
}

const credits = (caller: Caller) => suite.services.credits.freemiumCredits(caller);
const storedBytes = async (key: string | undefined) =>
  Buffer.from(await suite.services.objects.read(key ?? ''));

async function expectPicture({ result = {} }: TaskState, type?: string): Promise<void> {
  expect(result).toMatchObject({ width: 640, height: 480 });
  expect(readStored(await storedBytes(result.key))).toEqual(asStored(result));
  const { provenance } = result;
  expect(provenance && digitalSourceFor(provenance)).toBe(type);
  expect(provenance?.original).toMatchObject({
    type: expect.stringMatching(/^image\/(?:jpeg|png)$/),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
}

async function expectWords({ task_id, result }: TaskState, _type?: string): Promise<void> {
  expect(result).toEqual({ final_description: FAKE_RESULT.finalDescription });
  const { rows } = await suite.services.pool.query('select 1 from assets where task_id = $1', [task_id]);
  expect(rows).toEqual([]);
}

async function expectScene(state: TaskState, type?: string): Promise<void> {
  await expectPicture(state, type);
  expect(state.result).toMatchObject({ seed: 7, variant: 0, scene: FAKE_RESULT.scene, placement: PLACEMENT });
}

/** Request for a scene as the engine receives it for the first variant. */
const SCENE = {
  prompt: 'a marble podium',
  referenceId: REFERENCE_ID,
  light: 'auto',
  palette: [],
  placement: PLACEMENT,
  aspectRatioId: 1,
  isLarger: false,
  count: 2,
  seed: 7,
  variant: 0,
};

describe.each([
  {
    tool: 'magic',
    type: 'algorithmicallyEnhanced',
    request: { prompt: 'make it navy blue' },
    pictures: [PRODUCT_PHOTO, MASK],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.applyingMagic },
    cost: 1,
    expectResult: expectPicture,
  },
  {
    tool: 'harmonize',
    type: 'algorithmicallyEnhanced',
    request: { strength: 0.4 },
    pictures: [PRODUCT_PHOTO, MASK],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.harmonizing },
    cost: 1,
    expectResult: expectPicture,
  },
  {
    tool: 'refine',
    type: 'algorithmicallyEnhanced',
    request: { edges: 'hand', find: 'restore' },
    pictures: [PRODUCT_PHOTO, MASK, MASK],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.refining },
    cost: 0,
    expectResult: expectPicture,
  },
  {
    tool: 'upscale',
    type: 'algorithmicallyEnhanced',
    request: { factor: 4, mode: 'detailed' },
    pictures: [PRODUCT_PHOTO],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.enlarging },
    cost: 1,
    expectResult: expectPicture,
  },
  {
    tool: 'describe',
    type: undefined,
    request: {},
    pictures: [PRODUCT_PHOTO],
    stages: { prepare: OWN_MESSAGES.preparingEngine, read: OWN_MESSAGES.describing },
    cost: 0,
    expectResult: expectWords,
  },
  {
    tool: 'scene',
    type: 'composite',
    request: SCENE,
    pictures: [PRODUCT_PHOTO, MASK],
    stages: {
      prepare: OWN_MESSAGES.preparingEngine,
      segment: MESSAGES.removingBackground,
      compose: OWN_MESSAGES.composingScene,
    },
    cost: 1,
    expectResult: expectScene,
  },
] as const)('a worker for $tool', ({ tool, type, request, pictures, stages, cost, expectResult }) => {
  it('passes the request to the engine, shows progress, and stores the result', async () => {
    const { caller, taskId } = await accept(tool);
    const watch = watchTasks(suite.services, caller, [taskId]);
    const engineCalls: unknown[] = [];
    await suite.work(async ({ signal: _signal, onProgress, ...options }, receivedPictures) => {
      engineCalls.push(options, receivedPictures.map(Buffer.from));
      if (engineCalls.length > 2) return FAKE_RESULT;
      for (const [index, [engineStage, text]] of Object.entries(stages).entries()) {
        onProgress?.(0.1 + index * 0.2, engineStage);
        await watch.sees(`the stage "${text}"`, ({ stage }) => stage === text);
      }
      return FAKE_RESULT;
    });
    await watch.ended;
    expect(engineCalls.slice(0, 2)).toEqual([request, pictures.map(Buffer.from)]);
    const last = watch.states.at(-1);
    expect(last).toMatchObject({ status: 'SUCCESS', progress: 1 });
    if (last !== undefined) await expectResult(last, type);
    expect(await credits(caller)).toBe(BALANCE - cost);
  });

  it('stops a running task when it is canceled, and returns the credit', async () => {
    const endless = endlessWork();
    await suite.work(endless.work);
    const { caller, taskIds } = await accept(tool);
    await endless.nextStart();
    expect(await suite.services.generations.cancel(caller, taskIds)).toEqual(taskIds);
    await eventually('the engine is told to stop', async () => endless.aborts[0]);
    for (const taskId of taskIds) {
      expect((await suite.services.generations.state(caller, taskId)).status).toBe('REVOKED');
    }
    expect(await credits(caller)).toBe(BALANCE);
  });

  it.each([
    [new ImageRefusal('EMPTY_MASK'), 'EMPTY_MASK'],
    [new JobLimitError('memory'), 'TASK_TOO_HEAVY'],
    [new JobLimitError('time', true), 'TASK_TIMED_OUT'],
  ] as const)('doesn’t retry after %s, and returns the credit', async (error, code) => {
    let runs = 0;
    await suite.work(async () => {
      runs += 1;
      throw error;
    });
    const { caller, taskIds } = await accept(tool);
    const watch = watchTasks(suite.services, caller, taskIds);
    await watch.ended;
    const { message } = ERRORS[code];
    const ends = watch.states.filter(({ status }) => status === 'FAILURE');
    expect(ends.map((state) => state.error)).toEqual(taskIds.map(() => ({ code, message })));
    expect(runs).toBe(taskIds.length);
    expect(await credits(caller)).toBe(BALANCE);
  });
});

describe('a worker for descriptions', () => {
  it('reports a missing product without a retry', async () => {
    let runs = 0;
    await suite.work(async () => {
      runs += 1;
      return { ...FAKE_RESULT, finalDescription: null };
    });
    const { caller, taskId } = await accept('describe');
    const watch = watchTasks(suite.services, caller, [taskId]);
    await watch.ended;
    const { message } = ERRORS.NO_SUBJECT;
    expect(watch.states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'NO_SUBJECT', message } });
    expect(watch.states.at(-1)?.result).toBeUndefined();
    expect(runs).toBe(1);
    expect(await credits(caller)).toBe(BALANCE);
  });
});

describe('workers for several variants', () => {
  it('show the first variant long before the last, even with a single worker', async () => {
    const caller = await suite.services.newGuest();
    const form = sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow', count: 4 });
    const { taskIds } = await suite.services.generations.accept(caller, 'scene', form);
    const watch = watchTasks(suite.services, caller, taskIds);
    const order: (number | undefined)[] = [];
    await suite.work(async ({ variant }) => {
      order.push(variant);
      // Waits until the earlier variants are reported as successful, because each variant must start after the previous
      // one.
      const earlierTaskIds = taskIds.slice(0, variant);
      for (const taskId of earlierTaskIds) {
        await watch.sees(
          'the variant before',
          (state) => state.task_id === taskId && state.status === 'SUCCESS',
        );
      }
      return FAKE_RESULT;
    });
    await watch.ended;
    expect(order).toEqual([0, 1, 2, 3]);
    const ends = watch.states.filter(({ status }) => status === 'SUCCESS');
    expect(ends.map(({ task_id }) => task_id)).toEqual(taskIds);
    expect(ends.map(({ result }) => result?.variant)).toEqual([0, 1, 2, 3]);
    // The placement is undefined, because these scenes have no product.
    expect(ends.every(({ result }) => result?.placement === undefined)).toBe(true);
    expect(await credits(caller)).toBe(BALANCE - 1);
  });

  it('share a request’s variants, and stop only the canceled variant', async () => {
    const { caller, taskIds } = await accept('scene');
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const fake = async ({ variant = 0, signal }: { variant?: number; signal?: AbortSignal | undefined }) => {
      begun[variant]?.resolve();
      await begun[1 - variant]?.promise;
      if (variant === 0) {
        await new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        });
      }
      return FAKE_RESULT;
    };
    await Promise.all([suite.work(fake), suite.work(fake)]);
    const watch = watchTasks(suite.services, caller, taskIds);
    await watch.sees('the second variant', ({ status }) => status === 'SUCCESS');
    expect(await suite.services.generations.cancel(caller, taskIds.slice(0, 1))).toEqual([taskIds[0]]);
    await watch.ended;
    const states = await Promise.all(taskIds.map((id) => suite.services.generations.state(caller, id)));
    expect(states.map(({ status }) => status)).toEqual(['REVOKED', 'SUCCESS']);
    expect(await credits(caller)).toBe(BALANCE - 1);
  });
});

describe('an export of a result', () => {
  const METADATA = { altText: 'A mug.', digitalSourceType: 'composite' } as const;
  const avif = (key: string) =>
    createInput(TOOL_IDS.default, { imageKey: key, quality: 60, metadata: METADATA });
  const partsRequest = (key: string) => createInput(TOOL_IDS.product, { imageKey: key });
  const waitForAll = async (caller: Caller, taskIds: readonly string[]): Promise<TaskState[]> => {
    const watch = watchTasks(suite.services, caller, taskIds);
    await watch.ended;
    return Promise.all(taskIds.map((id) => suite.services.generations.state(caller, id)));
  };
  /** Creates a scene whose pictures can be edited. */
  const madeScene = async () => {
    await suite.work(async () => ({ ...FAKE_RESULT, full: MASK }));
    const { caller, taskIds } = await accept('scene');
    const [, second] = await waitForAll(caller, taskIds);
    return { caller, key: second?.result?.key ?? '' };
  };

  it('is free for the user’s own pictures, and records their provenance', async () => {
    const receivedOptions: unknown[] = [];
    await suite.work(async ({ signal: _signal, onProgress: _onProgress, ...options }) => {
      receivedOptions.push(options);
      return FAKE_RESULT;
    });
    const caller = await suite.services.newGuest();
    const { taskIds } = await suite.services.generations.accept(caller, 'export', avif(await upload(caller)));
    const [state] = await waitForAll(caller, taskIds);
    expect(state?.result?.key).toMatch(/-full\.avif$/);
    expect(await storedBytes(state?.result?.key)).toEqual(FAKE_RESULT.full);
    expect(receivedOptions).toMatchObject([{ quality: 60, metadata: { altText: 'A mug.' } }]);
    const [{ metadata }] = receivedOptions as [{ metadata: PictureMetadata }];
    expect(digitalSourceFor(metadata.provenance)).toBe('composite');
    expect(state?.result?.provenance?.original).toMatchObject({ type: 'image/jpeg' });
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('preserves the recorded provenance, whatever the client states', async () => {
    const { caller, key: sceneKey } = await madeScene();
    const { generations } = suite.services;
    const larger = await generations.accept(caller, 'upscale', enlargement(sceneKey, 4, 'detailed'));
    const [state] = await waitForAll(caller, larger.taskIds);
    const { provenance, key = '' } = state?.result ?? {};
    expect(provenance?.steps.map(({ tool, effect }) => [tool, effect])).toEqual([
      ['scene', 'put-on-set'],
      ['upscale', 'alter'],
    ]);
    await suite.services.files.downloadImage(caller, key);
    const stated = { altText: '', digitalSourceType: 'algorithmicallyEnhanced' } as const;
    const form = createInput(TOOL_IDS.default, { imageKey: key, quality: 60, metadata: stated });
    const { taskIds: exported } = await generations.accept(caller, 'export', form);
    const [file] = await waitForAll(caller, exported);
    expect(file?.result?.provenance && digitalSourceFor(file.result.provenance)).toBe('composite');
  });

  it('allows at most 16 megapixels', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    const tooLarge = services.generations.accept(
      caller,
      'export',
      avif(await services.upload(caller, emptyPng(4001, 4000))),
    );
    await expect(tooLarge).rejects.toMatchObject({ code: 'AVIF_TOO_LARGE' });
    const fits = avif(await services.upload(caller, emptyPng(4000, 4000)));
    expect((await services.generations.accept(caller, 'export', fits)).taskIds).toHaveLength(1);
  });

  it('requires a download of the result first', async () => {
    const { caller, key } = await madeScene();
    const { generations } = suite.services;
    const refusal = { code: 'DOWNLOAD_NEEDED' };
    const layers = partsRequest(key);
    await expect(generations.accept(caller, 'export', avif(key))).rejects.toMatchObject(refusal);
    await expect(generations.accept(caller, 'layers', layers)).rejects.toMatchObject(refusal);
    await suite.services.files.downloadImage(caller, key);
    expect((await generations.accept(caller, 'export', avif(key))).taskIds).toHaveLength(1);
    const stranger = await suite.services.newGuest();
    await expect(generations.accept(stranger, 'layers', layers)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(generations.accept(stranger, 'export', avif(key))).rejects.toMatchObject({
      code: 'UPLOAD_NOT_FOUND',
    });
  });

  it('splits a scene’s own variant into its layers, and refuses other pictures', async () => {
    const { caller, key } = await madeScene();
    await suite.services.files.downloadImage(caller, key);
    const before = await credits(caller);
    const { taskIds } = await suite.services.generations.accept(caller, 'layers', partsRequest(key));
    const states = await waitForAll(caller, taskIds);
    const pictures = await Promise.all(
      states.map(async ({ result }) => readStored(await storedBytes(result?.key)).picture),
    );
    const layers = ['background', 'shadow', 'product'] as const;
    expect(pictures).toEqual(layers.map((layer) => readStored(fakeLayer(layer, 1)).picture));
    expect(await credits(caller)).toBe(before);
    const own = partsRequest(await upload(caller));
    await expect(suite.services.generations.accept(caller, 'layers', own)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a worker for all tools', () => {
  it('runs as many tasks at once as allowed, whatever their tools', async () => {
    const accepted = await Promise.all((['magic', 'upscale', 'harmonize', 'describe'] as const).map(accept));
    let running = 0;
    let most = 0;
    const full = Promise.withResolvers<void>();
    await suite.work(
      async () => {
        running += 1;
        most = Math.max(most, running);
        if (running === 2) full.resolve();
        await full.promise;
        // Waits for a query, so that a third job, if it were allowed, could start before this one ends.
        await suite.services.pool.query('select 1');
        running -= 1;
        return FAKE_RESULT;
      },
      { concurrency: 2 },
    );
    await Promise.all(
      accepted.map(({ caller, taskId }) => watchTasks(suite.services, caller, [taskId]).ended),
    );
    expect(most).toBe(2);
  });

  it('runs the first task of a new user before the tenth task of another user', async () => {
    const [busy, newcomer] = [await suite.services.newGuest(), await suite.services.newGuest()];
    const taskIds: string[] = [];
    for (let i = 0; i < 10; i += 1) taskIds.push(...(await ASK.magic(busy)).taskIds);
    const { taskIds: theirs } = await ASK.upscale(newcomer);
    const order: string[] = [];
    await suite.work(async ({ factor }) => {
      order.push(factor === undefined ? 'busy' : 'newcomer');
      return FAKE_RESULT;
    });
    await watchTasks(suite.services, busy, taskIds).ended;
    expect((await suite.services.generations.state(newcomer, theirs[0] ?? '')).status).toBe('SUCCESS');
    expect(order).toHaveLength(11);
    expect(order.indexOf('newcomer')).toBeLessThan(3);
  });
});
