import type { Role } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import type { ProvenSession } from './access-tokens.ts';

/** Why a sign-in ended. */
export const REVOCATION_REASONS = [
  'logout',
  'reuse',
  /** By the user, from another device. */
  'revoked',
  'password-reset',
  /** A guest who became an account goes on with a session of the account. */
  'registered',
  /** A guest who signed in to an account: their work is that account's now. */
  'joined',
  'account-deleted',
] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];

/** What links in mails are for. */
export const LINK_PURPOSES = ['reset-password', 'verify-email', 'set-email', 'marketplace'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

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

export interface RefreshToken {
  readonly familyId: string;
  readonly userId: string;
  readonly generation: number;
  readonly expiresAt: Date;
  readonly rotatedAt: Date | null;
  readonly isFamilyRevoked: boolean;
  /** The family's newest generation: the one token that is not rotated yet. */
  readonly liveGeneration: number;
}

export interface NewRefreshToken {
  readonly familyId: string;
  readonly generation: number;
  readonly tokenHash: Uint8Array;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export interface TokenFamily {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export interface RefreshTokenStore {
  insertFamily(familyId: string, userId: string, userAgent: string, at: Date): Promise<void>;
  insertToken(token: NewRefreshToken): Promise<void>;
  /** The token with this hash; its family stays locked until the transaction ends. */
  lockByHash(tokenHash: Uint8Array): Promise<RefreshToken | null>;
  /** Also notes that the family was used. */
  markRotated(familyId: string, generation: number, at: Date): Promise<void>;
  revokeFamily(familyId: string, because: RevocationReason, at: Date): Promise<void>;
  /** Families that are neither revoked nor expired, the newest use first. */
  listFamilies(userId: string, at: Date): Promise<readonly TokenFamily[]>;
  /** @returns false when the user has no such live family */
  revokeOwnFamily(userId: string, familyId: string, because: RevocationReason, at: Date): Promise<boolean>;
  /** Every live family of the user but one, or all of them. */
  revokeFamiliesOf(
    userId: string,
    exceptFamilyId: string | null,
    because: RevocationReason,
    at: Date,
  ): Promise<void>;
  /** Families whose last token expired. Returns how many. */
  deleteExpired(before: Date): Promise<number>;
}

export interface NewLinkToken {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface LinkTokenStore {
  insert(token: NewLinkToken): Promise<void>;
  /** Uses the token up. @returns null for one that is unknown, used, expired, or for something else */
  take(
    tokenHash: Uint8Array,
    purpose: LinkPurpose,
    at: Date,
  ): Promise<{ readonly userId: string; readonly email: string } | null>;
  /** The user's other links of this kind are worth nothing any more. */
  deleteOf(userId: string, purpose: LinkPurpose): Promise<void>;
  deleteExpired(before: Date): Promise<number>;
}

export interface AttemptStore {
  /** Counts one more. @returns how many there are now in this window, this one included */
  add(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<number>;
  /** Counts one less. */
  takeBack(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<void>;
  /** Counts from nothing again. */
  forget(kind: string, subjectHash: Uint8Array): Promise<void>;
  /** Notes that something which works once was used: a captcha, a token of the marketplace. @returns false when it had been before */
  useOnce(what: string, expiresAt: Date): Promise<boolean>;
  deleteOld(countedBefore: Date, now: Date): Promise<number>;
}
