import { z } from 'zod';
import { runSchema } from '../catalog/runs.ts';
import { ERROR_CODES } from '../errors.ts';
import { v1JobSchema } from './v1/schemas.ts';
import { CATALOG_EVENTS, JOB_EVENTS } from './webhooks.ts';

/*
 * Webhook payload about a job. Contains no links, because they expire after an hour, but retries continue for three
 * days. `GET /v1/jobs/{id}` and `GET /v1/catalogs/{id}` return the results.
 */

const jobEventSchema = z.object({
  type: z.enum(JOB_EVENTS),
  timestamp: z.iso.datetime(),
  data: v1JobSchema
    .pick({ id: true, tool: true, mode: true, status: true, credits_charged: true, created_at: true })
    .extend({ error: z.object({ code: z.enum(ERROR_CODES) }).optional() }),
});
export type JobEventBody = z.infer<typeof jobEventSchema>;

const catalogEventSchema = z.object({
  type: z.enum(CATALOG_EVENTS),
  timestamp: z.iso.datetime(),
  data: runSchema.pick({
    id: true,
    name: true,
    status: true,
    paused_because: true,
    items: true,
    counts: true,
    credits: true,
    to: true,
    created_at: true,
  }),
});
export type CatalogEventBody = z.infer<typeof catalogEventSchema>;

export const webhookBodySchema = z.union([jobEventSchema, catalogEventSchema]);
export type WebhookBody = JobEventBody | CatalogEventBody;
