/** By how much each further task of one user gives way to others: more than most tasks take. */
const STEP_MS = 10_000;

/**
 * When it is a task's turn. Tasks are done in the order of their turns, by however many workers: a user's first goes by
 * the time it came, the one behind it as if it came ten seconds later, and so on. Whoever asks for twenty pictures at
 * once thus makes nobody else wait for all of them; and since nobody who comes later than their turn gets ahead of
 * it, none of the twenty waits for ever.
 * @param unfinishedBefore tasks of the same user that wait or run already
 */
export function turnOf(acceptedAt: Date, unfinishedBefore: number): Date {
  return new Date(acceptedAt.getTime() + unfinishedBefore * STEP_MS);
}
