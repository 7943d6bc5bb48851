import type { Judgment } from './model.ts';
import { bigint, index, integer, jsonb, pgTable, sql, text, uuid } from '../platform/database/orm.ts';
import { createdAt, moment } from '../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

/* Uploaded photos, and what each user has stored. */

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
    /** Null while unknown; it may then be as large as an upload can be. */
    sizeBytes: integer('size_bytes'),
    /** When it is next looked at whether anything uses it. The first time is after a day: what no request used by then was abandoned. */
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
 * Storage used by a user, kept by triggers beside the rows it sums up (`*_stored`): summing for each upload and each request takes longer the
 * more there is. An invariant compares both.
 */
export const storageUsage = pgTable('storage_usage', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Each counts as the largest possible. */
  unsizedUploads: integer('unsized_uploads').notNull(),
  /** Records in History. */
  shownRecords: integer('shown_records').notNull(),
});
