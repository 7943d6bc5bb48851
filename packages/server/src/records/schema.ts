import type {
  CutOutFacts,
  EngineFacts,
  Placement,
  Provenance,
  RecordSettings,
  SceneFacts,
  ToolId,
} from '@packshot/contract';
import { bytea, createdAt, moment } from '../platform/database/columns.ts';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../platform/database/orm.ts';
import { users } from '../accounts/schema.ts';

const IS_SHOWN = sql`is_visible and deleted_at is null`;

/**
 * SQL for the hashes of the storage keys to which a record refers. An index of them is a quarter the size of an index
 * of the long keys.
 */
export const KEY_HASHES = sql`(array[hashtext(thumb_url_key), hashtext(input_image_url_key), hashtext(standard_output_image_url_key), hashtext(input_mask_image_url_key), hashtext(reference_image_url_key), hashtext(output_image_url_key)])`;

/**
 * SQL for the trigrams of a record's words, as numbers that depend on the owner (function `trigrams_of` in the
 * migrations). A search therefore finds only the user's own records. The line break separates prompt and name, which
 * contain none.
 */
export const RECORD_TRIGRAMS = sql`trigrams_of(user_id, text_prompt || E'\\n' || name)`;

/**
 * Generations that users saved, shown in History. Keys refer to results and uploads of the same user, or to objects in
 * the record's own folder.
 */
export const generationRecords = pgTable(
  'generation_records',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    toolType: smallint('tool_type').$type<ToolId>().notNull(),
    name: text('name').notNull(),
    prompt: text('text_prompt').notNull(),
    thumbKey: text('thumb_url_key'),
    inputKey: text('input_image_url_key'),
    standardKey: text('standard_output_image_url_key'),
    maskKey: text('input_mask_image_url_key'),
    referenceKey: text('reference_image_url_key'),
    outputKey: text('output_image_url_key'),
    widthPx: integer('width_px'),
    heightPx: integer('height_px'),
    seed: integer('seed'),
    placement: jsonb('placement').$type<Placement>(),
    scene: jsonb('scene').$type<SceneFacts>(),
    /** Facts about a cut-out of the built-in engine; null for other pictures. */
    cutOut: jsonb('cut_out').$type<CutOutFacts>(),
    settings: jsonb('settings').$type<RecordSettings>().notNull(),
    /** The engine that made the picture; null for the built-in one. */
    engine: jsonb('engine').$type<EngineFacts>(),
    /** Provenance of the output picture; null if unknown. */
    provenance: jsonb('provenance').$type<Provenance>(),
    /** Total size in bytes of the pictures uploaded for the record. */
    slotBytes: bigint('slot_bytes', { mode: 'number' }).notNull().default(0),
    isVisible: boolean('is_visible').notNull(),
    isStarred: boolean('is_starred').notNull(),
    confirmedAt: moment('confirmed_at'),
    deletedAt: moment('deleted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    // Holds every column by which a list is filtered. A search for one or two letters, which the index of trigrams can't
    // find, therefore reads this index alone instead of all of the user's rows.
    index('generation_records_listed')
      .on(table.userId, table.createdAt, table.id, table.toolType, table.isStarred, table.name, table.prompt)
      .where(IS_SHOWN),
    index('generation_records_names')
      .on(table.userId, sql`lower(name)`, table.createdAt, table.id)
      .where(IS_SHOWN),
    index('generation_records_keys').using('gin', KEY_HASHES),
    // The index is updated immediately (`fastupdate` off). Otherwise each search would scan pending entries, and saving
    // a record would sometimes wait until they are flushed.
    index('generation_records_words')
      .using('gin', RECORD_TRIGRAMS)
      .with({ fastupdate: false })
      .where(IS_SHOWN),
    // A result can be saved only once, even if a lost response makes the client repeat the request.
    uniqueIndex('generation_records_output').on(table.userId, table.outputKey),
    index('generation_records_unconfirmed')
      .on(table.createdAt)
      .where(sql`confirmed_at is null`),
    index('generation_records_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
);

/** Links to ZIPs of History pictures, or to data exports, which are generated while they are read. */
export const archives = pgTable(
  'archives',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Ids of the records in the ZIP; null for a data export. */
    recordIds: uuid('record_ids').array(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('archives_expiry').on(table.expiresAt), index('archives_user').on(table.userId)],
);

export const RECORD_KEYS = [
  generationRecords.thumbKey,
  generationRecords.inputKey,
  generationRecords.standardKey,
  generationRecords.maskKey,
  generationRecords.referenceKey,
  generationRecords.outputKey,
] as const;
