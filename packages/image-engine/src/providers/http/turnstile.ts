import type { Waiting } from './waiting.ts';

export interface TurnstileLimits {
  /** Calls at once. */
  readonly concurrency: number;
  /** Calls that begin within any minute; null: as many as come. */
  readonly perMinute: number | null;
}

const MINUTE_MS = 60_000;

/** Lets calls to one engine through: so many at once, so many a minute, in the order in which they came. */
export class Turnstile {
  readonly #limits: TurnstileLimits;
  readonly #waiting: Waiting;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #startsMs: number[] = [];

  constructor(limits: TurnstileLimits, waiting: Waiting) {
    this.#limits = limits;
    this.#waiting = waiting;
  }

  /** Does `work` when it is its turn. Rejects with the signal's reason when aborted before. */
  async pass<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    await this.#enter(signal);
    try {
      await this.#keepRate(signal);
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#limits.concurrency) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        this.#running += 1;
        resolve();
      };
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      this.#queue.push(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #leave(): void {
    this.#running -= 1;
    this.#queue.shift()?.();
  }

  async #keepRate(signal: AbortSignal): Promise<void> {
    const { perMinute } = this.#limits;
    if (perMinute === null) return;
    for (;;) {
      const now = this.#waiting.nowMs();
      this.#startsMs = this.#startsMs.filter((start) => now - start < MINUTE_MS);
      const [oldest] = this.#startsMs;
      if (oldest === undefined || this.#startsMs.length < perMinute) {
        this.#startsMs.push(now);
        return;
      }
      await this.#waiting.sleep(MINUTE_MS - (now - oldest), signal);
    }
  }
}
