import type { ErrorCode } from '@packshot/contract';
import { bytea, createdAt, moment } from '../platform/database/columns.ts';
import { boolean, check, index, pgTable, sql, text, uuid } from '../platform/database/orm.ts';
import { organizations } from '../accounts/schema.ts';

/** S3 buckets that organizations have connected. Rows are deleted with their organization. */
export const buckets = pgTable(
  'buckets',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    endpoint: text('endpoint'),
    region: text('region').notNull(),
    bucket: text('bucket').notNull(),
    /** Folder to which the connection is limited, without leading or trailing slash; empty for the whole bucket. */
    folder: text('folder').notNull(),
    accessKeyId: text('access_key_id').notNull(),
    /** Secret access key, encrypted with the server's key and bound to this row. */
    sealedSecret: bytea('sealed_secret').notNull(),
    pathStyle: boolean('path_style').notNull(),
    mayRead: boolean('may_read').notNull(),
    mayWrite: boolean('may_write').notNull(),
    triedAt: moment('tried_at'),
    problem: text('problem').$type<ErrorCode>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('buckets_organization').on(table.organizationId),
    check('buckets_right', sql`${table.mayRead} or ${table.mayWrite}`),
  ],
);
