import type { JobHandler } from '../../platform/queue/job.ts';

export const jobName = 'forward-events';

/** Tells one service of one person's events; what it cannot take now is thrown and tried again. */
export const handle: JobHandler<typeof jobName> = async (order, { eventForwarder }) =>
  eventForwarder.forward(order);
