import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTask, succeedTask } from '../../testing/settle-task.ts';
import { acceptTask, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';
import type { Caller } from '../access/caller.ts';

let services: TestServices;
let caller: Caller;
beforeAll(async () => {
  services = await startTestServices({ allowances: { guestGenerations: 100 } });
  caller = await services.newGuest();
});
afterAll(() => services.stop());

const set = (taskId: string, assignment: string) =>
  services.pool.query(`update tasks set ${assignment} where id = $1`, [taskId]);

describe('the database', () => {
  it('refuses to change the state of a task that has ended', async () => {
    const taskId = await acceptTask(services, caller);
    await succeedTask(services, taskId);
    for (const change of [
      `status = 'STARTED'`,
      `status = 'FAILURE', error_code = 'X'`,
      `attempt = attempt + 1`,
    ]) {
      await expect(set(taskId, change)).rejects.toThrow('has ended as SUCCESS');
    }
  });

  it('doesn’t allow a task’s state to be reverted or skipped', async () => {
    const taskId = await acceptTask(services, caller);
    const result = `status = 'SUCCESS', result = '{}', finished_at = now()`;
    await expect(set(taskId, result)).rejects.toThrow('is not a step');
    await claimTask(services, taskId);
    await expect(set(taskId, `status = 'PENDING'`)).rejects.toThrow('is not a step');
    await expect(set(taskId, `attempt = 0`)).rejects.toThrow('is not a step');
  });

  it('requires an error for a failed task and a result for a successful one', async () => {
    const taskId = await acceptTask(services, caller);
    await claimTask(services, taskId);
    await expect(set(taskId, `status = 'FAILURE', finished_at = now()`)).rejects.toThrow('tasks_end');
    await expect(set(taskId, `status = 'SUCCESS', finished_at = now()`)).rejects.toThrow('tasks_end');
    await expect(set(taskId, `progress = 1.5`)).rejects.toThrow('tasks_progress_range');
  });

  it('doesn’t allow balances below zero', async () => {
    await expect(services.pool.query('update credit_balances set balance = -1')).rejects.toThrow(
      'credit_balances_never_negative',
    );
  });
});
