import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Columns that tables have in common. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => moment('created_at').notNull().defaultNow();
