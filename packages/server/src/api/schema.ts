import { API_KEY_MODES } from '@packshot/contract';
import type { ApiScope, TaskTool } from '@packshot/contract';
import { bytea, createdAt, moment } from '../platform/database/columns.ts';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uuid,
} from '../platform/database/orm.ts';
import { organizations, users } from '../accounts/schema.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The member whose rights the key has. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mode: text('mode', { enum: API_KEY_MODES }).notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    addresses: text('addresses').array().notNull(),
    monthlyCeiling: integer('monthly_ceiling'),
    /** SHA-256 of the secret; null once the key has ended. */
    secretHash: bytea('secret_hash').unique(),
    secretStart: text('secret_start').notNull(),
    /** Hash of the secret before the last rotation, and the time it stops working. */
    previousHash: bytea('previous_hash').unique(),
    previousUntil: moment('previous_until'),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    /** Time at which the key was revoked or its member left; null while the key is active. */
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_keys_organization').on(table.organizationId),
    index('api_keys_user').on(table.userId),
    check(
      'api_keys_end',
      sql`(${table.endedAt} is null) = (${table.secretHash} is not null)
        and (${table.endedAt} is null or ${table.previousHash} is null)`,
    ),
  ],
);

/** Credits that a key spent in a calendar month (UTC). */
export const apiKeyMonths = pgTable(
  'api_key_months',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** First day of the month. */
    month: date('month').notNull(),
    spent: integer('spent').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.month] }),
    check('api_key_months_never_negative', sql`${table.spent} >= 0`),
  ],
);

/**
 * Log of API calls, one row per call, for users who check what their programs do. Contains no request or response
 * data.
 */
export const apiCalls = pgTable(
  'api_calls',
  {
    requestId: uuid('request_id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    tool: text('tool').$type<TaskTool>(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    status: smallint('status').notNull(),
    code: text('code'),
    /** Not a foreign key, because jobs are deleted before the log entries of the calls that started them. */
    jobId: uuid('job_id'),
    durationMs: integer('duration_ms').notNull(),
    credits: integer('credits').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('api_calls_organization').on(table.organizationId, table.at, table.requestId),
    index('api_calls_key').on(table.keyId, table.at),
    index('api_calls_at').on(table.at),
  ],
);

/**
 * Daily totals of a key's calls of one tool. Written once the day (UTC) is over and none of its credits can be refunded
 * anymore. Reports over many days read these totals instead of the calls.
 */
export const apiCallDays = pgTable(
  'api_call_days',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    /** Tool that was called, or an empty text for calls without a tool. */
    tool: text('tool').notNull(),
    calls: integer('calls').notNull(),
    errors: integer('errors').notNull(),
    credits: integer('credits').notNull(),
    /**
     * Histogram of call durations, rounded to two significant digits (1234 ms becomes 1200): the distinct durations,
     * and the number of calls with each.
     */
    durationsMs: integer('durations_ms').array().notNull(),
    durationsCalls: integer('durations_calls').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.day, table.tool] }),
    index('api_call_days_organization').on(table.organizationId, table.day),
    index('api_call_days_day').on(table.day),
  ],
);

/** A single row: the first day for which no totals are written yet. */
export const apiCallDaysEnd = pgTable(
  'api_call_days_end',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    day: date('day').notNull(),
  },
  (table) => [check('api_call_days_end_only', sql`${table.isOnly}`)],
);
