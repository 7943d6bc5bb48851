import type { JobHandle } from '@packshot/client';

/** The jobs of this run that have not ended. */
export type RunningJobs = ReturnType<typeof createRunningJobs>;

/** Whoever interrupts wants to go. */
const STOP_MAX_MS = 15_000;

export function createRunningJobs() {
  const running = new Set<JobHandle>();
  return {
    add: (job: JobHandle): void => void running.add(job),
    remove: (job: JobHandle): void => void running.delete(job),
    /** Says of how many it is sure that they cost nothing, and of how many it is not. */
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
