import { z } from 'zod';
import { idTextSchema, linkTokenSchema, numberText, trimmedText } from '../bounded-text.ts';
import { destinationSchema, runDeliverySchema } from '../buckets/destinations.ts';
import { itemCountsSchema, ITEM_STATES } from './items.ts';
import { RUN_NAME_MAX_LENGTH } from './limits.ts';
import { CATALOG_MESSAGES } from './messages.ts';

/**
 * `draft`: photos can be added. `running`: photos are processed with background priority. `paused`: started photos
 * finish, but no others start; paused by the owner, or by the server with a reason. `canceled` and `finished`: no work
 * is running; failed photos can be retried.
 */
export const RUN_STATUSES = ['draft', 'running', 'paused', 'canceled', 'finished'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

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
  /** Reason why the server paused the run; else null. */
  paused_because: z.enum(RUN_PAUSES).nullable(),
  /** Recipe at the time the run was created, independent of later changes. */
  recipe: z.object({
    id: z.uuid().nullable(),
    name: z.string(),
    version: z.number().int(),
    hash: z.string(),
  }),
  /** Whether the run skips photos that an earlier run of the owner processed by the same recipe. */
  only_changed: z.boolean(),
  items: z.number().int(),
  counts: itemCountsSchema,
  /** Number of photos by source; `missing` counts rows that still wait for their file. */
  sources: z.object({
    upload: z.number().int(),
    url: z.number().int(),
    bucket: z.number().int(),
    missing: z.number().int(),
  }),
  /** Bucket that receives the run's files, with the progress of the delivery; null for none. */
  to: runDeliverySchema.nullable(),
  /** Credits spent on the run, plus those reserved for its running work. */
  credits: z.number().int(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** Time at which the server will delete the run with its files; null until the run has ended. */
  expires_at: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const runAnswerSchema = z.object({ data: runSchema });
export const runParamsSchema = z.object({ id: idTextSchema });

export const runRequestSchema = z.strictObject({
  name: runNameSchema,
  recipe_id: idTextSchema,
  version: z.number().int().min(1).max(1_000_000).optional().describe('Defaults to the latest version'),
  only_changed: z.boolean().default(true),
  to: destinationSchema.nullable().optional().describe('A bucket to deliver the files to'),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

/** Changes to a run. Only the name can be changed after the start. */
export const runPatchSchema = z.strictObject({
  name: runNameSchema.optional(),
  recipe_id: idTextSchema.optional(),
  version: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('With `recipe_id`; defaults to the latest version'),
  only_changed: z.boolean().optional(),
  to: destinationSchema.nullable().optional().describe('Null keeps the files here'),
});
export type RunPatch = z.infer<typeof runPatchSchema>;

export const runsQuerySchema = z.object({
  after: idTextSchema.optional().describe('Last run of the previous page'),
  limit: numberText(z.coerce.number().int().min(1).max(100)).default(20),
});
export const runsPageSchema = z.object({ data: z.array(runSchema), has_more: z.boolean() });

export const CANNOT_START = [
  'RUN_EMPTY',
  'RUN_INCOMPLETE',
  'RUN_NAMES_COLLIDE',
  'OUT_OF_CREDITS',
  'LARGE_RUNS_NOT_IN_PLAN',
  'SMALL_RUNS_OF_DAY_USED',
] as const;

/**
 * `retry`: failed photos are tried again. `continue`: photos that a cancellation skipped are queued again. Both cost
 * credits.
 */
export const RUN_ACTIONS = ['start', 'pause', 'resume', 'cancel', 'retry', 'continue'] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];
export const runActionParamsSchema = z.object({ id: idTextSchema, action: z.enum(RUN_ACTIONS) });

export const runEstimateSchema = z.object({
  /** Number of photos that would be processed, including those that may turn out to be unchanged during the run. */
  photos: z.number().int(),
  files: z.number().int(),
  /** Upper limit of the cost: failed and unchanged photos are free. */
  credits: z.number().int(),
  balance: z.number().int(),
  /** Whether the run is free under the organization's plan. */
  is_free: z.boolean(),
  /**
   * Downloads that a ZIP of the finished pictures costs, without rejected ones and without those that were paid for
   * already. Each photo that isn't processed yet adds at most one. Null on a server without billing.
   */
  downloads: z
    .object({
      all: z.number().int(),
      /** Price without the pictures that still need a review. */
      reviewed: z.number().int(),
      balance: z.number().int(),
    })
    .nullable(),
  /** Duration of the run in seconds, without other load on this server. */
  seconds: z.number().int(),
  /** File names of the first photo’s outputs. */
  example_names: z.array(z.string()),
  /** Reasons why the run can't start. */
  problems: z.array(
    z.object({
      code: z.enum(CANNOT_START),
      message: z.string(),
      /** Numbers of the affected rows, at most a hundred. */
      rows: z.array(z.number().int()),
    }),
  ),
});
export type RunEstimate = z.infer<typeof runEstimateSchema>;
export const runEstimateAnswerSchema = z.object({ data: runEstimateSchema });

/**
 * Downloads of a run: a ZIP with its files and the manifest, the manifest alone, or contact sheets of all pictures, as
 * a PDF, or as a PNG (a ZIP if there are several pages).
 */
export const RUN_DOWNLOADS = ['zip', 'manifest', 'sheet_pdf', 'sheet_png'] as const;
export const runDownloadRequestSchema = z.strictObject({
  kind: z.enum(RUN_DOWNLOADS),
  states: z
    .array(z.enum(ITEM_STATES))
    .max(ITEM_STATES.length)
    .optional()
    .describe('Items to include; defaults to all that have files'),
});
export type RunDownloadRequest = z.infer<typeof runDownloadRequestSchema>;
export const runDownloadAnswerSchema = z.object({ data: z.object({ url: z.string() }) });
export const runDownloadParamsSchema = z.object({ token: linkTokenSchema });
