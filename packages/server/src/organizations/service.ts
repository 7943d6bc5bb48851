import { bind } from '../platform/bind.ts';
import { randomUUID } from 'node:crypto';
import type { DemoRequest, MemberRole, Organization, Session } from '@packshot/contract';
import { addressBucket } from '../platform/access/address-bucket.ts';
import { ATTEMPT_LIMITS, countAttempt } from '../accounts/attempts.ts';
import { requireCaptcha } from '../accounts/require-captcha.ts';
import type { Account } from '../accounts/account-store.ts';
import { confirmAddress } from '../accounts/email-verification.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { FREE_SUBSCRIPTION, defaultOrganizationName } from '../accounts/organization.ts';
import type { OrganizationDatabase, OrganizationStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted, PERMISSIONS } from '../platform/access/permissions.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, startFamily } from '../accounts/token-families.ts';
import type { MemberRow } from './organization-store.ts';

/** Lifetime of an invitation: a week, in case the invited person is on vacation. */
export const INVITATION_TTL_S = 7 * 24 * 3600;

type OrganizationDependencies = Omit<
  AccountDependencies,
  'database' | 'endAccount' | 'passwords' | 'commonPasswords' | 'google' | 'marketplace' | 'signUp'
> & {
  readonly database: OrganizationDatabase;
  /**
   * Ends a deleted organization's subscription. Rejects if the subscription can't be ended; nothing is deleted then.
   */
  readonly endSubscription: (organizationId: string) => Promise<void>;
};

export function createOrganizationService(deps: OrganizationDependencies) {
  return {
    read: (caller: Caller) => inOrganization(deps, caller, 'organization.read', async () => {}),
    rename: (caller: Caller, name: string) =>
      inOrganization(deps, caller, 'organization.manage', async ({ stores, me }) => {
        await stores.organizations.rename(me.organization.id, name);
      }),
    /**
     * Mails an invitation link and invalidates an earlier invitation to the same address. Throws ALREADY_MEMBER,
     * TOO_MANY_REQUESTS.
     */
    invite: bind(deps, invite),
    withdraw: (caller: Caller, invitationId: string) =>
      inOrganization(deps, caller, 'organization.manage', async ({ stores, me }) => {
        if (!(await stores.organizations.deleteInvitation(me.organization.id, invitationId))) {
          throw new DomainError('NOT_FOUND');
        }
      }),
    /**
     * Moves the caller to the organization that invited them. If their old organization is then empty, it is removed
     * and its subscription ends.
     * @throws DomainError LINK_EXPIRED (also for an invitation to another address), LAST_OWNER
     */
    accept: bind(deps, accept),
    /** Changes a member's role. Only owners can appoint or demote owners. Throws FORBIDDEN, NOT_FOUND, LAST_OWNER. */
    changeRole: (caller: Caller, userId: string, role: MemberRole) =>
      inOrganization(deps, caller, 'organization.manage', async (inside) => {
        const member = memberToChange(inside, userId);
        if (role === 'owner' && inside.me.role !== 'owner') throw new DomainError('FORBIDDEN');
        if (role !== 'owner') assertAnotherOwner(inside.members, member);
        await inside.stores.organizations.setRole(userId, role);
      }),
    /** Removes a member, who moves to a new organization of their own. Throws FORBIDDEN, NOT_FOUND, LAST_OWNER. */
    remove: (caller: Caller, userId: string) =>
      inOrganization(deps, caller, 'organization.manage', async (inside) => {
        const member = memberToChange(inside, userId);
        // Members who want to remove themselves have to use `leave`, which also renews the session.
        if (userId === caller.userId) throw new DomainError('FORBIDDEN');
        assertAnotherOwner(inside.members, member);
        await moveToOwn(deps, inside.stores, member);
      }),
    /** Moves the caller to a new organization of their own. Throws LAST_OWNER. */
    leave: bind(deps, leave),
    /** Stores a request for a product demo and notifies the sales team. Throws CAPTCHA_REQUIRED, TOO_MANY_REQUESTS. */
    requestDemo: bind(deps, requestDemo),
  };
}

