import type { Database } from '../database.ts';
import type { Clock } from '../ports/clock.ts';

export interface ApiKeyDependencies {
  readonly database: Database;
  readonly clock: Clock;
}
