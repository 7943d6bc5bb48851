import type { MemberRole } from '@packshot/contract';
import { bytea, createdAt, moment } from '../platform/database/columns.ts';
import { index, pgTable, sql, text, uniqueIndex, uuid } from '../platform/database/orm.ts';
import { organizations, roleEnum, users } from '../accounts/schema.ts';

/* Tables for invitations to organizations and for requests for a product demo. */

export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: roleEnum('role').$type<MemberRole>().notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of the secret in the invitation's link; null until the mail is written. */
    tokenHash: bytea('token_hash').unique(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_address').on(table.organizationId, sql`lower(${table.email})`),
    index('invitations_expiry').on(table.expiresAt),
  ],
);

/** Requests for a product demo, to be answered by the sales team. */
export const leads = pgTable('leads', {
  id: uuid('id').primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  companyName: text('company_name'),
  message: text('message'),
  createdAt: createdAt(),
});
