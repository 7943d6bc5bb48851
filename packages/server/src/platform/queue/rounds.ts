import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';

/**
 * Repeats a round of scheduled work until `stop` is called. Every worker runs rounds, but only one of them, the leader,
 * does the work.
 * @param logMessage log message for a round that did something
 * @param round returns figures about its work, or null if another process is the leader
 */
export function startRounds<Figures extends object>(
  logMessage: string,
  intervalMs: number,
  round: () => Promise<Figures | null>,
  logger: Logger,
) {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const figures = await round();
        if (figures !== null && Object.values(figures).some((count) => count > 0)) {
          logger.info({ ...figures }, logMessage);
        }
      } catch (error) {
        logger.warn({ err: error, rounds: logMessage }, 'a round failed; the next one tries again');
      }
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    /** Resolves when the current round has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

export type Rounds = ReturnType<typeof startRounds>;
