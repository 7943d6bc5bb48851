import type { JobHandler } from '../platform/queue/job.ts';
import type { RunDeliverer } from './deliver-run.ts';

export const jobName = 'run-delivery';

/** Sends the due files of one run. A refused delivery is recorded and retried later. Only our own errors are retried by the queue. */
export const handle: JobHandler<typeof jobName, { readonly runDelivery: RunDeliverer }> = async (
  { runId },
  { runDelivery },
  { shutdown, claimLost },
) => runDelivery.drain(runId, AbortSignal.any([shutdown, claimLost]));
