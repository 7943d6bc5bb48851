import type { DeliverRequest, Destination } from '@packshot/contract';
import type { BucketAccess } from '../buckets/access.ts';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { RunDependencies } from './dependencies.ts';
import { lockRun } from './lock-run.ts';
import type { StoredDestination, StoredRun } from './model.ts';

/** Builds the destination fields that a run stores. Throws BUCKET_GONE, BUCKET_NOT_ALLOWED. */
export async function toStoredDestination(
  buckets: BucketAccess,
  caller: Caller,
  to: Destination | null,
): Promise<StoredDestination> {
  if (to === null)
    return { toBucketId: null, toBucketName: null, toFolder: '', toOverwrite: false, toHold: true };
  const { id, name } = await buckets.find(caller, to.bucket_id, 'write');
  return {
    toBucketId: id,
    toBucketName: name,
    toFolder: to.folder,
    toOverwrite: to.overwrite,
    toHold: to.hold_doubtful,
  };
}

/**
 * Sends failed files again, or sends all files of a finished or canceled run to a new destination. Throws
 * RUN_NOT_READY, or RUN_HAS_NO_BUCKET if neither the run nor the request names a bucket.
 */
export async function deliverAgain(
  { database, buckets, clock }: Pick<RunDependencies, 'database' | 'buckets' | 'clock'>,
  caller: Caller,
  { id, status, toBucketId, toBucketName }: StoredRun,
  { to, overwrite }: DeliverRequest,
): Promise<void> {
  if (to === undefined && toBucketName === null)
    throw new DomainError(status === 'draft' ? 'RUN_NOT_READY' : 'RUN_HAS_NO_BUCKET');
  const other = to && (await toStoredDestination(buckets, caller, to));
  if (other === undefined) await buckets.find(caller, toBucketId, 'write');
  const now = clock.now();
  await database.transaction(async (stores) => {
    const run = await lockRun(stores, caller, id);
    if (run.status === 'draft') throw new DomainError('RUN_NOT_READY');
    if (other !== undefined) {
      if (run.status !== 'finished' && run.status !== 'canceled') throw new DomainError('RUN_NOT_READY');
      await stores.deliveries.clear(id);
    }
    await stores.deliveries.retryFailed(id, now);
    await stores.deliveries.reopen(id);
    await stores.runs.update(id, {
      ...other,
      ...(overwrite !== undefined && { toOverwrite: overwrite }),
      // From now on, the run has the rights of the current caller instead of those of the caller who started it.
      apiKeyId: caller.key?.id ?? null,
    });
  });
}
