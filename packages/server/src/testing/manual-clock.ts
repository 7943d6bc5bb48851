import type { Clock } from '../platform/clock.ts';

/** A clock that only moves when a test advances it. */
export class ManualClock implements Clock {
  #nowMs = Date.now();

  now(): Date {
    return new Date(this.#nowMs);
  }

  advance(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }
}
