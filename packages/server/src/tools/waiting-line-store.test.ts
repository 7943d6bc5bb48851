import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { fakeEngine, FAKE_RESULT } from '../testing/fake-engine.ts';
import { acceptTask, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import type { QueueTooLongError } from '../platform/domain-error.ts';

/** Seconds of work per task, and the time limit of a task. */
const WORK_S = 3;
const TIMEOUT_S = 50;
/** Number of tasks that are accepted: those whose expected wait stays within 0.6 of the time limit. */
const FIT = (TIMEOUT_S * 0.6) / WORK_S + 1;

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ limits: { taskTimeoutMs: TIMEOUT_S * 1000 } });
});
afterAll(() => services.stop());

/** Lets a worker finish tasks, each of which then counts as having taken `seconds`. */
async function workedFor(seconds: number, count: number): Promise<void> {
  const worker = await startTestWorker(
    services,
    fakeEngine(() => Promise.resolve(FAKE_RESULT)),
  );
  for (let turn = 0; turn < count; turn += 1) {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    await eventually('the task ends', async () => {
      const { status } = await services.generations.state(caller, taskId);
      return status === 'SUCCESS' || undefined;
    });
  }
  await worker.stop();
  await services.pool.query(
    `update tasks set started_at = finished_at - $1 * interval '1 second' where status = 'SUCCESS'`,
    [seconds],
  );
}

describe('visitors of a new installation', () => {
  it('are admitted by an assumed task duration until a task has ended', async () => {
    const fresh = await startTestServices({ limits: { taskTimeoutMs: TIMEOUT_S * 1000 } });
    const codes: string[] = [];
    for (let visitor = 0; visitor < 30; visitor += 1) {
      const caller = await fresh.newGuest();
      const code = await acceptTask(fresh, caller).then(
        () => 'accepted',
        (error: unknown) => (error as QueueTooLongError).code,
      );
      codes.push(code);
    }
    expect(codes[0]).toBe('accepted');
    expect(codes.at(-1)).toBe('QUEUE_TOO_LONG');
    await fresh.stop();
  });
});

describe('200 simultaneous visitors', () => {
  it('are served within the maximum wait, or told at once when to come back', async () => {
    await workedFor(WORK_S, 8);
    // Waits, because the line's state is cached for two seconds.
    await eventually('the pace is measured', async () => {
      const pace = await services.line.secondsPerTask();
      return Math.abs(pace - WORK_S) < 0.1 || undefined;
    });
    const visit = async () => {
      const caller = await services.newGuest();
      const outcome = await acceptTask(services, caller).catch(
        (error: unknown) => error as QueueTooLongError,
      );
      return { caller, outcome };
    };
    const outcomes: Awaited<ReturnType<typeof visit>>[] = [];
    while (outcomes.length < 200) {
      outcomes.push(...(await Promise.all(Array.from({ length: 8 }, visit))));
    }
    const accepted = outcomes.filter(({ outcome }) => typeof outcome === 'string');
    const refused = outcomes.filter(({ outcome }) => typeof outcome !== 'string');
    expect(accepted).toHaveLength(FIT);
    expect(refused).toHaveLength(200 - FIT);
    for (const { caller, outcome } of refused) {
      expect(outcome).toMatchObject({ code: 'QUEUE_TOO_LONG', retryAfterSeconds: 15 });
      expect((outcome as QueueTooLongError).message).toBe(
        'Too many pictures are waiting right now. Nothing was charged. ' +
          'Yours would start in about 35 seconds. Please try again in 15 seconds.',
      );
      expect(await services.credits.freemiumCredits(caller)).toBe(5);
    }

    const places = await Promise.all(
      accepted.map(async ({ caller, outcome }) => services.generations.state(caller, outcome as string)),
    );
    const lines = places.map(({ queue }) => queue).toSorted((a, b) => (a?.place ?? 0) - (b?.place ?? 0));
    expect(lines.map((line) => line?.place)).toEqual(Array.from({ length: FIT }, (_, at) => at + 1));
    expect(lines.map((line) => line?.wait_s)).toEqual(lines.map((line) => (line?.place ?? 0) * WORK_S));
  });

  it('get the whole time limit for a task when its work begins', async () => {
    const { rows } = await services.pool.query<{ id: string; waits_s: number }>(
      `update tasks set created_at = created_at - interval '40 seconds', deadline_at = deadline_at - interval '40 seconds'
       where status = 'PENDING' returning id, extract(epoch from deadline_at - now())::float8 as waits_s`,
    );
    const [task] = rows;
    expect(task?.waits_s).toBeLessThan(TIMEOUT_S * 2 - 39);
    const claimed = await services.database.stores.tasks.claim(task?.id ?? '');
    expect(claimed?.remainingMs).toBeGreaterThan((TIMEOUT_S - 5) * 1000);
    expect(claimed?.remainingMs).toBeLessThanOrEqual(TIMEOUT_S * 1000);
  });
});
