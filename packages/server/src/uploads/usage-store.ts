import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../platform/database/connection.ts';
import { sql } from '../platform/database/orm.ts';

/** Advisory lock key for admission to the queue; any number unique in this database. */
const QUEUE_LOCK = 7_205_340_020;

/** An upload of unknown size counts as the largest possible. */
const bytesOfUsers = (users: SQL): SQL => sql`
  select coalesce(sum(bytes + unsized_uploads * ${UPLOAD_MAX_BYTES}::bigint), 0)::float8 as figure
  from storage_usage where user_id in (${users})`;

/** Guests from the same address as this one. */
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
    /** Locks the user's row until the transaction ends, also against deletion. Returns false if the user was deleted. */
    async lockUser(userId: string): Promise<boolean> {
      // Not `for update`, because the holder of the next lock may meanwhile insert rows that reference the user.
      const { rows } = await db.execute(sql`
        select 1 from users where id = ${userId} and deleted_at is null for no key update`);
      return rows.length > 0;
    },
    /** Bytes stored for the user, plus those that open upload permissions allow. */
    countBytes: (userId: string): Promise<number> => figure(bytesOfUsers(sql`${userId}`)),
    /** Serializes decisions about guests from this guest's address until the transaction ends. */
    async lockAddress(guestId: string): Promise<void> {
      await db.execute(sql`
        select pg_advisory_xact_lock(('x' || encode(substring(address_hash from 1 for 8), 'hex'))::bit(64)::bigint)
        from guest_origins where user_id = ${guestId}`);
    },
    guestBytesOfAddress: (guestId: string): Promise<number> => figure(bytesOfUsers(guestsBeside(guestId))),
    /** Serializes admission to the queue until the transaction ends. */
    async lockQueue(): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(${QUEUE_LOCK}::bigint)`);
    },
    /** Waiting tasks of all guests. */
    pendingOfGuests: (): Promise<number> =>
      figure(sql`
        select count(*)::float8 as figure from tasks t join users u on u.id = t.user_id
        where t.status = 'PENDING' and u.is_guest`),
    /** Waiting tasks of guests from this guest's address. */
    pendingOfAddress: (guestId: string) =>
      figure(sql`
        select count(*)::float8 as figure from tasks t
        where t.status = 'PENDING' and t.user_id in (${guestsBeside(guestId)})`),
  };
}

/** Usage of storage and queue. Addresses are those from which users first came as guests. */
export type UsageStore = ReturnType<typeof createUsageStore>;
