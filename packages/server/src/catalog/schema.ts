import { DELIVERY_STEPS, ITEM_STATES, RUN_DOWNLOADS, RUN_STATUSES } from '@packshot/contract';
import type {
  QualityFlag,
  ErrorCode,
  ItemReview,
  ItemState,
  MadeScene,
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

/* Tables for recipes, and for runs that apply a recipe to many photos. All rows of a run are deleted with it. */

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
    version: integer('version').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('recipes_user').on(table.userId, table.name)],
);

/** Versions of recipes. Rows never change: each change of a recipe adds a version. */
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
    /** Column names in the order of their table, which the rows' JSON objects don't preserve. */
    ownColumns: jsonb('own_columns').$type<readonly string[]>().notNull().default([]),
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    fingerprint: bytea('fingerprint'),
    toBucketId: uuid('to_bucket_id').references(() => buckets.id, { onDelete: 'set null' }),
    toBucketName: text('to_bucket_name'),
    toFolder: text('to_folder').notNull().default(''),
    toOverwrite: boolean('to_overwrite').notNull().default(false),
    toHold: boolean('to_hold').notNull().default(true),
    /** Time at which every file had been delivered or had failed for good. */
    deliveredAt: moment('delivered_at'),
    /** Time at which a worker job was last queued for due files. */
    deliveriesQueuedAt: moment('deliveries_queued_at'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** Time at which the owner deleted the run or it expired. Files and rows are removed in the background. */
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
    /** Row number within the run, starting at 1. */
    row: integer('row').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull(),
    variant: text('variant').notNull(),
    slot: text('slot').notNull(),
    columns: jsonb('columns').$type<Readonly<Record<string, string>>>().notNull(),
    sourceKind: text('source_kind', { enum: ['upload', 'url', 'file', 'bucket'] }).notNull(),
    /** File name, URL or bucket key, depending on `sourceKind`. */
    sourceName: text('source_name').notNull(),
    /** Bucket of the photo. Null for other sources, and after the bucket was disconnected. */
    bucketId: uuid('bucket_id').references(() => buckets.id, { onDelete: 'set null' }),
    /** ETag of the photo: from its last fetch, or from the bucket's listing if it wasn't fetched yet. */
    etag: text('etag'),
    /** Storage key of the photo; null until the photo was fetched or uploaded. */
    photoKey: text('photo_key'),
    photoSha256: text('photo_sha256'),
    /** Hash of the original photo, if a corrected photo replaced it; otherwise null. */
    correctedSha256: text('corrected_sha256'),
    /** Scene that the owner adjusted for this item alone; null for the recipe's. */
    ownScene: jsonb('own_scene').$type<MadeScene>(),
    /** Hash of the photo whose pictures are paid for, so that changing their scene is free; null before such a change. */
    paidSha256: text('paid_sha256'),
    state: itemStateEnum('state').notNull().default('waiting'),
    reason: text('reason').$type<ErrorCode>(),
    score: real('score'),
    doubts: jsonb('doubts').$type<readonly QualityFlag[]>().notNull().default([]),
    review: jsonb('review').$type<ItemReview>(),
    /**
     * Style measurements of the first output, used to compare the pictures of a product range. Null if not measured.
     */
    style: jsonb('style').$type<StyleFacts>(),
    isReused: boolean('is_reused').notNull().default(false),
    credits: integer('credits').notNull().default(0),
    /** Request of the last attempt. Its task creates the item's files. */
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
 * Number of items per state and run, maintained by the database trigger `run_items_counted`. Counting ten thousand
 * rows for each view of a run, and twice a second for active ones, would dominate the database load. An invariant
 * check compares these numbers with the rows.
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
    /** Position of the output in the recipe. */
    place: integer('place').notNull(),
    name: text('name').notNull(),
    key: text('key').notNull(),
    format: text('format').$type<OutputFormat>().notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    unsignedSha256: text('unsigned_sha256').notNull(),
    measured: jsonb('measured').$type<PictureFacts>(),
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

/** Files to deliver to a run's bucket, including its manifest (row 0). Deleted with their run. */
export const runDeliveries = pgTable(
  'run_deliveries',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    outputId: text('output_id').notNull(),
    name: text('name').notNull(),
    /** Hash of the file to deliver. If the file's hash changes, it is delivered again. */
    sha256: text('sha256').notNull(),
    state: text('state', { enum: DELIVERY_STEPS }).notNull(),
    reason: text('reason').$type<ErrorCode>(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: moment('next_try_at'),
    /** Time until which a worker has claimed the file. If the worker dies, the claim expires then. */
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
