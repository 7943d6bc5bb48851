import { z } from 'zod';
import { idTextSchema, linkTokenSchema, numberText, trimmedText } from '../bounded-text.ts';
import { destinationSchema, runDeliverySchema } from '../buckets/destinations.ts';
import { itemCountsSchema, ITEM_STATES } from './items.ts';
import { RUN_NAME_MAX_LENGTH } from './limits.ts';
import { CATALOG_MESSAGES } from './messages.ts';

/**
 * `draft`: photos can be added. `running`: photos are done, as far as nobody else waits. `paused`: what has begun ends, nothing else begins;
 * by its owner, or with a reason. `canceled` and `finished`: nothing runs; what failed can be tried again.
 */
export const RUN_STATUSES = ['draft', 'running', 'paused', 'canceled', 'finished'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a run paused by itself. */
export const RUN_PAUSES = [
  'OUT_OF_CREDITS',
  'FAIR_USE_REACHED',
  'DAILY_LIMIT_REACHED',
  'STORAGE_QUOTA',
  'KEY_CEILING_REACHED',
  'KEY_INVALID',
] as const;
export type RunPause = (typeof RUN_PAUSES)[number];

export const runNameSchema = trimmedText(RUN_NAME_MAX_LENGTH, CATALOG_MESSAGES.invalidRunName)
  .min(1, CATALOG_MESSAGES.invalidRunName)
  .regex(/^[^\p{C}]*$/u, CATALOG_MESSAGES.invalidRunName);

export const runSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(RUN_STATUSES),
  /** When it paused by itself; else null. */
  paused_because: z.enum(RUN_PAUSES).nullable(),
  /** As it was when the run was made, whatever becomes of the recipe. */
  recipe: z.object({
    id: z.uuid().nullable(),
    name: z.string(),
    version: z.number().int(),
    hash: z.string(),
  }),
  /** A photo that was done by the same recipe before, in any run of the owner, is not done again. */
  only_changed: z.boolean(),
  items: z.number().int(),
  counts: itemCountsSchema,
  /** How many photos came from where. */
  sources: z.object({
    upload: z.number().int(),
    url: z.number().int(),
    bucket: z.number().int(),
    missing: z.number().int(),
  }),
  /** The bucket that its files go into, and how far that is; null: none. */
  to: runDeliverySchema.nullable(),
  /** Spent, and reserved for what runs now. */
  credits: z.number().int(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** When it will be deleted with its files; null while it has not ended. */
  expires_at: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const runAnswerSchema = z.object({ data: runSchema });
export const runParamsSchema = z.object({ id: idTextSchema });

export const runRequestSchema = z.strictObject({
  name: runNameSchema,
  recipe_id: idTextSchema,
  version: z.number().int().min(1).max(1_000_000).optional().describe('Absent: the last one'),
  only_changed: z.boolean().default(true),
  to: destinationSchema.nullable().optional().describe('A bucket that the files go into'),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

/** Of a draft, but for its name. */
export const runPatchSchema = z.strictObject({
  name: runNameSchema.optional(),
  recipe_id: idTextSchema.optional(),
  version: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('With `recipe_id`; absent: the last one'),
  only_changed: z.boolean().optional(),
  to: destinationSchema.nullable().optional().describe('Null: its files stay here'),
});
export type RunPatch = z.infer<typeof runPatchSchema>;

export const runsQuerySchema = z.object({
  after: idTextSchema.optional().describe('The last run of the page before'),
  limit: numberText(z.coerce.number().int().min(1).max(100)).default(20),
});
export const runsPageSchema = z.object({ data: z.array(runSchema), has_more: z.boolean() });

/** Why a catalog cannot start. */
export const CANNOT_START = [
  'RUN_EMPTY',
  'RUN_INCOMPLETE',
  'RUN_NAMES_COLLIDE',
  'OUT_OF_CREDITS',
  'LARGE_RUNS_NOT_IN_PLAN',
  'SMALL_RUNS_OF_DAY_USED',
] as const;

/** `retry`: what failed is tried again. `continue`: what a cancellation left out waits again. Each costs what it makes, so that neither brings the other along. */
export const RUN_ACTIONS = ['start', 'pause', 'resume', 'cancel', 'retry', 'continue'] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];
export const runActionParamsSchema = z.object({ id: idTextSchema, action: z.enum(RUN_ACTIONS) });

/** Cost, time and what is wrong, before anything begins. */
export const runEstimateSchema = z.object({
  /** Photos that would be done; of those that are found unchanged only at work, none is left out here. */
  photos: z.number().int(),
  files: z.number().int(),
  /** At most: what fails, and what is unchanged, costs nothing. */
  credits: z.number().int(),
  balance: z.number().int(),
  /** The plan makes it free. */
  is_free: z.boolean(),
  /** If nobody else works on this server. */
  seconds: z.number().int(),
  /** The names of the first photo’s outputs. */
  example_names: z.array(z.string()),
  /** Why it cannot start; empty: it can. */
  problems: z.array(
    z.object({
      code: z.enum([
        'RUN_EMPTY',
        'RUN_INCOMPLETE',
        'RUN_NAMES_COLLIDE',
        'OUT_OF_CREDITS',
        'LARGE_RUNS_NOT_IN_PLAN',
      ]),
      message: z.string(),
      /** Concerned; the first hundred. */
      rows: z.array(z.number().int()),
    }),
  ),
});
export type RunEstimate = z.infer<typeof runEstimateSchema>;
export const runEstimateAnswerSchema = z.object({ data: runEstimateSchema });

/**
 * What can be fetched of a run: its files with the manifest, the manifest alone, or all its pictures small on pages: a PDF, or a PNG (of
 * several pages a ZIP).
 */
export const RUN_DOWNLOADS = ['zip', 'manifest', 'sheet_pdf', 'sheet_png'] as const;
export const runDownloadRequestSchema = z.strictObject({
  kind: z.enum(RUN_DOWNLOADS),
  states: z
    .array(z.enum(ITEM_STATES))
    .max(ITEM_STATES.length)
    .optional()
    .describe('Of which items; absent: all that have files'),
});
export type RunDownloadRequest = z.infer<typeof runDownloadRequestSchema>;
export const runDownloadAnswerSchema = z.object({ data: z.object({ url: z.string() }) });
export const runDownloadParamsSchema = z.object({ token: linkTokenSchema });
