import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../platform/database/connection.ts';
import { sql } from '../platform/database/orm.ts';

/** Key of the advisory lock for adding to the queue; any number that is unique in this database. */
const QUEUE_LOCK = 7_205_340_020;

/** SQL for the bytes that users store. An upload of unknown size counts as the largest possible. */
const bytesOfUsers = (users: SQL): SQL => sql`
  select coalesce(sum(bytes + unsized_uploads * ${UPLOAD_MAX_BYTES}::bigint), 0)::float8 as figure
  from storage_usage where user_id in (${users})`;

/** SQL for the ids of guests from the same network address as this one. */
const guestsBeside = (guestId: string): SQL => sql`
  select o.user_id from guest_origins o join users u on u.id = o.user_id
  where u.is_guest and u.deleted_at is null
    and o.address_hash = (select address_hash from guest_origins where user_id = ${guestId})`;

export function createUsageStore(db: Executor) {
  const figure = async (query: SQL): Promise<number> => {
    const { rows } = await db.execute<{ figure: number }>(query);
    return rows[0]?.figure ?? 0;
  };
  return {
    /**
     * Locks the user's row until the transaction ends, which also prevents its deletion. Returns false if the user was
     * deleted.
     */
    async lockUser(userId: string): Promise<boolean> {
      // A weaker lock than `for update`, so that another transaction may meanwhile insert rows that refer to the user.
      const { rows } = await db.execute(sql`
        select 1 from users where id = ${userId} and deleted_at is null for no key update`);
      return rows.length > 0;
    },
    /** Number of bytes stored for the user, plus those that open upload permissions allow. */
    countBytes: (userId: string): Promise<number> => figure(bytesOfUsers(sql`${userId}`)),
    /** Serializes decisions about guests from this guest's network address until the transaction ends. */
    async lockAddress(guestId: string): Promise<void> {
      await db.execute(sql`
        select pg_advisory_xact_lock(('x' || encode(substring(address_hash from 1 for 8), 'hex'))::bit(64)::bigint)
        from guest_origins where user_id = ${guestId}`);
    },
    guestBytesOfAddress: (guestId: string): Promise<number> => figure(bytesOfUsers(guestsBeside(guestId))),
    /** Serializes the acceptance of tasks until the transaction ends, so that limits on waiting tasks are exact. */
    async lockQueue(): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(${QUEUE_LOCK}::bigint)`);
    },
    /** Number of waiting tasks of all guests. */
    pendingOfGuests: (): Promise<number> =>
      figure(sql`
        select count(*)::float8 as figure from tasks t join users u on u.id = t.user_id
        where t.status = 'PENDING' and u.is_guest`),
    /** Number of waiting tasks of guests from this guest's network address. */
    pendingOfAddress: (guestId: string) =>
      figure(sql`
        select count(*)::float8 as figure from tasks t
        where t.status = 'PENDING' and t.user_id in (${guestsBeside(guestId)})`),
  };
}

/** Figures about the use of storage and queue. A guest's network address is the one of the first visit. */
export type UsageStore = ReturnType<typeof createUsageStore>;
