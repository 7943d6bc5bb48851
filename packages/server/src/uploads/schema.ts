import type { Judgment } from './model.ts';
import { bigint, index, integer, jsonb, pgTable, sql, text, uuid } from '../platform/database/orm.ts';
import { createdAt, moment } from '../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

export const uploads = pgTable(
  'uploads',
  {
    key: text('key').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Name that the client gave the file (`object_name` in the request). */
    label: text('label').notNull(),
    createdAt: createdAt(),
    policyExpiresAt: moment('policy_expires_at').notNull(),
    /** Size in bytes. Null while unknown; the upload then counts as the largest possible. */
    sizeBytes: integer('size_bytes'),
    /**
     * Time of the next check whether the upload is used. The first check is after a day: an upload that no request
     * used by then was abandoned.
     */
    lookAfter: moment('look_after')
      .notNull()
      .default(sql`now() + interval '1 day'`),
    /** Moderation result; null until a worker has rated the bytes. */
    judgment: jsonb('judgement').$type<Judgment>(),
  },
  (table) => [
    index('uploads_user').on(table.userId, table.createdAt),
    index('uploads_look').on(table.lookAfter),
  ],
);

/**
 * Storage that each user occupies, maintained by triggers on the rows that are summed up (`*_stored`). Summing them
 * for each upload and request would take longer the more rows a user has. An invariant check compares the totals with
 * the rows.
 */
export const storageUsage = pgTable('storage_usage', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Number of uploads of unknown size, each of which counts as the largest possible. */
  unsizedUploads: integer('unsized_uploads').notNull(),
  /** Number of visible records in History. */
  shownRecords: integer('shown_records').notNull(),
});
