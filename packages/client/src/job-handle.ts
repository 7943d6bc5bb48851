import type { Job } from './generated.ts';
import type { InnerJobs } from './jobs.ts';
import { assertSucceeded, hasEnded } from './jobs.ts';
import type { Picture } from './picture.ts';
import type { CallOptions } from './transport.ts';

export interface JobHandle {
  readonly id: string;
  /** Last known state of the job. */
  readonly latest: Job;
  /**
   * Whether an earlier call with the same idempotency key had started the job; this call then started and charged
   * nothing.
   */
  readonly isReplay: boolean;
  /**
   * Waits until the job has succeeded.
   * @throws PackshotError if it fails or is canceled
   */
  readonly wait: (options?: CallOptions) => Promise<Job>;
  /** Yields the job whenever it changes, until it has ended. */
  readonly events: (options?: CallOptions) => AsyncGenerator<Job, void>;
  /** Cancels the job; unfinished results aren't charged. */
  readonly stop: (options?: CallOptions) => Promise<Job>;
  /** Waits for the job and downloads its pictures. */
  readonly pictures: (options?: CallOptions) => Promise<readonly Picture[]>;
}

export function jobHandle(jobs: InnerJobs, begun: Job, isReplay: boolean): JobHandle {
  let latest = begun;
  const { id } = begun;
  async function* events(options: CallOptions = {}): AsyncGenerator<Job, void> {
    if (hasEnded(latest)) {
      yield latest;
      return;
    }
    for await (const job of jobs.events(id, options)) yield (latest = job);
  }
  const wait: JobHandle['wait'] = async (options) => {
    if (!hasEnded(latest)) latest = await jobs.waitUntilEnded(id, options);
    assertSucceeded(latest);
    return latest;
  };
  return {
    id,
    get latest() {
      return latest;
    },
    isReplay,
    wait,
    events,
    stop: async (options) => (latest = await jobs.stop(id, options)),
    pictures: async (options) => jobs.pictures(await wait(options), options),
  };
}
