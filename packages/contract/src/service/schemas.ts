import { z } from 'zod';

/** Entry of the model registry, shown on the about page and returned by `/api/models`. */
export const modelInfoSchema = z.object({
  id: z.string(),
  tool: z.string(),
  file: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
  license: z.string(),
  terms: z.string(),
  source: z.string(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;
export const modelsResponseSchema = z.object({ data: z.array(modelInfoSchema) });

/** Name of the `<meta>` element that enables tracing: pages then send a W3C `traceparent` header with their calls. */
export const TRACING_META = 'tracing';

export const healthSchema = z.object({ status: z.literal('ok') });
export const readinessSchema = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
});
