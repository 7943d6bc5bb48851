import { DELIVERY_STEPS, ITEM_STATES, RUN_DOWNLOADS, RUN_STATUSES } from '@packshot/contract';
import type {
  Doubt,
  ErrorCode,
  ItemReview,
  ItemState,
  OutputFormat,
  Recipe,
  RunPause,
  StyleFacts,
} from '@packshot/contract';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { bytea, createdAt, moment } from '../platform/database/columns.ts';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../platform/database/orm.ts';
import { buckets } from '../buckets/schema.ts';
import { apiKeys } from '../api/schema.ts';
import { users } from '../accounts/schema.ts';

/* Recipes, and runs of them over many photos. Everything of a run ends with it. */

export const runStatusEnum = pgEnum('run_status', RUN_STATUSES);
export const itemStateEnum = pgEnum('item_state', ITEM_STATES);

export const recipes = pgTable(
  'recipes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The last one. */
    version: integer('version').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('recipes_user').on(table.userId, table.name)],
);

/** Never changed: a change makes another one. */
export const recipeVersions = pgTable(
  'recipe_versions',
  {
    recipeId: uuid('recipe_id')
      .notNull()
      .references(() => recipes.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    hash: text('hash').notNull(),
    recipe: jsonb('recipe').$type<Recipe>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.recipeId, table.version] })],
);

export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    status: runStatusEnum('status').notNull().default('draft'),
    pausedBecause: text('paused_because').$type<RunPause>(),
    recipeId: uuid('recipe_id').references(() => recipes.id, { onDelete: 'set null' }),
    recipeName: text('recipe_name').notNull(),
    recipeVersion: integer('recipe_version').notNull(),
    recipeHash: text('recipe_hash').notNull(),
    recipe: jsonb('recipe').$type<Recipe>().notNull(),
    onlyChanged: boolean('only_changed').notNull(),
    /** Names, in the order of their table, which the rows’ objects don’t keep. */
    ownColumns: jsonb('own_columns').$type<readonly string[]>().notNull().default([]),
    /** The key that last set it going, whose ceiling counts; null: a person did. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    /** Of the call that made it with an idempotency key: what was asked. */
    fingerprint: bytea('fingerprint'),
    /** Where its files go; the name is null where they go nowhere, and stays when the bucket is gone. */
    toBucketId: uuid('to_bucket_id').references(() => buckets.id, { onDelete: 'set null' }),
    toBucketName: text('to_bucket_name'),
    toFolder: text('to_folder').notNull().default(''),
    toOverwrite: boolean('to_overwrite').notNull().default(false),
    toHold: boolean('to_hold').notNull().default(true),
    /** When each file had arrived there, or was given up. */
    deliveredAt: moment('delivered_at'),
    /** When a worker was last sent to deliver what is due. */
    deliveriesQueuedAt: moment('deliveries_queued_at'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** Deleted by its owner, or as old as runs get: files and rows are removed in the background. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('runs_user').on(table.userId, table.createdAt, table.id),
    index('runs_api_key')
      .on(table.apiKeyId)
      .where(sql`api_key_id is not null`),
    index('runs_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    index('runs_over')
      .on(sql`coalesce(finished_at, created_at)`)
      .where(sql`deleted_at is null and status in ('draft', 'canceled', 'finished')`),
    index('runs_undelivered')
      .on(table.startedAt)
      .where(sql`to_bucket_name is not null and delivered_at is null`),
    index('runs_bucket')
      .on(table.toBucketId)
      .where(sql`to_bucket_id is not null`),
    index('runs_running')
      .on(table.startedAt)
      .where(sql`status = 'running'`),
  ],
);

