import { customType, sql, timestamp } from './orm.ts';

/* Shared column definitions, and what statements share. */

/** Raw bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A timestamp with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** The creation time, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();

/**
 * A condition that always holds, for a statement outside of any transaction: its caller does not wait until the change is on the disk. A
 * server that loses its power within a second may forget it, so that it is only for what is found out or said again.
 */
export const notWaitingForDisk = sql`set_config('synchronous_commit', 'off', true) is not null`;
