import { inputNow } from './model.ts';
import type { CallTerms, GenerationInput, StoredTaskResult } from './model.ts';
import type { CostClass, EngineId, ErrorCode, GenerationType } from '@packshot/contract';
import { TASK_STATUSES } from '@packshot/contract';
import { apiKeys } from '../api/schema.ts';
import {
  bigint,
  check,
  customType,
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
import { bytea, createdAt, moment, toolName } from '../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

/* Requests with their tasks, the pictures they made, and downloads. */

/** Input of a request, with the current tool name. */
const taskInput = customType<{ data: GenerationInput; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (input) => JSON.stringify(input),
  fromDriver: (stored) => inputNow(stored as GenerationInput),
});

export const taskStatusEnum = pgEnum('task_status', TASK_STATUSES);

export const creditStateEnum = pgEnum('credit_state', ['reserved', 'settled', 'released', 'free']);

export const assetStateEnum = pgEnum('asset_state', ['writing', 'stored', 'removed']);

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
    /** All pictures that the request uses: uploads or earlier results of the same user. */
    inputKeys: text('input_keys').array().notNull(),
    input: taskInput('input').notNull(),
    /** Credits reserved for the whole request. */
    cost: integer('cost').notNull(),
    creditState: creditStateEnum('credit_state').notNull(),
    /** API key of the request; null for requests from the web app, or if the key was deleted. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    /** Month in which the cost counts toward the key's ceiling. */
    ceilingMonth: date('ceiling_month'),
    /** Null for requests from the web app. */
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
    /** Index of the task within its request, starting at 0. */
    variant: smallint('variant').notNull().default(0),
    status: taskStatusEnum('status').notNull().default('PENDING'),
    /** Increases whenever a worker claims the task; statements with an older attempt have no effect. */
    attempt: integer('attempt').notNull().default(0),
    progress: real('progress').notNull().default(0),
    stage: text('stage'),
    result: jsonb('result').$type<StoredTaskResult>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    /** Engine of the result, unless it was the built-in engine as requested. */
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
    /** Time at which the client reported that it showed the result. */
    shownAt: moment('shown_at'),
    deadlineAt: moment('deadline_at').notNull(),
    /** Last time the task was queued; the sweeper requeues tasks that the queue has lost. */
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
 * Objects created by the server. The row is inserted before the bytes (`writing`), so that leftovers of an aborted
 * attempt can be found; `stored` is set in the transaction that settles the task. `removed` means that the owner
 * deleted it from history; the row stays, because a successful task references its objects.
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
     * `full` is the download, `standard` its smaller rendition for display, `heat-map` shows where a product was
     * changed, and `output` is a further file of a recipe. `passing` is a temporary file that is fetched once: it stays
     * `writing` and is removed like an abandoned asset.
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
