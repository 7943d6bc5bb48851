import { LEDGER_KINDS, LEDGERS, TASK_STATUSES } from '@packshot/contract';
import type { CostClass, EngineId, ErrorCode, GenerationType } from '@packshot/contract';
import type { LedgerAbout } from '../credits/about.ts';
import type { CallTerms, StoredTaskResult } from './model.ts';
import type { Judgment } from '../uploads/upload-store-port.ts';
import { bytea, createdAt, moment, taskInput, toolName } from '../platform/database/columns.ts';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  smallint,
  sql,
  text,
  uuid,
} from '../platform/database/orm.ts';
import { apiKeys } from '../api/schema.ts';
import { users } from '../accounts/schema.ts';

export * from '../api/schema.ts';
export * from '../billing/schema.ts';
export * from '../buckets/schema.ts';
export * from '../catalog/schema.ts';
export * from '../accounts/schema.ts';
export * from '../records/schema.ts';
export * from '../api/webhooks/schema.ts';

/*
 * The database schema. Rules that must hold regardless of the code are constraints and triggers (the triggers
 * are in migrations/0039_release-0.2.0.sql); invariants.sql states what must be true of the data as a whole. Every
 * row that belongs to a user has a `user_id`, and every query filters by it.
 */

export const ledgerEnum = pgEnum('ledger', LEDGERS);
export const ledgerKindEnum = pgEnum('ledger_kind', LEDGER_KINDS);
export const taskStatusEnum = pgEnum('task_status', TASK_STATUSES);
export const creditStateEnum = pgEnum('credit_state', ['reserved', 'settled', 'released', 'free']);
export const assetStateEnum = pgEnum('asset_state', ['writing', 'stored', 'removed']);

/** The cached sum of a user's ledger, changed only in the statement that appends to the ledger. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    /** The `id` in the answer of `download-credits/`. */
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

/** Append-only: a trigger refuses updates and deletes, except when the user is deleted. */
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
    /** Identifies the subject of the entry, so that it can be booked only once. */
    reference: text('reference').notNull().unique(),
    requestId: uuid('request_id'),
    /** For entries of a plan: the plan and the month. */
    about: jsonb('about').$type<LedgerAbout>(),
    createdAt: createdAt(),
  },
  (table) => [
    // With the amount, so that a later page adds up what is newer in the index alone.
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
 * What a user has stored, kept by triggers beside what it sums up (`*_stored`): summing for each upload and each request takes longer the
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

export const generationRequests = pgTable(
  'generation_requests',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for tools outside the wire's four types; `tool` is always set. */
    type: text('type').$type<GenerationType>(),
    tool: toolName('tool')
      .notNull()
      .generatedAlwaysAs(sql`input ->> 'tool'`),
    toolId: smallint('feature_type').notNull(),
    /** All pictures the request uses: uploads or earlier results of the same user. */
    inputKeys: text('input_keys').array().notNull(),
    input: taskInput('input').notNull(),
    /** Credits reserved for the whole request. */
    cost: integer('cost').notNull(),
    creditState: creditStateEnum('credit_state').notNull(),
    /** The API key that asked for it; null: a person, or the key is gone. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    /** The month to whose ceiling of the key its cost counts. */
    ceilingMonth: date('ceiling_month'),
    /** Null for what a person asked for. */
    callTerms: jsonb('call_terms').$type<CallTerms>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('generation_requests_user').on(table.userId, table.createdAt),
    index('generation_requests_key')
      .on(table.apiKeyId, table.createdAt)
      .where(sql`api_key_id is not null`),
    index('generation_requests_called')
      .on(table.userId, sql`(call_terms ->> 'mode')`, table.createdAt, table.id)
      .where(sql`call_terms is not null`),
    index('generation_requests_inputs').using('gin', table.inputKeys),
  ],
);

export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => generationRequests.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Index within its request's tasks, from 0. */
    variant: smallint('variant').notNull().default(0),
    status: taskStatusEnum('status').notNull().default('PENDING'),
    /** Increases each time a worker claims the task; a statement with an older attempt has no effect. */
    attempt: integer('attempt').notNull().default(0),
    progress: real('progress').notNull().default(0),
    stage: text('stage'),
    result: jsonb('result').$type<StoredTaskResult>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    /** The engine behind the result, unless it was the built-in engine as requested. */
    engine: text('engine')
      .$type<EngineId>()
      .generatedAlwaysAs(sql`result -> 'engine' ->> 'id'`),
    engineModel: text('engine_model').generatedAlwaysAs(sql`result -> 'engine' ->> 'model'`),
    enginePrompt: text('engine_prompt').generatedAlwaysAs(sql`result -> 'engine' ->> 'prompt'`),
    engineSeed: bigint('engine_seed', { mode: 'number' }).generatedAlwaysAs(
      sql`(result -> 'engine' ->> 'seed')::bigint`,
    ),
    engineCostClass: text('engine_cost_class')
      .$type<CostClass>()
      .generatedAlwaysAs(sql`result -> 'engine' ->> 'cost_class'`),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** When the client reported that it showed the result. */
    shownAt: moment('shown_at'),
    deadlineAt: moment('deadline_at').notNull(),
    /** Last time it was handed to the queue; the sweeper requeues tasks that the queue has lost. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
  },
  (table) => [
    index('tasks_request').on(table.requestId),
    index('tasks_user').on(table.userId, table.createdAt),
    index('tasks_unfinished')
      .on(table.deadlineAt)
      .where(sql`status in ('PENDING', 'STARTED')`),
    index('tasks_finished').on(table.finishedAt),
    check('tasks_progress_range', sql`${table.progress} between 0 and 1`),
    check(
      'tasks_end',
      sql`case ${table.status} when 'SUCCESS' then ${table.result} is not null and ${table.finishedAt} is not null
        when 'FAILURE' then ${table.errorCode} is not null and ${table.finishedAt} is not null
        when 'REVOKED' then ${table.finishedAt} is not null
        else ${table.result} is null and ${table.errorCode} is null and ${table.finishedAt} is null end`,
    ),
  ],
);

/** Written by a trigger on `tasks`: every status change, in order. */
export const taskTransitions = pgTable(
  'task_transitions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    fromStatus: taskStatusEnum('from_status'),
    toStatus: taskStatusEnum('to_status').notNull(),
    attempt: integer('attempt').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    index('task_transitions_task').on(table.taskId),
    index('task_transitions_created').on(table.createdAt),
  ],
);

/**
 * Objects that the server made. The row is inserted before the bytes (`writing`), so that leftovers of an
 * aborted attempt can be found; `stored` is set in the transaction that settles the task. `removed` means
 * that its owner deleted it from history; the row stays, because a successful task references its objects.
 */
export const assets = pgTable(
  'assets',
  {
    key: text('key').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    state: assetStateEnum('state').notNull(),
    /**
     * `full` is the download, `standard` its smaller rendition for display; `heat-map` shows where a product
     * was changed, and `output` is one more file that a recipe made. `passing` is a file that is fetched once: it stays `writing`, and goes with what was abandoned.
     */
    rendition: text('rendition', { enum: ['full', 'standard', 'heat-map', 'passing', 'output'] }).notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('assets_user').on(table.userId, table.createdAt),
    index('assets_task').on(table.taskId),
    index('assets_writing')
      .on(table.createdAt)
      .where(sql`state = 'writing'`),
  ],
);

/** One row per asset that a user has paid for. */
export const downloads = pgTable(
  'downloads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('downloads_key').on(table.key)],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the request, so that reusing the key with another form is detected. */
    fingerprint: bytea('fingerprint').notNull(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => generationRequests.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
);
