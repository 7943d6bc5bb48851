/**
 * Stores the bytes of uploads and results in a local folder or an S3 bucket.
 *
 * Keys are created by the server, never by a client: segments of letters, digits, `.`, `_` and `-`, joined by `/`, no
 * segment starting with a dot, at most 512 characters, and no key is ever a folder of another key.
 */
export interface ObjectStore {
  /**
   * Creates a presigned POST that lets a client store one object without sending us a bearer token. The policy fixes
   * the key, the content types, the length range and the expiry. The client sends every field, then the bytes as the
   * last part, named `file`; it may replace the value of `Content-Type` with another allowed type.
   */
  createUploadTarget(options: UploadTargetOptions): Promise<SignedUploadTarget>;

  /** Reads the metadata of an object, or null if it doesn't exist. */
  head(key: string): Promise<ObjectHead | null>;

  /**
   * Reads the bytes from `startByte` to `endByteInclusive`, fewer if the object ends earlier. Throws {@link
   * ObjectNotFoundError}.
   */
  readRange(key: string, startByte: number, endByteInclusive: number): Promise<Uint8Array>;

  /** Reads the whole object into memory. Throws {@link ObjectNotFoundError}. */
  read(key: string, signal?: AbortSignal): Promise<Uint8Array>;

  /**
   * Opens the object, or the given range of it, as a stream of chunks. Throws {@link ObjectNotFoundError} before the
   * first chunk.
   */
  readStream(key: string, options?: ReadStreamOptions): Promise<ObjectBody>;

  /**
   * Writes or replaces an object. Readers see either the old or the new bytes, and written bytes survive a
   * power failure.
   */
  write(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;

  /** Removes an object; succeeds if the object doesn't exist. */
  delete(key: string): Promise<void>;

  /** Lists every object whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /**
   * Lists at most `limit` objects (1,000 or fewer) of a folder, in a stable order, starting after the object `after`.
   * Fewer than `limit` means that there are no more. Used to process a large store in small steps.
   * @param folder ends with a slash
   */
  listPage(folder: string, after: string | null, limit: number): Promise<readonly ListedObject[]>;

  /** Creates a URL with which anyone can read the object until it expires. */
  signedReadUrl(key: string, options: SignedReadOptions): Promise<string>;

  /**
   * Checks that the store can be reached; a local folder must also be writable. Throws
   * {@link StorageUnavailableError} or {@link StorageFullError}. Used for the readiness probe.
   */
  check(): Promise<void>;
}

export interface UploadTargetOptions {
  key: string;
  /** Allowed content types of the upload, at least one; the first is the default. */
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
  /** Opaque text that changes whenever the bytes change. */
  etag: string;
  lastModified: Date;
}

export interface ReadStreamOptions {
  /** Inclusive byte positions; an end beyond the object's end is clamped. */
  range?: { startByte: number; endByteInclusive: number };
  signal?: AbortSignal;
}

/** Maximum number of chunks that wait in memory while a slow client reads a forwarded body. */
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
  /** File name under which browsers save the object. */
  downloadFileName?: string;
}

export class ObjectNotFoundError extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = 'ObjectNotFoundError';
    this.key = key;
  }
}

/** Error for a key that breaks the rules described at `ObjectStore`. */
export class InvalidObjectKeyError extends Error {
  constructor(key: string) {
    super(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`);
    this.name = 'InvalidObjectKeyError';
  }
}

/** Error if no space is left (full disk, quota). No bytes were stored; reading still works. */
export class StorageFullError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The object store is full', options);
    this.name = 'StorageFullError';
  }
}

/** Error if the store can't be reached or fails internally. A retry may help. */
export class StorageUnavailableError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The object store is unavailable', options);
    this.name = 'StorageUnavailableError';
  }
}
