import { ERRORS } from '@packshot/contract';
import type { Bucket } from '@packshot/contract';
import type { StoredBucket } from './bucket-store.ts';

/**
 * Presents a bucket, never with its secret.
 * @param isManager whether the viewer manages buckets
 */
export const presentBucket = (kept: StoredBucket, isManager: boolean, openRuns = 0): Bucket => ({
  id: kept.id,
  name: kept.name,
  endpoint: kept.endpoint,
  region: kept.region,
  bucket: kept.bucket,
  folder: kept.folder,
  access_key_id: isManager ? kept.accessKeyId : null,
  path_style: kept.pathStyle,
  may_read: kept.mayRead,
  may_write: kept.mayWrite,
  open_runs: openRuns,
  created_at: kept.createdAt.toISOString(),
  tried_at: kept.triedAt?.toISOString() ?? null,
  problem: kept.problem && { code: kept.problem, message: ERRORS[kept.problem].message },
});
