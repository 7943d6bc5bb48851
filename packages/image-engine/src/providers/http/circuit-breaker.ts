import type { Waiting } from './waiting.ts';

/** This many failures in a row are not a coincidence. */
const FAILURES_TO_OPEN = 5;
/** Long enough to relieve a server that is down, short enough that nobody notices when it is back. */
const OPEN_MS = 30_000;

/**
 * Stops calls to an engine that keeps failing, so that nobody waits for it in vain: after FAILURES_TO_OPEN
 * failures in a row there are no calls for OPEN_MS, then a single probe decides.
 */
export class CircuitBreaker {
  readonly #waiting: Waiting;
  #failures = 0;
  #openUntilMs = 0;
  #isProbing = false;

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
  }

  /** False while the engine is to be left alone. After true the caller must report the outcome. */
  mayTry(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#isProbing || this.#waiting.nowMs() < this.#openUntilMs) return false;
    this.#isProbing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isProbing = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#isProbing = false;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntilMs = this.#waiting.nowMs() + OPEN_MS;
  }

  /** Neither success nor failure: the caller gave up. */
  abandoned(): void {
    this.#isProbing = false;
  }
}
