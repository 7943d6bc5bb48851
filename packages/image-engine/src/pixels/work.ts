/**
 * Long pixel work that can be watched and stopped: a generator that yields its progress (0 to 1, never falling) at
 * least every 100 ms or so. Whoever drives it may simply not ask for more.
 */
export type Work<Result = void> = Generator<number, Result, void>;

/** Runs work to its end at one go. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a part of larger work whose progress moves the whole from `from` to `to`. */
export function* portion<Result>(work: Work<Result>, from: number, to: number): Work<Result> {
  let reached = 0;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    reached = Math.max(reached, step.value);
    yield from + (to - from) * reached;
  }
}
