import type { Logger } from '../logging/logger.ts';

/**
 * Minimum time between log lines about the same error, because every poll fails several times a second during a
 * database outage.
 */
const QUIET_MS = 10_000;

/**
 * Creates a function that logs the job queue's errors. Logs a new error immediately, and repetitions as a number in
 * the next line about the same error.
 * @param now milliseconds of any monotonic clock
 */
export function createQueueErrorLog(logger: Logger, now: () => number = () => performance.now()) {
  const loggedErrors = new Map<string, { loggedMs: number; suppressed: number }>();
  return (error: unknown): void => {
    const { message, code } = describe(error);
    const kind = code ?? message;
    const previousEntry = loggedErrors.get(kind);
    if (previousEntry !== undefined && now() - previousEntry.loggedMs < QUIET_MS) {
      previousEntry.suppressed += 1;
      return;
    }
    loggedErrors.set(kind, { loggedMs: now(), suppressed: 0 });
    logger.warn(
      { error: message, code, suppressed: previousEntry?.suppressed ?? 0 },
      'the queue reports an error',
    );
  };
}

/** pg-boss passes errors on as plain objects with their fields. */
function describe(error: unknown): { message: string; code: string | undefined } {
  if (typeof error !== 'object' || error === null) return { message: String(error), code: undefined };
  const { message, code } = error as { message?: unknown; code?: unknown };
  return {
    message: typeof message === 'string' && message !== '' ? message : 'unknown',
    code: typeof code === 'string' ? code : undefined,
  };
}
