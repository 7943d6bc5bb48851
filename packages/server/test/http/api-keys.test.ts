import type { ApiKey, NewApiKey, Organization, Session } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEYS_PER_MEMBER } from '../../src/api/keys/service.ts';
import type { KeyCaller } from '../../src/platform/access/caller.ts';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import { entitle } from '../../src/testing/entitle.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { claimTask, succeedTask } from '../../src/testing/settle-task.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { createNewcomers } from '../../src/testing/newcomers.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { acceptTask } from '../../src/testing/test-services.ts';

const DAY_S = 24 * 3600;
const HOME = { ip: '203.0.113.7', userAgent: 'curl' };

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const register = createNewcomers(() => api, 'key');
/** Registers a user and grants their organization the entitlements that only some plans include. */
const newcomer: typeof register = async () => {
  const person = await register();
  await entitle(api.services, person.userId);
  return person;
};

async function joinOrganization(ownerAccess: string, role = 'member') {
  const person = await newcomer();
  await api.data('inviteMember', { access: ownerAccess, body: { email: person.email, role } });
  await api.deliverMails();
  const mail = api.services.mails.findLast(({ to }) => to === person.email);
  const token = /#invitation=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  const body = { token };
  const session = await api.data<Session>('acceptInvitation', { access: person.access, body });
  return { ...person, access: session.access };
}

const newKey = (access: string, fields: Record<string, unknown> = {}) =>
  api.data<NewApiKey>('createApiKey', {
    access,
    body: { name: 'Shop', mode: 'live', scopes: ['images:write'], ...fields },
  });
const listKeys = (access: string) => api.data<ApiKey[]>('listApiKeys', { access });
const getStatus = async (...request: Parameters<TestApi['send']>) => (await api.send(...request)).statusCode;
const authenticate = (secret: string, from = HOME): Promise<KeyCaller> =>
  api.services.apiKeys.authenticate(secret, from);
const refusal = (code: string) => expect.objectContaining({ code }) as Error;
const expectRefused = (secret: string, code = 'KEY_INVALID') =>
  expect(authenticate(secret)).rejects.toEqual(refusal(code));

async function withCredits(userId: string, credits: number): Promise<void> {
  const entry = { userId, ledger: 'freemium', kind: 'grant', delta: credits } as const;
  await api.services.database.stores.ledger.append({ ...entry, reference: `test:${userId}` });
}

