import type { Job } from './generated.ts';
import type { InnerJobs } from './jobs.ts';
import { assertSucceeded, hasEnded } from './jobs.ts';
import type { Picture } from './picture.ts';
import type { CallOptions } from './transport.ts';

/** A job that was begun. */
export interface JobHandle {
  readonly id: string;
  /** As it was when it was last heard of. */
  readonly latest: Job;
  /** True: nothing was begun or charged; an earlier call with the same idempotency key had begun it. */
  readonly isReplay: boolean;
  /** The job when it has succeeded. Throws PackshotError when it fails or is canceled. */
  readonly wait: (options?: CallOptions) => Promise<Job>;
  /** The job whenever it changes, until it has ended. */
  readonly events: (options?: CallOptions) => AsyncGenerator<Job, void>;
  /** Stops it; what has not succeeded is not charged. */
  readonly stop: (options?: CallOptions) => Promise<Job>;
  /** Waits, and fetches what it made. */
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
    if (!hasEnded(latest)) latest = await jobs.ended(id, options);
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
