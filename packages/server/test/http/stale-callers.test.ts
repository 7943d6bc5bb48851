import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@packshot/contract';
import type {
  AuthorizationSummary,
  EndpointName,
  InvoicesPage,
  Organization,
  Session,
  SubscriptionDetails,
} from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/platform/access/caller.ts';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import type { ApiCallOptions } from '../../src/testing/api-client.ts';
import {
  MANAGERS_ONLY,
  NAMES_A_THING,
  OPERATORS_ONLY,
  rightRequest,
} from '../../src/testing/endpoint-requests.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

/*
 * Access tokens may be older than the user's current rights. Tests the endpoints that accept a token after the caller's
 * rights have changed.
 */

const WITH_TOKEN = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
  (name) => ENDPOINTS[name].auth !== 'none',
);
const NEEDS_TOKEN = WITH_TOKEN.filter((name) => ENDPOINTS[name].auth === 'bearer');

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

interface SessionUser {
  readonly access: string;
  readonly refresh: string;
  readonly caller: Caller;
}

async function person(): Promise<SessionUser> {
  const session = await api.services.sessions.createGuest({ ip: '192.0.2.9', userAgent: 'test' });
  const caller = await api.services.sessions.authenticate(session.access);
  const { userId } = caller;
  const email = `${userId}@shop.example`;
  await api.services.pool.query(`update users set is_guest = false, email = $2 where id = $1`, [
    userId,
    email,
  ]);
  await api.services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [userId]);
  return { access: session.access, refresh: session.refresh, caller: { ...caller, role: 'owner' } };
}

/** Creates an organization with a paid plan, and an owner who remains. */
async function shopWithPlan(): Promise<SessionUser> {
  const owner = await person();
  const { billing } = api.services;
  const { url } = await billing.checkout(owner.caller, { plan_id: 'lite-month' }, '');
  const checkout_id = new URLSearchParams(url.slice(url.indexOf('?'))).get('checkout') ?? '';
  await billing.actInDemo(owner.caller, { action: 'confirm', checkout_id });
  return owner;
}

async function joinShop(shop: SessionUser, who: SessionUser, role: 'admin' | 'member'): Promise<void> {
  await api.services.database.stores.organizations.move(who.caller.userId, shop.caller.organizationId, role);
}

async function onAnotherDevice({ caller }: SessionUser): Promise<string> {
  const { refreshTokens } = api.services.database.stores;
  const familyId = randomUUID();
  await refreshTokens.insertFamily(familyId, caller.userId, 'another device', new Date());
  return api.services.accessTokens.issue({ userId: caller.userId, familyId });
}

const createRequest = (name: EndpointName, { caller }: SessionUser): ApiCallOptions =>
  rightRequest(name, {
    userId: caller.userId,
    key: `uploads/${caller.userId}/${randomUUID()}`,
    taskId: randomUUID(),
    sessionId: randomUUID(),
  });

