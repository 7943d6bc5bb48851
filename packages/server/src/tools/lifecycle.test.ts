import { randomUUID } from 'node:crypto';
import { MESSAGES, TOOL_IDS } from '@packshot/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../testing/invariants.ts';
import { claimTask, settleWithResult, writeResult } from '../testing/settle-task.ts';
import { acceptTask, sceneForm, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';
import { inLanguage } from '../platform/translations.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({
    allowances: { guestGenerations: 1_000 },
    // No worker empties the queue in this test, so the expected waiting time grows with each task.
    limits: { taskTimeoutMs: 3_600_000 },
  });
});
afterAll(() => services.stop());

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);

describe('claiming and ending a task', () => {
  it('spends the credit on success', async () => {
    const caller = await services.newGuest();
    const task = await claimTask(services, await acceptTask(services, caller));
    expect(await settleWithResult(services, task)).toBe(true);
    expect(await credits(caller)).toBe(999);
    expect((await services.generations.state(caller, task.id)).status).toBe('SUCCESS');
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('returns the credit on failure, with the reason', async () => {
    const caller = await services.newGuest();
    const task = await claimTask(services, await acceptTask(services, caller));
    expect(await services.lifecycle.fail({ taskId: task.id, attempt: task.attempt }, 'NO_SUBJECT')).toBe(
      true,
    );
    expect(await credits(caller)).toBe(1_000);
    const state = await services.generations.state(caller, task.id);
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'NO_SUBJECT' } });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('shows its stage in the language of the call', async () => {
    const caller = await services.newGuest();
    const task = await claimTask(services, await acceptTask(services, caller));
    expect(await services.lifecycle.reportProgress(task, 0.5, MESSAGES.removingBackground)).toBe(true);
    const readStage = async () => (await services.generations.state(caller, task.id)).stage;
    expect(await inLanguage('de', readStage)).toBe('Hintergrund wird entfernt');
    expect(await readStage()).toBe('Removing background');
  });

  it('refuses an outdated attempt, and rolls back everything it wrote in the same transaction', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const stale = await claimTask(services, taskId);
    const fresh = await claimTask(services, taskId);
    expect(fresh.attempt).toBe(stale.attempt + 1);

    expect(await services.lifecycle.reportProgress(stale, 0.5, 'stale')).toBe(false);
    expect(await settleWithResult(services, stale)).toBe(false);
    expect(await services.lifecycle.fail({ taskId, attempt: stale.attempt }, 'TASK_FAILED')).toBe(false);
    expect((await services.generations.state(caller, taskId)).status).toBe('STARTED');
    expect(await entries(taskId)).toEqual(['reserve']);

    expect(await settleWithResult(services, fresh)).toBe(true);
    expect(await entries(taskId)).toEqual(['reserve', 'settle']);
    expect(await settleWithResult(services, stale).catch(() => 'refused')).not.toBe(true);
    expect(await credits(caller)).toBe(999);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('isn’t possible if the task has ended or is past its deadline', async () => {
    const caller = await services.newGuest();
    const ended = await acceptTask(services, caller);
    await services.generations.cancel(caller, [ended]);
    expect(await services.lifecycle.claim(ended)).toBeNull();
    const late = await acceptTask(services, caller);
    await services.pool.query(`update tasks set deadline_at = now() where id = $1`, [late]);
    expect(await services.lifecycle.claim(late)).toBeNull();
    await services.lifecycle.fail({ taskId: late }, 'TASK_TIMED_OUT');
  });
});

describe('canceling a request', () => {
  it('ends 200 tasks once each, whether the worker or the user is faster', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    let revoked = 0;
    for (let batch = 0; batch < 10; batch += 1) {
      const taskIds = await Promise.all(Array.from({ length: 20 }, () => acceptTask(services, caller, key)));
      const tasks = await Promise.all(taskIds.map((taskId) => claimTask(services, taskId)));
      const results = await Promise.all(tasks.map((task) => writeResult(services, task)));
      const outcomes = await Promise.all(
        tasks.map(async (task, index) => {
          const result = results[index];
          if (result === undefined) throw new Error('There is a result for each task');
          const settle = () => services.lifecycle.succeed(task, result);
          const cancel = () => services.generations.cancel(caller, [task.id]);
          // The user's cancellation and the worker's result arrive at the same time, each one first in half of the
          // cases.
          const canceling = index % 2 === 0 ? cancel() : null;
          const settling = settle();
          const [isSettled, canceled] = await Promise.all([settling, canceling ?? cancel()]);
          expect(canceled.length === 1).toBe(!isSettled);
          return isSettled;
        }),
      );
      revoked += outcomes.filter((isSettled) => !isSettled).length;
    }
    // Proves that neither side always won.
    expect(revoked).toBeGreaterThan(0);
    expect(revoked).toBeLessThan(200);
    expect(await credits(caller)).toBe(1_000 - 200 + revoked);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('is repeatable, names the revoked tasks, and reveals nothing to other users', async () => {
    const [owner, stranger] = [await services.newGuest(), await services.newGuest()];
    const [first, second] = [await acceptTask(services, owner), await acceptTask(services, owner)];
    await settleWithResult(services, await claimTask(services, second));
    const notFound = { code: 'TASK_NOT_FOUND' };
    await expect(services.generations.cancel(stranger, [first])).rejects.toMatchObject(notFound);
    await expect(services.generations.state(stranger, first)).rejects.toMatchObject(notFound);
    expect(await services.generations.cancel(owner, [first, second, randomUUID()])).toEqual([first]);
    expect(await services.generations.cancel(owner, [first])).toEqual([first]);
    expect(await credits(owner)).toBe(999);
    const state = await services.generations.state(owner, first);
    expect(state).toMatchObject({ status: 'REVOKED', error: { code: 'TASK_CANCELLED' } });
  });
});

describe('a request of several tasks', () => {
  it('is charged or refunded exactly once, whatever the order and repetition of its tasks’ ends', async () => {
    const caller = await services.newGuest();
    const form = sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow', count: 4 });
    const ending = fc.constantFrom(
      'succeed',
      'fail',
      'cancel',
      'crash',
      'stale',
    ) satisfies fc.Arbitrary<string>;
    const script = fc.array(fc.array(fc.tuple(fc.nat(3), ending), { maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(script, async (rounds) => {
        const { taskIds } = await services.generations.accept(caller, 'scene', form);
        const run = async (taskId: string, how: string) => {
          if (how === 'cancel') return void (await services.generations.cancel(caller, [taskId]));
          const task = await services.lifecycle.claim(taskId);
          if (task === null || how === 'crash') return;
          if (how === 'succeed') await settleWithResult(services, task);
          if (how === 'fail') await services.lifecycle.fail({ taskId, attempt: task.attempt }, 'TASK_FAILED');
          if (how === 'stale') {
            await services.lifecycle.claim(taskId);
            expect(await settleWithResult(services, task)).toBe(false);
          }
        };
        for (const round of rounds) {
          await Promise.all(round.map(([index, how]) => run(taskIds[index] ?? '', how)));
        }
        // Ends the remaining tasks as the sweeper does.
        for (const taskId of taskIds) await services.lifecycle.fail({ taskId }, 'TASK_TIMED_OUT');
        expect(await brokenInvariants(services.pool)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

async function entries(taskId: string): Promise<string[]> {
  const { rows } = await services.pool.query<{ kind: string }>(
    `select kind from ledger_entries where request_id = (select request_id from tasks where id = $1)
     order by created_at`,
    [taskId],
  );
  return rows.map((row) => row.kind);
}
