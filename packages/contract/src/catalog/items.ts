import { z } from 'zod';
import { boundedText, idTextSchema, numberText, trimmedText } from '../bounded-text.ts';
import { fileDeliverySchema } from '../buckets/destinations.ts';
import { ERROR_CODES } from '../errors.ts';
import { qualityFlagSchema, reviewSchema, shareBoxSchema } from '../tools/quality-flags.ts';
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
 * States of a row. `skipped`: omitted because of a cancellation. `needs_review`: done, and should be reviewed.
 * `approved` and `rejected`: reviewed; downloads omit files of rejected rows unless requested.
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

/**
 * SKU: one line of printable characters; may be empty. Normalized, so that letters with accents are equal however they
 * are encoded.
 */
const skuSchema = trimmedText(SKU_MAX_LENGTH, CATALOG_MESSAGES.invalidSku)
  .normalize('NFC')
  .regex(/^[^\p{C}]*$/u, CATALOG_MESSAGES.invalidSku);
/**
 * Text of a table cell: one line. Unlike an SKU it allows joiners, which many scripts and emoji need, and characters
 * newer than this program.
 */
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

/** Source of a photo. `file`: the row only names a file, which still has to be uploaded. */
export const itemSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('upload'), key: storageKeySchema, file_name: fileNameSchema }),
  z.strictObject({ kind: z.literal('url'), url: urlSchema }),
  z.strictObject({ kind: z.literal('file'), file_name: fileNameSchema }),
]);
export type ItemSource = z.infer<typeof itemSourceSchema>;

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
    'Number of the first of these rows, from 1: repeating the call adds nothing, and `taken` lists the numbers that had other rows',
  ),
  items: z.array(newItemSchema).min(1).max(RUN_ITEMS_PER_CALL),
});
export type AddItemsRequest = z.infer<typeof addItemsRequestSchema>;
/**
 * Numbers of rows that another tab or program had already added; the rows that the caller sent under these numbers
 * aren't in the run.
 */
export const takenRowsSchema = z.array(z.number().int());
export const addedItemsSchema = z.object({
  data: z.object({
    added: z.number().int(),
    taken: takenRowsSchema,
    items: z.number().int(),
  }),
});

/** Rows to remove from a run that hasn't started; later rows move up. `incomplete`: all rows that wait for a file. */
export const removeItemsRequestSchema = z.strictObject({
  rows: z.union([z.array(rowSchema).min(1).max(RUN_ITEMS_PER_CALL), z.literal('incomplete')]),
});
export type RemoveItemsRequest = z.infer<typeof removeItemsRequestSchema>;
export const removedItemsSchema = z.object({
  data: z.object({
    removed: z.number().int(),
    items: z.number().int(),
  }),
});

/** Uploaded files, matched by name with the rows that wait for them. */
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
    unmatched: z.array(z.string()),
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
  id: z.string(),
  name: z.string(),
  format: z.enum(OUTPUT_FORMATS),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  /** Hash of the file as it is downloaded. */
  sha256: z.string(),
  /** Hash of the file before signing. Two files have the same hash if photo and recipe are equal. */
  unsigned_sha256: z.string(),
  /** Scale of the product in the output relative to the photo; above 1, the product was enlarged. Null if unknown. */
  scale: z.number().nullable(),
  /** Violations of the channel’s rules; null if not checked. */
  findings: z.array(outputFindingSchema).nullable(),
  /** Delivery to the run’s bucket; null if the file isn't delivered, or not yet. */
  delivery: fileDeliverySchema.nullable(),
  /** Signed, short-lived address of the file; null in lists. */
  url: z.string().nullable(),
  /**
   * Address for saving the file, valid for an hour without a key. The first file of a photo costs one download credit,
   * further ones are free.
   */
  download_url: z.string().nullable(),
});
export type RunOutput = z.infer<typeof runOutputSchema>;

const itemReviewSchema = reviewSchema.omit({ score: true }).extend({ made_box: shareBoxSchema.nullable() });
export type ItemReview = z.infer<typeof itemReviewSchema>;

