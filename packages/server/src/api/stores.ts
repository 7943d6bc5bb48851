import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { BillingStores as StoresBelow } from '../billing/stores.ts';
import type { ApiKeyStore } from './keys/api-key-store.ts';
import type { ApiCallStore } from './usage/api-call-store.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** Stores of the public API, and of the lower layers that it depends on. */
export interface ApiStores extends StoresBelow {
  readonly apiKeys: ApiKeyStore;
  readonly apiCalls: ApiCallStore;
  readonly webhooks: WebhookStore;
}
export type ApiDatabase = DatabaseOf<ApiStores>;
