import type { BillingSettings } from '../../billing/model.ts';
import type { ApiDatabase } from '../stores.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ApiKeyDependencies {
  readonly database: ApiDatabase;
  readonly billing: BillingSettings;
  readonly clock: Clock;
}