export const runItemSchema = z.object({
  row: z.number().int(),
  sku: z.string(),
  variant: z.string(),
  slot: z.string(),
  columns: z.record(z.string(), z.string()),
  source: z.object({
    kind: z.enum(['upload', 'url', 'file', 'bucket']),
    /** Name of the photo: a file name, an address, or a name in a bucket. */
    name: z.string(),
  }),
  state: z.enum(ITEM_STATES),
  /** Reason why the row failed: a stable code, and a message. */
  reason: z.object({ code: z.enum(ERROR_CODES), message: z.string() }).nullable(),
  /** Probability that the cut-out needs no correction, 0 to 1, or null if unknown. */
  score: z.number().nullable(),
  /** Quality flags of the cut-out, most serious first. */
  doubts: z.array(qualityFlagSchema),
  /**
   * Reasons why the row may need a correction, most serious first, with positions as shares of the photo and of the
   * first output. Null if unknown.
   */
  review: itemReviewSchema.nullable(),
  /** Whether the outputs were copied from an earlier run with the same photo and recipe. */
  reused: z.boolean(),
  credits: z.number().int(),
  outputs: z.array(runOutputSchema),
  /** Thumbnail of the first output, or null if there is none yet. Signed and short-lived. */
  thumb_url: z.string().nullable(),
  /** Address of the photo; null in lists, and while the photo isn't available. Signed and short-lived. */
  photo_url: z.string().nullable(),
  /** Reference to the photo in tool requests, for correcting its cut-out. Null while the photo isn't available. */
  photo_key: z.string().nullable(),
  /** Whether the row’s pictures show a scene, which can be opened and adjusted on the Create page. */
  has_scene: z.boolean(),
});
export type RunItem = z.infer<typeof runItemSchema>;
export const runItemAnswerSchema = z.object({ data: runItemSchema });

export const itemsQuerySchema = z.object({
  state: z.enum(ITEM_STATES).optional(),
  sort: z
    .enum(['row', 'score'])
    .default('row')
    .describe('`score`: most doubtful first; rows without a score come last'),
  offset: numberText(z.coerce.number().int().min(0).max(RUN_ITEMS_MAX)).default(0),
  limit: numberText(z.coerce.number().int().min(1).max(RUN_ITEMS_PER_CALL)).default(100),
  links: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: includes links to the files, which are valid for an hour'),
});
export type ItemsQuery = z.infer<typeof itemsQuerySchema>;
/** Query for a page of rows, without the option for links. */
export type ItemsWindow = Omit<ItemsQuery, 'links'>;
export const itemsPageSchema = z.object({
  data: z.array(runItemSchema),
  offset: z.number().int(),
  total: z.number().int(),
});

export const itemParamsSchema = z.object({
  id: idTextSchema,
  row: numberText(z.coerce.number().pipe(rowSchema)),
});
/** Processes the row again with another picture: a corrected cut-out, or a better photo. */
export const itemPatchSchema = z.strictObject({ image_key: storageKeySchema });

/** Makes a finished row again with a scene that the caller has adjusted on the Create page. */
export const itemSceneRequestSchema = z.strictObject({
  scene_key: storageKeySchema.describe('A scene of the built-in engine that the caller made, with a product'),
  image_key: storageKeySchema.optional().describe('A corrected cut-out, which replaces the photo'),
});
export type ItemSceneRequest = z.infer<typeof itemSceneRequestSchema>;

/** Opens a row in free steps: first its cut-out is made; if the row has a scene, then the scene from this cut-out. */
export const openItemRequestSchema = z.strictObject({
  cut_out_key: storageKeySchema
    .optional()
    .describe('The cut-out that the first call has made; then the scene is made from it'),
});
export type OpenItemRequest = z.infer<typeof openItemRequestSchema>;
export const openItemAnswerSchema = z.object({ data: z.object({ task_ids: z.array(z.uuid()) }) });

export const DECISIONS = ['approve', 'reject', 'undo'] as const;
export type Decision = (typeof DECISIONS)[number];
export const reviewRequestSchema = z.strictObject({
  decisions: z
    .array(z.strictObject({ row: rowSchema, decision: z.enum(DECISIONS) }))
    .min(1)
    .max(RUN_ITEMS_PER_CALL),
});
export type ReviewRequest = z.infer<typeof reviewRequestSchema>;
export const reviewAnswerSchema = z.object({ data: z.object({ rows: z.array(z.number().int()) }) });
