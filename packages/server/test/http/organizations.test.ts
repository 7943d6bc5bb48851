import { INVITATION_TTL_S } from '../../src/organizations/service.ts';
import type { Organization, Session } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { createNewcomers } from '../../src/testing/newcomers.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const newcomer = createNewcomers(() => api, 'member');

const readOrganization = (access: string) => api.data<Organization>('getOrganization', { access });
const getStatus = async (...request: Parameters<TestApi['send']>) => (await api.send(...request)).statusCode;

async function invite(access: string, email: string, role = 'member'): Promise<string> {
  await api.data('inviteMember', { access, body: { email, role } });
  await api.deliverMails();
  const mail = api.services.mails.findLast(({ to }) => to === email);
  return /#invitation=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Creates a person who has joined the owner's organization, with the session that joining returned. */
async function joinOrganization(ownerAccess: string, role = 'member') {
  const person = await newcomer();
  const token = await invite(ownerAccess, person.email, role);
  const session = await api.data<Session>('acceptInvitation', { access: person.access, body: { token } });
  return { ...person, session, access: session.access };
}

describe('an organization', () => {
  it('begins with its owner, who can rename it', async () => {
    const owner = await newcomer();
    expect(await readOrganization(owner.access)).toMatchObject({
      name: 'Ann’s workspace',
      members: [{ user_id: owner.userId, role: 'owner', is_you: true }],
      can_manage: true,
    });
    const body = { name: '  Shop & Sons ' };
    const renamed = await api.data<Organization>('updateOrganization', { access: owner.access, body });
    expect(renamed.name).toBe('Shop & Sons');
  });

  it('is joined through a mailed link, once, by the invited address', async () => {
    const owner = await newcomer();
    const guest = await newcomer();
    const stranger = await newcomer();
    const token = await invite(owner.access, guest.email.toUpperCase().replace('MEMBER', 'member'));
    expect(token).toHaveLength(43);
    expect((await readOrganization(owner.access)).invitations).toHaveLength(1);
    const body = { token };
    // A user whom the invitation isn't for is refused, and the link remains valid.
    expect(await getStatus('acceptInvitation', { access: stranger.access, body })).toBe(410);
    const session = await api.data<Session>('acceptInvitation', { access: guest.access, body });
    expect(session.organization_detail.id).toBe(owner.session.organization_detail.id);
    expect(session.role.name).toBe('member');
    expect(session.info.user.id).toBe(guest.userId);
    // The organization that has no members left is deleted, and its subscription ends.
    expect(api.services.endedSubscriptions).toContain(guest.session.organization_detail.id);
    expect(await getStatus('acceptInvitation', { access: session.access, body })).toBe(410);
    const organization = await readOrganization(session.access);
    expect(organization).toMatchObject({ can_manage: false, invitations: [] });
    expect(organization.members.map(({ role }) => role)).toEqual(['owner', 'member']);
    expect(await getStatus('inviteMember', { access: owner.access, body: { email: guest.email } })).toBe(409);
  });

  it('has invitations that can be withdrawn and replaced, and expire after a week', async () => {
    const owner = await newcomer();
    const guest = await newcomer();
    const first = await invite(owner.access, guest.email);
    const second = await invite(owner.access, guest.email);
    const accept = (token: string) =>
      getStatus('acceptInvitation', { access: guest.access, body: { token } });
    expect(await accept(first)).toBe(410);
    const [invitation] = (await readOrganization(owner.access)).invitations;
    const params = { id: invitation?.id ?? '' };
    const other = await newcomer();
    expect(await getStatus('withdrawInvitation', { access: other.access, params })).toBe(404);
    expect(await getStatus('withdrawInvitation', { access: owner.access, params })).toBe(200);
    expect(await accept(second)).toBe(410);
    const third = await invite(owner.access, guest.email);
    clock.advance(INVITATION_TTL_S + 1);
    const { access } = await api.data<Session>('login', {
      body: { email: guest.email, password: 'rightpass1' },
    });
    expect(await getStatus('acceptInvitation', { access, body: { token: third } })).toBe(410);
  });

  it('lets members read, admins manage, and only owners appoint owners', async () => {
    const owner = await newcomer();
    const admin = await joinOrganization(owner.access, 'admin');
    const member = await joinOrganization(owner.access);
    const change = (access: string, user_id: string, role: string) =>
      getStatus('changeMemberRole', { access, params: { user_id }, body: { role } });
    for (const [name, request] of [
      ['updateOrganization', { body: { name: 'Mine' } }],
      ['inviteMember', { body: { email: 'x@shop.example' } }],
      ['removeMember', { params: { user_id: admin.userId } }],
    ] as const) {
      expect(await getStatus(name, { access: member.access, ...request }), name).toBe(403);
    }
    expect(await change(admin.access, member.userId, 'owner')).toBe(403);
    expect(await change(admin.access, owner.userId, 'member')).toBe(403);
    expect(await getStatus('removeMember', { access: admin.access, params: { user_id: owner.userId } })).toBe(
      403,
    );
    expect(await change(admin.access, member.userId, 'admin')).toBe(200);
    expect(await change(owner.access, admin.userId, 'owner')).toBe(200);
    const stranger = await newcomer();
    expect(await change(owner.access, stranger.userId, 'member')).toBe(404);
    // The server reads the role on each request, so the change counts even with the same token.
    expect(await change(owner.access, owner.userId, 'member')).toBe(200);
    expect(await getStatus('updateOrganization', { access: owner.access, body: { name: 'Mine' } })).toBe(403);
  });

  it('never loses its last owner, even when several leave in parallel', async () => {
    const one = await newcomer();
    expect(await getStatus('leaveOrganization', { access: one.access })).toBe(200);
    const owner = await newcomer();
    const member = await joinOrganization(owner.access);
    expect(await getStatus('leaveOrganization', { access: owner.access })).toBe(409);
    const body = { role: 'member' };
    const params = { user_id: owner.userId };
    expect(await getStatus('changeMemberRole', { access: owner.access, params, body })).toBe(409);
    const password = { password: 'rightpass1' };
    expect(await getStatus('deleteAccount', { access: owner.access, body: password })).toBe(409);
    await api.data('changeMemberRole', {
      access: owner.access,
      params: { user_id: member.userId },
      body: { role: 'owner' },
    });
    // Two members leave at once. The second one is the only member by then, and stays.
    const [first, second] = await Promise.all(
      [owner, member].map(({ access }) => api.data<Session>('leaveOrganization', { access })),
    );
    const { rows } = await api.services.pool.query(`
      select organization_id from memberships group by organization_id
      having not bool_or(role in ('owner', 'guest'))`);
    expect(rows).toEqual([]);
    expect(first?.organization_detail.id).not.toBe(second?.organization_detail.id);
  });

  it('moves a removed member to an organization of their own', async () => {
    const owner = await newcomer();
    const member = await joinOrganization(owner.access);
    const params = { user_id: member.userId };
    const after = await api.data<Organization>('removeMember', { access: owner.access, params });
    expect(after.members).toHaveLength(1);
    const own = await readOrganization(member.access);
    expect(own).toMatchObject({ can_manage: true, members: [{ user_id: member.userId, role: 'owner' }] });
    expect(own.id).not.toBe(after.id);
  });

  it('is not available to guests', async () => {
    const { access } = await api.guest();
    expect(await getStatus('getOrganization', { access })).toBe(403);
    expect(await getStatus('inviteMember', { access, body: { email: 'x@shop.example' } })).toBe(403);
  });
});

describe('a request for a demo', () => {
  const lead = {
    first_name: 'Zoë',
    last_name: 'Li',
    email: 'zoe@chain.example',
    company_name: 'Chain <b>&</b> Co',
    message: 'We have 20,000 products.\n<script>alert(1)</script>',
  };

  it('is stored and mailed to sales, with the sender as the reply address', async () => {
    const answer = await api.send('registerDemo', { body: lead });
    expect(answer.statusCode).toBe(201);
    await api.deliverMails();
    const mail = api.services.mails.at(-1);
    expect(mail).toMatchObject({ to: 'sales@studio.example', replyTo: lead.email });
    expect(mail?.text).toContain('We have 20,000 products.');
    expect(mail?.html).not.toContain('<script>');
    const { rows } = await api.services.pool.query('select company_name from leads where email = $1', [
      lead.email,
    ]);
    expect(rows).toEqual([{ company_name: lead.company_name }]);
  });

  it('is limited to ten times an hour per address', async () => {
    const statuses = [];
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push(await getStatus('registerDemo', { body: lead, ip: '203.0.113.77' }));
    }
    expect(statuses.slice(-3)).toEqual([201, 429, 429]);
  });
});
