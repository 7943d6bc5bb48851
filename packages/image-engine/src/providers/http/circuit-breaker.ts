import type { Waiting } from './waiting.ts';

/** So many failures in a row are no accident. */
const FAILURES_TO_OPEN = 5;
/** Long enough to be of use to a server that is down, short enough that nobody notices when it is back. */
const OPEN_MS = 30_000;

/**
 * Spares an engine that keeps failing, and everybody the wait for it: after FAILURES_TO_OPEN failures in a row it is not asked for
 * OPEN_MS, then by one call alone, which decides.
 */
export class CircuitBreaker {
  readonly #waiting: Waiting;
  #failures = 0;
  #openUntilMs = 0;
  #isProbing = false;

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
  }

  /** False while the engine is to be left alone. Who is told true tells the outcome. */
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

  /** Neither: the call was given up by whoever made it. */
  abandoned(): void {
    this.#isProbing = false;
  }
}
