/** Options of calls that create something. */
import { isJob } from './answers.ts';
import { callBody } from './body.ts';
import type { CallInput } from './body.ts';
import { PackshotError } from './errors.ts';
import { OPERATIONS } from './generated.ts';
import type { Job, Result } from './generated.ts';
import { jobHandle } from './job-handle.ts';
import type { JobHandle } from './job-handle.ts';
import type { InnerJobs } from './jobs.ts';
import { pictureIn } from './picture.ts';
import type { Picture } from './picture.ts';
import { jsonReader } from './read-answer.ts';
import { getHeader } from './transport.ts';
import type { ApiRequest, CallOptions, OperationName, Transport } from './transport.ts';

export interface PostOptions extends CallOptions {
  /**
   * Idempotency key: repeated calls with the same key within 24 hours are charged once. If undefined, each call
   * creates a key for its own retries.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ToolOptions extends PostOptions {
  /** Outcome that the server simulates; allowed only with a test key. */
  readonly simulate?: 'failure' | 'timeout' | 'low_confidence' | undefined;
}

export interface StartOptions extends ToolOptions {
  /** Seconds for which the call itself waits for the job, 0 to 55; 0 by default. */
  readonly waitS?: number | undefined;
}

/** Tool of the API: `create` waits for the result, within the time limit; `start` returns a job. */
export interface Tool<Input, Made> {
  readonly create: (input: Input, options?: ToolOptions) => Promise<Made>;
  readonly start: (input: Input, options?: StartOptions) => Promise<JobHandle>;
}

const RANDOM_BYTES = 16;

/** Creates a random key. `crypto.randomUUID` would be shorter, but is missing on pages without TLS. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** POST call with its body and its idempotency key, which all attempts share. */
export async function postCall(
  operation: OperationName,
  input: object,
  { idempotencyKey = randomKey(), simulate }: ToolOptions,
  accept?: string,
): Promise<ApiRequest> {
  return {
    operation,
    body: await callBody(input as CallInput, OPERATIONS[operation].pictures),
    headers: {
      'idempotency-key': idempotencyKey,
      ...(simulate !== undefined && { 'packshot-simulate': simulate }),
      ...(accept !== undefined && { accept }),
    },
  };
}

const AS_JOB = 'application/json';
const AS_PICTURE = 'image/png';

interface Parts {
  readonly transport: Transport;
  readonly jobs: InnerJobs;
}

const starter =
  ({ transport, jobs }: Parts, operation: OperationName) =>
  async (input: object, { waitS = 0, ...options }: StartOptions = {}): Promise<JobHandle> => {
    const call = await postCall(operation, { ...input, wait: waitS }, options, AS_JOB);
    return transport.send(call, options, async (answer) =>
      jobHandle(jobs, await jsonReader(isJob)(answer), getHeader(answer, 'idempotency-replayed') === 'true'),
    );
  };

/** Creates a tool that makes one picture; the first response contains the picture if it is ready in time. */
export function pictureTool<Input extends object>(
  parts: Parts,
  operation: OperationName,
): Tool<Input, Picture> {
  const { transport, jobs } = parts;
  return {
    start: starter(parts, operation),
    async create(input, options = {}) {
      const within = { ...options, ...transport.withTimeLimit(options) };
      const call = await postCall(operation, input, options, AS_PICTURE);
      const { picture, job } = await transport.send(call, within, madeOrBegun);
      if (picture !== undefined) return picture;
      await jobs.wait(job.id, within);
      return jobs.picture(job.id, 0, within);
    },
  };
}

const LATER = 202;

type MadeOrBegun =
  | { readonly picture: Picture; readonly job?: never }
  | { readonly picture?: never; readonly job: Job };

const madeOrBegun = async (answer: Response): Promise<MadeOrBegun> =>
  answer.status === LATER ? { job: await jsonReader(isJob)(answer) } : { picture: await pictureIn(answer) };

export function picturesTool<Input extends object>(
  parts: Parts,
  operation: OperationName,
): Tool<Input, readonly Picture[]> {
  const start = starter(parts, operation);
  return {
    start,
    async create(input, options = {}) {
      const within = { ...options, ...parts.transport.withTimeLimit(options) };
      const job = await start(input, { ...within, waitS: WAIT_MAX_S });
      return job.pictures(within);
    },
  };
}

/** Maximum time that a call waits for the job, in seconds; shorter than the usual timeouts of proxies. */
const WAIT_MAX_S = 55;

export function wordsTool<Input extends object>(parts: Parts, operation: OperationName): Tool<Input, Result> {
  const start = starter(parts, operation);
  return {
    start,
    async create(input, options = {}) {
      const within = { ...options, ...parts.transport.withTimeLimit(options) };
      const handle = await start(input, { ...within, waitS: WAIT_MAX_S });
      const job = await handle.wait(within);
      const [words] = job.results;
      if (words === undefined)
        throw new PackshotError('BAD_ANSWER', 'The job has made nothing.', { jobId: job.id });
      return words;
    },
  };
}
