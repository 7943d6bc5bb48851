import PQueue from 'p-queue';

export interface RateLimits {
  /** Calls at once. */
  readonly concurrency: number;
  /** Calls that begin within any minute; null: as many as come. */
  readonly perMinute: number | null;
}

const MINUTE_MS = 60_000;

/** Limits the calls to one engine, at once and in a minute; those that wait start in the order in which they came. */
export class RateLimiter {
  readonly #queue: PQueue;

  constructor({ concurrency, perMinute }: RateLimits) {
    this.#queue = new PQueue({
      concurrency,
      ...(perMinute !== null && { interval: MINUTE_MS, intervalCap: perMinute, strict: true }),
    });
  }

  /**
   * Starts `work` as soon as the limits allow. Rejects with the signal's reason when aborted before that. Work that has started keeps its
   * place until it has ended, aborted or not: an engine that is told to stop must not get the next call in the meantime.
   */
  async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    // The queue's own signal would free the place of running work.
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
