import type { Caller } from '../platform/access/caller.ts';
import type { CatalogStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { StoredRun } from './model.ts';

/** Locks the run until the transaction ends. Throws NOT_FOUND. */
export async function lockRun({ runs }: CatalogStores, { userId }: Caller, id: string): Promise<StoredRun> {
  const run = await runs.lock(userId, id);
  if (run === null) throw new DomainError('NOT_FOUND');
  return run;
}

/** Locks a draft (a run that hasn't started) until the transaction ends. Throws RUN_NOT_READY. */
export async function lockDraft(stores: CatalogStores, caller: Caller, id: string): Promise<StoredRun> {
  const run = await lockRun(stores, caller, id);
  if (run.status !== 'draft') throw new DomainError('RUN_NOT_READY');
  return run;
}
