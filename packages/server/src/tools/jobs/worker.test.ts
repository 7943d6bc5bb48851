import { randomUUID } from 'node:crypto';
import { MESSAGES } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StorageUnavailableError } from '../../platform/objects/object-store.ts';
import { waitForLastState, collectStates } from '../../testing/await-task.ts';
import { eventually } from '../../testing/eventually.ts';
import { asStored, endlessWork, fakeEngine, FAKE_RESULT, readStored } from '../../testing/fake-engine.ts';
import type { FakeWork } from '../../testing/fake-engine.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { acceptTask, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import type { TestWorker, TestWorkerOptions } from '../../testing/test-worker.ts';

let services: TestServices;
const workers: TestWorker[] = [];
const work = async (fake: FakeWork, options: TestWorkerOptions = {}) => {
  const worker = await startTestWorker(services, fakeEngine(fake), options);
  workers.push(worker);
  return worker;
};

beforeAll(async () => {
  services = await startTestServices({ allowances: { guestGenerations: 100 } });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  expect(await brokenInvariants(services.pool)).toEqual([]);
});
afterAll(() => services.stop());

describe('a worker', () => {
  it('runs a task until its result is stored, and reports progress meanwhile', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    await work(async ({ onProgress }) => {
      for (const fraction of [0.25, 0.5, 0.75]) {
        onProgress?.(fraction, 'segment');
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return FAKE_RESULT;
    });
    const states = await collectStates(services, caller, taskId);
    const progress = states.map((state) => state.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.filter((value) => value > 0 && value < 1).length).toBeGreaterThanOrEqual(3);
    expect(states.some((state) => state.stage === MESSAGES.removingBackground)).toBe(true);
    const last = states.at(-1);
    expect(last).toMatchObject({ status: 'SUCCESS', progress: 1, result: { width: 640, height: 480 } });
    const { confidence, doubts, review, view } = FAKE_RESULT;
    expect(last?.result?.cut_out).toEqual({ confidence, doubts, review, view });
    expect(readStored(await services.objects.read(last?.result?.key ?? ''))).toEqual(asStored(last?.result));
  });

  it('writes progress at most about five times a second, however often it is reported', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    await work(async ({ onProgress }) => {
      const startedMs = performance.now();
      while (performance.now() - startedMs < 1_000) {
        onProgress?.((performance.now() - startedMs) / 1_000, 'segment');
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return FAKE_RESULT;
    });
    const states = await collectStates(services, caller, taskId);
    expect(states.length).toBeGreaterThan(3);
    expect(states.length).toBeLessThan(12);
  });

  it('doesn’t retry a refused picture, and returns the credit', async () => {
    const caller = await services.newGuest();
    let runs = 0;
    await work(async () => {
      runs += 1;
      throw new ImageRefusal('NO_SUBJECT');
    });
    const state = await waitForLastState(services, caller, await acceptTask(services, caller));
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'NO_SUBJECT' } });
    expect(runs).toBe(1);
    expect(await services.credits.freemiumCredits(caller)).toBe(100);
  });

  it('retries after a temporary fault, with growing pauses', async () => {
    const caller = await services.newGuest();
    const runs: number[] = [];
    await work(async () => {
      runs.push(performance.now());
      if (runs.length < 3) throw new StorageUnavailableError();
      return FAKE_RESULT;
    });
    const state = await waitForLastState(services, caller, await acceptTask(services, caller));
    expect(state.status).toBe('SUCCESS');
    const [first = 0, second = 0, third = 0] = runs;
    expect(second - first).toBeGreaterThan(400);
    expect(third - second).toBeGreaterThan(900);
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
  });

  it('fails the task and returns the credit after the last retry', async () => {
    const caller = await services.newGuest();
    let runs = 0;
    await work(async () => {
      runs += 1;
      throw new Error('this picture kills me each time');
    });
    const state = await waitForLastState(services, caller, await acceptTask(services, caller), 80_000);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'TASK_FAILED' } });
    expect(runs).toBe(4);
    expect(await services.credits.freemiumCredits(caller)).toBe(100);
  });

  it('ends a task only once if its job runs four times at once, with the result of the last attempt', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    for (let copies = 0; copies < 3; copies += 1) {
      await services.database.stores.jobs.enqueue({ name: 'cut-out', payload: { taskId } });
    }
    const attempts = async () => {
      const { rows } = await services.pool.query('select attempt from tasks where id = $1', [taskId]);
      return (rows[0] as { attempt: number }).attempt;
    };
    // Waits until all four attempts have claimed the task, so that none ends earlier.
    const allHaveIt = () =>
      eventually('all have taken it', async () => (await attempts()) === 4 || undefined);
    await work(() => allHaveIt().then(() => FAKE_RESULT), { concurrency: 4 });
    expect((await waitForLastState(services, caller, taskId)).status).toBe('SUCCESS');
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
    const { rows } = await services.pool.query(
      `select attempt from task_transitions where task_id = $1 and to_status = 'SUCCESS'`,
      [taskId],
    );
    expect(rows).toEqual([{ attempt: 4 }]);
  });

  it('returns a job with an unknown name, from another release, to the queue without counting an attempt', async () => {
    const taskId = randomUUID();
    await services.pool.query(`insert into pgboss.job (name, data, priority) values ('tools', $1, 1)`, [
      { job: 'hologram', taskId },
    ]);
    await work(async () => FAKE_RESULT);
    const jobs = () =>
      services.pool.query<{ returned: number | null; retries: number }>(
        `select (data ->> 'returned')::int as returned, retry_count as retries from pgboss.job
         where data ->> 'taskId' = $1 and state in ('created', 'retry')`,
        [taskId],
      );
    const back = await eventually('it is put back', async () =>
      (await jobs()).rows.find(({ returned }) => returned !== null),
    );
    expect(back).toEqual({ returned: 1, retries: 0 });
    await services.pool.query(`delete from pgboss.job where data ->> 'taskId' = $1`, [taskId]);
  });

  it('processes a run’s photo that an earlier release put into the shared queue', async () => {
    const taskId = randomUUID();
    await services.pool.query(`insert into pgboss.job (name, data, priority) values ('tools', $1, 1)`, [
      { job: 'recipe', taskId },
    ]);
    await work(async () => FAKE_RESULT);
    const states = await eventually('it is done', async () => {
      const { rows } = await services.pool.query<{ state: string }>(
        `select state from pgboss.job where data ->> 'taskId' = $1`,
        [taskId],
      );
      return rows.some(({ state }) => state === 'completed') ? rows : undefined;
    });
    // There is a single row; returning the job to the queue would have added a second one.
    expect(states).toEqual([{ state: 'completed' }]);
  });

  it('fails a task whose input picture is gone', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const taskId = await acceptTask(services, caller, key);
    await services.objects.delete(key);
    await work(async () => FAKE_RESULT);
    const state = await waitForLastState(services, caller, taskId);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'UPLOAD_NOT_FOUND' } });
  });
});

