import { ERRORS, OWN_MESSAGES } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../domain/services.ts';
import { lastStateOf, statesOf } from '../testing/await-task.ts';
import { eventually } from '../testing/eventually.ts';
import { endlessWork, fakeEngine, FAKE_RESULT } from '../testing/fake-engine.ts';
import type { FakeWork } from '../testing/fake-engine.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { analysis, PRODUCT_PHOTO, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import type { TestWorker } from '../testing/test-worker.ts';

const BALANCE = 5;

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

async function accept(): Promise<{ caller: Caller; taskId: string }> {
  const caller = await services.newGuest();
  const { taskIds } = await services.generations.describe(caller, analysis(await services.upload(caller)));
  return { caller, taskId: taskIds[0] ?? '' };
}

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);

describe('a worker that describes', () => {
  it('shows progress, and keeps the words without any object', async () => {
    const { caller, taskId } = await accept();
    const asked: Buffer[] = [];
    await work(async ({ onProgress }, pictures) => {
      asked.push(...pictures.map(Buffer.from));
      onProgress?.(0.1, 'prepare');
      await new Promise((resolve) => setTimeout(resolve, 300));
      onProgress?.(0.5, 'read');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return FAKE_RESULT;
    });
    const states = await statesOf(services, caller, taskId);
    expect(asked).toEqual([Buffer.from(PRODUCT_PHOTO)]);
    const seen = states.map((state) => state.stage);
    expect(seen).toContain(OWN_MESSAGES.preparingEngine);
    expect(seen).toContain(OWN_MESSAGES.describing);
    expect(states.at(-1)).toMatchObject({ status: 'SUCCESS', progress: 1 });
    expect(states.at(-1)?.result).toEqual({ final_description: FAKE_RESULT.finalDescription });
    const { rows } = await services.pool.query('select 1 from assets where task_id = $1', [taskId]);
    expect(rows).toEqual([]);
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('fails with the sentence of the specification when there is nothing to say, and does not try again', async () => {
    let runs = 0;
    await work(async () => {
      runs += 1;
      return { ...FAKE_RESULT, finalDescription: null };
    });
    const { caller, taskId } = await accept();
    const state = await lastStateOf(services, caller, taskId);
    expect(state).toMatchObject({
      status: 'FAILURE',
      error: { code: 'TASK_FAILED', message: ERRORS.TASK_FAILED.message },
    });
    expect(state.result).toBeUndefined();
    expect(runs).toBe(1);
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('fails with the picture’s fault when the picture is at fault', async () => {
    await work(async () => {
      throw new ImageRefusal('CORRUPT_IMAGE');
    });
    const { caller, taskId } = await accept();
    const state = await lastStateOf(services, caller, taskId);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'CORRUPT_IMAGE' } });
    expect(await credits(caller)).toBe(BALANCE);
  });

  it('ends a running one within half a second of its cancellation', async () => {
    const endless = endlessWork();
    await work(endless.work);
    const { caller, taskId } = await accept();
    await endless.nextStart();
    const cancelledMs = performance.now();
    expect(await services.generations.cancel(caller, [taskId])).toEqual([taskId]);
    const abortedMs = await eventually('the engine is told to stop', async () => endless.aborts[0]);
    expect(abortedMs - cancelledMs).toBeLessThan(500);
    expect(await credits(caller)).toBe(BALANCE);
  });
});