/**
 * Manages members, roles and invitations. Each operation reads the caller's role again under the organization's lock.
 */
export type OrganizationService = ReturnType<typeof createOrganizationService>;

interface Inside {
  readonly stores: OrganizationStores;
  /** The caller's account as currently stored in the database. */
  readonly me: Account;
  readonly members: readonly MemberRow[];
}

/** Runs `work` under the lock of the caller's organization and returns the organization's new state. */
function inOrganization(
  deps: OrganizationDependencies,
  caller: Caller,
  permission: 'organization.read' | 'organization.manage',
  work: (inside: Inside) => Promise<void>,
): Promise<Organization> {
  return deps.database.transaction(async (stores) => {
    const me = await requireAccount(stores, caller);
    await stores.organizations.lock([me.organization.id]);
    // The role is read under the lock, because it may have been revoked while this request waited for the lock.
    const now = await requireAccount(stores, caller);
    assertPermitted({ ...caller, role: now.role }, permission);
    if (now.organization.id !== me.organization.id) throw new DomainError('FORBIDDEN');
    await work({ stores, me: now, members: await stores.organizations.members(now.organization.id) });
    return present(deps, stores, await requireAccount(stores, caller));
  });
}

async function requireAccount(stores: OrganizationStores, caller: Caller): Promise<Account> {
  const account = await stores.accounts.find(caller.userId);
  if (account === null) throw new DomainError('UNAUTHENTICATED');
  return account;
}

async function present(
  deps: OrganizationDependencies,
  stores: OrganizationStores,
  me: Account,
): Promise<Organization> {
  const { id, name } = me.organization;
  const canManage = PERMISSIONS[me.role].includes('organization.manage');
  const members = await stores.organizations.members(id);
  const invitations = canManage ? await stores.organizations.invitations(id, deps.clock.now()) : [];
  return {
    id,
    name,
    members: members.map((member) => ({
      user_id: member.userId,
      name: [member.firstName, member.lastName].filter((part) => part !== '').join(' '),
      email: member.email,
      role: member.role,
      is_you: member.userId === me.userId,
    })),
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      expires_at: invitation.expiresAt.toISOString(),
    })),
    can_manage: canManage,
  };
}

/**
 * Returns the member to change. Throws NOT_FOUND for a non-member, FORBIDDEN if a non-owner tries to change an owner.
 */
function memberToChange({ members, me }: Inside, userId: string): MemberRow {
  const member = members.find((candidate) => candidate.userId === userId);
  if (member === undefined) throw new DomainError('NOT_FOUND');
  if (member.role === 'owner' && me.role !== 'owner') throw new DomainError('FORBIDDEN');
  return member;
}

/** Checks that an organization with members keeps an owner without the leaving member. */
function assertAnotherOwner(members: readonly MemberRow[], leaving: { readonly userId: string }): void {
  const isOwned = members.some(({ userId, role }) => role === 'owner' && userId !== leaving.userId);
  if (!isOwned) throw new DomainError('LAST_OWNER');
}

function invite(
  deps: OrganizationDependencies,
  caller: Caller,
  email: string,
  role: MemberRole,
): Promise<Organization> {
  return inOrganization(deps, caller, 'organization.manage', async ({ stores, me, members }) => {
    if (members.some((member) => member.email?.toLowerCase() === email.toLowerCase())) {
      throw new DomainError('ALREADY_MEMBER');
    }
    await countAttempt(deps, ATTEMPT_LIMITS.invitations, me.organization.id);
    const now = deps.clock.now();
    const id = randomUUID();
    await stores.organizations.insertInvitation({
      id,
      organizationId: me.organization.id,
      email,
      role,
      invitedBy: me.userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_TTL_S * 1000),
    });
    await stores.jobs.enqueue({ name: 'mail', payload: { kind: 'invitation', invitationId: id } });
  });
}

