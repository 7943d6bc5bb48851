import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/logging/logger.ts';

/** Five times a second: smooth for the eye, nothing for the database. */
const MIN_INTERVAL_MS = 200;

/**
 * Writes a task's progress, one statement at a time and not too often. Each write also asks whether the task is
 * still this attempt's.
 * @param write false: the task belongs to somebody else, or has ended
 * @param onLost called once when a write says so
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
      // The work goes on without its progress being seen; whether the task is still ours is asked again at the end.
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
    /** Notes how far the work is; never moves backwards. Returns at once, what is written is the newest. */
    report(nextProgress: number, nextStage: string): void {
      if (isStopped) return;
      progress = Math.min(1, Math.max(progress, nextProgress));
      stage = nextStage;
      isDirty = true;
      running ??= run();
    },
    /** Writes now, whatever the interval; resolves when it is written. */
    check: (): Promise<void> => (isStopped ? Promise.resolve() : writeNow()),
    /** Resolves when nothing is being written anymore; later reports are dropped. */
    async stop(): Promise<void> {
      isStopped = true;
      stopping.abort();
      await running;
    },
  };
}
