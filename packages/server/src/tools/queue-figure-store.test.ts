import { TOOL_IDS } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTask, succeedTask } from '../testing/settle-task.ts';
import { acceptTask, sceneForm, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { createExecutor } from '../platform/database/connection.ts';
import { readQueueFigures } from './queue-figure-store.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.stop());

describe('the queue figures', () => {
  it('are all zero without tasks', async () => {
    expect(await readQueueFigures(createExecutor(services.pool))).toEqual({
      open: [],
      oldestPendingSeconds: 0,
      ended: [],
      pace: [],
      workers: 0,
    });
  });

  it('count waiting, running and ended tasks by tool, with their durations', async () => {
    const caller = await services.newGuest();
    const form = sceneForm({ feature_type: TOOL_IDS.text, prompt: 'snow' });
    const { taskIds } = await services.generations.accept(caller, 'scene', form);
    const [first = '', second = '', third = ''] = taskIds;
    await succeedTask(services, first);
    await claimTask(services, second);
    await services.generations.cancel(caller, [third]);
    const old = await acceptTask(services, caller);
    await succeedTask(services, old);
    // The times in the rows are moved into the past, because the database's clock can't be set.
    await services.pool.query('alter table tasks disable trigger user');
    await services.pool.query(
      `update tasks set created_at = created_at - interval '90 seconds', started_at = now() - interval '30 seconds',
         finished_at = case when finished_at is not null then now() end where id = any($1)`,
      [[first, taskIds[3]]],
    );
    // Moves the task's end into the past, because only tasks that ended recently are counted.
    await services.pool.query(`update tasks set finished_at = now() - interval '1 hour' where id = $1`, [
      old,
    ]);
    const figures = await readQueueFigures(createExecutor(services.pool));
    expect(figures.open).toEqual([
      { tool: 'scene', state: 'pending', tasks: 1 },
      { tool: 'scene', state: 'started', tasks: 1 },
    ]);
    expect(Math.round(figures.oldestPendingSeconds / 10)).toBe(9);
    expect(figures.ended).toEqual([
      { tool: 'scene', state: 'revoked', tasks: 1 },
      { tool: 'scene', state: 'success', tasks: 1 },
    ]);
    expect(figures.pace).toEqual([
      { tool: 'scene', waitedSeconds: expect.any(Number), workedSeconds: expect.any(Number) },
    ]);
    expect(Math.round((figures.pace[0]?.waitedSeconds ?? 0) / 10)).toBe(6);
    expect(Math.round((figures.pace[0]?.workedSeconds ?? 0) / 10)).toBe(3);
  });
});