describe('an API key', () => {
  it('is shown once, and stored only as a hash', async () => {
    const { access, userId } = await newcomer();
    const { secret, ...key } = await newKey(access, { scopes: ['usage:read', 'images:read', 'images:read'] });
    expect(secret).toMatch(/^pk_live_\w{36}$/);
    expect(key).toMatchObject({
      name: 'Shop',
      mode: 'live',
      starts_with: secret.slice(0, 12),
      scopes: ['images:read', 'usage:read'],
      addresses: [],
      monthly_ceiling: null,
      spent_this_month: 0,
      expires_at: null,
      last_used_at: null,
      rotated_until: null,
      member: { user_id: userId, name: 'Ann Smith', is_you: true },
    });
    expect(await listKeys(access)).toEqual([key]);
    const { rows } = await api.services.pool.query('select to_jsonb(k) as row from api_keys k');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(12));
    expect(api.log()).not.toContain(secret);
  });

  it('acts for its member in their organization, but isn’t a session', async () => {
    const { access, userId } = await newcomer();
    const { secret, id } = await newKey(access, { mode: 'test', scopes: ['images:read'] });
    const { id: organizationId } = await api.data<Organization>('getOrganization', { access });
    expect(await authenticate(secret)).toEqual({
      userId,
      organizationId,
      familyId: id,
      role: 'owner',
      key: { id, mode: 'test', scopes: ['images:read'] },
    });
    expect(await getStatus('getUserDetails', { access: secret })).toBe(401);
    expect(await getStatus('createApiKey', { access: secret, body: {} })).toBe(401);
  });

  it('records its last use, once a minute', async () => {
    const { access } = await newcomer();
    const { secret } = await newKey(access);
    const lastUse = async () => (await listKeys(access))[0]?.last_used_at ?? null;
    await authenticate(secret);
    const first = clock.now().toISOString();
    expect(await lastUse()).toBe(first);
    clock.advance(59);
    await authenticate(secret);
    expect(await lastUse()).toBe(first);
    clock.advance(1);
    await authenticate(secret);
    expect(await lastUse()).toBe(clock.now().toISOString());
  });

  it('expires, and can be extended', async () => {
    const { access } = await newcomer();
    const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
    const { secret, id } = await newKey(access, { expires_at: later(60) });
    await authenticate(secret);
    clock.advance(60);
    await expectRefused(secret, 'KEY_EXPIRED');
    const past = { expires_at: later(-1) };
    expect(await getStatus('updateApiKey', { access, params: { id }, body: past })).toBe(400);
    const body = { name: 'Shop', mode: 'live', scopes: ['images:read'], ...past };
    expect(await getStatus('createApiKey', { access, body })).toBe(400);
    await api.data('updateApiKey', { access, params: { id }, body: { expires_at: null } });
    await authenticate(secret);
  });

  it('works only from its listed network addresses', async () => {
    const { access } = await newcomer();
    const addresses = ['203.0.113.0/24', '2001:db8::1'];
    const { secret, id } = await newKey(access, { addresses });
    await authenticate(secret, { ...HOME, ip: '::ffff:203.0.113.9' });
    await authenticate(secret, { ...HOME, ip: '2001:db8::1' });
    await expect(authenticate(secret, { ...HOME, ip: '198.51.100.1' })).rejects.toEqual(
      refusal('KEY_ADDRESS_REFUSED'),
    );
    for (const bad of ['203.0.113.0/33', 'shop.example', '203.0.113', '1.2.3.4/', '::g']) {
      const change = { access, params: { id }, body: { addresses: [bad] } };
      expect(await getStatus('updateApiKey', change), bad).toBe(400);
    }
    await api.data('updateApiKey', { access, params: { id }, body: { addresses: [] } });
    await authenticate(secret, { ...HOME, ip: '198.51.100.1' });
  });

  it('has two valid secrets for a day after a rotation', async () => {
    const { access, email } = await newcomer();
    const first = await newKey(access);
    const params = { id: first.id };
    const second = await api.data<NewApiKey>('rotateApiKey', { access, params });
    expect(second).toMatchObject({ id: first.id, starts_with: second.secret.slice(0, 12) });
    expect(second.rotated_until).toBe(new Date(clock.now().getTime() + DAY_S * 1000).toISOString());
    clock.advance(DAY_S - 1);
    const callers = [await authenticate(first.secret), await authenticate(second.secret)];
    expect(callers.map(({ key }) => key.id)).toEqual([first.id, first.id]);
    clock.advance(1);
    await expectRefused(first.secret);
    await authenticate(second.secret);
    const { access: again } = await api.data<Session>('login', {
      body: { email, password: 'rightpass1' },
    });
    const third = await api.data<NewApiKey>('rotateApiKey', { access: again, params });
    const fourth = await api.data<NewApiKey>('rotateApiKey', { access: again, params });
    await expectRefused(second.secret);
    await authenticate(third.secret);
    await authenticate(fourth.secret);
    await api.send('revokeApiKey', { access: again, params });
    for (const { secret } of [first, second, third, fourth]) await expectRefused(secret);
  });

  it('ends at once when it is revoked', async () => {
    const { access } = await newcomer();
    const { secret, id } = await newKey(access);
    expect(await getStatus('revokeApiKey', { access, params: { id } })).toBe(204);
    await expectRefused(secret);
    expect(await listKeys(access)).toEqual([]);
    for (const name of ['revokeApiKey', 'rotateApiKey'] as const) {
      expect(await getStatus(name, { access, params: { id } }), name).toBe(404);
    }
  });

  it('is refused when it is mistyped or unknown', async () => {
    const { secret } = await newKey((await newcomer()).access);
    await expectRefused(`${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`);
    await expectRefused(secret.replace('live', 'test'));
    await expectRefused('');
  });

  it('is limited to fifty per member', async () => {
    const { access } = await newcomer();
    for (let keyCount = 0; keyCount < API_KEYS_PER_MEMBER; keyCount += 1) await newKey(access);
    const body = { name: 'One more', mode: 'live', scopes: ['images:read'] };
    expect(await getStatus('createApiKey', { access, body })).toBe(409);
  });

  it('needs a name and a scope', async () => {
    const { access } = await newcomer();
    const right = { name: 'Shop', mode: 'live', scopes: ['images:read'] };
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { mode: 'other' },
      { scopes: [] },
      { scopes: ['everything'] },
      { monthly_ceiling: 0 },
      { monthly_ceiling: 1.5 },
    ]) {
      const body = { ...right, ...wrong };
      expect(await getStatus('createApiKey', { access, body }), JSON.stringify(wrong)).toBe(400);
    }
  });
});

