import type { Judgment } from './model.ts';
import { bigint, index, integer, jsonb, pgTable, sql, text, uuid } from '../platform/database/orm.ts';
import { createdAt, moment } from '../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

/* Uploaded photos, and each user's storage. */

export const uploads = pgTable(
  'uploads',
  {
    key: text('key').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The client's `object_name`. */
    label: text('label').notNull(),
    createdAt: createdAt(),
    policyExpiresAt: moment('policy_expires_at').notNull(),
    /** Null while unknown, in which case it counts as the largest possible upload. */
    sizeBytes: integer('size_bytes'),
    /** Time of the next check for uses. The first one is after a day: an upload that no request used by then was abandoned. */
    lookAfter: moment('look_after')
      .notNull()
      .default(sql`now() + interval '1 day'`),
    /** Null until a worker has judged the bytes. */
    judgment: jsonb('judgement').$type<Judgment>(),
  },
  (table) => [
    index('uploads_user').on(table.userId, table.createdAt),
    index('uploads_look').on(table.lookAfter),
  ],
);

/**
 * Storage used by a user, maintained by triggers on the rows it sums up (`*_stored`), because summing for each upload
 * and request would take longer the more there is. An invariant compares both.
 */
export const storageUsage = pgTable('storage_usage', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Uploads of unknown size, each of which counts as the largest possible. */
  unsizedUploads: integer('unsized_uploads').notNull(),
  /** Records in History. */
  shownRecords: integer('shown_records').notNull(),
});
