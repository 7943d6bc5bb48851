import type { ObjectBody, ObjectHead, ReadStreamOptions } from './object-store.ts';

/**
 * What the HTTP routes need to stand in for a bucket when objects are kept in a local folder: one receives
 * the presigned POST, one serves signed reads. Null with S3, where the bucket does both.
 *
 * The upload route reads the form's fields, calls `verifyUploadPolicy` when the part `file` begins, then
 * passes that part's stream to `receive`. The read route calls `verifyReadUrl`, then `openRead`.
 */
export interface LocalObjectGateway {
  /**
   * Checks signature, expiry, key and content type of a presigned POST, before any byte of the file is read.
   * @param fields the form's text fields, spelled as in S3 (`key`, `Content-Type`, `policy`, `signature`)
   * @throws UploadRefusedError
   */
  verifyUploadPolicy(fields: Readonly<Record<string, string>>): UploadGrant;

  /**
   * Stores the stream under the grant's key, all or nothing. The stream is read to its end, unless the upload
   * is refused or fails.
   * @throws UploadRefusedError for a length out of range, or when the key already holds other bytes
   * @throws StorageFullError, StorageUnavailableError, or the stream's own error (a lost connection)
   */
  receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number; etag: string }>;

  /**
   * Checks a URL made by `signedReadUrl`.
   * @param key the part of the path after the prefix, decoded
   * @throws ReadRefusedError
   */
  verifyReadUrl(key: string, query: Readonly<Record<string, string | undefined>>): ReadGrant;

  /**
   * Metadata of the object behind a verified URL, for validators, ranges and HEAD. Throws
   * ObjectNotFoundError.
   */
  headRead(grant: ReadGrant): Promise<ObjectHead>;

  /** The bytes behind a verified URL. Throws ObjectNotFoundError. */
  openRead(grant: ReadGrant, options?: ReadStreamOptions): Promise<ObjectBody>;
}

export interface UploadGrant {
  key: string;
  contentType: string;
  minSizeBytes: number;
  maxSizeBytes: number;
}

export interface ReadGrant {
  key: string;
  /** The header's value: `inline`, or `attachment` with the file name from the URL. */
  contentDisposition: string;
  expiresAt: Date;
}

export type UploadRefusal =
  /** A field is missing, or the policy is not one of ours. */
  | 'malformed'
  /** The signature does not match the policy. */
  | 'forged'
  | 'expired'
  /** The form's key differs from the policy's. */
  | 'wrong-key'
  | 'wrong-content-type'
  | 'too-small'
  | 'too-large'
  /**
   * The key already holds other bytes: a target works once. Sending the same bytes again (after a lost reply)
   * is accepted.
   */
  | 'already-used';

/** The policy does not allow this upload. Nothing was stored. */
export class UploadRefusedError extends Error {
  readonly reason: UploadRefusal;
  constructor(reason: UploadRefusal) {
    super(`The upload was refused: ${reason}`);
    this.name = 'UploadRefusedError';
    this.reason = reason;
  }
}

export type ReadRefusal = 'malformed' | 'forged' | 'expired';

/** A read URL that we did not make, was altered, or has expired. */
export class ReadRefusedError extends Error {
  readonly reason: ReadRefusal;
  constructor(reason: ReadRefusal) {
    super(`The read was refused: ${reason}`);
    this.name = 'ReadRefusedError';
    this.reason = reason;
  }
}
