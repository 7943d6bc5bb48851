import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { BillingStores as StoresBelow } from '../billing/stores.ts';
import type { ApiKeyStore } from './keys/api-key-store.ts';
import type { ApiCallStore } from './usage/api-call-store.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

export interface ApiStores extends StoresBelow {
  readonly apiKeys: ApiKeyStore;
  readonly apiCalls: ApiCallStore;
  readonly webhooks: WebhookStore;
}
export type ApiDatabase = DatabaseOf<ApiStores>;
