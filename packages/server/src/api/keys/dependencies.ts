import type { BillingSettings } from '../../billing/model.ts';
import type { Database } from '../stores.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ApiKeyDependencies {
  readonly database: Database;
  readonly billing: BillingSettings;
  readonly clock: Clock;
}
