import type pg from 'pg';
import type { ServiceDatabase, ServiceStores } from '../service/stores.ts';
import type { JobQueue } from '../platform/queue/job-queue.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { createApiCallStore } from '../api/usage/api-call-store.ts';
import { createApiKeyStore } from '../api/keys/api-key-store.ts';
import { createArchiveStore } from '../records/archives/archive-store.ts';
import { createAssetStore } from '../tools/asset-store.ts';
import { createAttemptStore } from '../accounts/attempt-store.ts';
import { createBucketStore } from '../buckets/bucket-store.ts';
import { createBillingStore } from '../billing/billing-store.ts';
import { createExecutor } from '../platform/database/connection.ts';
import type { SqlRunner } from '../platform/database/connection.ts';
import { openDatabase } from '../platform/database/database.ts';
import { reportingFaults } from '../platform/database/faults.ts';
import { createLedgerStore } from '../credits/ledger-store.ts';
import { createLinkTokenStore } from '../accounts/link-token-store.ts';
import { createLeadStore, createOrganizationStore } from '../organizations/organization-store.ts';
import { createEventStore } from '../service/events/event-store.ts';
import { createRecipeStore } from '../catalog/recipe-store.ts';
import { createRecordStore } from '../records/record-store.ts';
import { createRefreshTokenStore } from '../accounts/refresh-token-store.ts';
import { createRequestStore } from '../tools/request-store.ts';
import { createRunDeliveryStore } from '../catalog/run-delivery-store.ts';
import { createRunStore } from '../catalog/run-store.ts';
import { createTaskStore } from '../tools/task-store.ts';
import { createUploadStore } from '../uploads/upload-store.ts';
import { createUsageStore } from '../uploads/usage-store.ts';
import { createWebhookStore } from '../api/webhooks/webhook-store.ts';

/** Creates a job queue on the given connection, so that jobs are queued in that connection's transaction. */
export type QueueBinder = (runner: SqlRunner) => JobQueue;

/** Creates all stores, on a connection pool or on the connection of a transaction. */
export const createDatabase = (pool: pg.Pool, bindQueue: QueueBinder): ServiceDatabase =>
  openDatabase(pool, (client) => bindStores(client, bindQueue));

function bindStores(client: pg.Pool | pg.PoolClient, bindQueue: QueueBinder): ServiceStores {
  const executor = createExecutor(client);
  return {
    accounts: reportingFaults(createAccountStore(executor)),
    refreshTokens: reportingFaults(createRefreshTokenStore(executor)),
    linkTokens: reportingFaults(createLinkTokenStore(executor)),
    organizations: reportingFaults(createOrganizationStore(executor)),
    apiCalls: reportingFaults(createApiCallStore(executor)),
    apiKeys: reportingFaults(createApiKeyStore(executor)),
    events: reportingFaults(createEventStore(executor)),
    leads: reportingFaults(createLeadStore(executor)),
    attempts: reportingFaults(createAttemptStore(executor)),
    ledger: reportingFaults(createLedgerStore(executor)),
    uploads: reportingFaults(createUploadStore(executor)),
    assets: reportingFaults(createAssetStore(executor)),
    requests: reportingFaults(createRequestStore(executor)),
    tasks: reportingFaults(createTaskStore(executor)),
    billing: reportingFaults(createBillingStore(executor)),
    recipes: reportingFaults(createRecipeStore(executor)),
    records: reportingFaults(createRecordStore(executor)),
    runs: reportingFaults(createRunStore(executor)),
    archives: reportingFaults(createArchiveStore(executor)),
    usage: reportingFaults(createUsageStore(executor)),
    webhooks: reportingFaults(createWebhookStore(executor)),
    deliveries: reportingFaults(createRunDeliveryStore(executor)),
    buckets: reportingFaults(createBucketStore(executor)),
    jobs: reportingFaults(bindQueue({ query: (text, values) => client.query(text, values) })),
  };
}
