import { z } from 'zod';
import { boundedText, idTextSchema, numberText, trimmedText } from '../bounded-text.ts';
import { fileDeliverySchema } from '../buckets/destinations.ts';
import { ERROR_CODES } from '../errors.ts';
import { doubtSchema, reviewSchema, shareBoxSchema } from '../tools/doubts.ts';
import { storageKeySchema } from '../tools/upload.ts';
import { OUTPUT_FORMATS } from './file-names.ts';
import {
  CELL_MAX_LENGTH,
  OWN_COLUMNS_MAX,
  RUN_ITEMS_MAX,
  RUN_ITEMS_PER_CALL,
  SKU_MAX_LENGTH,
} from './limits.ts';
import { CATALOG_MESSAGES } from './messages.ts';

/**
 * `skipped`: left out, by a cancellation. `needs_review`: done, and somebody should look. `approved` and `rejected`: somebody has looked; files of
 * what was rejected are in no download unless they are asked for.
 */
export const ITEM_STATES = [
  'waiting',
  'running',
  'done',
  'needs_review',
  'approved',
  'rejected',
  'failed',
  'skipped',
] as const;
export type ItemState = (typeof ITEM_STATES)[number];
export const itemCountsSchema = z.record(z.enum(ITEM_STATES), z.number().int());
export type ItemCounts = Readonly<Record<ItemState, number>>;

/** One line of printable characters; may be empty. Letters and their accents are one, however they were written. */
const skuSchema = trimmedText(SKU_MAX_LENGTH, CATALOG_MESSAGES.invalidSku)
  .normalize('NFC')
  .regex(/^[^\p{C}]*$/u, CATALOG_MESSAGES.invalidSku);
/** The same, with what many scripts and emoji need between letters, and with letters that are newer than this program. */
const cellSchema = (maxLength: number) =>
  trimmedText(maxLength, CATALOG_MESSAGES.invalidCell).regex(
    /^[^\p{Cc}\p{Cs}]*$/u,
    CATALOG_MESSAGES.invalidCell,
  );
const columnNameSchema = cellSchema(40).min(1);

const ownColumnsSchema = z
  .record(columnNameSchema, cellSchema(CELL_MAX_LENGTH))
  .refine((columns) => Object.keys(columns).length <= OWN_COLUMNS_MAX, CATALOG_MESSAGES.tooManyOwnColumns);

const fileNameSchema = cellSchema(255).min(1);
export const urlSchema = boundedText(2000, CATALOG_MESSAGES.invalidUrl).regex(
  /^https?:\/\/[^\s\p{C}]+$/iu,
  CATALOG_MESSAGES.invalidUrl,
);

/** Where a photo comes from. `file`: its file is still to be added, by its name. */
export const itemSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('upload'), key: storageKeySchema, file_name: fileNameSchema }),
  z.strictObject({ kind: z.literal('url'), url: urlSchema }),
  z.strictObject({ kind: z.literal('file'), file_name: fileNameSchema }),
]);
export type ItemSource = z.infer<typeof itemSourceSchema>;

/** A row that is added to a draft. */
export const newItemSchema = z.strictObject({
  sku: skuSchema,
  variant: skuSchema.default(''),
  slot: skuSchema.default(''),
  columns: ownColumnsSchema.default({}),
  source: itemSourceSchema,
});
export type NewRunItem = z.infer<typeof newItemSchema>;

const rowSchema = z.number().int().min(1).max(RUN_ITEMS_MAX);

export const addItemsRequestSchema = z.strictObject({
  first_row: rowSchema.describe(
    'The number of the first of these rows, from 1: the same call again adds nothing, and `taken` says which numbers had other rows',
  ),
  items: z.array(newItemSchema).min(1).max(RUN_ITEMS_PER_CALL),
});
export type AddItemsRequest = z.infer<typeof addItemsRequestSchema>;
/** Numbers at which something else was already, added by another tab or program: what was sent for them is not in the run. */
export const takenRowsSchema = z.array(z.number().int());
export const addedItemsSchema = z.object({
  data: z.object({
    added: z.number().int(),
    taken: takenRowsSchema,
    /** Of the run, now. */
    items: z.number().int(),
  }),
});

/** Rows of a draft that are taken out; those after them move up. `incomplete`: all that wait for a file. */
export const removeItemsRequestSchema = z.strictObject({
  rows: z.union([z.array(rowSchema).min(1).max(RUN_ITEMS_PER_CALL), z.literal('incomplete')]),
});
export type RemoveItemsRequest = z.infer<typeof removeItemsRequestSchema>;
export const removedItemsSchema = z.object({
  data: z.object({
    removed: z.number().int(),
    /** Of the run, now. */
    items: z.number().int(),
  }),
});

