import type { UpscaleFactor } from './limits.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  HARMONIZE_DEFAULT_STRENGTH,
  MAGIC_PROMPT_MAX_LENGTH,
  REFINE_EDGES,
  UPSCALE_FACTORS,
  UPSCALE_MODES,
} from './limits.ts';
import { z } from 'zod';
import { boundedText, idTextSchema, numberText, oneLineText, trimmedText } from '../bounded-text.ts';
import { ENGINE_FIELDS, engineRecordSchema, productPixelsSchema } from './engines.ts';
import { ERROR_CODES } from '../errors.ts';
import { placementSchema, sceneFactsSchema } from './scene.ts';
import { toolIdSchema } from './ids.ts';
import { storageKeySchema } from './upload.ts';

/** A task moves PENDING → STARTED → one of the three terminal states, exactly once. */
export const TASK_STATUSES = ['PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;
export const taskStatusSchema = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof taskStatusSchema>;
export const TERMINAL_TASK_STATUSES = [
  'SUCCESS',
  'FAILURE',
  'REVOKED',
] as const satisfies readonly TaskStatus[];
/** Nothing changes a task any more. */
export const isTerminal = (status: TaskStatus): boolean =>
  (TERMINAL_TASK_STATUSES as readonly TaskStatus[]).includes(status);

export const taskResultSchema = z.object({
  /** Full-size result, PNG: for a cut-out the original's pixels with alpha. */
  image_url: z.string().optional(),
  /** The same at a standard size, quick to show: WebP. */
  std_url: z.string().optional(),
  final_description: z.string().optional(),
  /** Storage key of the full-size result: what `download-image/` takes. */
  key: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  /** Of a scene: the same seed and form give the same pictures again. */
  seed: z.number().int().optional(),
  /** Of a scene: which variant of the request it is, from 0. */
  variant: z.number().int().optional(),
  /** Of a scene: what it is made of. */
  scene: sceneFactsSchema.optional(),
  /** Of a scene with a product: where it stands. */
  placement: placementSchema.optional(),
  /** Absent: the embedded engine, as asked. */
  engine: engineRecordSchema.optional(),
  /** Of another engine's scene with a product. */
  product_pixels: productPixelsSchema.optional(),
});
export type TaskResult = z.infer<typeof taskResultSchema>;

export const taskErrorSchema = z.object({ code: z.enum(ERROR_CODES), message: z.string() });

/** What `check-status/` answers, and each later event of a stream. */
export const taskStateSchema = z.object({
  task_id: z.uuid(),
  status: taskStatusSchema,
  /** True progress, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** What the worker is doing, for people; absent when there is nothing to say. */
  stage: z.string().optional(),
  result: taskResultSchema.optional(),
  error: taskErrorSchema.optional(),
});
export type TaskState = z.infer<typeof taskStateSchema>;

/** First event of a stream. */
export const taskIdsEventSchema = z.object({ task_ids: z.array(z.uuid()).min(1) });
export const streamEventSchema = z.union([taskIdsEventSchema, taskStateSchema]);
export type StreamEvent = z.infer<typeof streamEventSchema>;

export const checkStatusQuerySchema = z.object({ task_id: idTextSchema });

export const removeBackgroundFormSchema = z.object({
  image_s3: storageKeySchema,
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});
export type RemoveBackgroundForm = z.infer<typeof removeBackgroundFormSchema>;

/** No control characters: they are no part of a wish, and a database's text cannot hold all of them. */
const WISH_TEXT = /^[^\p{Cc}\p{Cs}]*$/u;

export const magicFormSchema = z.object({
  image_s3: storageKeySchema,
  mask_s3: storageKeySchema.describe(
    'White, or opaque, where something was drawn; of the shape of the photo',
  ),
  prompt: oneLineText(MAGIC_PROMPT_MAX_LENGTH)
    .regex(WISH_TEXT)
    .optional()
    .describe('What to do with what was drawn over; without one it is removed'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});
export type MagicForm = z.infer<typeof magicFormSchema>;

const UPSCALE_FACTOR_VALUES: readonly number[] = UPSCALE_FACTORS;
/** A factor as it arrives in a form: a number or its digits. */
export const upscaleFactorSchema = numberText(
  z.coerce
    .number()
    .refine((value): value is UpscaleFactor => UPSCALE_FACTOR_VALUES.includes(value), 'Unknown value.'),
).describe('Scale, on each side');

export const upscaleFormSchema = z.object({
  image_s3: storageKeySchema,
  value: upscaleFactorSchema,
  mode: z
    .enum(UPSCALE_MODES)
    .default('faithful')
    .describe('faithful adds nothing; detailed draws edges anew'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});
export type UpscaleForm = z.infer<typeof upscaleFormSchema>;

/**
 * Corrects a cut-out by hand. How a brush in the browser calls it: keep the key of the photo that was cut out (`image_s3`) and the `key` of
 * the result that is shown (`matte_s3`: the first cut-out, later each refined one). Draw on one transparent canvas of the photo's shape,
 * at its size or a smaller one: rgb(255, 0, 0) restores, rgb(0, 255, 0) erases, alpha is the brush's softness; a newer stroke replaces
 * what is under it (`source-over`), undoing clears it (`destination-out`). Upload that canvas as PNG (`mask_s3`) when the hand rests or
 * on Apply, not for each stroke; show the strokes on the old cut-out until the result is there.
 */
export const refineFormSchema = z.object({
  image_s3: storageKeySchema.describe('The photo that was cut out'),
  matte_s3: storageKeySchema.describe(
    'Its cut-out so far, or a matte (opaque and gray: white is the object); of the shape of the photo',
  ),
  mask_s3: storageKeySchema.describe(
    'Strokes of the shape of the photo: red restores, green erases, each with the strength of its channel times alpha; blue means nothing',
  ),
  edges: z
    .enum(REFINE_EDGES)
    .default('picture')
    .describe(
      "Along the strokes' rims: picture follows the edges that the photo has there, hand takes the strokes as drawn",
    ),
  feature_type: toolIdSchema,
});
export type RefineForm = z.infer<typeof refineFormSchema>;

/** Digits, as forms carry them: an empty field is no 0. */
const STRENGTH_TEXT = /^(?:\d(?:\.\d{1,6})?|\.\d{1,6})$/;

export const harmonizeFormSchema = z.object({
  image_s3: storageKeySchema.describe('The photo with the product already in it'),
  mask_s3: storageKeySchema.describe('White, or opaque, where the product is; of the shape of the photo'),
  strength: boundedText(8)
    .regex(STRENGTH_TEXT)
    .transform(Number)
    .pipe(z.number().max(1))
    .default(HARMONIZE_DEFAULT_STRENGTH)
    .describe('From 0, which changes nothing, to 1'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});
export type HarmonizeForm = z.infer<typeof harmonizeFormSchema>;

export const analyzeFormSchema = z.object({
  image_s3: storageKeySchema.describe('A photo, or a cut-out'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});
export type AnalyzeForm = z.infer<typeof analyzeFormSchema>;

export const descriptionToPromptRequestSchema = z.object({
  description: trimmedText(DESCRIPTION_MAX_LENGTH).min(1),
  ...ENGINE_FIELDS,
});
export type DescriptionToPromptRequest = z.infer<typeof descriptionToPromptRequestSchema>;
export const descriptionToPromptResponseSchema = z.object({
  /** A scene that suits what is described. */
  prompt: z.string(),
  /** Others, plainly different from it and from each other. */
  suggestions: z.array(z.string()),
});
export type DescriptionToPromptResponse = z.infer<typeof descriptionToPromptResponseSchema>;

export const cancelRequestSchema = z.object({ task_ids: z.array(idTextSchema).min(1).max(16) });
/** Ids that are cancelled now, by this call or an earlier one; tasks that had already ended are not in it. */
export const cancelResponseSchema = z.object({ cancelled: z.array(z.uuid()) });

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = boundedText(128)
  .min(8)
  .regex(/^[\w-]+$/);
