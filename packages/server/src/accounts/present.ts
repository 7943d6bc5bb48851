import type { CurrentUser, OrganizationDetail, Role, Session, TokenPair, User } from '@packshot/contract';
import type { Account } from './account-store.ts';

/** Role ids in API responses. An id is never reused for another role. */
const ROLE_IDS: Readonly<Record<Role, number>> = { guest: 1, member: 2, admin: 3, owner: 4 };

function presentUser(account: Account): User {
  return {
    id: account.userId,
    member_id: account.membershipId,
    email: account.email,
    created_at: account.createdAt.toISOString(),
    is_guest: account.isGuest,
    was_guest_user: account.wasGuestUser,
    name: [account.firstName, account.lastName].filter((part) => part !== '').join(' '),
    first_name: account.firstName,
    last_name: account.lastName,
    company_name: account.companyName,
    is_test_user: account.isTestUser,
  };
}

function presentOrganization({ organization }: Account): OrganizationDetail {
  return {
    id: organization.id,
    name: organization.name,
    subscription_type: organization.subscriptionType,
    status: organization.isActive ? { id: 1, name: 'active' } : { id: 2, name: 'suspended' },
  };
}

const presentRole = (role: Role) => ({ id: ROLE_IDS[role], name: role });

export function presentSession(
  account: Account,
  session: {
    readonly tokens: TokenPair;
    readonly freemiumCredits: number;
    readonly deviceToken: string | null;
  },
): Session {
  const { tokens, freemiumCredits, deviceToken } = session;
  return {
    access: tokens.access,
    refresh: tokens.refresh,
    info: { user: presentUser(account) },
    organization_detail: presentOrganization(account),
    role: presentRole(account.role),
    user_pilot_id: account.userId,
    gcp_user_identity: account.gcpUserIdentity,
    freemium_credits: freemiumCredits,
    device_token: deviceToken,
    was_guest_user: account.wasGuestUser,
    is_test_user: account.isTestUser,
    is_guest: account.isGuest,
  };
}

export function presentCurrentUser(account: Account, freemiumCredits: number): CurrentUser {
  return {
    user: presentUser(account),
    organization_detail: presentOrganization(account),
    role_detail: presentRole(account.role),
    user_pilot_id: account.userId,
    freemium_credits: freemiumCredits,
    gcp_user_identity: account.gcpUserIdentity,
    is_email_verified: account.emailVerifiedAt !== null,
    has_password: account.passwordHash !== null,
    signs_pictures: account.signsPictures,
    language: account.language,
  };
}