/** Uploaded files for rows that wait for one of this name. */
export const attachFilesRequestSchema = z.strictObject({
  files: z
    .array(z.strictObject({ file_name: fileNameSchema, key: storageKeySchema }))
    .min(1)
    .max(RUN_ITEMS_PER_CALL),
});
export type AttachFilesRequest = z.infer<typeof attachFilesRequestSchema>;
export const attachedFilesSchema = z.object({
  data: z.object({
    attached: z.number().int(),
    /** Files that no row waits for. */
    unmatched: z.array(z.string()),
    /** Rows that still wait for a file. */
    missing: z.number().int(),
  }),
});

/** A finding of a channel’s rules about one output. */
export const outputFindingSchema = z.object({
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
});

export const runOutputSchema = z.object({
  /** The recipe’s output. */
  id: z.string(),
  name: z.string(),
  format: z.enum(OUTPUT_FORMATS),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  /** Of the file as it is fetched. */
  sha256: z.string(),
  /** Of the same file before its signature: equal whenever photo and recipe are equal. */
  unsigned_sha256: z.string(),
  /** Size of the product compared with its photo: above 1 it was enlarged. Null: not known. */
  scale: z.number().nullable(),
  /** By the channel’s rules; null: not checked. */
  findings: z.array(outputFindingSchema).nullable(),
  /** On its way into the run’s bucket; null: it is not to be delivered, or not yet. */
  delivery: fileDeliverySchema.nullable(),
  /** Signed and short-lived; null in lists. */
  url: z.string().nullable(),
  /** Saves the file, for an hour and without a key. The first file of a photo costs one download credit, the others nothing. */
  download_url: z.string().nullable(),
});
export type RunOutput = z.infer<typeof runOutputSchema>;

const itemReviewSchema = reviewSchema.omit({ score: true }).extend({ made_box: shareBoxSchema.nullable() });
export type ItemReview = z.infer<typeof itemReviewSchema>;

export const runItemSchema = z.object({
  /** Its number in the run, from 1. */
  row: z.number().int(),
  sku: z.string(),
  variant: z.string(),
  slot: z.string(),
  columns: z.record(z.string(), z.string()),
  source: z.object({
    kind: z.enum(['upload', 'url', 'file', 'bucket']),
    /** A file’s name, an address, or a name within a bucket. */
    name: z.string(),
  }),
  state: z.enum(ITEM_STATES),
  /** Why it failed: a code that never changes, and a sentence. */
  reason: z.object({ code: z.enum(ERROR_CODES), message: z.string() }).nullable(),
  /** How likely it is that nobody has to mend the cut-out, 0 to 1; null: not known. */
  score: z.number().nullable(),
  /** What is doubtful in it, the gravest first. */
  doubts: z.array(doubtSchema),
  /** Why it may need a hand, the gravest first, and where: in shares of the photo, and of the first output. Null: not known. */
  review: itemReviewSchema.nullable(),
  /** Taken from an earlier run: the same photo by the same recipe. */
  reused: z.boolean(),
  credits: z.number().int(),
  outputs: z.array(runOutputSchema),
  /** A small picture of the first output; null: none yet. Signed and short-lived. */
  thumb_url: z.string().nullable(),
  /** The photo; null in lists and while it is not here. Signed and short-lived. */
  photo_url: z.string().nullable(),
  /** Names the photo in requests to tools: to correct its cut-out. Null while it is not here. */
  photo_key: z.string().nullable(),
});
export type RunItem = z.infer<typeof runItemSchema>;
export const runItemAnswerSchema = z.object({ data: runItemSchema });

export const itemsQuerySchema = z.object({
  state: z.enum(ITEM_STATES).optional(),
  sort: z
    .enum(['row', 'score'])
    .default('row')
    .describe('`score`: the most doubtful first; what has no score comes last'),
  offset: numberText(z.coerce.number().int().min(0).max(RUN_ITEMS_MAX)).default(0),
  limit: numberText(z.coerce.number().int().min(1).max(RUN_ITEMS_PER_CALL)).default(100),
  links: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: with links to the files, which last an hour'),
});
export type ItemsQuery = z.infer<typeof itemsQuerySchema>;
/** Which rows, whatever is said of each. */
export type ItemsWindow = Omit<ItemsQuery, 'links'>;
export const itemsPageSchema = z.object({
  data: z.array(runItemSchema),
  offset: z.number().int(),
  /** Number of matches on all pages. */
  total: z.number().int(),
});

export const itemParamsSchema = z.object({
  id: idTextSchema,
  row: numberText(z.coerce.number().pipe(rowSchema)),
});
/** Does it again, with another picture for its photo: a corrected cut-out, or a better photo. */
export const itemPatchSchema = z.strictObject({ image_key: storageKeySchema });

export const DECISIONS = ['approve', 'reject', 'undo'] as const;
export type Decision = (typeof DECISIONS)[number];
export const reviewRequestSchema = z.strictObject({
  decisions: z
    .array(z.strictObject({ row: rowSchema, decision: z.enum(DECISIONS) }))
    .min(1)
    .max(RUN_ITEMS_PER_CALL),
});
export type ReviewRequest = z.infer<typeof reviewRequestSchema>;
/** Rows whose state changed. */
export const reviewAnswerSchema = z.object({ data: z.object({ rows: z.array(z.number().int()) }) });
