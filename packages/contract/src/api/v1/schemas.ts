import { z } from 'zod';
import { boundedText, idTextSchema, numberText } from '../../bounded-text.ts';
import { qualityFlagSchema } from '../../tools/quality-flags.ts';
import { referenceSchema } from '../../tools/scene.ts';
import { shopTextsSchema } from '../../tools/shop-texts.ts';
import { apiKeySchema, API_KEY_MODES } from '../keys.ts';
import { V1_PAGE_SIZE, V1_PAGE_SIZE_MAX } from './limits.ts';
import { problemSchema } from './problem.ts';

export const V1_JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type V1JobStatus = (typeof V1_JOB_STATUSES)[number];

/** Outcomes that a request with a test key may simulate. */
export const V1_SIMULATIONS = ['failure', 'timeout', 'low_confidence'] as const;
export type V1Simulation = (typeof V1_SIMULATIONS)[number];
export const v1SimulationSchema = z.enum(V1_SIMULATIONS);

const pixels = z.number().int();

/** Result of a job: a picture, or the text of a description. Fields that don't apply to the tool are omitted. */
export const v1ResultSchema = z.object({
  /** Position among the results of the job, from 0. */
  index: z.number().int(),
  /** Address of the picture's bytes; requires the key. */
  url: z.string().optional(),
  /**
   * Address of the picture without a key, valid for an hour. With a live key, the first use of either address costs one
   * download credit.
   */
  download_url: z.string().optional(),
  /** Reference to the picture in further calls, as `image_key`. */
  image_key: z.string().optional(),
  content_type: z.string().optional(),
  width: pixels.optional(),
  height: pixels.optional(),
  /** For cut-outs: confidence that no part is missing or superfluous, 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
  foreground: z.object({ x: pixels, y: pixels, width: pixels, height: pixels }).optional(),
  /** For cut-outs: quality flags to check, most serious first. */
  doubts: z.array(qualityFlagSchema).optional(),
  seed: z.number().int().optional(),
  recipe: z.string().optional(),
  edit_url: z.string().optional(),
  description: z.string().optional(),
  shop_texts: shopTextsSchema.optional(),
  /** For descriptions: text printed on the product, by line. */
  read_text: z.array(z.string()).optional(),
});
export type V1Result = z.infer<typeof v1ResultSchema>;

export const v1JobSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  mode: z.enum(API_KEY_MODES),
  status: z.enum(V1_JOB_STATUSES),
  progress: z.number().min(0).max(1),
  /** Credits charged: 0 for failed or canceled jobs, and with a test key. Omitted on a server without billing. */
  credits_charged: z.number().int().optional(),
  created_at: z.iso.datetime(),
  results: z.array(v1ResultSchema),
  error: problemSchema.optional(),
});
export type V1Job = z.infer<typeof v1JobSchema>;

export const v1JobParamsSchema = z.object({ id: idTextSchema });
export const v1ResultParamsSchema = z.object({
  id: idTextSchema,
  index: numberText(z.coerce.number().int().min(0).max(99)),
});
export const v1FileParamsSchema = z.object({ token: boundedText(1100).regex(/^[\w-]+$/) });
export const v1ProblemParamsSchema = z.object({ code: boundedText(40).regex(/^[A-Z_]+$/) });
export const v1JobsQuerySchema = z.object({
  limit: numberText(z.coerce.number().int().min(1).max(V1_PAGE_SIZE_MAX)).default(V1_PAGE_SIZE),
  cursor: idTextSchema.optional().describe('`next_cursor` of the previous page'),
});
export const v1JobsPageSchema = z.object({
  data: z.array(v1JobSchema),
  next_cursor: z.string().nullable(),
});

export const v1ImageSchema = z.object({
  image_key: z.string(),
  content_type: z.string(),
  width: pixels,
  height: pixels,
  bytes: z.number().int(),
});
export type V1Image = z.infer<typeof v1ImageSchema>;

/** Fields of an API key that a call with this key can read. */
export const v1KeySchema = apiKeySchema
  .pick({
    id: true,
    name: true,
    mode: true,
    starts_with: true,
    scopes: true,
    addresses: true,
    expires_at: true,
    monthly_ceiling: true,
    spent_this_month: true,
  })
  .extend({
    works_for_free: z
      .boolean()
      .optional()
      .describe('Work costs no credits now, because it’s a test key or its member has an unlimited plan'),
    left_this_month: z
      .number()
      .int()
      .nullable()
      .describe('Credits left under its ceiling this month (UTC); null without a ceiling'),
    credits: z
      .number()
      .int()
      .optional()
      .describe('Credits of its member; absent without the scope `usage:read`'),
  });
export type V1Key = z.infer<typeof v1KeySchema>;

export const v1SetsSchema = z.object({ data: z.array(referenceSchema) });
