import type { KeyCaller } from '../../platform/access/caller.ts';
import { withinTime } from '../../platform/within-time.ts';
import { hasEnded } from './job.ts';
import type { PublicJob } from './job.ts';
import type { PublicJobService } from './service.ts';
import type { JobTasks } from './start.ts';

export interface Patience {
  readonly signal: AbortSignal;
  readonly waitS: number;
  /** Called with the job at the start and whenever it changes, until it has ended. */
  readonly onChange?: (job: PublicJob) => void;
}

/**
 * Waits for a job to end.
 * @returns the job as soon as it has ended, or null if the time is over or the signal aborts first
 */
export async function untilEnded(
  publicJobs: PublicJobService,
  caller: KeyCaller,
  started: JobTasks,
  { signal, waitS, onChange }: Patience,
): Promise<PublicJob | null> {
  return withinTime(waitS * 1000, signal, async (either) => {
    if (onChange === undefined) return publicJobs.waitForJob(caller, started, either);
    for await (const job of publicJobs.watch(caller, started.jobId, either)) {
      if (hasEnded(job)) return job;
      onChange(job);
    }
    return null;
  });
}
