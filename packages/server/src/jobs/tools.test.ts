import { ERRORS, OWN_MESSAGES } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { describe, expect, it } from 'vitest';
import type { AcceptedGeneration, Caller } from '../domain/services.ts';
import { drawnMask } from '../testing/drawn-png.ts';
import { eventually } from '../testing/eventually.ts';
import { endlessWork, FAKE_RESULT } from '../testing/fake-engine.ts';
import {
  analysis,
  enlargement,
  harmonizing,
  magicWish,
  PRODUCT_PHOTO,
  refinement,
} from '../testing/test-services.ts';
import { watching, workerSuite } from '../testing/worker-suite.ts';

const MASK = drawnMask(640, 640);
const BALANCE = 100;

const suite = workerSuite({ allowances: { guestGenerations: BALANCE } });

const upload = (caller: Caller, bytes?: Uint8Array) => suite.services.upload(caller, bytes);

/** What a guest asks for, of each tool. */
const ASK = {
  magic: async (caller: Caller) => {
    const [photo, mask] = [await upload(caller), await upload(caller, MASK)];
    return suite.services.generations.magic(caller, magicWish(photo, mask, 'make it navy blue'));
  },
  upscale: async (caller: Caller) =>
    suite.services.generations.upscale(caller, enlargement(await upload(caller), 4, 'detailed')),
  harmonize: async (caller: Caller) => {
    const [photo, mask] = [await upload(caller), await upload(caller, MASK)];
    return suite.services.generations.harmonize(caller, harmonizing(photo, mask, 0.4));
  },
  refine: async (caller: Caller) => {
    const [photo, matte, strokes] = [
      await upload(caller),
      await upload(caller, MASK),
      await upload(caller, MASK),
    ];
    return suite.services.generations.refine(caller, refinement(photo, matte, strokes));
  },
  describe: async (caller: Caller) =>
    suite.services.generations.describe(caller, analysis(await upload(caller))),
} satisfies Record<string, (caller: Caller) => Promise<AcceptedGeneration>>;

/** A new guest, and what was accepted of them; of several variants the first is the one that is looked at. */
async function accept(tool: keyof typeof ASK) {
  const caller = await suite.services.newGuest();
  const { taskIds } = await ASK[tool](caller);
  return { caller, taskIds, taskId: taskIds[0] ?? '' };
}

const credits = (caller: Caller) => suite.services.credits.freemiumCredits(caller);
const stored = async (key: string | undefined) => Buffer.from(await suite.services.objects.read(key ?? ''));

async function expectPicture({ result }: TaskState): Promise<void> {
  expect(result).toMatchObject({ width: 640, height: 480 });
  expect(await stored(result?.key)).toEqual(FAKE_RESULT.png);
}

async function expectWords({ task_id, result }: TaskState): Promise<void> {
  expect(result).toEqual({ final_description: FAKE_RESULT.finalDescription });
  const { rows } = await suite.services.pool.query('select 1 from assets where task_id = $1', [task_id]);
  expect(rows).toEqual([]);
}

