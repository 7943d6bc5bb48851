import type { JobHandler } from '../../platform/queue/job.ts';
import type { WebhookDeliverer } from './deliver.ts';

export const jobName = 'webhook';

/**
 * Sends the due deliveries of one webhook. A refused delivery is recorded and retried later. Only our own errors are
 * retried by the queue.
 */
export const handle: JobHandler<typeof jobName, { readonly webhookDelivery: WebhookDeliverer }> = async (
  { webhookId },
  { webhookDelivery },
  { shutdown, claimLost },
) => webhookDelivery.drain(webhookId, AbortSignal.any([shutdown, claimLost]));
