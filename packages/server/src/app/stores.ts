import type { AttemptStore } from '../accounts/attempt-store-port.ts';
import type { AccountStore } from '../accounts/account-store-port.ts';
import type { LinkTokenStore } from '../accounts/link-token-store-port.ts';
import type { ApiKeyStore } from '../api/keys/api-key-store-port.ts';
import type { ApiCallStore } from '../api/usage/api-call-store-port.ts';
import type { ArchiveStore } from '../records/archives/archive-store-port.ts';
import type { BillingStore } from '../billing/billing-store-port.ts';
import type { BucketStore } from '../buckets/bucket-store-port.ts';
import type { RecipeStore } from '../catalog/recipe-store-port.ts';
import type { RunDeliveryStore } from '../catalog/delivery-store-port.ts';
import type { RunStore } from '../catalog/run-store-port.ts';
import type { LedgerStore } from '../credits/ledger-store-port.ts';
import type { EventStore } from '../service/events/event-store-port.ts';
import type { AssetStore } from '../tools/asset-store-port.ts';
import type { RequestStore } from '../tools/request-store-port.ts';
import type { TaskStore } from '../tools/task-store-port.ts';
import type { LeadStore, OrganizationStore } from '../organizations/organization-store-port.ts';
import type { JobQueue } from '../platform/queue/job-queue.ts';
import type { RecordStore } from '../records/record-store-port.ts';
import type { RefreshTokenStore } from '../accounts/refresh-token-store-port.ts';
import type { UploadStore } from '../uploads/upload-store-port.ts';
import type { UsageStore } from '../uploads/usage-store-port.ts';
import type { WebhookStore } from '../api/webhooks/webhook-store-port.ts';

/** All stores, bound to one transaction or, outside of one, to single statements. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly linkTokens: LinkTokenStore;
  readonly attempts: AttemptStore;
  readonly organizations: OrganizationStore;
  readonly apiKeys: ApiKeyStore;
  readonly apiCalls: ApiCallStore;
  readonly leads: LeadStore;
  readonly events: EventStore;
  readonly ledger: LedgerStore;
  readonly uploads: UploadStore;
  readonly assets: AssetStore;
  readonly requests: RequestStore;
  readonly tasks: TaskStore;
  readonly billing: BillingStore;
  readonly recipes: RecipeStore;
  readonly records: RecordStore;
  readonly runs: RunStore;
  readonly deliveries: RunDeliveryStore;
  readonly archives: ArchiveStore;
  readonly usage: UsageStore;
  readonly webhooks: WebhookStore;
  readonly buckets: BucketStore;
  readonly jobs: JobQueue;
}

export interface Database {
  readonly stores: Stores;
  /** All or nothing: an error thrown by `work` rolls everything back and is rethrown. */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
