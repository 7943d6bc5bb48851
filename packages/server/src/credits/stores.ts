import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { JobQueue } from '../platform/queue/job-queue.ts';
import type { LedgerStore } from './ledger-store.ts';

export interface CreditStores {
  readonly jobs: JobQueue;
  readonly ledger: LedgerStore;
}
export type CreditDatabase = DatabaseOf<CreditStores>;
