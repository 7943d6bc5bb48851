export interface BucketTerms {
  /** S3 endpoint, or null for Amazon S3. */
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
  /** Cursor of the next page, or null on the last page. */
  readonly next: string | null;
}

/**
 * Accesses one bucket with the rights of its access key. Each method throws DomainError with a code of
 * `BUCKET_FAULTS`, or the signal's reason.
 */
export interface BucketClient {
  /**
   * Lists objects whose keys start with this prefix, in order, at most a thousand per call.
   * @param after `next` of the previous page
   */
  list(prefix: string, after: string | null, limit: number, signal?: AbortSignal): Promise<BucketPage>;
  /**
   * Reads an object. Besides the errors of any bucket call, throws BUCKET_OBJECT_GONE and TOO_LARGE_BYTES.
   * @param unless ETag; returns 'unchanged' if the object still has it
   */
  read(key: string, unless: string | null, signal?: AbortSignal): Promise<ReadObject | 'unchanged'>;
  /** Reads the metadata of an object: null if it doesn't exist, 'denied' without the right to read. */
  look(key: string, signal?: AbortSignal): Promise<Readonly<Record<string, string>> | 'denied' | null>;
  /** Writes the whole object or, on failure, none of it. Replaces an existing object. */
  write(object: NewObject, signal?: AbortSignal): Promise<void>;
  /**
   * Writes only if no object has the key, which the S3 server checks. If the server has no conditional writes, nothing
   * is written.
   */
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
