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

/** Column for the input of a request. Reads return the current name of the tool. */
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
    /** Generation type in API responses; null for tools that have none. `tool` is always set. */
    type: text('type').$type<GenerationType>(),
    tool: toolName('tool')
      .notNull()
      .generatedAlwaysAs(sql`input ->> 'tool'`),
    toolId: smallint('feature_type').notNull(),
    inputKeys: text('input_keys').array().notNull(),
    input: taskInput('input').notNull(),
    /** Number of credits reserved for the whole request. */
    cost: integer('cost').notNull(),
    creditState: creditStateEnum('credit_state').notNull(),
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    ceilingMonth: date('ceiling_month'),
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
    variant: smallint('variant').notNull().default(0),
    status: taskStatusEnum('status').notNull().default('PENDING'),
    /**
     * Number that increases whenever a worker claims the task. Statements of a worker with an older number have no
     * effect.
     */
    attempt: integer('attempt').notNull().default(0),
    progress: real('progress').notNull().default(0),
    stage: text('stage'),
    result: jsonb('result').$type<StoredTaskResult>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    /** Number of the product that the error is about in a scene of several, from 1; null for other errors. */
    errorProduct: smallint('error_product'),
    /** Engine that made the result; null if the built-in one was requested and made it. */
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
    /** Time at which the browser reported that it showed the result. */
    shownAt: moment('shown_at'),
    deadlineAt: moment('deadline_at').notNull(),
    /** Time at which the task was last queued. The sweeper queues tasks again whose job was lost. */
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

/** Log of the status changes of tasks in the last 30 days. A trigger on `tasks` writes it. */
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
 * Objects that the server created for tasks. The row is inserted before the bytes (`writing`), so that objects of an
 * aborted attempt can be found. `stored` is set in the transaction that ends the task. `removed` means that the owner
 * deleted the object from History. Its row remains, because a successful task refers to its objects.
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
     * Purpose of the object. `full` is the picture to download, `standard` its smaller version for display, `heat-map`
     * shows where a product was changed, and `output` is a further file of a recipe. `passing` is a temporary file
     * that is fetched once: its state stays `writing`, and it is removed like an abandoned object.
     */
    rendition: text('rendition', { enum: ['full', 'standard', 'heat-map', 'passing', 'output'] }).notNull(),
    /**
     * Key of the picture whose download pays for this one too, because it shows the same; see `succeed` of the task
     * store. Null if the picture is charged under its own key.
     */
    payerKey: text('payer_key'),
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

/** Downloads, one row per asset: those that a user paid for, and those on a server without billing. */
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
    /** SHA-256 of the request, to detect that the idempotency key is reused with another form. */
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