describe('API keys of an organization', () => {
  it('are visible and revocable to owners and admins, and to members only if they are their own', async () => {
    const owner = await newcomer();
    const admin = await joinOrganization(owner.access, 'admin');
    const member = await joinOrganization(owner.access);
    const stranger = await newcomer();
    const annas = await newKey(owner.access);
    // Advances the clock, because the list is sorted by creation time.
    clock.advance(1);
    const bobs = await newKey(member.access);
    const idsSeen = async (access: string) => (await listKeys(access)).map(({ id }) => id);
    expect(await idsSeen(owner.access)).toEqual([annas.id, bobs.id]);
    expect(await idsSeen(admin.access)).toEqual([annas.id, bobs.id]);
    expect(await idsSeen(member.access)).toEqual([bobs.id]);
    expect(await idsSeen(stranger.access)).toEqual([]);
    const params = { id: annas.id };
    for (const access of [member.access, stranger.access]) {
      expect(await getStatus('updateApiKey', { access, params, body: { name: 'Mine' } })).toBe(404);
      expect(await getStatus('rotateApiKey', { access, params })).toBe(404);
      expect(await getStatus('revokeApiKey', { access, params })).toBe(404);
    }
    // Only the key's member may rotate it or change its scopes; otherwise an admin could act as that person.
    const theirs = { access: admin.access, params: { id: bobs.id } };
    expect(await getStatus('rotateApiKey', theirs)).toBe(403);
    expect(await getStatus('updateApiKey', { ...theirs, body: { scopes: ['images:read'] } })).toBe(403);
    await authenticate(bobs.secret);
    expect(await getStatus('revokeApiKey', theirs)).toBe(204);
    await expectRefused(bobs.secret);
    await authenticate(annas.secret);
  });

  it('have the current role of their member', async () => {
    const owner = await newcomer();
    const admin = await joinOrganization(owner.access, 'admin');
    const { secret } = await newKey(admin.access);
    expect((await authenticate(secret)).role).toBe('admin');
    const params = { user_id: admin.userId };
    await api.data('changeMemberRole', { access: owner.access, params, body: { role: 'member' } });
    expect((await authenticate(secret)).role).toBe('member');
    // Sets the role `guest`, because every other role has the permission that keys check.
    await api.services.pool.query(`update memberships set role = 'guest' where user_id = $1`, [admin.userId]);
    await expectRefused(secret);
  });

  it.each(['removed', 'moved to another organization', 'gone after leaving', 'deleted'])(
    'are revoked for good when their member is %s',
    async (how) => {
      const owner = await newcomer();
      const member = await joinOrganization(owner.access);
      const { secret } = await newKey(member.access);
      const { access } = member;
      if (how === 'removed') {
        await api.data('removeMember', { access: owner.access, params: { user_id: member.userId } });
      } else if (how === 'gone after leaving') await api.data('leaveOrganization', { access });
      else if (how === 'deleted') {
        await api.send('deleteAccount', { access, body: { password: 'rightpass1' } });
      } else {
        const other = await newcomer();
        await api.data('inviteMember', { access: other.access, body: { email: member.email } });
        await api.deliverMails();
        const mail = api.services.mails.findLast(({ to }) => to === member.email);
        const token = /#invitation=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
        await api.data('acceptInvitation', { access, body: { token } });
      }
      await expectRefused(secret);
      const { rows } = await api.services.pool.query(
        `select from api_keys where user_id = $1 and ended_at is null`,
        [member.userId],
      );
      expect(rows).toHaveLength(0);
      // The key is still refused after its member returned to the organization.
      const { id } = await api.data<Organization>('getOrganization', { access: owner.access });
      await api.services.database.stores.organizations.move(member.userId, id, 'member');
      await expectRefused(secret);
    },
  );

  it('are refused while their member is in another organization, even if they aren’t marked as ended', async () => {
    const owner = await newcomer();
    const member = await joinOrganization(owner.access);
    const { secret } = await newKey(member.access);
    const other = await newcomer();
    const { id } = await api.data<Organization>('getOrganization', { access: other.access });
    await api.services.database.stores.organizations.move(member.userId, id, 'member');
    await expectRefused(secret);
  });

  it('are refused for guests', async () => {
    const { access } = await api.guest();
    expect(await getStatus('listApiKeys', { access })).toBe(403);
    const body = { name: 'Shop', mode: 'live', scopes: ['images:read'] };
    expect(await getStatus('createApiKey', { access, body })).toBe(403);
  });

  it('are removed with their organization, and 90 days after they ended', async () => {
    const owner = await newcomer();
    const keys = [await newKey(owner.access), await newKey(owner.access)];
    await api.send('revokeApiKey', { access: owner.access, params: { id: keys[0]?.id ?? '' } });
    const countKeys = async () =>
      (await api.services.pool.query('select from api_keys where user_id = $1', [owner.userId])).rowCount;
    const sweep = () => sweepExpired({ ...api.services, clock, logger: silentLogger });
    clock.advance(90 * DAY_S - 1);
    await sweep();
    expect(await countKeys()).toBe(2);
    clock.advance(2);
    await sweep();
    expect(await countKeys()).toBe(1);
    const { id } = await api.services.apiKeys
      .authenticate(keys[1]?.secret ?? '', HOME)
      .then(({ key }) => key);
    await api.services.pool.query(
      'delete from organizations where id = (select organization_id from api_keys where id = $1)',
      [id],
    );
    expect(await countKeys()).toBe(0);
  });
});

