import type { LedgerAbout } from './about.ts';
import { LEDGERS, LEDGER_KINDS } from '@packshot/contract';
import {
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  uuid,
} from '../platform/database/orm.ts';
import { createdAt, moment } from '../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

export const ledgerEnum = pgEnum('ledger', LEDGERS);

export const ledgerKindEnum = pgEnum('ledger_kind', LEDGER_KINDS);

/** Balance of a user's ledger: the cached sum of its entries. Changed only in the statement that appends an entry. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    /** Value of `id` in the response of the endpoint `download-credits/`. */
    id: uuid('id').notNull().defaultRandom().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ledger: ledgerEnum('ledger').notNull(),
    balance: integer('balance').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ledger] }),
    check('credit_balances_never_negative', sql`${table.balance} >= 0`),
  ],
);

/** Ledger entries. Append-only: a trigger refuses updates and deletes, except when the user is deleted. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ledger: ledgerEnum('ledger').notNull(),
    kind: ledgerKindEnum('kind').notNull(),
    delta: integer('delta').notNull(),
    /** Text that identifies the cause of the entry, so that it is booked only once. */
    reference: text('reference').notNull().unique(),
    requestId: uuid('request_id'),
    /** Plan and month of an entry that a plan caused; null for other entries. */
    about: jsonb('about').$type<LedgerAbout>(),
    createdAt: createdAt(),
  },
  (table) => [
    // The index includes the amount, so that a later page can sum the amounts of newer entries from the index alone.
    index('ledger_entries_lines').on(table.userId, table.ledger, table.createdAt, table.id, table.delta),
    index('ledger_entries_request').on(table.requestId),
    check(
      'ledger_entries_sign',
      sql`case ${table.kind} when 'grant' then ${table.delta} > 0 when 'reserve' then ${table.delta} < 0
        when 'debit' then ${table.delta} < 0 when 'release' then ${table.delta} > 0
        when 'settle' then ${table.delta} = 0 else true end`,
    ),
  ],
);
