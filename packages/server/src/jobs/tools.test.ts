import { ERRORS, OWN_MESSAGES } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../domain/services.ts';
import { lastStateOf, statesOf } from '../testing/await-task.ts';
import { drawnMask } from '../testing/drawn-png.ts';
import { eventually } from '../testing/eventually.ts';
import { endlessWork, fakeEngine, FAKE_RESULT } from '../testing/fake-engine.ts';
import type { FakeWork } from '../testing/fake-engine.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import {
  enlargement,
  harmonizing,
  magicWish,
  PRODUCT_PHOTO,
  startTestServices,
} from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import type { TestWorker } from '../testing/test-worker.ts';

const MASK = drawnMask(640, 640);
const BALANCE = 100;

let services: TestServices;
let worker: TestWorker | null = null;
const work = async (fake: FakeWork) => {
  worker = await startTestWorker(services, fakeEngine(fake));
};

beforeAll(async () => {
  services = await startTestServices({ allowances: { guestGenerations: BALANCE } });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  expect(await brokenInvariants(services.pool)).toEqual([]);
});
afterAll(() => services.stop());

/** What a guest asks for, of each tool. */
const ASK = {
  magic: async (caller: Caller) => {
    const [photo, mask] = [await services.upload(caller), await services.upload(caller, MASK)];
    return services.generations.magic(caller, magicWish(photo, mask, 'make it navy blue'));
  },
  upscale: async (caller: Caller) =>
    services.generations.upscale(caller, enlargement(await services.upload(caller), 4, 'detailed')),
  harmonize: async (caller: Caller) => {
    const [photo, mask] = [await services.upload(caller), await services.upload(caller, MASK)];
    return services.generations.harmonize(caller, harmonizing(photo, mask, 0.4));
  },
};

async function accept(tool: keyof typeof ASK): Promise<{ caller: Caller; taskId: string }> {
  const caller = await services.newGuest();
  const { taskIds } = await ASK[tool](caller);
  return { caller, taskId: taskIds[0] ?? '' };
}

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);

describe.each([
  ['magic', { prompt: 'make it navy blue' }, [PRODUCT_PHOTO, MASK], OWN_MESSAGES.applyingMagic],
  ['harmonize', { strength: 0.4 }, [PRODUCT_PHOTO, MASK], OWN_MESSAGES.harmonizing],
  ['upscale', { factor: 4, mode: 'detailed' }, [PRODUCT_PHOTO], OWN_MESSAGES.enlarging],
] as const)('a worker at %s', (tool, wish, pictures, stage) => {
  it('gives the engine what was asked, shows progress, and keeps the result', async () => {
    const { caller, taskId } = await accept(tool);
    const asked: unknown[] = [];
    await work(async ({ signal: _signal, onProgress, ...options }, given) => {
      asked.push(options, given.map(Buffer.from));
      onProgress?.(0.1, 'prepare');
      await new Promise((resolve) => setTimeout(resolve, 300));
      onProgress?.(0.5, 'decode');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return FAKE_RESULT;
    });
    const states = await statesOf(services, caller, taskId);
    expect(asked).toEqual([wish, pictures.map(Buffer.from)]);
    const seen = states.map((state) => state.stage);
    expect(seen).toContain(OWN_MESSAGES.preparingEngine);
    expect(seen).toContain(stage);
    const last = states.at(-1);
    expect(last).toMatchObject({ status: 'SUCCESS', progress: 1, result: { width: 640, height: 480 } });
    expect(Buffer.from(await services.objects.read(last?.result?.key ?? ''))).toEqual(FAKE_RESULT.png);
    expect(await credits(caller)).toBe(BALANCE - 1);
  });

  it('ends a running one within half a second of its cancellation, and gives the credit back', async () => {
    const endless = endlessWork();
    await work(endless.work);
    const { caller, taskId } = await accept(tool);
    await endless.nextStart();
    const cancelledMs = performance.now();
    expect(await services.generations.cancel(caller, [taskId])).toEqual([taskId]);
    expect((await services.generations.state(caller, taskId)).status).toBe('REVOKED');
    const abortedMs = await eventually('the engine is told to stop', async () => endless.aborts[0]);
    expect(abortedMs - cancelledMs).toBeLessThan(500);
    expect(await credits(caller)).toBe(BALANCE);
  });

  it.each([
    [new ImageRefusal('EMPTY_MASK'), 'EMPTY_MASK'],
    [new JobLimitError('memory'), 'TASK_TOO_HEAVY'],
  ] as const)('does not try again after %s, and gives the credit back', async (error, code) => {
    let runs = 0;
    await work(async () => {
      runs += 1;
      throw error;
    });
    const { caller, taskId } = await accept(tool);
    const state = await lastStateOf(services, caller, taskId);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code, message: ERRORS[code].message } });
    expect(runs).toBe(1);
    expect(await credits(caller)).toBe(BALANCE);
  });
});
