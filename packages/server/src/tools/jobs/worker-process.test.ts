import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { TOOL_IDS } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForLastState } from '../../testing/await-task.ts';
import { drawnPng } from '../../testing/drawn-png.ts';
import { eventually } from '../../testing/eventually.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { acceptTask, PRODUCT_PHOTO, sceneForm, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';
import { watchTasks } from '../../testing/worker-suite.ts';
import { startWorkerProcess } from '../../testing/worker-process.ts';
import type { WorkerProcess } from '../../testing/worker-process.ts';

/**
 * Time limit for recovery. The job queue detects a dead worker after 10 s without heartbeat; the rest is for four
 * pictures on a busy machine.
 */
const RECOVERY_MS = 120_000;
/** Time limit of the first task. The first run on a machine converts the model. */
const FIRST_USE_MS = 240_000;

/** A cut-out, so that the scene's variants need no network: a red disc on a transparent background. */
const DISC = drawnPng(160, 160, (x, y) =>
  Math.hypot(x - 80, y - 80) < 50 ? [200, 20, 30, 255] : [0, 0, 0, 0],
);

/** Least niceness of an engine beside an API. */
const LOWERED_NICENESS = 5;

let services: TestServices;
const workers = new Set<WorkerProcess>();
const start = async () => {
  const worker = await startWorkerProcess(services);
  workers.add(worker);
  return worker;
};
const end = async (worker: WorkerProcess, signal: NodeJS.Signals) => {
  workers.delete(worker);
  return worker.end(signal);
};
/** Finds the worker that has taken the task, and another one. */
const findTaker = (taskId: string) =>
  eventually('a worker takes the task', async () => {
    const all = [...workers];
    const taker = all.find((worker) => worker.hasLogged('task taken', taskId));
    const other = all.find((worker) => worker !== taker);
    return taker && other && { taker, other };
  });

beforeAll(async () => {
  services = await startTestServices({ allowances: { guestGenerations: 100 } });
});
beforeEach(async () => {
  while (workers.size < 2) await start();
});
afterEach(async () => {
  expect(await brokenInvariants(services.pool)).toEqual([]);
});
afterAll(async () => {
  await Promise.all([...workers].map((worker) => worker.end('SIGKILL')));
  await services.stop();
});

describe('a real worker with the real engine', () => {
  it('cuts a product out', { timeout: FIRST_USE_MS }, async () => {
    for (const worker of workers)
      await worker.waitForLog('The image engine is ready', undefined, FIRST_USE_MS);
    const caller = await services.newGuest();
    const state = await waitForLastState(services, caller, await acceptTask(services, caller), 60_000);
    expect(state).toMatchObject({ status: 'SUCCESS', result: { width: 640, height: 640 } });
    const png = await services.objects.read(state.result?.key ?? '');
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
  });

  it.runIf(process.platform === 'linux')('gives its engine a lower priority than its own', () => {
    for (const { pid } of workers) {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      const lowest = Math.max(...children.map((child) => getPriority(Number(child))));
      expect(lowest).toBeGreaterThanOrEqual(LOWERED_NICENESS);
    }
  });

  it('finishes all four variants when another worker is killed, and charges once', async () => {
    const caller = await services.newGuest();
    const product = await services.upload(caller, DISC);
    const form = sceneForm({ feature_type: TOOL_IDS.product, image_s3: product, count: 4 });
    const { taskIds } = await services.generations.accept(caller, 'scene', form);
    const watch = watchTasks(services, caller, taskIds, RECOVERY_MS);
    const { task_id: killedId } = await watch.sees(
      'a variant that runs',
      ({ status }) => status === 'STARTED',
    );
    const { taker, other } = await findTaker(killedId);
    expect(await end(taker, 'SIGKILL')).toBeNull();
    expect((await services.generations.state(caller, killedId)).status).toBe('STARTED');

    // The other worker does its own tasks meanwhile, and those of the killed worker once its death is detected.
    await watch.ended;
    const ends = await Promise.all(taskIds.map((taskId) => services.generations.state(caller, taskId)));
    expect(ends.map(({ status }) => status)).toEqual(taskIds.map(() => 'SUCCESS'));
    expect(ends.map(({ result }) => result?.variant)).toEqual([0, 1, 2, 3]);
    expect(new Set(ends.map(({ result }) => result?.seed)).size).toBe(1);
    expect(other.hasLogged('task taken', killedId)).toBe(true);
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
    const { rows } = await services.pool.query(
      `select to_status from task_transitions where task_id = any($1) and to_status in ('SUCCESS', 'FAILURE', 'REVOKED')`,
      [taskIds],
    );
    expect(rows).toEqual(taskIds.map(() => ({ to_status: 'SUCCESS' })));
  });

  it('stops a canceled job', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const { taker } = await findTaker(taskId);
    expect(await services.generations.cancel(caller, [taskId])).toEqual([taskId]);
    await taker.waitForLog('task stopped', taskId);
    expect((await services.generations.state(caller, taskId)).status).toBe('REVOKED');
    expect(await services.credits.freemiumCredits(caller)).toBe(100);
  });

  it('refuses a broken picture without a retry', async () => {
    const caller = await services.newGuest();
    const broken = PRODUCT_PHOTO.subarray(0, 2_000);
    const taskId = await acceptTask(services, caller, await services.upload(caller, broken));
    const state = await waitForLastState(services, caller, taskId);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'CORRUPT_IMAGE' } });
    expect(await services.credits.freemiumCredits(caller)).toBe(100);
  });

  it('exits cleanly on request, and leaves its job to other workers', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const { taker } = await findTaker(taskId);
    const code = await end(taker, 'SIGTERM');
    await taker.waitForLog('worker stopped');
    expect(code).toBe(0);
    expect((await waitForLastState(services, caller, taskId)).status).toBe('SUCCESS');
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
  });
});
