import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { v1JobSchema } from './v1/schemas.ts';
import { WEBHOOK_EVENTS } from './webhooks.ts';

/**
 * What is sent. No links: they last an hour, tries go on for three days. `GET /v1/jobs/{id}` answers with the job's results.
 */
export const webhookBodySchema = z.object({
  type: z.enum(WEBHOOK_EVENTS),
  timestamp: z.iso.datetime(),
  data: v1JobSchema
    .pick({ id: true, tool: true, mode: true, status: true, credits_charged: true, created_at: true })
    .extend({ error: z.object({ code: z.enum(ERROR_CODES) }).optional() }),
});
export type WebhookBody = z.infer<typeof webhookBodySchema>;
