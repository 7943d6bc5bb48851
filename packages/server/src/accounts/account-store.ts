import type { SQL } from 'drizzle-orm';
import type { Account, AccountStore } from './account-store-port.ts';
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

export function createAccountStore(db: Executor): AccountStore {
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
    findByEmail: (email) => findWhere(sql`lower(${users.email}) = lower(${email})`),
    findByGcpIdentity: (identity) => findWhere(eq(users.gcpUserIdentity, identity)),
    findByGoogleSubject: (subject) => findWhere(eq(users.googleSubject, subject)),

    async findCaller({ userId, familyId }) {
      // Runs for each authenticated request: three lookups by unique indexes.
      const [caller] = await db
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
            eq(refreshTokenFamilies.id, familyId),
            eq(users.id, userId),
            isNull(refreshTokenFamilies.revokedAt),
            isNull(users.deletedAt),
            isNull(users.disabledAt),
          ),
        );
      return caller ?? null;
    },

    async insert(account) {
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

    async lock(userId) {
      // The lock first, then the row in a separate statement, which sees the changes of the lock's previous
      // holder.
      await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
      return find(userId);
    },

    async listMembers(after, limit) {
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

    async updateUser(userId, changes) {
      await db.update(users).set(changes).where(eq(users.id, userId));
    },

    async updateMembership(userId, { role, organizationName }) {
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

    async markJoined(guestId, userId) {
      await db.update(users).set({ joinedUserId: userId }).where(eq(users.id, guestId));
    },

    async joinedGuests(userId) {
      const rows = await db.select({ id: users.id }).from(users).where(eq(users.joinedUserId, userId));
      return rows.map(({ id }) => id);
    },

    async markDeleted(userId, at) {
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

    async isHere(userId) {
      // Runs for each picture that the local store hands out: two lookups by the primary key.
      const { rowCount } = await db.execute(sql`
        select from users u left join users account on account.id = u.joined_user_id
        where u.id = ${userId} and u.deleted_at is null and u.disabled_at is null
          and account.deleted_at is null and account.disabled_at is null`);
      return rowCount === 1;
    },

    async existing(userIds) {
      if (userIds.length === 0) return new Set();
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, [...userIds]));
      return new Set(rows.map(({ id }) => id));
    },

    async endGuests(lastHereBefore, at, limit) {
      // A guest who is just registering holds the row, is no longer a guest afterwards, and is therefore
      // kept.
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

    async listDeleted(before, limit) {
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(lte(users.deletedAt, before))
        .orderBy(users.deletedAt)
        .limit(limit);
      return rows.map(({ id }) => id);
    },

    async remove(userId) {
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

    async lockAddress(addressHash) {
      const lockId = Buffer.from(addressHash).readBigInt64BE(0);
      await db.execute(sql`select pg_advisory_xact_lock(${lockId}::bigint)`);
    },

    async countGrantsSince(addressHash, since) {
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

    async insertGuestOrigin(userId, addressHash, isGranted, at) {
      await db
        .insert(guestOrigins)
        .values({ userId, addressHash: Buffer.from(addressHash), isGranted, createdAt: at });
    },

    async claimAllowance(addressHash, at) {
      const inserted = await db
        .insert(grantedAddresses)
        .values({ addressHash: Buffer.from(addressHash), createdAt: at })
        .onConflictDoNothing()
        .returning();
      return inserted.length > 0;
    },
  };
}
