import { customType, timestamp } from 'drizzle-orm/pg-core';

/* Columns that tables have in common. */

/** Bytes as they are. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A moment, kept with its time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** When the row was made, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();
