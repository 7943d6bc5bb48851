/**
 * Long pixel work that can be stopped: a generator that yields its progress (0 to 1, never decreasing) at least about
 * every 100 ms. To stop it, the caller stops iterating.
 */
export type Work<Result = void> = Generator<number, Result, void>;

/** Runs work to completion. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs work as part of a larger job; its progress is mapped to the range `from` to `to`. */
export function* portion<Result>(work: Work<Result>, from: number, to: number): Work<Result> {
  let reached = 0;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    reached = Math.max(reached, step.value);
    yield from + (to - from) * reached;
  }
}
