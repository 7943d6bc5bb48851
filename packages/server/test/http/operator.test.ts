import type { OperatorFigures, Session } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExecutor } from '../../src/platform/database/connection.ts';
import { createInstallationFigures } from '../../src/service/operator/installation-store.ts';
import { createNewcomers } from '../../src/testing/newcomers.ts';
import { claimTask, succeedTask } from '../../src/testing/settle-task.ts';
import { acceptTask } from '../../src/testing/test-services.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

/** Tests which users may see the status of the installation, and what it contains. */

let api: TestApi;
let operator: Awaited<ReturnType<ReturnType<typeof createNewcomers>>>;
let owner: typeof operator;

const confirm = (userId: string): Promise<unknown> =>
  api.services.pool.query('update users set email_verified_at = now() where id = $1', [userId]);

beforeAll(async () => {
  // The configured address has other upper and lower case than the first user's address.
  api = await startTestApi({
    operatorEmails: ['op1@shop.example'],
    allowances: { guestGenerations: 100 },
    // A high time limit, because tasks wait here without a worker.
    limits: { taskTimeoutMs: 3_600_000 },
  });
  const newcomer = createNewcomers(() => api, 'Op');
  operator = await newcomer();
  owner = await newcomer();
  await confirm(owner.userId);
});
afterAll(() => api.stop());

const access = async (token: string): Promise<boolean> =>
  (await api.data<{ is_operator: boolean }>('getOperatorAccess', { access: token })).is_operator;
const statusOfFigures = async (token?: string): Promise<number> =>
  (await api.send('getOperatorFigures', token === undefined ? {} : { access: token })).statusCode;

describe('the operator’s report', () => {
  it('is refused without a session', async () => {
    expect(await statusOfFigures()).toBe(401);
  });

  it('is refused for guests, and for owners of organizations', async () => {
    const guest = await api.data<Session>('createGuestSession');
    for (const token of [guest.access, owner.access]) {
      expect(await access(token)).toBe(false);
      expect(await statusOfFigures(token)).toBe(403);
    }
  });

  it('is shown to a listed address once it is confirmed, and not after the address changes', async () => {
    expect(await access(operator.access)).toBe(false);
    expect(await statusOfFigures(operator.access)).toBe(403);
    await confirm(operator.userId);
    expect(await access(operator.access)).toBe(true);
    expect(await statusOfFigures(operator.access)).toBe(200);
    await api.services.pool.query(`update users set email = 'else@shop.example' where id = $1`, [
      operator.userId,
    ]);
    expect(await statusOfFigures(operator.access)).toBe(403);
    await api.services.pool.query(`update users set email = 'OP1@Shop.example' where id = $1`, [
      operator.userId,
    ]);
    expect(await statusOfFigures(operator.access)).toBe(200);
  });

  it('counts waiting, running and ended tasks, with reasons and credits, without names', async () => {
    const { services } = api;
    const caller = await services.newGuest();
    for (let seconds = 1; seconds <= 20; seconds += 1) {
      const taskId = await acceptTask(services, caller);
      await succeedTask(services, taskId);
      await services.pool.query('alter table tasks disable trigger user');
      await services.pool.query(
        `update tasks set created_at = now() - $2 * interval '3 seconds', started_at = now() - $2 * interval '1 second',
           finished_at = now() where id = $1`,
        [taskId, seconds],
      );
      await services.pool.query('alter table tasks enable trigger user');
    }
    const failing = await claimTask(services, await acceptTask(services, caller));
    await services.lifecycle.fail({ taskId: failing.id, attempt: failing.attempt }, 'TASK_TIMED_OUT');
    await claimTask(services, await acceptTask(services, caller));
    await acceptTask(services, caller);
    const answer = await api.send('getOperatorFigures', { access: operator.access });
    const { data } = answer.json<{ data: OperatorFigures }>();
    expect(data.queue.by_tool).toEqual([{ tool: 'cut-out', pending: 1, started: 1 }]);
    expect(data.queue.oldest_pending_seconds).toBeGreaterThanOrEqual(0);
    expect(data.workers).toEqual({ connected: 0, busy: 1 });
    expect(data.recent).toMatchObject({
      tasks: 21,
      is_whole_day: true,
      failures: [{ tool: 'cut-out', reason: 'TASK_TIMED_OUT', tasks: 1 }],
      credits: { settled: 20, released: 1, reserved: 0 },
    });
    const [cutOut] = data.recent.by_tool;
    expect(cutOut).toMatchObject({ tool: 'cut-out', succeeded: 20, failed: 1, canceled: 0 });
    // The tasks worked for 1 to 20 seconds and waited twice as long.
    expect(cutOut?.p95_work_seconds).toBeCloseTo(19.05, 1);
    expect(data.engines).toEqual([
      { tool: 'all', name: expect.any(String), model: null, responds: true },
      { tool: 'describe', name: '', model: null, responds: false },
    ]);
    expect(data.disk.objects?.free_bytes).toBeGreaterThan(0);
    expect(data.disk.database_bytes).toBeGreaterThan(1e6);
    for (const secret of [caller.userId, operator.userId, 'shop.example', 'results/'])
      expect(answer.body).not.toContain(secret);
  });

  it('reads no more tasks than its limit, from the end of the index', async () => {
    const { pool } = api.services;
    const figures = createInstallationFigures(createExecutor(pool), null);
    const recent = await figures.recent(new Date(0), 5);
    expect(recent.tasks).toBe(5);
    expect(await figures.disk()).toBeNull();
    const client = await pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        'explain select id from tasks where finished_at > now() order by finished_at desc limit 5',
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan Backward using tasks_finished');
    } finally {
      await client.query('reset enable_seqscan');
      client.release();
    }
  });
});
