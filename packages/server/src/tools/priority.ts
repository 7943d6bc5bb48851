/** More than anybody’s tasks can yield by: `STEP_MS` times all that may wait. */
const LAST_AFTER_MS = 24 * 3600_000;

/** The priority of what nobody waits for in person. */
export const lastPriority = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + LAST_AFTER_MS);

/** By how much each further task of one user yields to others: more than most tasks take. */
const STEP_MS = 10_000;

/**
 * The priority of a task: tasks with an earlier one are done first, by however many workers. A user's first task counts from the time it
 * came, the next as if it came ten seconds later, and so on. Someone who asks for twenty pictures at once makes nobody wait for all of
 * them, and since no later task overtakes an earlier priority, none of the twenty waits forever.
 * @param unfinishedBefore tasks of the same user that wait or run already
 */
export function taskPriority(acceptedAt: Date, unfinishedBefore: number): Date {
  return new Date(acceptedAt.getTime() + unfinishedBefore * STEP_MS);
}
