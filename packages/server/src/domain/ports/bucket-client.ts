import type { BucketTerms } from '../buckets/terms.ts';

interface BucketObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

interface BucketPage {
  readonly objects: readonly BucketObject[];
  /** Where the next page begins; null: this is the last one. */
  readonly next: string | null;
}

/**
 * One bucket, by the rights of its access key. Each method throws DomainError with a code out of `BUCKET_FAULTS`, or the signal’s reason.
 */
export interface BucketClient {
  /** Objects whose keys begin with this, in order, at most a thousand. @param after `next` of the page before */
  list(prefix: string, after: string | null, limit: number, signal?: AbortSignal): Promise<BucketPage>;
  write(object: NewObject, signal?: AbortSignal): Promise<void>;
  delete(key: string, signal?: AbortSignal): Promise<void>;
  close(): void;
}

interface NewObject {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export type OpenBucket = (terms: BucketTerms) => BucketClient;
