import { getPriority, setPriority } from 'node:os';

/**
 * Lowers this process's priority. A process whose priority is lower already (for example by a service's `Nice=`) stays
 * unchanged, because raising it may need rights.
 */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
