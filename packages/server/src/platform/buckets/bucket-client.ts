/** Everything needed to use a bucket. Only the bucket's client gets the secret. */
export interface BucketTerms {
  /** Null: Amazon's. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

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
  /** Throws also BUCKET_OBJECT_GONE and TOO_LARGE_BYTES. @param unless what is not sent again: 'unchanged' */
  read(key: string, unless: string | null, signal?: AbortSignal): Promise<ReadObject | 'unchanged'>;
  /** What somebody wrote beside an object; null: there is none. Who may not read may not see it either. */
  look(key: string, signal?: AbortSignal): Promise<Readonly<Record<string, string>> | 'denied' | null>;
  /** Whole or not at all, in the place of what is there. */
  write(object: NewObject, signal?: AbortSignal): Promise<void>;
  /** Only where nothing is, as the server itself sees to it; some servers know no such condition, and write nothing then. */
  writeNew(object: NewObject, signal?: AbortSignal): Promise<'written' | 'taken' | 'no-conditions'>;
  delete(key: string, signal?: AbortSignal): Promise<void>;
  close(): void;
}

export interface NewObject {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

interface ReadObject {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export type OpenBucket = (terms: BucketTerms) => BucketClient;