async function getStatus(name: EndpointName, access: string, options: ApiCallOptions): Promise<number> {
  const { json, form, params, query } = options;
  const answer = await api.send(name, {
    access,
    ...(params && { params }),
    ...(query && { query }),
    ...(json !== undefined && { body: json }),
    ...(form && {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  return answer.statusCode;
}

const sweep = async (): Promise<void> => {
  // Moves the deletion into the past by more than the waiting period before data is removed.
  await api.services.pool.query(`update users set deleted_at = deleted_at - interval '1 hour'`);
  const clock = { now: () => new Date() };
  await sweepExpired({ ...api.services, clock, logger: silentLogger });
};

describe('a caller whose sign-in or account has ended', () => {
  const ends: Record<string, (who: SessionUser) => Promise<void>> = {
    'signed out': ({ refresh }) => api.services.sessions.logout(refresh),
    'ended from another device': ({ caller }) =>
      api.services.sessions.revokeOthers({ ...caller, familyId: randomUUID() }),
    deleted: ({ caller }) => api.services.accounts.delete(caller, undefined),
    'deleted and swept': async ({ caller }) => {
      await api.services.accounts.delete(caller, undefined);
      await sweep();
    },
    'joined another organization with this session': async (who) => {
      const shop = await person();
      const email = `${who.caller.userId}@shop.example`;
      await api.data('inviteMember', { access: shop.access, body: { email } });
      await api.deliverMails();
      const token = /#invitation=([\w-]{43})/.exec(api.services.mails.at(-1)?.text ?? '')?.[1];
      await api.data<Session>('acceptInvitation', { access: who.access, body: { token } });
    },
  };
  it.each(Object.entries(ends))('is refused at every endpoint: %s', async (_state, end) => {
    const who = await person();
    const requests = NEEDS_TOKEN.map((name) => [name, createRequest(name, who)] as const);
    await end(who);
    for (const [name, request] of requests) {
      expect(await getStatus(name, who.access, request), name).toBe(401);
    }
    // A token that is sent must be valid even where it is optional.
    const password = 'rightpass1';
    const email = 'new@shop.example';
    const people = { register: { email, password, first_name: 'Zoe' }, login: { email, password } };
    for (const [name, json] of Object.entries(people)) {
      expect(await getStatus(name as EndpointName, who.access, { json }), name).toBe(401);
    }
  });
});

describe('a caller who changed organization or role', () => {
  /** Endpoints that change the caller's rights, so that the next call needs another caller. */
  const CHANGES_CALLER: ReadonlySet<EndpointName> = new Set<EndpointName>([
    'deleteAccount',
    'leaveOrganization',
    'changeMemberRole',
  ]);

  async function everyAnswer(become: () => Promise<SessionUser>): Promise<Map<EndpointName, number>> {
    const answers = new Map<EndpointName, number>();
    let who = await become();
    for (const name of NEEDS_TOKEN) {
      answers.set(name, await getStatus(name, who.access, createRequest(name, who)));
      if (CHANGES_CALLER.has(name)) who = await become();
    }
    return answers;
  }

  /**
   * Whether the endpoint has handled the request: it succeeded, the resource is missing, or the request is invalid in
   * its context.
   */
  const isAnswered = (name: EndpointName, status: number): boolean =>
    status === ENDPOINTS[name].successStatus ||
    (NAMES_A_THING.has(name) && status === 404) ||
    [402, 404, 409, 410, 422].includes(status);

  async function assertMembership(
    who: SessionUser,
    organizationId: string,
    canManage: boolean,
  ): Promise<void> {
    const { access } = who;
    const organization = await api.data<Organization>('getOrganization', { access });
    expect(organization).toMatchObject({ id: organizationId, can_manage: canManage });
    const details = await api.data<SubscriptionDetails>('getSubscriptionDetails', { access });
    expect(details.can_manage).toBe(canManage);
    const summary = (await api.send('getAuthorization', { access })).json<AuthorizationSummary>();
    expect(summary.permissions.includes('billing.manage')).toBe(canManage);
  }

  const asMember: Record<string, (shop: SessionUser) => Promise<SessionUser>> = {
    'joined from another device': async (shop) => {
      const who = await person();
      const access = await onAnotherDevice(who);
      await joinShop(shop, who, 'member');
      return { ...who, access };
    },
    demoted: async (shop) => {
      const who = await person();
      await joinShop(shop, who, 'admin');
      const params = { user_id: who.caller.userId };
      await api.data('changeMemberRole', { access: shop.access, params, body: { role: 'member' } });
      return who;
    },
  };
  it.each(Object.entries(asMember))('can’t manage anything as a member: %s', async (_state, become) => {
    const shop = await shopWithPlan();
    for (const [name, status] of await everyAnswer(() => become(shop))) {
      if (MANAGERS_ONLY.has(name) || OPERATORS_ONLY.has(name)) expect(status, name).toBe(403);
      else expect(isAnswered(name, status), `${name}: ${status}`).toBe(true);
    }
    await assertMembership(await become(shop), shop.caller.organizationId, false);
    // The organization still has its plan.
    const { data } = await api.services.billing.invoices(shop.caller, { page: 1, per_page: 20 });
    expect(data).toHaveLength(1);
    const details = await api.services.billing.details(shop.caller);
    expect(details).toMatchObject({ plan_id: 'lite-month', cancel_at: null });
  });

  it('has their own organization after a removal, and no access to the former one', async () => {
    const shop = await shopWithPlan();
    const become = async () => {
      const who = await person();
      await joinShop(shop, who, 'admin');
      const params = { user_id: who.caller.userId };
      await api.data('removeMember', { access: shop.access, params });
      return who;
    };
    for (const [name, status] of await everyAnswer(become)) {
      // Members can't remove themselves; they have to use `leaveOrganization`.
      if (name === 'removeMember' || OPERATORS_ONLY.has(name)) expect(status, name).toBe(403);
      else expect(isAnswered(name, status), `${name}: ${status}`).toBe(true);
    }
    const who = await become();
    const { organizationId } = await api.services.sessions.authenticate(who.access);
    expect(organizationId).not.toBe(shop.caller.organizationId);
    await assertMembership(who, organizationId, true);
    const invoices = (await api.send('listInvoices', { access: who.access })).json<InvoicesPage>();
    expect(invoices.data).toEqual([]);
    const cancel = await api.send('actInDemo', { access: who.access, body: { action: 'cancel' } });
    expect(cancel.json()).toMatchObject({ code: 'NO_SUBSCRIPTION' });
  });

  it('can manage at once after a promotion', async () => {
    const shop = await shopWithPlan();
    const who = await person();
    await joinShop(shop, who, 'member');
    expect((await api.send('listInvoices', { access: who.access })).statusCode).toBe(403);
    const params = { user_id: who.caller.userId };
    await api.data('changeMemberRole', { access: shop.access, params, body: { role: 'admin' } });
    const invoices = (await api.send('listInvoices', { access: who.access })).json<InvoicesPage>();
    expect(invoices.data).toHaveLength(1);
    await assertMembership(who, shop.caller.organizationId, true);
  });

  it('is refused with the guest’s token after becoming or joining an account', async () => {
    for (const become of ['register', 'login'] as const) {
      const guest = await api.guest();
      const email = `${randomUUID()}@shop.example`;
      const body = { email, password: 'rightpass1', first_name: 'Zoe', last_name: 'Smith' };
      if (become === 'login') await api.data('register', { body });
      const right = become === 'login' ? { email, password: body.password } : body;
      await api.data(become, { body: right, access: guest.access });
      expect((await api.send('getUserDetails', { access: guest.access })).statusCode, become).toBe(401);
    }
  });
});
