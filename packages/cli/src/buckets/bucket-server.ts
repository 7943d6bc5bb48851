import type { BucketKeys } from './sign.ts';

export interface BucketServer {
  readonly keys: BucketKeys;
  readonly region: string;
  /** URL of the S3 server; null for Amazon S3. */
  readonly endpoint: string | null;
}
