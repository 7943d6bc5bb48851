import type { EngineFailureCode, ProviderId } from '@packshot/contract';
import { ProviderFailure } from '../port.ts';
import { PrivateAddressError } from './addresses.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { exchange, ExchangeTimeout, IncompleteAnswer } from './exchange.ts';
import type { HttpAnswer } from './exchange.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { ProviderRateLimits } from './rate-limiter.ts';
import type { ProviderTiming } from './waiting.ts';

export interface ProviderHttpOptions {
  readonly provider: ProviderId;
  readonly baseUrl: URL;
  /** Headers sent with every request; never logged. */
  readonly secretHeaders: Readonly<Record<string, string>>;
  /** Secret, such as an API key, that is removed from error messages. */
  readonly secret: string | null;
  readonly mayBePrivate: boolean;
  readonly limits: ProviderRateLimits;
  /** Time limit of a single request. */
  readonly timeoutMs: number;
  readonly waiting: ProviderTiming;
  /**
   * Interprets an error response whose status alone isn't specific enough; if undefined is returned, the status
   * decides.
   */
  readonly readRefusal?: (status: number, body: unknown) => EngineFailureCode | undefined;
}

interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array };
  readonly signal: AbortSignal;
  /** Time limit of this request, instead of the provider's. */
  readonly timeoutMs?: number;
  /** Statuses other than 2xx that aren't errors, because the caller handles them. */
  readonly alsoAccept?: readonly number[];
}

const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;
/** Longest pause before a retry; if an engine asks for a longer pause, the user is told that it is busy. */
const LONGEST_PAUSE_MS = 20_000;
/** Statuses after which a request is retried, because the engine was busy or failed. */
const RETRIED = new Set([429, 500, 502, 503]);
const DETAIL_LENGTH = 300;

const BY_STATUS: Readonly<Record<number, EngineFailureCode>> = {
  401: 'ENGINE_UNAUTHORIZED',
  403: 'ENGINE_UNAUTHORIZED',
  402: 'ENGINE_OUT_OF_QUOTA',
  408: 'ENGINE_TIMED_OUT',
  429: 'ENGINE_BUSY',
  503: 'ENGINE_BUSY',
  504: 'ENGINE_TIMED_OUT',
};
/** Codes of failures that concern the whole engine rather than a single request. */
const TROUBLE = new Set<EngineFailureCode>([
  'ENGINE_UNAUTHORIZED',
  'ENGINE_OUT_OF_QUOTA',
  'ENGINE_BUSY',
  'ENGINE_TIMED_OUT',
  'ENGINE_UNREACHABLE',
  'ENGINE_FAILED',
]);

/** HTTP layer of all adapters: limits, retries, a circuit breaker, and failures with codes. */
export class ProviderHttp {
  readonly options: ProviderHttpOptions;
  readonly #limiter: RateLimiter;
  readonly #breaker: CircuitBreaker;

  constructor(options: ProviderHttpOptions) {
    this.options = options;
    this.#limiter = new RateLimiter(options.limits);
    this.#breaker = new CircuitBreaker(options.waiting);
  }

