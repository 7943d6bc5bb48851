import PQueue from 'p-queue';

export interface ProviderRateLimits {
  readonly concurrency: number;
  /** Maximum number of calls that start within any minute; null for no limit. */
  readonly perMinute: number | null;
}

const MINUTE_MS = 60_000;

/** Limits the calls to one engine, concurrently and per minute; waiting calls start in order of arrival. */
export class RateLimiter {
  readonly #queue: PQueue;

  constructor({ concurrency, perMinute }: ProviderRateLimits) {
    this.#queue = new PQueue({
      concurrency,
      ...(perMinute !== null && { interval: MINUTE_MS, intervalCap: perMinute, strict: true }),
    });
  }

  /**
   * Starts `work` as soon as the limits allow. Rejects with the signal's reason if aborted before that. Work that has
   * started occupies its slot until it has ended, even if aborted, because an engine that is still stopping must not
   * receive the next call.
   */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    // Uses a separate signal for waiting, because with the caller's signal the queue would free the slot of running
    // work.
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort(signal.reason);
    signal.addEventListener('abort', stopWaiting, { once: true });
    const start = () => {
      signal.removeEventListener('abort', stopWaiting);
      return work();
    };
    return this.#queue.add(start, { signal: waiting.signal });
  }
}
