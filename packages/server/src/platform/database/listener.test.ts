import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { claimTask, succeedTask } from '../../testing/settle-task.ts';
import { acceptTask, startTestServices } from '../../testing/test-services.ts';
import type { TestServices } from '../../testing/test-services.ts';
import { openListener } from './listener.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.stop());

const cutListeners = () =>
  services.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'packshot-listener' and datname = current_database()`,
  );

describe('the listening connection', () => {
  it('reconnects when its connection is cut, and reports that notifications may have been missed', async () => {
    const heard: string[] = [];
    let reconnects = 0;
    const listener = await openListener({
      databaseUrl: services.url,
      channels: ['test_channel'],
      onNotification: (_channel, payload) => heard.push(payload),
      onReconnect: () => (reconnects += 1),
      logger: silentLogger,
    });
    const notify = (payload: string) =>
      services.pool.query(`select pg_notify('test_channel', $1)`, [payload]);
    await notify('before');
    await eventually('the first notification', async () => heard[0]);
    await cutListeners();
    await eventually('the connection is lost', async () => (listener.isListening() ? undefined : true));
    await eventually('the connection is back', async () => (reconnects === 1 ? true : undefined));
    await notify('after');
    await eventually('the second notification', async () => heard[1]);
    expect(heard).toEqual(['before', 'after']);
    await listener.close();
    await notify('never heard');
    expect(heard).toHaveLength(2);
  });
});

describe('watching a task', () => {
  it('reports changes made while the database connection was down', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const states = services.generations.watch(caller, [taskId], AbortSignal.timeout(20_000));
    const iterator = states[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toMatchObject({ status: 'PENDING' });
    await cutListeners();
    await succeedTask(services, taskId);
    let last = await iterator.next();
    while (last.done !== true && last.value.status !== 'SUCCESS') last = await iterator.next();
    expect(last.value).toMatchObject({ status: 'SUCCESS' });
    expect((await iterator.next()).done).toBe(true);
  });

  it('ends when the watcher disconnects', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const leaving = new AbortController();
    const watchedStatuses: string[] = [];
    const watching = (async () => {
      for await (const state of services.generations.watch(caller, [taskId], leaving.signal))
        watchedStatuses.push(state.status);
    })();
    await eventually('the first state', async () => watchedStatuses[0]);
    leaving.abort();
    await watching;
    expect(watchedStatuses).toEqual(['PENDING']);
  });

  it('reports changes as they happen', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    const iterator = services.generations
      .watch(caller, [taskId], AbortSignal.timeout(20_000))
      [Symbol.asyncIterator]();
    await iterator.next();
    await claimTask(services, taskId);
    expect((await iterator.next()).value).toMatchObject({ status: 'STARTED' });
    await iterator.return?.();
  });

  it('is limited to the caller’s own tasks', async () => {
    const [owner, stranger] = [await services.newGuest(), await services.newGuest()];
    const taskId = await acceptTask(services, owner);
    const first = services.generations
      .watch(stranger, [taskId], AbortSignal.timeout(5_000))
      [Symbol.asyncIterator]()
      .next();
    await expect(first).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });
});