  /**
   * Runs a whole job, which may send any number of requests, under the limits on concurrent and frequent jobs.
   * @throws ProviderFailure ENGINE_BUSY while the circuit breaker stops calls
   */
  async job<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return this.#limiter.run(async () => {
      if (!this.#breaker.mayTry())
        throw this.failure('ENGINE_BUSY', 'it failed too often and is left alone for a while');
      try {
        const result = await work();
        this.#breaker.recordSuccess();
        return result;
      } catch (error) {
        if (signal.aborted) this.#breaker.recordAbandoned();
        else if (error instanceof ProviderFailure && TROUBLE.has(error.code)) this.#breaker.recordFailure();
        else this.#breaker.recordSuccess();
        throw error;
      }
    }, signal);
  }

  /**
   * Sends a request, and sends it again after a status in RETRIED.
   * @throws ProviderFailure if no attempt succeeds, or the signal's reason
   */
  async call(call: HttpCall): Promise<HttpAnswer> {
    const { waiting } = this.options;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(call);
      if (isFine(answer.status) || call.alsoAccept?.includes(answer.status) === true) return answer;
      const failure = this.#toRefusal(answer);
      const mayRetry =
        RETRIED.has(answer.status) &&
        failure.code !== 'ENGINE_OUT_OF_QUOTA' &&
        failure.code !== 'ENGINE_MODERATED';
      const pauseMs = parseRetryAfterMs(answer) ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      if (!mayRetry || attempt === MAX_ATTEMPTS || pauseMs > LONGEST_PAUSE_MS) throw failure;
      // Adds jitter, because several clients may have received the same retry time.
      await waiting.sleep(pauseMs * (1 + 0.25 * waiting.random()), call.signal);
    }
  }

  /**
   * Sends a request and parses the response as JSON.
   * @throws ProviderFailure ENGINE_BAD_ANSWER if the response isn't JSON; otherwise as `call`
   */
  async json(call: HttpCall): Promise<unknown> {
    const { bytes } = await this.call({ accept: 'application/json', ...call });
    try {
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
    } catch (error) {
      throw this.failure('ENGINE_BAD_ANSWER', 'the answer is no JSON', error);
    }
  }

  failure(code: EngineFailureCode, detail: string, cause?: unknown): ProviderFailure {
    return new ProviderFailure(
      this.options.provider,
      code,
      detail,
      cause === undefined ? undefined : { cause },
    );
  }

  async #once({ method, path, query, accept, body, signal, timeoutMs }: HttpCall): Promise<HttpAnswer> {
    const { baseUrl, secretHeaders, mayBePrivate } = this.options;
    const url = new URL(`${baseUrl.pathname.replace(/(?<!\/)\/+$/, '')}${path}`, baseUrl);
    url.search = new URLSearchParams(query).toString();
    try {
      const answer = await exchange({
        url,
        method,
        headers: {
          ...secretHeaders,
          accept: accept ?? '*/*',
          'user-agent': 'packshot',
          ...(body !== undefined && { 'content-type': body.contentType }),
        },
        body: body?.bytes,
        timeoutMs: timeoutMs ?? this.options.timeoutMs,
        mayBePrivate,
        signal,
      });
      if (answer.status >= 300 && answer.status < 400) {
        throw this.failure('ENGINE_BAD_ANSWER', `a redirect (${answer.status}), which is not followed`);
      }
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw this.#toFault(error);
    }
  }

  #toFault(error: unknown): ProviderFailure {
    if (error instanceof ProviderFailure) return error;
    if (error instanceof ExchangeTimeout) return this.failure('ENGINE_TIMED_OUT', error.message, error);
    if (error instanceof IncompleteAnswer) return this.failure('ENGINE_BAD_ANSWER', error.message, error);
    if (error instanceof PrivateAddressError) return this.failure('ENGINE_UNREACHABLE', error.message, error);
    const reason = error instanceof Error ? error.message : String(error);
    return this.failure('ENGINE_UNREACHABLE', reason || 'no connection', error);
  }

  #toRefusal({ status, bytes }: HttpAnswer): ProviderFailure {
    const text = Buffer.from(bytes.subarray(0, 100_000)).toString('utf8');
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      // The response isn't JSON, such as a proxy's error page, so only its status is used.
    }
    const code =
      this.options.readRefusal?.(status, body) ??
      BY_STATUS[status] ??
      (status >= 500 ? 'ENGINE_FAILED' : 'ENGINE_REJECTED');
    return this.failure(code, `${status} ${this.#withoutSecrets(text).slice(0, DETAIL_LENGTH)}`);
  }

  /** Removes secrets from a text for the log, because some servers repeat the rejected key in their message. */
  #withoutSecrets(text: string): string {
    const { secret, secretHeaders } = this.options;
    const secrets = [secret ?? '', ...Object.values(secretHeaders)].filter((each) => each !== '');
    let clean = text;
    for (const each of secrets) clean = clean.replaceAll(each, '***');
    return clean;
  }
}

const isFine = (status: number): boolean => status >= 200 && status < 300;

/** Parses a Retry-After header, given in seconds or as a date; null if it is missing or invalid. */
function parseRetryAfterMs({ headers }: HttpAnswer): number | null {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return null;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