async function accept(
  deps: OrganizationDependencies,
  caller: Caller,
  token: string,
  from: ClientAddress,
): Promise<Session> {
  const emptiedOrganizationId = await deps.database.transaction(async (stores) => {
    const invitation = await stores.organizations.takeInvitation(
      deps.secrets.hashToken(token),
      deps.clock.now(),
    );
    const me = await stores.accounts.lock(caller.userId);
    if (me === null) throw new DomainError('UNAUTHENTICATED');
    assertPermitted({ ...caller, role: me.role }, 'organization.read');
    // An invitation is bound to one mail address; having the link isn't enough.
    if (invitation?.email.toLowerCase() !== me.email?.toLowerCase()) throw new DomainError('LINK_EXPIRED');
    if (invitation === null) throw new DomainError('LINK_EXPIRED');
    // Accepting confirms the user's mail address, because the link was sent to it.
    await confirmAddress(deps, stores, me);
    const before = me.organization.id;
    if (before === invitation.organizationId) return null;
    await stores.organizations.lock([before, invitation.organizationId]);
    const members = await stores.organizations.members(before);
    if (members.length > 1) assertAnotherOwner(members, me);
    await stores.organizations.move(caller.userId, invitation.organizationId, invitation.role);
    await stores.apiKeys.endOfUser(caller.userId, deps.clock.now());
    return members.length > 1 ? null : before;
  });
  await endEmptyOrganization(deps, emptiedOrganizationId);
  return newSession(deps, caller, from);
}

async function leave(deps: OrganizationDependencies, caller: Caller, from: ClientAddress): Promise<Session> {
  await inOrganization(deps, caller, 'organization.read', async ({ stores, me, members }) => {
    // The only member of an organization stays, because they already have it to themselves.
    if (members.length === 1) return;
    const mine = members.find(({ userId }) => userId === me.userId);
    if (mine === undefined) throw new DomainError('FORBIDDEN');
    assertAnotherOwner(members, mine);
    await moveToOwn(deps, stores, mine);
  });
  return newSession(deps, caller, from);
}

/**
 * Moves a member to a new organization of their own and ends their API keys, because those belong to the former
 * organization.
 */
async function moveToOwn(
  deps: OrganizationDependencies,
  stores: OrganizationStores,
  member: MemberRow,
): Promise<void> {
  const id = randomUUID();
  await stores.organizations.insert({
    id,
    name: defaultOrganizationName(member),
    subscriptionType: FREE_SUBSCRIPTION,
  });
  await stores.organizations.move(member.userId, id, 'owner');
  await stores.apiKeys.endOfUser(member.userId, deps.clock.now());
}

/** Ends the subscription of an organization without members. */
async function endEmptyOrganization(
  deps: OrganizationDependencies,
  organizationId: string | null,
): Promise<void> {
  if (organizationId === null) return;
  await deps.endSubscription(organizationId);
  await deps.database.stores.organizations.removeIfEmpty(organizationId);
}

/** Starts a new session, because the browser stores organization and role with the session. */
async function newSession(
  deps: OrganizationDependencies,
  caller: Caller,
  from: ClientAddress,
): Promise<Session> {
  const { account, familyId } = await deps.database.transaction(async (stores) => {
    const account = await requireAccount(stores, caller);
    await stores.refreshTokens.revokeFamily(caller.familyId, 'revoked', deps.clock.now());
    return { account, familyId: await startFamily(deps, stores, account.userId, from.userAgent) };
  });
  return firstSession(deps, account, familyId);
}

async function requestDemo(
  deps: OrganizationDependencies,
  lead: DemoRequest,
  from: ClientAddress,
  captchaSolution: string | undefined,
): Promise<string> {
  await countAttempt(deps, ATTEMPT_LIMITS.demoRequests, addressBucket(from.ip));
  await requireCaptcha(deps, captchaSolution, from.ip);
  const id = randomUUID();
  await deps.database.transaction(async (stores) => {
    await stores.leads.insert(id, lead);
    await stores.jobs.enqueue({ name: 'mail', payload: { kind: 'lead', leadId: id } });
  });
  return id;
}
