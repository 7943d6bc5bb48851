import type { JobHandle } from '@packshot/client';

/** Jobs that this run started on the server and that haven't ended. */
export type RunningJobs = ReturnType<typeof createRunningJobs>;

/** Maximum time to wait for the jobs to stop after the user interrupted the command. */
const STOP_MAX_MS = 15_000;

export function createRunningJobs() {
  const running = new Set<JobHandle>();
  return {
    add: (job: JobHandle): void => void running.add(job),
    remove: (job: JobHandle): void => void running.delete(job),
    /** Stops all jobs; returns how many were stopped without charge, were charged, or have an unknown outcome. */
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
