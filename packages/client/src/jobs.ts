import { isJob, isJobList } from './answers.ts';
import { errorOfProblem, PackshotError } from './errors.ts';
import type { Job, ListJobsAnswer, ListJobsQuery } from './generated.ts';
import { jobsIn, requireStream } from './job-events.ts';
import { pictureIn } from './picture.ts';
import type { Picture } from './picture.ts';
import { jsonReader } from './read-answer.ts';
import type { CallOptions, Transport } from './transport.ts';
import { pauseMs, sleep } from './waiting.ts';

/** What can be done with jobs by their ids. */
export interface Jobs {
  /** A page of them, newest first; `next_cursor` leads to the next. */
  readonly list: (query?: ListJobsQuery, options?: CallOptions) => Promise<ListJobsAnswer>;
  readonly get: (id: string, options?: CallOptions) => Promise<Job>;
  /** Stops it; what has not succeeded is not charged. */
  readonly stop: (id: string, options?: CallOptions) => Promise<Job>;
  /** The job whenever it changes, until it has ended; a connection that breaks off is made again. */
  readonly events: (id: string, options?: CallOptions) => AsyncGenerator<Job, void>;
  /** The job when it has succeeded. Throws PackshotError when it fails or is canceled. */
  readonly wait: (id: string, options?: CallOptions) => Promise<Job>;
  /** A picture that it made, by its index. */
  readonly picture: (id: string, index?: number, options?: CallOptions) => Promise<Picture>;
  readonly pictures: (job: Job, options?: CallOptions) => Promise<readonly Picture[]>;
}

export interface InnerJobs extends Jobs {
  /** The job when it has ended, however it did. */
  readonly ended: (id: string, options?: CallOptions) => Promise<Job>;
}

export const hasEnded = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

/** @throws PackshotError with the reason why a job has made nothing */
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
    // Jobs take as long as they take: only the signal ends this.
    const within = transport.within({ timeoutMs: Infinity, ...options });
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
        // What is no job would be none again.
        if (error instanceof PackshotError && error.code === 'BAD_ANSWER') throw error;
        if (failures >= transport.retries) throw brokenOff(id, error);
      }
      if (!hasBroughtJobs && failures >= transport.retries) throw brokenOff(id);
      await sleep(pauseMs(failures), within.signal);
    }
  }

  const ended: InnerJobs['ended'] = async (id, options = {}) => {
    for await (const job of events(id, transport.within(options))) if (hasEnded(job)) return job;
    throw new PackshotError('BAD_ANSWER', 'The events of the job ended before the job.', { jobId: id });
  };

  return {
    ended,
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
