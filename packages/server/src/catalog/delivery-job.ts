import type { JobHandler } from '../platform/queue/job.ts';
import type { RunDelivery } from './deliver-run.ts';

export const jobName = 'run-delivery';

/** Delivers what is due of one run. What its bucket refuses is noted there and due later; only what broke here is tried again by the queue. */
export const handle: JobHandler<typeof jobName, { readonly runDelivery: RunDelivery }> = async (
  { runId },
  { runDelivery },
  { shutdown, claimLost },
) => runDelivery.drain(runId, AbortSignal.any([shutdown, claimLost]));
