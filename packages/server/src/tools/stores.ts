import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { UploadStores as StoresBelow } from '../uploads/stores.ts';
import type { ResultOrigin } from './model.ts';
import type { AssetStore } from './asset-store.ts';
import type { RequestStore } from './request-store.ts';
import type { TaskStore } from './task-store.ts';

export interface ToolStores extends StoresBelow {
  // Methods of stores in higher layers, injected by the composition root.
  readonly runs: { take(runId: string, row: number, requestId: string, credits: number): Promise<boolean> };
  readonly records: StoresBelow['records'] & {
    isOutput(userId: string, key: string): Promise<boolean>;
    findOrigin(userId: string, outputKey: string): Promise<ResultOrigin | null>;
    findPayer(userId: string, key: string): Promise<{ readonly payerKey: string | null } | null>;
    idsOfOutputs(userId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  readonly assets: AssetStore;
  readonly requests: RequestStore;
  readonly tasks: TaskStore;
}
export type ToolDatabase = DatabaseOf<ToolStores>;
