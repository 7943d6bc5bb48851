import { getPriority, setPriority } from 'node:os';

/**
 * Lowers this process's priority. A process that already has a lower one (a service's `Nice=`) keeps it, because
 * raising it may need rights.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
