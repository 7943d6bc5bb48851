/**
 * Time by which run items are postponed. Longer than any user's tasks can be postponed: `STEP_MS` times the maximum
 * number of waiting tasks.
 */
const LAST_AFTER_MS = 24 * 3600_000;

/** Priority of a run item, which runs after all work for which users wait. */
export const lastPriority = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + LAST_AFTER_MS);

/** Time by which each further task of the same user is postponed, more than most tasks take. */
const STEP_MS = 10_000;

/**
 * Computes the priority of a task. Tasks with an earlier priority run first, regardless of the number of workers. A
 * user's first task counts from its arrival, the next one as if it arrived ten seconds later, and so on. A user with
 * twenty pictures therefore doesn't block others. A task is passed only by tasks that arrive soon after it, so none of
 * the twenty waits forever.
 * @param unfinishedBefore waiting and running tasks of the same user
 */
export function taskPriority(acceptedAt: Date, unfinishedBefore: number): Date {
  return new Date(acceptedAt.getTime() + unfinishedBefore * STEP_MS);
}
