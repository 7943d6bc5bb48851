import type { JobHandler } from '../../platform/queue/job.ts';
import type { WebhookDeliverer } from './deliver.ts';

export const jobName = 'webhook';

/**
 * Sends the due deliveries of one webhook. If the receiver refuses one, that is recorded and retried later. The job
 * queue retries only our own errors.
 */
export const handle: JobHandler<typeof jobName, { readonly webhookDelivery: WebhookDeliverer }> = async (
  { webhookId },
  { webhookDelivery },
  { shutdown, claimLost },
) => webhookDelivery.drain(webhookId, AbortSignal.any([shutdown, claimLost]));
