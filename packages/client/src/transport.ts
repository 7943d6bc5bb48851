/** Sends API calls, and retries them if a retry can help. */
import type { CallBody } from './body.ts';
import { errorOfProblem, PackshotError } from './errors.ts';
import { API_VERSION, OPERATIONS } from './generated.ts';
import type { AnswerHeader, Problem } from './generated.ts';
import { isPathPart, isProblem } from './answers.ts';
import { readText } from './read-answer.ts';
import { createSilenceLimit, withSilenceLimit } from './silence.ts';
import { pauseMs, sleep } from './waiting.ts';

export type OperationName = keyof typeof OPERATIONS;

export interface TransportSettings {
  /** Address of the server without a trailing slash. */
  readonly server: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
}

export interface CallOptions {
  /** Aborts the call. A job that it has started continues; `JobHandle.stop` stops the job. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the whole call in milliseconds; defaults to the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
}

export interface ApiRequest {
  readonly operation: OperationName;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: CallBody;
}

export interface Transport {
  /**
   * @param read reads the response as part of the attempt; if the connection breaks while reading, the call is retried
   */
  readonly send: <Result>(
    call: ApiRequest,
    options: CallOptions,
    read: (answer: Response) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Adds a signal that ends a call when the caller aborts it or its time limit passes. Pass the result to all requests
   * of a method.
   */
  readonly withTimeLimit: (options: CallOptions) => CallOptions & { readonly signal: AbortSignal };
  readonly retries: number;
}

/** Longest time in which the server sends nothing. After it, an attempt ends, and the call is retried. */
const SILENCE_MAX_MS = 300_000;
/**
 * Longest pause requested by the server that the client waits out. For a longer pause, it throws, so that the caller
 * can decide.
 */
const LONGEST_RETRY_AFTER_S = 60;

/** Checks whether a call was aborted by its time limit rather than by the caller's signal. */
const isOutOfTime = (reason: unknown): boolean =>
  reason instanceof PackshotError && reason.code === 'TIMEOUT';

export function createTransport(settings: TransportSettings): Transport {
  const withTimeLimit: Transport['withTimeLimit'] = ({ signal, timeoutMs = settings.timeoutMs }) => {
    // The options come from an earlier call of `within`, which has added the time limit already.
    if (timeoutMs === Infinity && signal !== undefined) return { signal, timeoutMs };
    const ends = signal === undefined ? [timeLimit(timeoutMs)] : [signal, timeLimit(timeoutMs)];
    return { signal: AbortSignal.any(ends), timeoutMs: Infinity };
  };

  const attempt = async <Result>(
    call: ApiRequest,
    signal: AbortSignal,
    read: (answer: Response) => Promise<Result>,
  ): Promise<Result> => {
    const silence = createSilenceLimit(SILENCE_MAX_MS);
    const address = buildAddress(settings.server, call);
    silence.start();
    try {
      const answer = await settings.fetch(address, {
        method: OPERATIONS[call.operation].method,
        headers: buildHeaders(settings.key, call),
        ...(call.body && { body: call.body.make() }),
        // Redirects aren't followed, because the API key must not be sent to another server.
        redirect: 'manual',
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!answer.ok) throw await failureIn(answer);
      silence.stop();
      return await read(withSilenceLimit(answer, silence));
    } catch (error) {
      signal.throwIfAborted();
      silence.signal.throwIfAborted();
      if (error instanceof PackshotError) throw error;
      throw new PackshotError('NETWORK', networkSentence(settings.server, error), { cause: error });
    } finally {
      silence.stop();
    }
  };

  return {
    withTimeLimit,
    retries: settings.retries,
    async send(call, options, read) {
      const { signal } = withTimeLimit(options);
      for (let failures = 0; ; failures++) {
        signal.throwIfAborted();
        try {
          return await attempt(call, signal, read);
        } catch (error) {
          if (isOutOfTime(error) || !(error instanceof PackshotError)) throw error;
          const pause = pauseBefore(error, failures);
          if (pause === null || failures >= settings.retries) throw error;
          await sleep(pause, signal);
        }
      }
    },
  };
}

function timeLimit(timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  if (timeoutMs === Infinity) return controller.signal;
  const sentence = `It took longer than ${timeoutMs / 1000} s.`;
  const natural = AbortSignal.timeout(timeoutMs);
  natural.addEventListener('abort', () => controller.abort(new PackshotError('TIMEOUT', sentence)), {
    once: true,
  });
  return controller.signal;
}

/** @throws PackshotError BAD_REQUEST before any request is sent, for IDs that would change the path of the address */
function buildAddress(server: string, { operation, params = {}, query = {} }: ApiRequest): string {
  const path = OPERATIONS[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const part = String(params[name]);
    if (!isPathPart(part))
      throw new PackshotError('BAD_REQUEST', `"${part.slice(0, 100)}" is no ${name} of this API.`, {
        param: name,
      });
    return part;
  });
  const address = new URL(`${server}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  return address.href;
}

function buildHeaders(key: string, { operation, headers = {}, body }: ApiRequest): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    'packshot-version': API_VERSION,
    // An operation without a response body may still return an error as JSON.
    accept: OPERATIONS[operation].answers.join(', ') || '*/*',
    ...(body !== undefined && body.contentType !== null && { 'content-type': body.contentType }),
    ...headers,
  };
}

export const getHeader = ({ headers }: Response, name: AnswerHeader): string | undefined =>
  headers.get(name) ?? undefined;

async function failureIn(answer: Response): Promise<PackshotError> {
  const { status } = answer;
  const retryAfter = parseSeconds(getHeader(answer, 'retry-after'));
  const text = await readText(answer);
  const problem = problemIn(text);
  if (problem !== null)
    return errorOfProblem(problem, {
      retryAfter,
      jobId: getHeader(answer, 'packshot-job'),
      isReplay: getHeader(answer, 'idempotency-replayed') === 'true',
    });
  const sentence =
    answer.type === 'opaqueredirect' || (status >= 300 && status < 400)
      ? `The server says that it is elsewhere${elsewhere(answer)}: use that address.`
      : `The server answered ${status} with something that is no problem of this API.`;
  return new PackshotError('BAD_ANSWER', sentence, { status, retryAfter });
}

const elsewhere = (answer: Response): string => {
  const location = getHeader(answer, 'location');
  return location === undefined ? '' : ` (${location})`;
};

function problemIn(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text);
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
}

const parseSeconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** Pause before the next attempt, in milliseconds, or null if another attempt wouldn't help. */
function pauseBefore({ code, status, retryAfter, jobId }: PackshotError, failures: number): number | null {
  // The job itself failed, and the same call would return the same job.
  if (jobId !== undefined) return null;
  if (retryAfter !== undefined && retryAfter > LONGEST_RETRY_AFTER_S) return null;
  const isHopeful =
    code === 'NETWORK' ||
    code === 'TOO_MANY_REQUESTS' ||
    code === 'TOO_MANY_JOBS' ||
    (status === 429 && retryAfter !== undefined) ||
    // Status 503 comes from our server or a proxy in front of it; both may recover.
    status === 503 ||
    // Retry these codes only if a proxy sent them. From our server, they would concern the picture's address or the
    // work itself.
    (code === 'BAD_ANSWER' && [429, 502, 504].includes(status ?? 0));
  if (!isHopeful) return null;
  return retryAfter === undefined ? pauseMs(failures) : retryAfter * 1000;
}

function networkSentence(server: string, error: unknown): string {
  const cause = (error as { readonly cause?: { readonly code?: unknown } } | null)?.cause?.code;
  return `${server} could not be reached, or the connection broke off${typeof cause === 'string' ? ` (${cause})` : ''}.`;
}
