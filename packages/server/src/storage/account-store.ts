import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { AccountStore } from '../domain/ports/stores.ts';
import type { Executor } from './connection.ts';
import { guestOrigins, memberships, organizations, users } from './schema.ts';

export function createAccountStore(db: Executor): AccountStore {
  return {
    async insertGuest(guest) {
      await db.insert(users).values({ id: guest.userId, isGuest: true });
      await db.insert(organizations).values({
        id: guest.organizationId,
        name: guest.organizationName,
        subscriptionType: guest.subscriptionType,
      });
      await db.insert(memberships).values({
        id: guest.membershipId,
        organizationId: guest.organizationId,
        userId: guest.userId,
        role: 'guest',
      });
    },

    async find(userId) {
      const [row] = await db
        .select()
        .from(users)
        .innerJoin(memberships, eq(memberships.userId, users.id))
        .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
        .where(eq(users.id, userId));
      if (row === undefined) return null;
      const { users: user, memberships: membership, organizations: organization } = row;
      const { id, ...person } = user;
      return { ...person, userId: id, organization, membershipId: membership.id, role: membership.role };
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
  };
}
