import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';

/**
 * Does the same again and again for as long as the process lives. Every worker runs them; whoever leads does the work.
 * @param done what the log says of a round that did something
 * @param round its figures; null when another process is at it
 */
export function startRounds<Figures extends object>(
  done: string,
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
          logger.info({ ...figures }, done);
        }
      } catch (error) {
        logger.warn({ err: error, rounds: done }, 'a round failed; the next one tries again');
      }
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    /** Resolves when the round that runs has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

export type Rounds = ReturnType<typeof startRounds>;
