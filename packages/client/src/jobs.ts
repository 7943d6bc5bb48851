import { isJob, isJobList } from './answers.ts';
import { errorOfProblem, PackshotError } from './errors.ts';
import type { Job, ListJobsAnswer, ListJobsQuery } from './generated.ts';
import { jobsIn, requireStream } from './job-events.ts';
import { pictureIn } from './picture.ts';
import type { Picture } from './picture.ts';
import { jsonReader } from './read-answer.ts';
import type { CallOptions, Transport } from './transport.ts';
import { pauseMs, sleep } from './waiting.ts';

export interface Jobs {
  /** Page of jobs, newest first; `next_cursor` leads to the next page. */
  readonly list: (query?: ListJobsQuery, options?: CallOptions) => Promise<ListJobsAnswer>;
  readonly get: (id: string, options?: CallOptions) => Promise<Job>;
  /** Cancels the job; unfinished results aren't charged. */
  readonly stop: (id: string, options?: CallOptions) => Promise<Job>;
  /** Yields the job whenever it changes, until it has ended; reconnects if the connection breaks. */
  readonly events: (id: string, options?: CallOptions) => AsyncGenerator<Job, void>;
  /**
   * Waits until the job has succeeded.
   * @throws PackshotError if it fails or is canceled
   */
  readonly wait: (id: string, options?: CallOptions) => Promise<Job>;
  /** Downloads one of the job's pictures by index. */
  readonly picture: (id: string, index?: number, options?: CallOptions) => Promise<Picture>;
  readonly pictures: (job: Job, options?: CallOptions) => Promise<readonly Picture[]>;
}

export interface InnerJobs extends Jobs {
  readonly waitUntilEnded: (id: string, options?: CallOptions) => Promise<Job>;
}

export const hasEnded = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

/** @throws PackshotError with the reason why a job has no results */
export function assertSucceeded(job: Job): void {
  if (job.status === 'succeeded') return;
  if (job.error !== undefined) throw errorOfProblem(job.error, { jobId: job.id });
  throw new PackshotError('BAD_ANSWER', `The job ended as ${job.status}, without a reason.`, {
    jobId: job.id,
  });
}

const brokenOff = (jobId: string, cause?: unknown): PackshotError =>
  new PackshotError('NETWORK', 'The events of the job broke off.', { jobId, cause });

export function createJobs(transport: Transport): InnerJobs {
  const get: Jobs['get'] = (id, options = {}) =>
    transport.send({ operation: 'readJob', params: { id } }, options, jsonReader(isJob));

  const picture: Jobs['picture'] = (id, index = 0, options = {}) =>
    transport.send({ operation: 'readResult', params: { id, index } }, options, pictureIn);

  async function* events(id: string, options: CallOptions = {}): AsyncGenerator<Job, void> {
    // Watching a job has no time limit unless the caller sets `timeoutMs`.
    const within = transport.withTimeLimit({ timeoutMs: Infinity, ...options });
    for (let failures = 0; ; failures++) {
      const answer = await transport.send({ operation: 'watchJob', params: { id } }, within, async (opened) =>
        requireStream(opened),
      );
      let hasBroughtJobs = false;
      try {
        for await (const job of jobsIn(answer, within.signal)) {
          hasBroughtJobs = true;
          failures = 0;
          yield job;
          if (hasEnded(job)) return;
        }
      } catch (error) {
        within.signal.throwIfAborted();
        // Retrying wouldn't help if the server's response isn't a valid job.
        if (error instanceof PackshotError && error.code === 'BAD_ANSWER') throw error;
        if (failures >= transport.retries) throw brokenOff(id, error);
      }
      if (!hasBroughtJobs && failures >= transport.retries) throw brokenOff(id);
      await sleep(pauseMs(failures), within.signal);
    }
  }

  const ended: InnerJobs['waitUntilEnded'] = async (id, options = {}) => {
    for await (const job of events(id, transport.withTimeLimit(options))) if (hasEnded(job)) return job;
    throw new PackshotError('BAD_ANSWER', 'The events of the job ended before the job.', { jobId: id });
  };

  return {
    waitUntilEnded: ended,
    list: (query = {}, options = {}) =>
      transport.send({ operation: 'listJobs', query }, options, jsonReader(isJobList)),
    get,
    stop: (id, options = {}) =>
      transport.send({ operation: 'stopJob', params: { id } }, options, jsonReader(isJob)),
    events,
    async wait(id, options = {}) {
      const job = await ended(id, options);
      assertSucceeded(job);
      return job;
    },
    picture,
    pictures: ({ id, results }, options = {}) =>
      Promise.all(results.map(({ index }) => picture(id, index, options))),
  };
}
