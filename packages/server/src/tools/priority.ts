/** Longer than any user's tasks can be postponed: `STEP_MS` times the maximum number of waiting tasks. */
const LAST_AFTER_MS = 24 * 3600_000;

/** Background priority, for work that no user waits for. */
export const lastPriority = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + LAST_AFTER_MS);

/** Time by which each further task of one user is postponed: more than most tasks take. */
const STEP_MS = 10_000;

/**
 * Priority of a task. Tasks with an earlier priority run first, regardless of the number of workers. A user's first
 * task counts from its arrival, the next one as if it came ten seconds later, and so on. A user with twenty pictures
 * doesn't block others. Later tasks never overtake an earlier priority, so none of the twenty waits forever.
 * @param unfinishedBefore waiting and running tasks of the same user
 */
export function taskPriority(acceptedAt: Date, unfinishedBefore: number): Date {
  return new Date(acceptedAt.getTime() + unfinishedBefore * STEP_MS);
}
