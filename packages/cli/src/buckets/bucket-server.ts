import type { BucketKeys } from './sign.ts';

/** S3 server of a bucket, with the user's access keys for this server. */
export interface BucketServer {
  readonly keys: BucketKeys;
  readonly region: string;
  /** URL of the S3 server; null for Amazon S3. */
  readonly endpoint: string | null;
}
