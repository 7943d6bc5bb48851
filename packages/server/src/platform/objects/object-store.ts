/**
 * Stores the bytes of uploads and results in a local folder or an S3 bucket.
 *
 * Keys are made by the server, never by a client: segments of letters, digits, `.`, `_` and `-`, joined by
 * `/`, no segment starting with a dot, at most 512 characters, and no key is ever a folder of another key.
 */
export interface ObjectStore {
  /**
   * A presigned POST that lets one client store one object without sending us a bearer token. The policy
   * fixes the key, the content types, the length range and the expiry. The client sends every field, then the
   * bytes as the last part, named `file`; it may replace the value of `Content-Type` with another allowed
   * type.
   */
  createUploadTarget(options: UploadTargetOptions): Promise<SignedUploadTarget>;

  /** Metadata of an object, or null if it doesn't exist. */
  head(key: string): Promise<ObjectHead | null>;

  /** Bytes from `startByte` to `endByteInclusive`, fewer if the object ends earlier. Throws {@link ObjectNotFoundError}. */
  readRange(key: string, startByte: number, endByteInclusive: number): Promise<Uint8Array>;

  /** The whole object in memory. Throws {@link ObjectNotFoundError}. */
  read(key: string, signal?: AbortSignal): Promise<Uint8Array>;

  /**
   * The object, or the given range of it, as a stream of chunks. Throws {@link ObjectNotFoundError} before
   * the first chunk.
   */
  readStream(key: string, options?: ReadStreamOptions): Promise<ObjectBody>;

  /**
   * Writes or replaces an object. Readers see either the old or the new bytes, and written bytes survive a
   * power failure.
   */
  write(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;

  /** Removes an object; succeeds if it is missing. */
  delete(key: string): Promise<void>;

  /** Every object whose key starts with `prefix`, in no particular order. Used to find orphans. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /**
   * At most `limit` objects (1,000 or fewer) of a folder, in a stable order, starting after the object `after`. Fewer
   * than `limit` means that there are no more. Used to process a large store in small steps.
   * @param folder ends with a slash
   */
  listPage(folder: string, after: string | null, limit: number): Promise<readonly ListedObject[]>;

  /** URL that lets any holder read the object until it expires. */
  signedReadUrl(key: string, options: SignedReadOptions): Promise<string>;

  /** Throws {@link StorageUnavailableError} if the store can't be reached or written to. Used for readiness. */
  check(): Promise<void>;
}

export interface UploadTargetOptions {
  key: string;
  /** Allowed media types, at least one; the first is the default. */
  contentTypes: readonly string[];
  minSizeBytes: number;
  maxSizeBytes: number;
  expiresInSeconds: number;
}

interface SignedUploadTarget {
  url: string;
  fields: Record<string, string>;
}

export interface ObjectHead {
  sizeBytes: number;
  contentType: string;
  /** Opaque; changes whenever the bytes change. */
  etag: string;
  lastModified: Date;
}

export interface ReadStreamOptions {
  /** Inclusive byte positions; an end beyond the object's end is clamped. */
  range?: { startByte: number; endByteInclusive: number };
  signal?: AbortSignal;
}

/** Chunks of a forwarded body that may wait in memory for a slow client. */
export const CHUNKS_AHEAD = 4;

export interface ObjectBody {
  head: ObjectHead;
  body: AsyncIterable<Uint8Array>;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  lastModified: Date;
}

interface SignedReadOptions {
  expiresInSeconds: number;
  /** If set, browsers save the object under this name instead of showing it. */
  downloadFileName?: string;
}

/** Thrown if no object has this key. */
export class ObjectNotFoundError extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = 'ObjectNotFoundError';
    this.key = key;
  }
}

/** Thrown for a key that breaks the grammar above; always a bug in the caller. */
export class InvalidObjectKeyError extends Error {
  constructor(key: string) {
    super(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`);
    this.name = 'InvalidObjectKeyError';
  }
}

/** Thrown if no space is left (full disk, quota). No bytes were stored; reading still works. */
export class StorageFullError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The object store is full', options);
    this.name = 'StorageFullError';
  }
}

/** Thrown if the store can't be reached or fails internally. A retry may help. */
export class StorageUnavailableError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The object store is unavailable', options);
    this.name = 'StorageUnavailableError';
  }
}
