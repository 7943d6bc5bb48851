import type { DownloadImageResponse, Session, TaskState } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/platform/access/caller.ts';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import { accountSuite } from '../../src/testing/account-suite.ts';
import { succeedTask } from '../../src/testing/settle-task.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { acceptTask } from '../../src/testing/test-services.ts';

const suite = accountSuite();
const { clock } = suite;

/** Creates a member who started as a guest and kept their credits. */
const member = async () => suite.newAccount(await suite.api.guest());
const signIn = (email: string, access?: string) =>
  suite.api.data<Session>('login', {
    body: { email, password: 'rightpass1' },
    ...(access !== undefined && { access }),
  });
const getCaller = (access: string): Promise<Caller> => suite.api.services.sessions.authenticate(access);
const requestState = (access: string, task_id: string) =>
  suite.api.send('checkStatus', { access, query: { task_id } });

describe('a guest who signs in to an existing account', () => {
  it('keeps their work, with its links and downloads, but no credits', async () => {
    const ann = await member();
    const guest = await suite.api.guest();
    const caller = await getCaller(guest.access);
    const key = await suite.api.services.upload(caller);
    const taskId = await acceptTask(suite.api.services, caller, key);
    await succeedTask(suite.api.services, taskId);
    const fullKey = `results/${caller.userId}/${taskId}/1-full.png`;
    const before = await suite.api.balance(ann.session.access);
    const paid = await suite.api.send('downloadImage', { access: guest.access, body: { key: fullKey } });
    expect(paid.json<DownloadImageResponse>().download_credits).toBe(1);

    const { access } = await signIn(ann.email, guest.access);
    expect((await requestState(access, taskId)).json<TaskState>().status).toBe('SUCCESS');
    expect(await suite.api.balance(access)).toEqual(before);
    // The download is free, because the user paid for it as a guest.
    const again = await suite.api.send('downloadImage', { access, body: { key: fullKey } });
    expect(again.json<DownloadImageResponse>()).toMatchObject({ download_credits: before.downloads });
    // The account can use the photo that the guest uploaded.
    await acceptTask(suite.api.services, await getCaller(access), key);
    // The guest's session no longer grants access to the task.
    expect((await requestState(guest.access, taskId)).statusCode).toBe(401);
    expect((await suite.api.send('refreshSession', { body: { refresh: guest.refresh } })).statusCode).toBe(
      401,
    );
  });

  it('leaves running tasks with the guest, so that their credit is returned to the guest', async () => {
    const ann = await member();
    const guest = await suite.api.guest();
    const caller = await getCaller(guest.access);
    const taskId = await acceptTask(suite.api.services, caller);
    const before = await suite.api.balance(ann.session.access);
    const { access } = await signIn(ann.email, guest.access);
    expect((await requestState(access, taskId)).statusCode).toBe(404);
    await suite.api.services.generations.cancel(caller, [taskId]);
    expect(await suite.api.balance(access)).toEqual(before);
    expect(await suite.api.services.credits.freemiumCredits(caller)).toBe(5);
  });

  it('brings work only as a guest, not as a member of an account', async () => {
    const [ann, bob] = [await member(), await member()];
    const taskId = await acceptTask(suite.api.services, await getCaller(ann.session.access));
    await succeedTask(suite.api.services, taskId);
    const { access } = await signIn(bob.email, ann.session.access);
    expect((await requestState(access, taskId)).statusCode).toBe(404);
    expect((await requestState(ann.session.access, taskId)).statusCode).toBe(200);
  });

  it('has the work moved once, however many sign-ins run in parallel', async () => {
    const [ann, bob] = [await member(), await member()];
    const guest = await suite.api.guest();
    const taskId = await acceptTask(suite.api.services, await getCaller(guest.access));
    await succeedTask(suite.api.services, taskId);
    const sessions = await Promise.all([ann, bob].map(({ email }) => signIn(email, guest.access)));
    const statuses = await Promise.all(
      sessions.map(async ({ access }) => (await requestState(access, taskId)).statusCode),
    );
    expect(statuses.toSorted()).toEqual([200, 404]);
  });

  it('has the work deleted with the account, files included', async () => {
    const ann = await member();
    const guest = await suite.api.guest();
    const key = await suite.api.services.upload(await getCaller(guest.access));
    const { access } = await signIn(ann.email, guest.access);
    expect(await suite.api.services.objects.head(key)).not.toBeNull();
    await suite.api.send('deleteAccount', { access, body: { password: 'rightpass1' } });
    clock.advance(36 * 60);
    await sweepExpired({ ...suite.api.services, clock, logger: silentLogger });
    expect(await suite.api.services.objects.head(key)).toBeNull();
    const { rows } = await suite.api.services.pool.query('select id from users where id = $1', [
      guest.info.user.id,
    ]);
    expect(rows).toEqual([]);
  });
});
