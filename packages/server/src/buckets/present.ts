import { ERRORS } from '@packshot/contract';
import type { Bucket } from '@packshot/contract';
import type { StoredBucket } from './bucket-store.ts';

/**
 * Builds the representation of a bucket for clients, never with its secret.
 * @param isManager whether the caller manages the organization's buckets
 */
export const presentBucket = (storedBucket: StoredBucket, isManager: boolean, openRuns = 0): Bucket => ({
  id: storedBucket.id,
  name: storedBucket.name,
  endpoint: storedBucket.endpoint,
  region: storedBucket.region,
  bucket: storedBucket.bucket,
  folder: storedBucket.folder,
  access_key_id: isManager ? storedBucket.accessKeyId : null,
  path_style: storedBucket.pathStyle,
  may_read: storedBucket.mayRead,
  may_write: storedBucket.mayWrite,
  open_runs: openRuns,
  created_at: storedBucket.createdAt.toISOString(),
  tried_at: storedBucket.triedAt?.toISOString() ?? null,
  problem: storedBucket.problem && {
    code: storedBucket.problem,
    message: ERRORS[storedBucket.problem].message,
  },
});
