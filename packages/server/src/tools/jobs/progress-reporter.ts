import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/logging/logger.ts';

/**
 * Minimum time between two writes of a task's progress. Five times a second look smooth and are negligible for the
 * database.
 */
const MIN_INTERVAL_MS = 200;

/**
 * Writes a task's progress to the database, one statement at a time and at limited frequency. Each write also checks
 * whether this attempt still owns the task.
 * @param write returns false if another attempt owns the task or the task has ended
 * @param onLost called once when a write returns false
 */
export function createProgressReporter(
  write: (progress: number, stage: string | null) => Promise<boolean>,
  onLost: () => void,
  logger: Logger,
) {
  let progress = 0;
  let stage: string | null = null;
  let isDirty = false;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();

  const writeNow = async () => {
    isDirty = false;
    try {
      if (!(await write(progress, stage)) && !isStopped) {
        isStopped = true;
        onLost();
      }
    } catch (error) {
      // The work continues without visible progress. Whether this attempt owns the task is checked again at the end.
      logger.warn({ err: error }, 'progress could not be written');
    }
  };
  const run = async () => {
    while (isDirty && !isStopped) {
      await writeNow();
      await sleep(MIN_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    running = null;
  };

  return {
    /** Records progress, which never decreases. Returns immediately; the newest values are written later. */
    report(nextProgress: number, nextStage: string): void {
      if (isStopped) return;
      progress = Math.min(1, Math.max(progress, nextProgress));
      stage = nextStage;
      isDirty = true;
      running ??= run();
    },
    /** Writes the progress immediately, regardless of the interval; resolves when it is written. */
    check: (): Promise<void> => (isStopped ? Promise.resolve() : writeNow()),
    /** Resolves when no write is in progress anymore; later reports are dropped. */
    async stop(): Promise<void> {
      isStopped = true;
      stopping.abort();
      await running;
    },
  };
}
