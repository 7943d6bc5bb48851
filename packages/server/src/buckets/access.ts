import type { Caller } from '../platform/access/caller.ts';
import type { BucketDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { PERMISSIONS } from '../platform/access/permissions.ts';
import type { BucketClient, OpenBucket } from '../platform/buckets/bucket-client.ts';
import type { SealedSecrets } from '../platform/secrets/sealed-secrets.ts';
import type { StoredBucket } from './bucket-store.ts';
import { openStoredBucket } from './open-stored-bucket.ts';

type BucketRight = 'read' | 'write';

export interface OpenedBucket {
  readonly bucket: StoredBucket;
  readonly client: BucketClient;
}

export interface BucketAccessDependencies {
  readonly database: BucketDatabase;
  readonly sealed: SealedSecrets;
  readonly openBucket: OpenBucket;
}

export function createBucketAccess(deps: BucketAccessDependencies) {
  const find = async (caller: Caller, bucketId: string | null, right: BucketRight): Promise<StoredBucket> => {
    const { role, organizationId, key } = caller;
    const mayUse = PERMISSIONS[role].includes('buckets.use') && (key?.scopes.includes('buckets:use') ?? true);
    if (!mayUse || bucketId === null) throw new DomainError('BUCKET_GONE');
    const storedBucket = await deps.database.stores.buckets.find(organizationId, bucketId);
    if (storedBucket === null) throw new DomainError('BUCKET_GONE');
    if (!(right === 'read' ? storedBucket.mayRead : storedBucket.mayWrite))
      throw new DomainError('BUCKET_NOT_ALLOWED');
    return storedBucket;
  };
  return {
    /** Finds a bucket. Throws BUCKET_GONE, also for an API key without the scope, or BUCKET_NOT_ALLOWED. */
    find,
    /**
     * Finds a bucket and opens a client for it, which the caller closes. Throws the errors of `find`, and
     * BUCKET_SECRET_LOST.
     */
    async open(caller: Caller, bucketId: string | null, right: BucketRight): Promise<OpenedBucket> {
      const storedBucket = await find(caller, bucketId, right);
      return { bucket: storedBucket, client: openStoredBucket(deps, storedBucket) };
    },
  };
}

/** Gives runs access to buckets. Rights are checked at each use, so a revoked right takes effect immediately. */
export type BucketAccess = ReturnType<typeof createBucketAccess>;
