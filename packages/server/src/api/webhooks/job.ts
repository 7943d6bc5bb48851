import type { JobHandler } from '../../platform/queue/job.ts';
import type { WebhookDelivery } from './deliver.ts';

export const jobName = 'webhook';

/** Delivers what is due to one webhook. What its server refuses is noted there and due later; only what broke here is tried again by the queue. */
export const handle: JobHandler<typeof jobName, { readonly webhookDelivery: WebhookDelivery }> = async (
  { webhookId },
  { webhookDelivery },
  { shutdown, claimLost },
) => webhookDelivery.drain(webhookId, AbortSignal.any([shutdown, claimLost]));
