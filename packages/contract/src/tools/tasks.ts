import { z } from 'zod';
import { boundedText, idTextSchema } from '../bounded-text.ts';
import { cutOutFactsSchema } from './doubts.ts';
import { engineRecordSchema, productPixelsSchema } from './engines.ts';
import { ERROR_CODES } from '../errors.ts';
import { provenanceSchema } from '../provenance/chain.ts';
import { placementSchema, sceneFactsSchema } from './scene.ts';
import { shopTextsSchema } from './shop-texts.ts';

/** A task moves PENDING → STARTED → one of the three terminal states, exactly once. */
export const TASK_STATUSES = ['PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;
export const taskStatusSchema = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof taskStatusSchema>;
export const TERMINAL_TASK_STATUSES = [
  'SUCCESS',
  'FAILURE',
  'REVOKED',
] as const satisfies readonly TaskStatus[];
/** Nothing changes a task anymore. */
export const isTerminal = (status: TaskStatus): boolean =>
  (TERMINAL_TASK_STATUSES as readonly TaskStatus[]).includes(status);

export const taskResultSchema = z.object({
  /** Full-size result, PNG: for a cut-out the original's pixels with alpha. */
  image_url: z.string().optional(),
  /** The same at a standard size, quick to show: WebP. */
  std_url: z.string().optional(),
  final_description: z.string().optional(),
  /** Of a description by the embedded engine. */
  shop_texts: shopTextsSchema.optional(),
  /** Of a description by the embedded engine: what is printed on the product, by line, from the top. Absent: nothing that can be read. */
  read_text: z.array(z.string()).optional(),
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
  /** Of a cut-out that the built-in engine made. */
  cut_out: cutOutFactsSchema.optional(),
  /** Absent: the built-in engine, as asked. */
  engine: engineRecordSchema.optional(),
  /** Of a picture that a product was put into. */
  product_pixels: productPixelsSchema.optional(),
  /** Of a picture: how it came to be, as its files say too. */
  provenance: provenanceSchema.optional(),
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
  /** While the task waits: its place in the line, from 1, and in how many seconds it is expected to begin; null: unknown. */
  queue: z.object({ place: z.int().min(1), wait_s: z.int().min(0).nullable() }).optional(),
  result: taskResultSchema.optional(),
  error: taskErrorSchema.optional(),
});
export type TaskState = z.infer<typeof taskStateSchema>;

/** First event of a stream. */
export const taskIdsEventSchema = z.object({ task_ids: z.array(z.uuid()).min(1) });
export const streamEventSchema = z.union([taskIdsEventSchema, taskStateSchema]);
export type StreamEvent = z.infer<typeof streamEventSchema>;

export const checkStatusQuerySchema = z.object({ task_id: idTextSchema });

export const cancelRequestSchema = z.object({ task_ids: z.array(idTextSchema).min(1).max(16) });
/** Ids that are canceled now, by this call or an earlier one; tasks that had already ended are not in it. */
export const cancelResponseSchema = z.object({ cancelled: z.array(z.uuid()) });

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const idempotencyKeySchema = boundedText(128)
  .min(8)
  .regex(/^[\w-]+$/);