describe.each([
  {
    tool: 'magic',
    wish: { prompt: 'make it navy blue' },
    pictures: [PRODUCT_PHOTO, MASK],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.applyingMagic },
    cost: 1,
    expectResult: expectPicture,
  },
  {
    tool: 'harmonize',
    wish: { strength: 0.4 },
    pictures: [PRODUCT_PHOTO, MASK],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.harmonizing },
    cost: 1,
    expectResult: expectPicture,
  },
  {
    tool: 'refine',
    wish: {},
    pictures: [PRODUCT_PHOTO, MASK, MASK],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.refining },
    cost: 0,
    expectResult: expectPicture,
  },
  {
    tool: 'upscale',
    wish: { factor: 4, mode: 'detailed' },
    pictures: [PRODUCT_PHOTO],
    stages: { prepare: OWN_MESSAGES.preparingEngine, decode: OWN_MESSAGES.enlarging },
    cost: 1,
    expectResult: expectPicture,
  },
  {
    tool: 'describe',
    wish: {},
    pictures: [PRODUCT_PHOTO],
    stages: { prepare: OWN_MESSAGES.preparingEngine, read: OWN_MESSAGES.describing },
    cost: 0,
    expectResult: expectWords,
  },
] as const)('a worker at $tool', ({ tool, wish, pictures, stages, cost, expectResult }) => {
  it('gives the engine what was asked, shows progress, and keeps the result', async () => {
    const { caller, taskId } = await accept(tool);
    const watch = watching(suite.services, caller, [taskId]);
    const asked: unknown[] = [];
    await suite.work(async ({ signal: _signal, onProgress, ...options }, given) => {
      asked.push(options, given.map(Buffer.from));
      if (asked.length > 2) return FAKE_RESULT;
      for (const [index, [engineStage, text]] of Object.entries(stages).entries()) {
        onProgress?.(0.1 + index * 0.2, engineStage);
        await watch.sees(`the stage "${text}"`, ({ stage }) => stage === text);
      }
      return FAKE_RESULT;
    });
    await watch.ended;
    expect(asked.slice(0, 2)).toEqual([wish, pictures.map(Buffer.from)]);
    const last = watch.states.at(-1);
    expect(last).toMatchObject({ status: 'SUCCESS', progress: 1 });
    if (last !== undefined) await expectResult(last);
    expect(await credits(caller)).toBe(BALANCE - cost);
  });

  it('ends a running one within half a second of its cancellation, and gives the credit back', async () => {
    const endless = endlessWork();
    await suite.work(endless.work);
    const { caller, taskIds } = await accept(tool);
    await endless.nextStart();
    const cancelledMs = performance.now();
    expect(await suite.services.generations.cancel(caller, taskIds)).toEqual(taskIds);
    const abortedMs = await eventually('the engine is told to stop', async () => endless.aborts[0]);
    expect(abortedMs - cancelledMs).toBeLessThan(500);
    for (const taskId of taskIds) {
      expect((await suite.services.generations.state(caller, taskId)).status).toBe('REVOKED');
    }
    expect(await credits(caller)).toBe(BALANCE);
  });

  it.each([
    [new ImageRefusal('EMPTY_MASK'), 'EMPTY_MASK'],
    [new JobLimitError('memory'), 'TASK_TOO_HEAVY'],
  ] as const)('does not try again after %s, and gives the credit back', async (error, code) => {
    let runs = 0;
    await suite.work(async () => {
      runs += 1;
      throw error;
    });
    const { caller, taskIds } = await accept(tool);
    const watch = watching(suite.services, caller, taskIds);
    await watch.ended;
    const { message } = ERRORS[code];
    const ends = watch.states.filter(({ status }) => status === 'FAILURE');
    expect(ends.map((state) => state.error)).toEqual(taskIds.map(() => ({ code, message })));
    expect(runs).toBe(taskIds.length);
    expect(await credits(caller)).toBe(BALANCE);
  });
});

describe('a worker that describes', () => {
  it('fails with the sentence of the specification when there is nothing to say, and does not try again', async () => {
    let runs = 0;
    await suite.work(async () => {
      runs += 1;
      return { ...FAKE_RESULT, finalDescription: null };
    });
    const { caller, taskId } = await accept('describe');
    const watch = watching(suite.services, caller, [taskId]);
    await watch.ended;
    const { message } = ERRORS.TASK_FAILED;
    expect(watch.states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'TASK_FAILED', message } });
    expect(watch.states.at(-1)?.result).toBeUndefined();
    expect(runs).toBe(1);
    expect(await credits(caller)).toBe(BALANCE);
  });
});

describe('one worker for all tools', () => {
  it('does as many things at once as it may, of whatever kind', async () => {
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
        // A third one that may start does so before this one has ended.
        await suite.services.pool.query('select 1');
        running -= 1;
        return FAKE_RESULT;
      },
      { concurrency: 2 },
    );
    await Promise.all(accepted.map(({ caller, taskId }) => watching(suite.services, caller, [taskId]).ended));
    expect(most).toBe(2);
  });

  it('takes the first wish of a newcomer before the tenth of somebody else', async () => {
    const [busy, newcomer] = [await suite.services.newGuest(), await suite.services.newGuest()];
    const taskIds: string[] = [];
    for (let i = 0; i < 10; i += 1) taskIds.push(...(await ASK.magic(busy)).taskIds);
    const { taskIds: theirs } = await ASK.upscale(newcomer);
    const order: string[] = [];
    await suite.work(async ({ factor }) => {
      order.push(factor === undefined ? 'busy' : 'newcomer');
      return FAKE_RESULT;
    });
    await watching(suite.services, busy, taskIds).ended;
    expect((await suite.services.generations.state(newcomer, theirs[0] ?? '')).status).toBe('SUCCESS');
    expect(order).toHaveLength(11);
    expect(order.indexOf('newcomer')).toBeLessThan(3);
  });
});
