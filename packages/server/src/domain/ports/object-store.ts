/**
 * Where the bytes of uploads and results live: a local folder or an S3 bucket, behind one interface.
 *
 * Keys are made by the server, never by a client: segments of letters, digits, `.`, `_` and `-`, joined by
 * `/`, no segment starting with a dot, at most 512 characters, and no key is ever a folder of another key.
 */
export interface ObjectStore {
  /**
   * A presigned POST that lets one client put one object, without our process seeing a bearer token.
   * The policy fixes the key, the content types, the length range and the expiry. The client sends every
   * field, then the bytes as the last part, named `file`; it may replace the value of `Content-Type` by
   * another allowed type.
   */
  createUploadTarget(options: UploadTargetOptions): Promise<UploadTarget>;

  /** What is known about an object without reading it; null when there is none. */
  head(key: string): Promise<ObjectHead | null>;

  /** The bytes from `startByte` to `endByteInclusive`, fewer when the object ends before. Throws {@link ObjectNotFoundError}. */
  readRange(key: string, startByte: number, endByteInclusive: number): Promise<Uint8Array>;

  /** The whole object in memory. Throws {@link ObjectNotFoundError}. */
  read(key: string, signal?: AbortSignal): Promise<Uint8Array>;

  /** The object, or the given part of it, as a stream of chunks. Throws {@link ObjectNotFoundError} before the first chunk. */
  readStream(key: string, options?: ReadStreamOptions): Promise<ObjectBody>;

  /** Writes (or replaces) an object: readers see the old bytes or the new ones, and what was written survives a power cut. */
  write(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;

  /** Removes an object; removing one that does not exist is not an error. */
  delete(key: string): Promise<void>;

  /** Every object whose key starts with `prefix`, in no particular order. For sweeping orphans. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /**
   * At most `limit` objects (1,000 or fewer) of a folder, in an order that stays the same, behind the object `after`; fewer than
   * `limit` when there are no more. For going through a store of any size a little at a time.
   * @param folder ends with a slash
   */
  listPage(folder: string, after: string | null, limit: number): Promise<readonly ListedObject[]>;

  /** A URL by which anyone who holds it can read the object until it expires. */
  signedReadUrl(key: string, options: SignedReadOptions): Promise<string>;

  /** Throws {@link StorageUnavailableError} when the store cannot be reached or written. For readiness. */
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

export interface UploadTarget {
  url: string;
  fields: Record<string, string>;
}

export interface ObjectHead {
  sizeBytes: number;
  contentType: string;
  /** Changes whenever the bytes change; opaque. */
  etag: string;
  lastModified: Date;
}

export interface ReadStreamOptions {
  /** Inclusive byte positions; an end behind the object's end is cut. */
  range?: { startByte: number; endByteInclusive: number };
  signal?: AbortSignal;
}

export interface ObjectBody {
  head: ObjectHead;
  body: AsyncIterable<Uint8Array>;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  lastModified: Date;
}

export interface SignedReadOptions {
  expiresInSeconds: number;
  /** When given, browsers save the object under this name instead of showing it. */
  downloadFileName?: string;
}

/** There is no object under this key. */
export class ObjectNotFoundError extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = 'ObjectNotFoundError';
    this.key = key;
  }
}

/** The key does not follow the grammar above; always a fault of the caller. */
export class InvalidObjectKeyError extends Error {
  constructor(key: string) {
    super(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`);
    this.name = 'InvalidObjectKeyError';
  }
}

/** No room left (full disk, quota). Nothing was stored; reading still works. */
export class StorageFullError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The object store is full', options);
    this.name = 'StorageFullError';
  }
}

/** The store cannot be reached, or answers with a fault of its own. Trying again later may help. */
export class StorageUnavailableError extends Error {
  constructor(options?: { cause: unknown }) {
    super('The object store is unavailable', options);
    this.name = 'StorageUnavailableError';
  }
}
