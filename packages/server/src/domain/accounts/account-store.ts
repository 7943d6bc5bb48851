import type { Role } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import type { ProvenSession } from '../ports/access-tokens.ts';

/** Who somebody is: the user, their organization and their role in it. */
export interface Account {
  readonly userId: string;
  readonly email: string | null;
  readonly isGuest: boolean;
  readonly wasGuestUser: boolean;
  readonly isTestUser: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  readonly gcpUserIdentity: string | null;
  /** A PHC string; null without a password. */
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly googleSubject: string | null;
  readonly createdAt: Date;
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly subscriptionType: string;
    readonly isActive: boolean;
  };
  readonly membershipId: string;
  readonly role: Role;
}

/** A user with an organization of their own. */
export interface NewAccount {
  readonly userId: string;
  readonly organizationId: string;
  readonly membershipId: string;
  readonly organizationName: string;
  readonly subscriptionType: string;
  readonly role: Role;
}

/** What may be changed of a user. */
export interface UserChanges {
  readonly email?: string;
  readonly isGuest?: boolean;
  readonly wasGuestUser?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string | null;
  readonly passwordHash?: string | null;
  readonly emailVerifiedAt?: Date;
  readonly googleSubject?: string;
  readonly gcpUserIdentity?: string;
}

/** Deleted accounts are found by nobody but the sweeper. */
export interface AccountStore {
  insert(account: NewAccount): Promise<void>;
  find(userId: string): Promise<Account | null>;
  /** Who this is now; null when the account or the sign-in has ended. */
  findCaller(session: ProvenSession): Promise<Caller | null>;
  /** The same as `find`; the user's row stays locked until the transaction ends. */
  lock(userId: string): Promise<Account | null>;
  /** Whatever the case of its letters. */
  findByEmail(email: string): Promise<Account | null>;
  findByGoogleSubject(subject: string): Promise<Account | null>;
  findByGcpIdentity(identity: string): Promise<Account | null>;
  updateUser(userId: string, changes: UserChanges): Promise<void>;
  /** The user's role in their organization, and what that is called. */
  updateMembership(userId: string, changes: { role: Role; organizationName: string }): Promise<void>;
  /** Notes whose the guest's work is from now on. */
  markJoined(guestId: string, userId: string): Promise<void>;
  /** The guests whose work has become this user's. */
  joinedGuests(userId: string): Promise<readonly string[]>;
  /** Takes away what identifies the person, at once. */
  markDeleted(userId: string, at: Date): Promise<void>;
  /** Those of these ids that have a row, deleted accounts too. */
  existing(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Ends guests who were last here before `before`, as `markDeleted` does; a guest whose work has become an account's stays with it.
   * @returns how many
   */
  endGuests(lastHereBefore: Date, at: Date, limit: number): Promise<number>;
  listDeleted(before: Date, limit: number): Promise<readonly string[]>;
  /** Removes the user, everything that hangs on the row, and an organization that has nobody left. */
  remove(userId: string): Promise<void>;
  /** Lets one transaction at a time decide about this address (of a network or of mail), until it ends. */
  lockAddress(addressHash: Uint8Array): Promise<void>;
  countGrantsSince(addressHash: Uint8Array, since: Date): Promise<number>;
  insertGuestOrigin(userId: string, addressHash: Uint8Array, isGranted: boolean, at: Date): Promise<void>;
  /** Notes that a mail address has brought the free allowance. @returns false when it had before */
  claimAllowance(addressHash: Uint8Array, at: Date): Promise<boolean>;
}
