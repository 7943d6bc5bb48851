import {
  HISTORY_PAGE_SIZE,
  HISTORY_SORT,
  PAGE_SIZE_MAX,
  RECORD_NAME_MAX_LENGTH,
  ARCHIVE_MAX_RECORDS,
} from './limits.ts';
import { SEED_MAX } from '../tools/limits.ts';
import { z } from 'zod';
import { provenanceSchema } from '../provenance/chain.ts';
import {
  boundedText,
  idTextSchema,
  linkTokenSchema,
  numberText,
  timestampTextSchema,
  trimmedText,
} from '../bounded-text.ts';
import { downloadCreditsSchema } from '../credits/schemas.ts';
import { RECORD_MESSAGES } from './messages.ts';
import { hexColorSchema, placementSchema, SCENE_OPTIONS, sceneFactsSchema } from '../tools/scene.ts';
import { recordFields } from '../tools/option-settings.ts';
import { inJson } from '../tools/options.ts';
import { cutOutFactsSchema } from '../tools/quality-flags.ts';
import { TOOL_IDS, toolIdSchema } from '../tools/ids.ts';
import { storageKeySchema, uploadTargetSchema } from '../tools/upload.ts';
import { HARMONIZE_OPTIONS } from '../tools/harmonize.ts';
import { UPSCALE_OPTIONS } from '../tools/upscale.ts';

/** Pictures of a saved generation, in the order in which clients send them. */
export const RECORD_SLOTS = [
  'thumb',
  'input_image',
  'standard_output_image',
  'input_mask_image',
  'reference_image',
  'output_image',
] as const;
export type RecordSlot = (typeof RECORD_SLOTS)[number];

/**
 * Settings besides prompt, seed and placement, which "reuse" restores. A setting is missing if the tool doesn't have
 * it or the user didn't set it.
 */
export const recordSettingsSchema = z.strictObject({
  ...recordFields(SCENE_OPTIONS),
  ...recordFields(UPSCALE_OPTIONS),
  ...recordFields(HARMONIZE_OPTIONS),
  background: z
    .union([z.literal('transparent'), hexColorSchema])
    .optional()
    .describe('For a product that a browser placed on a color or on no background'),
});
export type RecordSettings = z.infer<typeof recordSettingsSchema>;

export const engineFactsSchema = z.object({
  provider: z.string(),
  model: z.string(),
  cost_class: z.string(),
});
export type EngineFacts = z.infer<typeof engineFactsSchema>;

/** Name of a record: one line of printable characters. */
const recordNameSchema = trimmedText(RECORD_NAME_MAX_LENGTH, RECORD_MESSAGES.recordNameTooLong).regex(
  /^[^\p{C}]*$/u,
);

const promptSchema = boundedText(500).regex(/^[^\p{Cc}\p{Cs}]*$/u);

const newRecordFields = {
  tool_type: toolIdSchema,
  name: recordNameSchema.default(''),
  text_prompt: promptSchema.default(''),
  output_image_url_key: storageKeySchema
    .optional()
    .describe(
      'A generation’s result, whose details the server knows; without it, upload the picture to its slot',
    ),
  standard_output_image_url_key: storageKeySchema.optional(),
  input_image_url_key: storageKeySchema.optional(),
  input_mask_image_url_key: storageKeySchema.optional(),
  reference_image_url_key: storageKeySchema.optional(),
  thumb_url_key: storageKeySchema.optional(),
};

const seedSchema = numberText(z.coerce.number().int().min(0).max(SEED_MAX));

/**
 * Data for creating a record. Keys refer to storage objects that the caller owns; missing pictures can be uploaded
 * into their slots.
 */
export const newRecordSchema = z.object({
  ...newRecordFields,
  seed: seedSchema.optional(),
  settings: recordSettingsSchema.optional(),
});
export type NewRecord = z.infer<typeof newRecordSchema>;

export const newRecordFormSchema = z.object({
  ...newRecordFields,
  seed: seedSchema.optional(),
  settings: inJson(recordSettingsSchema).optional().describe('JSON'),
  is_visible: z
    .enum(['true', 'false'])
    .default('false')
    .describe('New records are never visible; update the record once its pictures are uploaded'),
});

export const BULK_CREATE_MAX = 20;
export const bulkCreateRequestSchema = z.object({
  records: z.array(newRecordSchema).min(1).max(BULK_CREATE_MAX),
});

