import type { ApiDatabase } from '../stores.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ApiCall } from './api-call-store.ts';

const FLUSH_INTERVAL_MS = 1_000;
const BATCH = 1_000;
/** Maximum number of log entries waiting to be written: covers several seconds of database outage on a busy server. */
const MOST_WAITING = 20_000;

export function createCallLog({
  database,
  logger,
}: {
  readonly database: ApiDatabase;
  readonly logger: Logger;
}) {
  let waiting: ApiCall[] = [];
  let dropped = 0;
  let writing = Promise.resolve();

  const writeAll = async (): Promise<void> => {
    const calls = waiting;
    waiting = [];
    for (let start = 0; start < calls.length; start += BATCH) {
      const batch = calls.slice(start, start + BATCH);
      try {
        await database.stores.apiCalls.insert(batch);
      } catch (error) {
        dropped += batch.length;
        logger.warn({ err: error, calls: batch.length }, 'calls could not be written to their log');
      }
    }
    if (dropped > 0) logger.warn({ calls: dropped }, 'calls are missing in their log');
    dropped = 0;
  };
  // Writes run one at a time, so that a slow database gets one batch at a time.
  const flush = (): Promise<void> => {
    writing = writing.then(writeAll);
    return writing;
  };

  const timer = setInterval(() => {
    if (waiting.length > 0 || dropped > 0) void flush();
  }, FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    /** Adds a call to the log. Never throws. Drops the call if too many are already waiting. */
    record(call: ApiCall): void {
      if (waiting.length < MOST_WAITING) waiting.push(call);
      else dropped += 1;
    },
    /**
     * Writes the waiting calls to the database. Calls that can't be written are dropped, and their number goes to the
     * server's log.
     */
    flush,
    /** Writes the waiting calls and stops the timer. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/**
 * Collects the log entries of API calls and writes them in batches. No request waits for its entry or fails because of
 * it.
 */
export type CallLog = ReturnType<typeof createCallLog>;
