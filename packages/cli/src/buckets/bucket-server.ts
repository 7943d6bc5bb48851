import type { BucketKeys } from './sign.ts';

/** Where buckets are, and the keys for them. */
export interface BucketServer {
  readonly keys: BucketKeys;
  readonly region: string;
  /** Null: Amazon's. */
  readonly endpoint: string | null;
}