/** Upload targets by slot; null if the server already has the picture. */
const slotTargetsSchema = z.object(
  Object.fromEntries(RECORD_SLOTS.map((slot) => [slot, uploadTargetSchema.nullable()])) as Record<
    RecordSlot,
    z.ZodNullable<typeof uploadTargetSchema>
  >,
);
export const createdRecordSchema = z.object({ id: z.uuid(), upload: slotTargetsSchema });
export type CreatedRecord = z.infer<typeof createdRecordSchema>;
export const createdRecordsSchema = z.object({ data: z.array(createdRecordSchema) });

const keySchema = z.string().nullable();
const linkSchema = z.string().nullable();

/**
 * Saved generation. Links are signed and short-lived. The link to the full-size picture, like that of a task's result,
 * is for further processing; downloads are charged through `download-image/`.
 */
export const recordSchema = z.object({
  id: z.uuid(),
  tool_type: z.number().int(),
  name: z.string(),
  text_prompt: z.string(),
  output_image_url_key: keySchema,
  standard_output_image_url_key: keySchema,
  input_image_url_key: keySchema,
  input_mask_image_url_key: keySchema,
  reference_image_url_key: keySchema,
  thumb_url_key: keySchema,
  thumb_url: linkSchema,
  standard_output_image_url: linkSchema,
  output_image_url: linkSchema,
  input_image_url: linkSchema,
  /** Links to the further products of a scene, in the order of `scene.beside`. */
  beside_image_urls: z.array(z.string()),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  seed: z.number().int().nullable(),
  placement: placementSchema.nullable(),
  scene: sceneFactsSchema.nullable(),
  cut_out: cutOutFactsSchema.nullable(),
  settings: recordSettingsSchema,
  engine: engineFactsSchema.nullable(),
  provenance: provenanceSchema.nullable(),
  is_visible: z.boolean(),
  starred: z.boolean(),
  /** Whether the picture was already paid for, so that another download is free. */
  is_downloaded: z.boolean(),
  created_at: z.iso.datetime(),
});
export type SavedRecord = z.infer<typeof recordSchema>;
export const recordResponseSchema = z.object({ data: recordSchema });

export const RECORD_SORTS = [HISTORY_SORT, 'created_at', 'name', '-name'] as const;
export type RecordSort = (typeof RECORD_SORTS)[number];

const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

export const recordsQuerySchema = z.object({
  page: numberText(z.coerce.number().int().min(1).max(100_000)).default(1),
  per_page: numberText(z.coerce.number().int().min(1).max(PAGE_SIZE_MAX)).default(HISTORY_PAGE_SIZE),
  sort: z.enum(RECORD_SORTS).default(HISTORY_SORT),
  search: trimmedText(200)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .optional()
    .describe('Words that the prompt or the name must contain, all of them'),
  tool_type: boundedText(100)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(toolIdSchema).min(1).max(Object.keys(TOOL_IDS).length))
    .optional()
    .describe('Tool ids, separated by commas'),
  from: timestampTextSchema.optional().describe('Created at this time or later'),
  to: timestampTextSchema.optional().describe('Created before this time'),
  starred: flagSchema.optional(),
});
export type RecordsQuery = z.infer<typeof recordsQuerySchema>;
export const recordsResponseSchema = z.object({
  data: z.array(recordSchema),
  page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  has_more: z.boolean(),
});
export type RecordsPage = z.infer<typeof recordsResponseSchema>;

export const recordParamsSchema = z.object({ id: idTextSchema });
export const recordPatchSchema = z.object({
  is_visible: z
    .boolean()
    .optional()
    .describe('True shows it once its output is uploaded, and restores a recently deleted record'),
  name: recordNameSchema.optional(),
  starred: z.boolean().optional(),
});
export type RecordPatch = z.infer<typeof recordPatchSchema>;

export const archiveRequestSchema = z.object({
  record_ids: z.array(idTextSchema).min(1).max(ARCHIVE_MAX_RECORDS),
});
/**
 * Answer to a download of several pictures. If the balance doesn't cover all of them, `url` is missing and the balance
 * is -1.
 */
export const archiveResponseSchema = downloadCreditsSchema.extend({
  url: z.string().optional(),
  /**
   * Number of download credits charged; pictures that were paid for earlier are free. If the balance didn't suffice,
   * the number that would be charged.
   */
  cost: z.number().int(),
});
export type ArchiveOrder = z.infer<typeof archiveResponseSchema>;
export const exportResponseSchema = z.object({ url: z.string() });
export const archiveParamsSchema = z.object({ token: linkTokenSchema });

/** Reports that the page has shown the results of tasks. */
export const successRequestSchema = z.object({ task_ids: z.array(idTextSchema).min(1).max(16) });
/** Tasks whose results are known to have been shown, by this call or an earlier one. */
export const successResponseSchema = z.object({ recorded: z.array(z.uuid()) });
