import type { ProviderTiming } from './waiting.ts';

/** Number of consecutive failures that opens the circuit. */
const FAILURES_TO_OPEN = 5;
/**
 * Time without calls after the circuit opened. It relieves a server that is down, and isn't a noticeable delay once
 * the server is back.
 */
const OPEN_MS = 30_000;

/**
 * Stops calls to an engine that keeps failing, so that users don't wait in vain. After FAILURES_TO_OPEN failures in a
 * row there are no calls for OPEN_MS; then a single probe decides.
 */
export class CircuitBreaker {
  readonly #waiting: ProviderTiming;
  #failures = 0;
  #openUntilMs = 0;
  #isProbing = false;

  constructor(waiting: ProviderTiming) {
    this.#waiting = waiting;
  }

  /** Returns false while calls are stopped. After true, the caller must report the outcome of its call. */
  mayTry(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#isProbing || this.#waiting.nowMs() < this.#openUntilMs) return false;
    this.#isProbing = true;
    return true;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#isProbing = false;
  }

  recordFailure(): void {
    this.#failures += 1;
    this.#isProbing = false;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntilMs = this.#waiting.nowMs() + OPEN_MS;
  }

  /** Ends a call without counting it as success or failure, because the caller aborted it. */
  recordAbandoned(): void {
    this.#isProbing = false;
  }
}
