import type { JobHandle } from '@packshot/client';

/** Jobs of this run that haven't ended. */
export type RunningJobs = ReturnType<typeof createRunningJobs>;

/** Longest wait after an interruption. */
const STOP_MAX_MS = 15_000;

export function createRunningJobs() {
  const running = new Set<JobHandle>();
  return {
    add: (job: JobHandle): void => void running.add(job),
    remove: (job: JobHandle): void => void running.delete(job),
    /** Stops all jobs and returns how many were free, charged, or unknown. */
    async stopAll(): Promise<{
      readonly stopped: number;
      readonly charged: number;
      readonly unknown: number;
    }> {
      const ends = await Promise.allSettled([...running].map((job) => job.stop({ timeoutMs: STOP_MAX_MS })));
      running.clear();
      const stoppedJobs = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      const charged = stoppedJobs.filter(({ credits_charged: credits = 0 }) => credits > 0).length;
      return { stopped: stoppedJobs.length - charged, charged, unknown: ends.length - stoppedJobs.length };
    },
  };
}
