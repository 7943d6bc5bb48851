import type { Grant, Role } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { ProvenSession } from '../platform/identity/access-tokens-port.ts';

/** A user with their organization and their role in it. */
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
  /** Set while the operator has disabled the account. */
  readonly disabledAt: Date | null;
  readonly googleSubject: string | null;
  /** Whether pictures get Content Credentials where the user may choose. */
  readonly signsPictures: boolean;
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
interface NewAccount {
  readonly userId: string;
  readonly organizationId: string;
  readonly membershipId: string;
  readonly organizationName: string;
  readonly subscriptionType: string;
  readonly role: Role;
}

/** The changeable fields of a user. */
export interface UserChanges {
  readonly email?: string;
  readonly isGuest?: boolean;
  readonly wasGuestUser?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string | null;
  readonly passwordHash?: string | null;
  readonly emailVerifiedAt?: Date;
  readonly disabledAt?: Date | null;
  readonly googleSubject?: string;
  readonly gcpUserIdentity?: string;
  readonly signsPictures?: boolean;
}

/** A caller, and whether their address still has to be confirmed. */
interface FoundCaller extends Caller {
  readonly hasUnconfirmedAddress: boolean;
}

/** A line of the operator's list of accounts. */
export interface ListedAccount {
  readonly userId: string;
  readonly email: string | null;
  readonly name: string;
  readonly organizationName: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly isConfirmed: boolean;
  readonly isDisabled: boolean;
  readonly grants: readonly Grant[];
}

/** Deleted accounts are visible only to the sweeper. */
export interface AccountStore {
  insert(account: NewAccount): Promise<void>;
  find(userId: string): Promise<Account | null>;
  /** The caller's current identity; null when the account or the session has ended, or the account is disabled. */
  findCaller(session: ProvenSession): Promise<FoundCaller | null>;
  /** Same as `find`, but locks the user's row until the transaction ends. */
  lock(userId: string): Promise<Account | null>;
  /** Ignores case. */
  findByEmail(email: string): Promise<Account | null>;
  findByGoogleSubject(subject: string): Promise<Account | null>;
  findByGcpIdentity(identity: string): Promise<Account | null>;
  /** Accounts that are no guests, oldest first, those after `after`. */
  listMembers(after: ListedAccount | null, limit: number): Promise<readonly ListedAccount[]>;
  updateUser(userId: string, changes: UserChanges): Promise<void>;
  /** Sets the user's role in their organization, and the organization's name. */
  updateMembership(userId: string, changes: { role: Role; organizationName: string }): Promise<void>;
  /** Records that the guest's work belongs to this user from now on. */
  markJoined(guestId: string, userId: string): Promise<void>;
  /** The guests whose work this user took over. */
  joinedGuests(userId: string): Promise<readonly string[]>;
  /** Removes everything that identifies the person, at once. */
  markDeleted(userId: string, at: Date): Promise<void>;
  /** Whether there is such a user, and the account that took over the work of a guest: neither was deleted. */
  isHere(userId: string): Promise<boolean>;
  /** Returns those of these ids that have a row, deleted accounts included. */
  existing(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Ends guests whose last visit was before `lastHereBefore`, as `markDeleted` does. A guest whose work was
   * taken over by an account is kept.
   * @returns how many guests were ended
   */
  endGuests(lastHereBefore: Date, at: Date, limit: number): Promise<number>;
  listDeleted(before: Date, limit: number): Promise<readonly string[]>;
  /** Removes the user, everything that references the row, and the organization if it is now empty. */
  remove(userId: string): Promise<void>;
  /** Serializes decisions about this address (network or mail) until the transaction ends. */
  lockAddress(addressHash: Uint8Array): Promise<void>;
  countGrantsSince(addressHash: Uint8Array, since: Date): Promise<number>;
  insertGuestOrigin(userId: string, addressHash: Uint8Array, isGranted: boolean, at: Date): Promise<void>;
  /** Records that a mail address has received the free allowance. @returns false when it already had */
  claimAllowance(addressHash: Uint8Array, at: Date): Promise<boolean>;
}
