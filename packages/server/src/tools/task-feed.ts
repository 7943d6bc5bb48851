import type { Logger } from '../platform/logging/logger.ts';
import { openListener } from '../platform/database/listener.ts';

/**
 * Receives notifications from all processes that a task has changed. A notification is only a hint to read the task
 * again: the database is authoritative.
 */
export interface TaskFeed {
  /**
   * Calls `onChange` after each change of one of the tasks until `signal` aborts. Also calls it after a lost connection
   * was restored, because changes may have been missed.
   * @returns a function that ends the subscription earlier
   */
  subscribe(taskIds: readonly string[], onChange: () => void, signal: AbortSignal): () => void;
}

/**
 * Notification channels of the trigger `tasks_news` (migrations/0039_release-0.2.0.sql); the payload is the task's id.
 */
export const TASK_CHANGED_CHANNEL = 'task_changed';
export const TASK_CANCELED_CHANNEL = 'task_cancelled';

/** Name of the database connection by which workers are counted: each worker has exactly one for its whole life. */
export const WORKER_CONNECTION = 'packshot-worker-listener';

export interface OpenTaskFeed extends TaskFeed {
  isListening(): boolean;
  subscriptions(): number;
  /** Notifies all subscribers a last time, then stops receiving notifications. */
  close(): Promise<void>;
}

/**
 * Receives task changes over one database connection, for any number of subscribers.
 * @param channel `TASK_CHANGED_CHANNEL` for every change, `TASK_CANCELED_CHANNEL` for cancellations only
 */
export async function openTaskFeed(
  databaseUrl: string,
  channel: string,
  logger: Logger,
): Promise<OpenTaskFeed> {
  const subscribers = new Map<string, Set<() => void>>();
  let open = 0;
  const wake = (listeners: Iterable<() => void>) => {
    for (const listener of listeners) listener();
  };
  const wakeAll = () => wake(new Set([...subscribers.values()].flatMap((listeners) => [...listeners])));
  const listener = await openListener({
    databaseUrl,
    channels: [channel],
    ...(channel === TASK_CANCELED_CHANNEL && { name: WORKER_CONNECTION }),
    onNotification: (_channel, taskId) => wake(subscribers.get(taskId) ?? []),
    onReconnect: wakeAll,
    logger,
  });
  return {
    subscribe(taskIds, onChange, signal) {
      if (signal.aborted) return () => {};
      open += 1;
      for (const taskId of taskIds) {
        const listeners = subscribers.get(taskId) ?? new Set();
        listeners.add(onChange);
        subscribers.set(taskId, listeners);
      }
      let isOpen = true;
      const end = () => {
        if (!isOpen) return;
        isOpen = false;
        open -= 1;
        signal.removeEventListener('abort', end);
        for (const taskId of taskIds) {
          const listeners = subscribers.get(taskId);
          listeners?.delete(onChange);
          if (listeners?.size === 0) subscribers.delete(taskId);
        }
      };
      signal.addEventListener('abort', end);
      return end;
    },
    subscriptions: () => open,
    isListening: () => listener.isListening(),
    async close() {
      await listener.close();
      wakeAll();
    },
  };
}
