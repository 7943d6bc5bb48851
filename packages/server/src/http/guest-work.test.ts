import type { DownloadImageResponse, Session, TaskState } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../domain/caller.ts';
import { sweepRemains } from '../domain/service/sweep.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { succeedTask } from '../testing/settle-task.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { startTestApi } from '../testing/test-api.ts';
import type { TestApi } from '../testing/test-api.ts';
import { acceptTask } from '../testing/test-services.ts';

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());
afterEach(async () => {
  expect(await brokenInvariants(api.services.pool)).toEqual([]);
});

const PASSWORD = 'rightpass1';
let people = 0;
/** Who has been a guest before, and kept their credits. */
async function member(): Promise<{ email: string; session: Session }> {
  people += 1;
  const email = `guestwork${people}@shop.example`;
  const body = { email, password: PASSWORD, first_name: 'Ann', last_name: 'Smith' };
  const { access } = await api.guest();
  return {
    email,
    session: await api.data<Session>('register', { body, access, ip: `198.51.100.${people}` }),
  };
}
const signIn = (email: string, access?: string) =>
  api.data<Session>('login', {
    body: { email, password: PASSWORD },
    ...(access !== undefined && { access }),
  });
const callerOf = (access: string): Promise<Caller> => api.services.sessions.authenticate(access);
const stateOf = (access: string, task_id: string) => api.send('checkStatus', { access, query: { task_id } });

describe('a guest who signs in to an account that is there', () => {
  it('brings along what they made, with its links and downloads, and no credits', async () => {
    const ann = await member();
    const guest = await api.guest();
    const caller = await callerOf(guest.access);
    const key = await api.services.upload(caller);
    const taskId = await acceptTask(api.services, caller, key);
    await succeedTask(api.services, taskId);
    const fullKey = `results/${caller.userId}/${taskId}/1-full.png`;
    const before = await api.balance(ann.session.access);
    const paid = await api.send('downloadImage', { access: guest.access, body: { key: fullKey } });
    expect(paid.json<DownloadImageResponse>().download_credits).toBe(1);

    const { access } = await signIn(ann.email, guest.access);
    expect((await stateOf(access, taskId)).json<TaskState>().status).toBe('SUCCESS');
    expect(await api.balance(access)).toEqual(before);
    // Paid for as a guest.
    const again = await api.send('downloadImage', { access, body: { key: fullKey } });
    expect(again.json<DownloadImageResponse>()).toMatchObject({ download_credits: before.downloads });
    // The photo can be worked on again.
    await acceptTask(api.services, await callerOf(access), key);
    // Nothing is left for whoever still holds the guest's session.
    expect((await stateOf(guest.access, taskId)).statusCode).toBe(404);
    expect((await api.send('refreshSession', { body: { refresh: guest.refresh } })).statusCode).toBe(401);
  });

  it('leaves behind what still runs, so that its credit goes back to whom it was taken from', async () => {
    const ann = await member();
    const guest = await api.guest();
    const caller = await callerOf(guest.access);
    const taskId = await acceptTask(api.services, caller);
    const before = await api.balance(ann.session.access);
    const { access } = await signIn(ann.email, guest.access);
    expect((await stateOf(access, taskId)).statusCode).toBe(404);
    await api.services.generations.cancel(caller, [taskId]);
    expect(await api.balance(access)).toEqual(before);
    expect((await api.balance(guest.access)).generations).toBe(5);
  });

  it('is somebody else than a member, who takes nothing along to another account', async () => {
    const [ann, bob] = [await member(), await member()];
    const taskId = await acceptTask(api.services, await callerOf(ann.session.access));
    await succeedTask(api.services, taskId);
    const { access } = await signIn(bob.email, ann.session.access);
    expect((await stateOf(access, taskId)).statusCode).toBe(404);
    expect((await stateOf(ann.session.access, taskId)).statusCode).toBe(200);
  });

  it('comes along once, whoever asks at the same moment', async () => {
    const [ann, bob] = [await member(), await member()];
    const guest = await api.guest();
    const taskId = await acceptTask(api.services, await callerOf(guest.access));
    await succeedTask(api.services, taskId);
    const sessions = await Promise.all([ann, bob].map(({ email }) => signIn(email, guest.access)));
    const statuses = await Promise.all(
      sessions.map(async ({ access }) => (await stateOf(access, taskId)).statusCode),
    );
    expect(statuses.toSorted()).toEqual([200, 404]);
  });

  it('is gone with the account, files included', async () => {
    const ann = await member();
    const guest = await api.guest();
    const key = await api.services.upload(await callerOf(guest.access));
    const { access } = await signIn(ann.email, guest.access);
    expect(await api.services.objects.head(key)).not.toBeNull();
    await api.send('deleteAccount', { access, body: { password: PASSWORD } });
    clock.advance(11 * 60);
    const { database, lifecycle, objects } = api.services;
    await sweepRemains({ database, lifecycle, objects, clock, logger: silentLogger });
    expect(await api.services.objects.head(key)).toBeNull();
    const { rows } = await api.services.pool.query('select id from users where id = $1', [
      guest.info.user.id,
    ]);
    expect(rows).toEqual([]);
  });
});
