import { customType, timestamp } from './orm.ts';

/* Shared column definitions. */

/** Raw bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A timestamp with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** The creation time, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();
