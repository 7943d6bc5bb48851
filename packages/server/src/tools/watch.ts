import { isTerminal } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import type { ToolDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { TaskFeed } from './task-feed.ts';
import { presentTask } from './present.ts';
import type { PresentDependencies } from './present.ts';

export interface WatchDependencies extends PresentDependencies {
  readonly database: ToolDatabase;
  readonly feed: TaskFeed;
}

/** Maximum time between two reads of the tasks, because notifications get lost if a connection dies silently. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Yields the current state of each task, then every change, until all have ended or `signal` aborts.
 * @throws DomainError TASK_NOT_FOUND if one of them isn't the user's
 */
export async function* watchTasks(
  deps: WatchDependencies,
  userId: string,
  taskIds: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<TaskState> {
  const lastShown = new Map<string, string>();
  for await (const _look of occasions(deps.feed, taskIds, signal)) {
    const tasks = await deps.database.stores.tasks.find(userId, taskIds);
    if (tasks.length < new Set(taskIds).size) throw new DomainError('TASK_NOT_FOUND');
    for (const task of tasks) {
      const place = task.status === 'PENDING' ? (await deps.line.findPlace(task.id))?.place : undefined;
      const face = `${task.status} ${task.progress} ${task.stage} ${place}`;
      if (lastShown.get(task.id) === face) continue;
      lastShown.set(task.id, face);
      yield await presentTask(task, deps);
      if (signal.aborted) return;
    }
    if (tasks.every((task) => isTerminal(task.status))) return;
  }
}

/**
 * Waits until all of the tasks have ended, reading only whether they have ended.
 * @returns false if `signal` aborts first
 * @throws DomainError TASK_NOT_FOUND if one of them isn't the user's
 */
export async function haveEnded(
  { database, feed }: Pick<WatchDependencies, 'database' | 'feed'>,
  userId: string,
  taskIds: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  for await (const _look of occasions(feed, taskIds, signal)) {
    const unfinished = await database.stores.tasks.countUnfinished(userId, taskIds);
    if (unfinished === null) throw new DomainError('TASK_NOT_FOUND');
    if (unfinished === 0) return true;
  }
  return false;
}

/** Yields whenever tasks should be read: immediately, at each notification, and at intervals, until `signal` aborts. */
async function* occasions(
  feed: TaskFeed,
  taskIds: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<void> {
  const bell = new Bell(signal);
  // Subscribes before the first read, so that changes in between aren't missed.
  const unsubscribe = feed.subscribe(taskIds, () => bell.ring(), signal);
  try {
    while (!signal.aborted) {
      yield;
      await bell.waitForChange(LOOK_AGAIN_MS);
    }
  } finally {
    unsubscribe();
    bell.remove();
  }
}

/** Wakes up a waiting loop. Remembers one ring, so that a ring before the next wait isn't lost. */
class Bell {
  readonly #signal: AbortSignal;
  #hasRung = false;
  #wake: (() => void) | null = null;
  readonly #onAbort = () => this.ring();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  async waitForChange(timeoutMs: number): Promise<void> {
    if (!this.#hasRung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      this.#wake = resolve;
      await promise;
      this.#wake = null;
      clearTimeout(timer);
    }
    this.#hasRung = false;
  }

  remove(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
