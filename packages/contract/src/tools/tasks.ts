import { z } from 'zod';
import { boundedText, idTextSchema } from '../bounded-text.ts';
import { cutOutFactsSchema } from './quality-flags.ts';
import { engineRecordSchema, productPixelsSchema } from './engines.ts';
import { ERROR_CODES } from '../errors.ts';
import { provenanceSchema } from '../provenance/chain.ts';
import { placementSchema, sceneFactsSchema } from './scene.ts';
import { shopTextsSchema } from './shop-texts.ts';

/** States of a task, which starts as PENDING and ends in one of the three terminal states. */
export const TASK_STATUSES = ['PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;
export const taskStatusSchema = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof taskStatusSchema>;
export const TERMINAL_TASK_STATUSES = [
  'SUCCESS',
  'FAILURE',
  'REVOKED',
] as const satisfies readonly TaskStatus[];
export const isTerminal = (status: TaskStatus): boolean =>
  (TERMINAL_TASK_STATUSES as readonly TaskStatus[]).includes(status);

export const taskResultSchema = z.object({
  /** Address of the full-size result as PNG. For a cut-out, it has the pixels of the photo, with alpha. */
  image_url: z.string().optional(),
  /** Address of the result at a standard size for quick display, as WebP. */
  std_url: z.string().optional(),
  final_description: z.string().optional(),
  /** Texts for a shop page, if the built-in engine described the product. */
  shop_texts: shopTextsSchema.optional(),
  /**
   * Lines of text printed on the product, from the top, if the built-in engine described it. Missing if no text was
   * readable.
   */
  read_text: z.array(z.string()).optional(),
  /** Storage key of the full-size result, as accepted by `download-image/`. */
  key: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  /** Seed of a scene: the same seed and form produce the same pictures. */
  seed: z.number().int().optional(),
  /** Index of a scene's variant within the request, from 0. */
  variant: z.number().int().optional(),
  scene: sceneFactsSchema.optional(),
  placement: placementSchema.optional(),
  /** For a layer of a scene with several products: number of the product that it shows, 1 for the first one. */
  product: z.number().int().optional(),
  /** Facts of a cut-out made by the built-in engine. */
  cut_out: cutOutFactsSchema.optional(),
  /** Engine that made the result; missing for the built-in engine if no other one was requested. */
  engine: engineRecordSchema.optional(),
  /** Comparison that counts changed product pixels, for a product placed in a picture. */
  product_pixels: productPixelsSchema.optional(),
  provenance: provenanceSchema.optional(),
});
export type TaskResult = z.infer<typeof taskResultSchema>;

export const taskErrorSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  /** Number of the product at fault in a scene of several: 1 is the first, 2 the first one beside it. */
  product: z.number().int().min(1).optional(),
});
export type TaskError = z.infer<typeof taskErrorSchema>;

/** Answer of `check-status/`, and every event of a stream except the first. */
export const taskStateSchema = z.object({
  task_id: z.uuid(),
  status: taskStatusSchema,
  progress: z.number().min(0).max(1),
  /** User-facing description of the worker's current step. Missing if there is none. */
  stage: z.string().optional(),
  /** Place of a waiting task in the queue, from 1, and the expected seconds until it starts, or null if unknown. */
  queue: z.object({ place: z.int().min(1), wait_s: z.int().min(0).nullable() }).optional(),
  result: taskResultSchema.optional(),
  error: taskErrorSchema.optional(),
});
export type TaskState = z.infer<typeof taskStateSchema>;

export const taskIdsEventSchema = z.object({ task_ids: z.array(z.uuid()).min(1) });
export const streamEventSchema = z.union([taskIdsEventSchema, taskStateSchema]);
export type StreamEvent = z.infer<typeof streamEventSchema>;

export const checkStatusQuerySchema = z.object({ task_id: idTextSchema });

export const cancelRequestSchema = z.object({ task_ids: z.array(idTextSchema).min(1).max(16) });
/** IDs of the tasks that are canceled now, by this call or an earlier one. Excludes tasks that had already ended. */
export const cancelResponseSchema = z.object({ cancelled: z.array(z.uuid()) });

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = boundedText(128)
  .min(8)
  .regex(/^[\w-]+$/);
