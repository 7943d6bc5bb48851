import type { KeptBucket } from '../../buckets/bucket-store-port.ts';

/** All that it takes to use a bucket. The secret goes to nobody but the bucket’s client. */
export type BucketTerms = Pick<KeptBucket, 'endpoint' | 'region' | 'bucket' | 'accessKeyId' | 'pathStyle'> & {
  readonly secretAccessKey: string;
};