export const runItems = pgTable(
  'run_items',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** From 1. */
    row: integer('row').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull(),
    variant: text('variant').notNull(),
    slot: text('slot').notNull(),
    columns: jsonb('columns').$type<Readonly<Record<string, string>>>().notNull(),
    sourceKind: text('source_kind', { enum: ['upload', 'url', 'file', 'bucket'] }).notNull(),
    /** A file’s name, an address, or a name within a bucket. */
    sourceName: text('source_name').notNull(),
    /** Null also when the bucket is gone. */
    bucketId: uuid('bucket_id').references(() => buckets.id, { onDelete: 'set null' }),
    /** What the bucket’s server calls the photo’s content: of the photo that was fetched, or else of the one that was listed. */
    etag: text('etag'),
    /** Null until the photo is here. */
    photoKey: text('photo_key'),
    photoSha256: text('photo_sha256'),
    /** Of the photo that a corrected one took the place of; null: it was not corrected. */
    correctedSha256: text('corrected_sha256'),
    state: itemStateEnum('state').notNull().default('waiting'),
    reason: text('reason').$type<ErrorCode>(),
    score: real('score'),
    doubts: jsonb('doubts').$type<readonly Doubt[]>().notNull().default([]),
    /** Null: not known. */
    review: jsonb('review').$type<ItemReview>(),
    /** Of the first output: what the pictures of a range have in common, or not. Null: not measured. */
    style: jsonb('style').$type<StyleFacts>(),
    isReused: boolean('is_reused').notNull().default(false),
    credits: integer('credits').notNull().default(0),
    /** Of the last try: its task makes the files. */
    requestId: uuid('request_id'),
    tries: integer('tries').notNull().default(0),
    thumbKey: text('thumb_key'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.row] }),
    index('run_items_state').on(table.runId, table.state, table.row),
    index('run_items_score').on(table.runId, table.score, table.row),
    index('run_items_request')
      .on(table.requestId)
      .where(sql`request_id is not null`),
    index('run_items_photo')
      .on(table.photoKey)
      .where(sql`photo_key is not null`),
    index('run_items_same')
      .on(table.userId, table.photoSha256)
      .where(sql`photo_sha256 is not null`),
    index('run_items_corrected')
      .on(table.userId, table.correctedSha256)
      .where(sql`corrected_sha256 is not null`),
    index('run_items_bucket')
      .on(table.bucketId, table.sourceName)
      .where(sql`bucket_id is not null`),
    index('run_items_thumb')
      .on(table.thumbKey)
      .where(sql`thumb_key is not null`),
  ],
);

/**
 * How many items of a run are in which state, kept by a trigger (`run_items_counted`): counting ten thousand for each look at a run, and
 * twice a second for those that are going, would be most of the database's work. An invariant compares both.
 */
export const runCounts = pgTable(
  'run_counts',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    state: itemStateEnum('state').notNull(),
    sourceKind: text('source_kind', { enum: ['upload', 'url', 'file', 'bucket'] }).notNull(),
    items: integer('items').notNull(),
    credits: integer('credits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.state, table.sourceKind] })],
);

export const runOutputs = pgTable(
  'run_outputs',
  {
    runId: uuid('run_id').notNull(),
    row: integer('row').notNull(),
    outputId: text('output_id').notNull(),
    /** Its place in the recipe. */
    place: integer('place').notNull(),
    name: text('name').notNull(),
    key: text('key').notNull(),
    format: text('format').$type<OutputFormat>().notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    unsignedSha256: text('unsigned_sha256').notNull(),
    /** What a channel's rules are held against; null: the output is for none. */
    measured: jsonb('measured').$type<PictureFacts>(),
    /** Size of the product compared with its photo; null: not known. */
    scale: real('scale'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.row, table.outputId] }),
    foreignKey({
      columns: [table.runId, table.row],
      foreignColumns: [runItems.runId, runItems.row],
    }).onDelete('cascade'),
    uniqueIndex('run_outputs_name').on(table.runId, sql`lower(name)`),
    index('run_outputs_key').on(table.key),
  ],
);

/** Files on their way into a run's bucket, and its manifest (row 0). They end with their run. */
export const runDeliveries = pgTable(
  'run_deliveries',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    outputId: text('output_id').notNull(),
    name: text('name').notNull(),
    /** Of the file that is to be delivered: another one is delivered anew. */
    sha256: text('sha256').notNull(),
    state: text('state', { enum: DELIVERY_STEPS }).notNull(),
    reason: text('reason').$type<ErrorCode>(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at'),
    /** A worker has it in hand until then, unless it dies. */
    sendingUntil: moment('sending_until'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.row, table.outputId] }),
    index('run_deliveries_due')
      .on(table.runId, table.nextTryAt)
      .where(sql`state = 'waiting'`),
    check('run_deliveries_next', sql`(${table.state} = 'waiting') = (${table.nextTryAt} is not null)`),
  ],
);

/** Links to what can be fetched of a run. */
export const runDownloads = pgTable(
  'run_downloads',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: RUN_DOWNLOADS }).notNull(),
    states: text('states').array().$type<ItemState[]>(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('run_downloads_expiry').on(table.expiresAt)],
);