describe('the monthly ceiling of a key', () => {
  it('holds exactly under 200 parallel spends', async () => {
    const { access, userId } = await newcomer();
    await withCredits(userId, 500);
    const { secret } = await newKey(access, { monthly_ceiling: 5 });
    const caller = await authenticate(secret);
    const key = await api.services.upload(caller);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => acceptTask(api.services, caller, key)),
    );
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refusals).toHaveLength(195);
    // On a busy machine, some requests wait too long for a database connection.
    const codes = refusals.map((each) => (each as { code: string }).code);
    expect(new Set([...codes, 'SERVERS_BUSY'])).toEqual(new Set(['KEY_CEILING_REACHED', 'SERVERS_BUSY']));
    expect((await listKeys(access))[0]).toMatchObject({ monthly_ceiling: 5, spent_this_month: 5 });
    const { generations } = await api.balance(access);
    expect(generations).toBe(495);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('is restored by the cost of a failed request, but not of a successful one', async () => {
    const { access, userId } = await newcomer();
    await withCredits(userId, 20);
    const { secret } = await newKey(access, { monthly_ceiling: 2 });
    const caller = await authenticate(secret);
    const spentThisMonth = async () => (await listKeys(access))[0]?.spent_this_month;
    await succeedTask(api.services, await acceptTask(api.services, caller));
    const failing = await acceptTask(api.services, caller);
    await expect(acceptTask(api.services, caller)).rejects.toEqual(refusal('KEY_CEILING_REACHED'));
    const { attempt } = await claimTask(api.services, failing);
    await api.services.lifecycle.fail({ taskId: failing, attempt }, 'TASK_FAILED');
    expect(await spentThisMonth()).toBe(1);
    const canceled = await acceptTask(api.services, caller);
    expect(await spentThisMonth()).toBe(2);
    await api.services.generations.cancel(caller, [canceled]);
    expect(await spentThisMonth()).toBe(1);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('applies to a calendar month, and a later refund counts for the month of the request', async () => {
    const { access, userId, email } = await newcomer();
    await withCredits(userId, 20);
    const { secret, id } = await newKey(access, { monthly_ceiling: 1 });
    const caller = await authenticate(secret);
    const taskId = await acceptTask(api.services, caller);
    clock.advance(31 * DAY_S);
    const body = { email, password: 'rightpass1' };
    const { access: later } = await api.data<Session>('login', { body });
    expect((await listKeys(later))[0]?.spent_this_month).toBe(0);
    await acceptTask(api.services, caller);
    await api.services.generations.cancel(caller, [taskId]);
    const { rows } = await api.services.pool.query(
      'select spent from api_key_months where key_id = $1 order by month',
      [id],
    );
    expect(rows).toEqual([{ spent: 0 }, { spent: 1 }]);
    await api.data('updateApiKey', { access: later, params: { id }, body: { monthly_ceiling: 2 } });
    await acceptTask(api.services, caller);
    await expect(acceptTask(api.services, caller)).rejects.toEqual(refusal('KEY_CEILING_REACHED'));
  });

  it('doesn’t limit users without a key', async () => {
    const { access, userId } = await newcomer();
    await withCredits(userId, 3);
    await newKey(access, { monthly_ceiling: 1 });
    const caller = await api.services.sessions.authenticate(access);
    await acceptTask(api.services, caller);
    await acceptTask(api.services, caller);
    expect((await listKeys(access))[0]?.spent_this_month).toBe(0);
  });
});
