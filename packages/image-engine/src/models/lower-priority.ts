import { getPriority, setPriority } from 'node:os';

/**
 * Gives this process a lower priority. One that already has a lower one (a service's `Nice=`) keeps it: raising it takes rights that the
 * process may not have.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
