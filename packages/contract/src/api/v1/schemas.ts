import { z } from 'zod';
import { boundedText, idTextSchema, numberText } from '../../bounded-text.ts';
import { doubtSchema } from '../../tools/doubts.ts';
import { referenceSchema } from '../../tools/scene.ts';
import { shopTextsSchema } from '../../tools/shop-texts.ts';
import { apiKeySchema, API_KEY_MODES } from '../keys.ts';
import { V1_PAGE_SIZE, V1_PAGE_SIZE_MAX } from './limits.ts';
import { problemSchema } from './problem.ts';

export const V1_JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type V1JobStatus = (typeof V1_JOB_STATUSES)[number];

/** What a request with a test key may simulate. */
export const V1_SIMULATIONS = ['failure', 'timeout', 'low_confidence'] as const;
export type V1Simulation = (typeof V1_SIMULATIONS)[number];
export const v1SimulationSchema = z.enum(V1_SIMULATIONS);

const pixels = z.number().int();

/** A picture, or the words of a description. What a tool does not make is absent. */
export const v1ResultSchema = z.object({
  /** Its place among the results of the job, from 0. */
  index: z.number().int(),
  /** The picture's bytes; needs the key. */
  url: z.string().optional(),
  /** The same without a key, for an hour. With a live key either costs one download credit, the first time. */
  download_url: z.string().optional(),
  /** Names the picture in further calls, as `image_key`. */
  image_key: z.string().optional(),
  content_type: z.string().optional(),
  width: pixels.optional(),
  height: pixels.optional(),
  /** Of a cut-out: how sure the engine is that nothing is missing and nothing too much, 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
  /** Of a cut-out: the box around the product. */
  foreground: z.object({ x: pixels, y: pixels, width: pixels, height: pixels }).optional(),
  /** Of a cut-out: where somebody should look, the gravest first. */
  doubts: z.array(doubtSchema).optional(),
  /** Of a scene. */
  seed: z.number().int().optional(),
  /** Identifies everything that was set. */
  recipe: z.string().optional(),
  /** Opens it in the studio. */
  edit_url: z.string().optional(),
  /** Of a description. */
  description: z.string().optional(),
  shop_texts: shopTextsSchema.optional(),
  /** Of a description: what is printed on the product, by line. */
  read_text: z.array(z.string()).optional(),
});
export type V1Result = z.infer<typeof v1ResultSchema>;

export const v1JobSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  mode: z.enum(API_KEY_MODES),
  status: z.enum(V1_JOB_STATUSES),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  /** 0 for what failed or was canceled, and with a test key. Absent on a server without billing. */
  credits_charged: z.number().int().optional(),
  created_at: z.iso.datetime(),
  /** Those that are made so far. */
  results: z.array(v1ResultSchema),
  /** Why it failed. */
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
  cursor: idTextSchema.optional().describe('`next_cursor` of the page before'),
});
export const v1JobsPageSchema = z.object({
  data: z.array(v1JobSchema),
  /** Null on the last page. */
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

/** A key, as it sees itself. */
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
      .describe('Work costs no credits now: it is a test key, or its member has a plan without limit'),
    left_this_month: z
      .number()
      .int()
      .nullable()
      .describe('What its ceiling leaves of this month (UTC); null without a ceiling'),
    credits: z
      .number()
      .int()
      .optional()
      .describe('Credits that its member has; absent without the scope `usage:read`'),
  });
export type V1Key = z.infer<typeof v1KeySchema>;

export const v1SetsSchema = z.object({ data: z.array(referenceSchema) });