describe('canceling a task', () => {
  it('stops a running job', async () => {
    const caller = await services.newGuest();
    const endless = endlessWork();
    await work(endless.work);
    for (let round = 0; round < 5; round += 1) {
      const taskId = await acceptTask(services, caller);
      await endless.nextStart();
      expect(await services.generations.cancel(caller, [taskId])).toEqual([taskId]);
      await eventually('the engine is told to stop', async () => endless.aborts[round]);
      expect((await waitForLastState(services, caller, taskId)).status).toBe('REVOKED');
    }
    expect(await services.credits.freemiumCredits(caller)).toBe(100);
  });

  it('keeps a queued task from ever running', async () => {
    const caller = await services.newGuest();
    const canceled = await acceptTask(services, caller);
    await services.generations.cancel(caller, [canceled]);
    const other = await acceptTask(services, caller);
    let runs = 0;
    await work(async () => {
      runs += 1;
      return FAKE_RESULT;
    });
    await waitForLastState(services, caller, other);
    expect(runs).toBe(1);
  });

  it('discards a result that arrives too late', async () => {
    const caller = await services.newGuest();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await work(async () => {
      begun.resolve();
      await goOn.promise;
      return FAKE_RESULT;
    });
    const taskId = await acceptTask(services, caller);
    await begun.promise;
    await services.generations.cancel(caller, [taskId]);
    goOn.resolve();
    // Runs another task, whose end shows that the worker has finished the first one.
    await waitForLastState(services, caller, await acceptTask(services, caller));
    const state = await services.generations.state(caller, taskId);
    expect(state.status).toBe('REVOKED');
    expect(state.result).toBeUndefined();
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
  });
});

describe('shutdown of a worker', () => {
  it('lets a short job finish', async () => {
    const caller = await services.newGuest();
    const begun = Promise.withResolvers<void>();
    const worker = await work(async () => {
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return FAKE_RESULT;
    });
    const taskId = await acceptTask(services, caller);
    await begun.promise;
    await worker.stop(4_000);
    expect((await services.generations.state(caller, taskId)).status).toBe('SUCCESS');
  });

  it('hands a long job over to the next worker at once, and charges once', async () => {
    const caller = await services.newGuest();
    const endless = endlessWork();
    const worker = await work(endless.work);
    const taskId = await acceptTask(services, caller);
    await endless.nextStart();
    await worker.stop(2_000);
    expect((await services.generations.state(caller, taskId)).status).toBe('STARTED');
    await work(async () => FAKE_RESULT);
    expect((await waitForLastState(services, caller, taskId, 5_000)).status).toBe('SUCCESS');
    expect(await services.credits.freemiumCredits(caller)).toBe(99);
  });

  it('enforces the deadline of a job that never ends', async () => {
    const limited = await startTestServices({ limits: { taskTimeoutMs: 1_500 } });
    const endless = endlessWork();
    const worker = await startTestWorker(limited, fakeEngine(endless.work));
    try {
      const caller = await limited.newGuest();
      const state = await waitForLastState(limited, caller, await acceptTask(limited, caller), 10_000);
      expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'TASK_TIMED_OUT' } });
      expect(endless.aborts).toHaveLength(1);
      expect(await limited.credits.freemiumCredits(caller)).toBe(5);
      expect(await brokenInvariants(limited.pool)).toEqual([]);
    } finally {
      await worker.stop();
      await limited.stop();
    }
  });
});
