import type { JobHandler } from '../../platform/queue/job.ts';
import type { EventForwarder } from './forwarding.ts';

export const jobName = 'forward-events';

/** Tells one service of one person's events; what it cannot take now is thrown and tried again. */
export const handle: JobHandler<typeof jobName, { readonly eventForwarder: EventForwarder }> = async (
  order,
  { eventForwarder },
) => eventForwarder.forward(order);
