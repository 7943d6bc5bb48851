import type { Grant, InterfaceLanguage, Role } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { ProvenSession } from '../platform/identity/access-tokens.ts';
import type { SQL } from 'drizzle-orm';
import { NAMED_BY_CONNECTION } from '../platform/database/connection.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, count, eq, gt, inArray, isNull, lte, sql } from '../platform/database/orm.ts';
import {
  grantedAddresses,
  guestOrigins,
  memberships,
  organizations,
  refreshTokenFamilies,
  users,
} from './schema.ts';

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
  /** Password hash as a PHC string, or null without a password. */
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: Date | null;
  /** Time at which the operator disabled the account; null while it is enabled. */
  readonly disabledAt: Date | null;
  readonly googleSubject: string | null;
  /** Whether the user wants Content Credentials in pictures for which they are optional. */
  readonly signsPictures: boolean;
  /** Language of the mails that the server sends to the user. */
  readonly language: InterfaceLanguage;
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

export interface NewAccount {
  readonly userId: string;
  readonly organizationId: string;
  readonly membershipId: string;
  readonly organizationName: string;
  readonly subscriptionType: string;
  readonly role: Role;
}

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
  readonly language?: InterfaceLanguage;
}

/** A caller, and whether they still have to confirm their mail address. */
export interface FoundCaller extends Caller {
  readonly hasUnconfirmedAddress: boolean;
}

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

/** Query that runs for each authenticated request: three lookups by unique indexes. */
const prepareCallerQuery = (db: Executor) =>
  db
    .select({
      userId: users.id,
      organizationId: memberships.organizationId,
      familyId: refreshTokenFamilies.id,
      role: memberships.role,
      hasUnconfirmedAddress: sql<boolean>`${users.email} is not null and ${users.emailVerifiedAt} is null`,
    })
    .from(refreshTokenFamilies)
    .innerJoin(users, eq(users.id, refreshTokenFamilies.userId))
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(
      and(
        eq(refreshTokenFamilies.id, sql.placeholder('familyId')),
        eq(users.id, sql.placeholder('userId')),
        isNull(refreshTokenFamilies.revokedAt),
        isNull(users.deletedAt),
        isNull(users.disabledAt),
      ),
    )
    .prepare(NAMED_BY_CONNECTION);

