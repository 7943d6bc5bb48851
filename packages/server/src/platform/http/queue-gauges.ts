import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { HttpSettings } from './http-settings.ts';

/**
 * Creates metrics for scaling: number of waiting tasks, waiting time and working time.
 * @returns a function that refreshes the metrics; they disappear while the database is down
 */
export function queueGauges(
  app: FastifyInstance,
  registry: Registry,
  figures: NonNullable<HttpSettings['queueFigures']>,
): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `packshot_${name}`, help, labelNames, registers: [registry] });
  const open = gauge('tasks', 'Tasks that have not ended, by tool and state', 'tool', 'state');
  const oldest = gauge('oldest_pending_task_seconds', 'Age of the oldest task that no worker has begun');
  const workers = gauge('workers', 'Worker processes that are connected to the database');
  const ended = gauge(
    'recent_tasks',
    'Tasks that ended within the last five minutes, by tool and how',
    'tool',
    'state',
  );
  const waited = gauge(
    'recent_task_wait_seconds',
    'Mean time from acceptance to the first beginning, of tasks that ended within the last five minutes',
    'tool',
  );
  const worked = gauge(
    'recent_task_work_seconds',
    'Mean time from the first beginning to the end, of tasks that ended within the last five minutes',
    'tool',
  );
  const all = [open, oldest, workers, ended, waited, worked];
  return async () => {
    // Resets the metrics if new figures can't be read, so that outdated values aren't reported.
    const fresh = await figures().catch((error: unknown) => {
      app.log.warn({ err: error }, 'the queue could not be measured');
      return null;
    });
    for (const one of all) one.reset();
    if (fresh === null) {
      workers.remove();
      return oldest.remove();
    }
    for (const { tool, state, tasks } of fresh.open) open.set({ tool, state }, tasks);
    oldest.set(fresh.oldestPendingSeconds);
    workers.set(fresh.workers);
    for (const { tool, state, tasks } of fresh.ended) ended.set({ tool, state }, tasks);
    for (const { tool, waitedSeconds, workedSeconds } of fresh.pace) {
      waited.set({ tool }, waitedSeconds);
      worked.set({ tool }, workedSeconds);
    }
  };
}
