import type { BucketKeys } from './sign.ts';

/** S3 server of a bucket, with its keys. */
export interface BucketServer {
  readonly keys: BucketKeys;
  readonly region: string;
  /** Null for Amazon S3. */
  readonly endpoint: string | null;
}