export function createAccountStore(db: Executor) {
  let callerQuery: ReturnType<typeof prepareCallerQuery> | undefined;
  const findWhere = async (condition: SQL): Promise<Account | null> => {
    const [row] = await db
      .select()
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(condition, isNull(users.deletedAt)));
    if (row === undefined) return null;
    const { users: user, memberships: membership, organizations: organization } = row;
    const { id, deletedAt: _never, joinedUserId: _joined, ...person } = user;
    return { ...person, userId: id, organization, membershipId: membership.id, role: membership.role };
  };
  const find = (userId: string) => findWhere(eq(users.id, userId));

  return {
    find,
    findByEmail: (email: string) => findWhere(sql`lower(${users.email}) = lower(${email})`),
    findByGcpIdentity: (identity: string) => findWhere(eq(users.gcpUserIdentity, identity)),
    findByGoogleSubject: (subject: string) => findWhere(eq(users.googleSubject, subject)),

    /** The caller's current identity; null when the account or the session has ended, or the account is disabled. */
    async findCaller({ userId, familyId }: ProvenSession): Promise<FoundCaller | null> {
      callerQuery ??= prepareCallerQuery(db);
      const [caller] = await callerQuery.execute({ userId, familyId });
      return caller ?? null;
    },

    async insert(account: NewAccount): Promise<void> {
      await db.insert(users).values({ id: account.userId, isGuest: account.role === 'guest' });
      await db.insert(organizations).values({
        id: account.organizationId,
        name: account.organizationName,
        subscriptionType: account.subscriptionType,
      });
      await db.insert(memberships).values({
        id: account.membershipId,
        organizationId: account.organizationId,
        userId: account.userId,
        role: account.role,
      });
    },

    /** Finds an account like `find`, and locks its user's row until the transaction ends. */
    async lock(userId: string): Promise<Account | null> {
      // Locks first, then reads the row in a separate statement, which sees the previous lock holder's changes.
      await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
      return find(userId);
    },

    /** Lists the accounts that aren't guests, oldest first, starting after the account `after`. */
    async listMembers(after: ListedAccount | null, limit: number): Promise<readonly ListedAccount[]> {
      const rows = await db
        .select()
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
        .where(
          and(
            eq(users.isGuest, false),
            isNull(users.deletedAt),
            after === null
              ? undefined
              : sql`(date_trunc('milliseconds', ${users.createdAt}), ${users.id}) > (${after.createdAt}, ${after.userId}::uuid)`,
          ),
        )
        .orderBy(sql`date_trunc('milliseconds', ${users.createdAt})`, users.id)
        .limit(limit);
      return rows.map(({ users: user, memberships: membership, organizations: organization }) => ({
        userId: user.id,
        email: user.email,
        name: `${user.firstName} ${user.lastName}`.trim(),
        organizationName: organization.name,
        role: membership.role,
        createdAt: user.createdAt,
        isConfirmed: user.emailVerifiedAt !== null,
        isDisabled: user.disabledAt !== null,
        grants: organization.grants,
      }));
    },

    async updateUser(userId: string, changes: UserChanges): Promise<void> {
      await db.update(users).set(changes).where(eq(users.id, userId));
    },

    /** Sets the user's role in their organization, and the organization's name. */
    async updateMembership(
      userId: string,
      { role, organizationName }: { role: Role; organizationName: string },
    ): Promise<void> {
      const [membership] = await db
        .update(memberships)
        .set({ role })
        .where(eq(memberships.userId, userId))
        .returning({ organizationId: memberships.organizationId });
      if (membership === undefined) throw new Error(`User ${userId} has no membership`);
      await db
        .update(organizations)
        .set({ name: organizationName })
        .where(eq(organizations.id, membership.organizationId));
    },

    /** Records that this user now owns the guest's work. */
    async markJoined(guestId: string, userId: string): Promise<void> {
      await db.update(users).set({ joinedUserId: userId }).where(eq(users.id, guestId));
    },

    /** Ids of the guests whose work this user took over when signing in. */
    async joinedGuests(userId: string): Promise<readonly string[]> {
      const rows = await db.select({ id: users.id }).from(users).where(eq(users.joinedUserId, userId));
      return rows.map(({ id }) => id);
    },

    /** Marks the account as deleted and clears the personal data in its row. The sweeper removes the row later. */
    async markDeleted(userId: string, at: Date): Promise<void> {
      await db
        .update(users)
        .set({
          deletedAt: at,
          email: null,
          firstName: '',
          lastName: '',
          companyName: null,
          passwordHash: null,
          googleSubject: null,
          gcpUserIdentity: null,
        })
        .where(eq(users.id, userId));
    },

    /**
     * Returns whether the user exists and isn't disabled. A guest whose work an account took over exists only as long
     * as that account.
     */
    async isHere(userId: string): Promise<boolean> {
      // Runs for each picture that the local store serves: two lookups by the primary key.
      const { rowCount } = await db.execute(sql`
        select from users u left join users account on account.id = u.joined_user_id
        where u.id = ${userId} and u.deleted_at is null and u.disabled_at is null
          and account.deleted_at is null and account.disabled_at is null`);
      return rowCount === 1;
    },

    /** Returns which of these user ids have a row, deleted accounts included. */
    async findExisting(userIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (userIds.length === 0) return new Set();
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, [...userIds]));
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Marks guests as deleted who weren't active since `lastHereBefore`: no visit and no request. Keeps guests whose
     * work an account took over.
     * @returns the number of deleted guests
     */
    async endGuests(lastHereBefore: Date, at: Date, limit: number): Promise<number> {
      // Skips locked rows: a guest who is registering right now holds the row lock and will be a member.
      const { rowCount } = await db.execute(sql`
        update users set deleted_at = ${at}
        where is_guest and id in (
          select u.id from users u
          where u.is_guest and u.deleted_at is null and u.joined_user_id is null and u.created_at < ${lastHereBefore}
            and not exists (
              select from refresh_token_families f where f.user_id = u.id and f.last_used_at >= ${lastHereBefore})
            and not exists (
              select from generation_requests r where r.user_id = u.id and r.created_at >= ${lastHereBefore})
          order by u.created_at limit ${limit} for update skip locked)`);
      return rowCount ?? 0;
    },

    async listDeleted(before: Date, limit: number): Promise<readonly string[]> {
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(lte(users.deletedAt, before))
        .orderBy(users.deletedAt)
        .limit(limit);
      return rows.map(({ id }) => id);
    },

    /** Removes the user, everything that references the user's row, and the organization if it is now empty. */
    async remove(userId: string): Promise<void> {
      const [membership] = await db
        .delete(memberships)
        .where(eq(memberships.userId, userId))
        .returning({ organizationId: memberships.organizationId });
      await db.delete(users).where(eq(users.id, userId));
      if (membership === undefined) return;
      await db.execute(sql`
        delete from organizations o where o.id = ${membership.organizationId}
          and not exists (select from memberships m where m.organization_id = o.id)`);
    },

    /**
     * Locks this network or mail address until the transaction ends, so that decisions about it are made one at a time.
     */
    async lockAddress(addressHash: Uint8Array): Promise<void> {
      const lockId = Buffer.from(addressHash).readBigInt64BE(0);
      await db.execute(sql`select pg_advisory_xact_lock(${lockId}::bigint)`);
    },

    async countGrantsSince(addressHash: Uint8Array, since: Date): Promise<number> {
      const [row] = await db
        .select({ grants: count() })
        .from(guestOrigins)
        .where(
          and(
            eq(guestOrigins.addressHash, Buffer.from(addressHash)),
            gt(guestOrigins.createdAt, since),
            eq(guestOrigins.isGranted, true),
          ),
        );
      return row?.grants ?? 0;
    },

    async insertGuestOrigin(userId: string, addressHash: Uint8Array, isGranted: boolean, at: Date) {
      await db
        .insert(guestOrigins)
        .values({ userId, addressHash: Buffer.from(addressHash), isGranted, createdAt: at });
    },

    /**
     * Records that a mail address received the free credits.
     * @returns false if the address had received them before
     */
    async claimAllowance(addressHash: Uint8Array, at: Date): Promise<boolean> {
      const inserted = await db
        .insert(grantedAddresses)
        .values({ addressHash: Buffer.from(addressHash), createdAt: at })
        .onConflictDoNothing()
        .returning();
      return inserted.length > 0;
    },
  };
}

/** Database access to accounts. Methods that return an account or a caller skip deleted accounts. */
export type AccountStore = ReturnType<typeof createAccountStore>;
