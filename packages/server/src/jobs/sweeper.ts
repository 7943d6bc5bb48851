import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../domain/ports/logger.ts';
import type { SweepFigures } from '../domain/service/sweep.ts';

/** Deadlines are minutes, but what passed one should not wait long for its credit. */
const SWEEP_INTERVAL_MS = 5_000;

export interface Sweeper {
  /** Resolves when the round that runs has ended. */
  stop(): Promise<void>;
}

/**
 * Sweeps every few seconds for as long as the process lives. Every worker runs one; whoever leads does the work.
 * @param round null when another process is at it
 */
export function startSweeper(round: () => Promise<SweepFigures | null>, logger: Logger): Sweeper {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const figures = await round();
        if (figures !== null && Object.values(figures).some((count) => count > 0)) {
          logger.info(figures, 'swept');
        }
      } catch (error) {
        logger.warn({ err: error }, 'a round of sweeping failed; the next one tries again');
      }
      await sleep(SWEEP_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
