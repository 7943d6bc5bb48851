import type { Database } from '../stores.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ApiCall } from './api-call-store.ts';

const FLUSH_INTERVAL_MS = 1_000;
const BATCH = 1_000;
/** Some seconds of a busy server while the database is away. */
const MOST_WAITING = 20_000;

export function createCallLog({
  database,
  logger,
}: {
  readonly database: Database;
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
  // One after the other, so that a slow database gets one batch at a time.
  const flush = (): Promise<void> => {
    writing = writing.then(writeAll);
    return writing;
  };

  const timer = setInterval(() => {
    if (waiting.length > 0 || dropped > 0) void flush();
  }, FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    /** Never throws. Drops the call when too many wait already. */
    record(call: ApiCall): void {
      if (waiting.length < MOST_WAITING) waiting.push(call);
      else dropped += 1;
    },
    /** Writes what waits. What cannot be written is dropped and counted in the log. */
    flush,
    /** Writes what waits, and stops. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Collects calls and writes them together, so that no call waits for its line in the log, or fails with it. */
export type CallLog = ReturnType<typeof createCallLog>;
