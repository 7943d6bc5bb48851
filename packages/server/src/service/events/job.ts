import type { JobHandler } from '../../platform/queue/job.ts';
import type { EventForwarder } from './forwarding.ts';

export const jobName = 'forward-events';

/**
 * Sends one person's events to one service. Throws if the service is temporarily unavailable, so that the queue
 * retries the job.
 */
export const handle: JobHandler<typeof jobName, { readonly eventForwarder: EventForwarder }> = async (
  order,
  { eventForwarder },
) => eventForwarder.forward(order);
