import type { TrackedEvent } from '@packshot/contract';
import { createdAt, moment } from '../../platform/database/columns.ts';
import { index, jsonb, pgTable, text, uuid } from '../../platform/database/orm.ts';
import { users } from '../../accounts/schema.ts';

/** Analytics events: actions of visitors who consented to analytics. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    properties: jsonb('properties').$type<TrackedEvent['properties']>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('analytics_events_name').on(table.name, table.createdAt),
    index('analytics_events_user').on(table.userId),
  ],
);
