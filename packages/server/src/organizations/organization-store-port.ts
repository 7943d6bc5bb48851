import type { DemoRequest, Grant, MemberRole, Role } from '@packshot/contract';

export interface MemberRow {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly role: Role;
}

interface InvitationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

interface NewInvitation extends InvitationRow {
  readonly createdAt: Date;
}

export interface OrganizationStore {
  insert(organization: {
    readonly id: string;
    readonly name: string;
    readonly subscriptionType: string;
  }): Promise<void>;
  rename(organizationId: string, name: string): Promise<void>;
  /** Grants of the operator that haven't ended. */
  grants(organizationId: string, at: Date): Promise<readonly Grant[]>;
  /** The same, for the organization that this user belongs to. */
  grantsOfUser(userId: string, at: Date): Promise<readonly Grant[]>;
  /** Replaces what was granted before. @param until null: without an end */
  setGrants(organizationId: string, grants: readonly Grant[], until: Date | null): Promise<void>;
  /**
   * Counts photos that a small run starts, in one statement, so that parallel starts never exceed the limit.
   * @param day as `2026-11-29`
   * @returns false when the day's limit would be exceeded; nothing is counted then
   */
  countSmallRun(organizationId: string, day: string, photos: number, limit: number): Promise<boolean>;
  /** Serializes membership changes of these organizations until the transaction ends. */
  lock(organizationIds: readonly string[]): Promise<void>;
  /** Oldest membership first. */
  members(organizationId: string): Promise<readonly MemberRow[]>;
  setRole(userId: string, role: Role): Promise<void>;
  move(userId: string, organizationId: string, role: Role): Promise<void>;
  /** @returns true when it was empty and has been removed */
  removeIfEmpty(organizationId: string): Promise<boolean>;
  /** Replaces an earlier invitation to the same address. */
  insertInvitation(invitation: NewInvitation): Promise<void>;
  invitations(organizationId: string, at: Date): Promise<readonly InvitationRow[]>;
  /** Whether an invitation to this address waits, ignoring case. */
  isInvited(email: string, at: Date): Promise<boolean>;
  findInvitation(id: string, at: Date): Promise<InvitationRow | null>;
  /** Sets the secret of the sent link; only its hash is stored. */
  setInvitationToken(id: string, tokenHash: Uint8Array): Promise<void>;
  /** Uses the invitation up. @returns null when it is unknown, used, withdrawn or expired */
  takeInvitation(tokenHash: Uint8Array, at: Date): Promise<InvitationRow | null>;
  /** @returns false when the organization has no such invitation */
  deleteInvitation(organizationId: string, id: string): Promise<boolean>;
  deleteExpiredInvitations(before: Date): Promise<number>;
}

export interface LeadStore {
  insert(id: string, lead: DemoRequest): Promise<void>;
  find(id: string): Promise<DemoRequest | null>;
}
