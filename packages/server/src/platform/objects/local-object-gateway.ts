import type { ObjectBody, ObjectHead, ReadStreamOptions } from './object-store.ts';

/**
 * Replaces a bucket's HTTP interface if objects are stored in a local folder: one route receives the presigned POST,
 * one serves signed reads. Null with S3, where the bucket does both.
 *
 * The upload route reads the form's fields, calls `verifyUploadPolicy` when the part `file` begins, then passes that
 * part's stream to `receive`. The read route calls `verifyReadUrl`, then `openRead`.
 */
export interface LocalObjectGateway {
  /**
   * Checks signature, expiry, key and content type of a presigned POST, before any byte of the file is read.
   * @param fields the form's text fields, spelled as in S3 (`key`, `Content-Type`, `policy`, `signature`)
   * @throws UploadRefusedError
   */
  verifyUploadPolicy(fields: Readonly<Record<string, string>>): UploadGrant;

  /**
   * Stores the whole stream under the grant's key, or nothing. Reads the stream to its end, unless the upload is
   * refused or fails.
   * @throws UploadRefusedError for a length out of range, or if the key already holds other bytes
   * @throws StorageFullError, StorageUnavailableError, or the stream's own error (a lost connection)
   */
  receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number; etag: string }>;

  /**
   * Checks a URL made by `signedReadUrl`.
   * @param key decoded part of the path after the prefix
   * @throws ReadRefusedError
   */
  verifyReadUrl(key: string, query: Readonly<Record<string, string | undefined>>): ReadGrant;

  /**
   * Metadata of the object behind a verified URL, for validators, ranges and HEAD. Throws
   * ObjectNotFoundError.
   */
  headRead(grant: ReadGrant): Promise<ObjectHead>;

  /** Bytes behind a verified URL. Throws ObjectNotFoundError. */
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
  /** Value of the header: `inline`, or `attachment` with the file name from the URL. */
  contentDisposition: string;
  expiresAt: Date;
}

export type UploadRefusal =
  /** A field is missing, or the policy isn't one of ours. */
  | 'malformed'
  /** The signature doesn't match the policy. */
  | 'forged'
  | 'expired'
  /** The form's key differs from the policy's. */
  | 'wrong-key'
  | 'wrong-content-type'
  | 'too-small'
  | 'too-large'
  /** The key already holds other bytes, because a target works once. Sending the same bytes again (after a lost response) is accepted. */
  | 'already-used';

/** Thrown if the policy doesn't allow this upload. No bytes were stored. */
export class UploadRefusedError extends Error {
  readonly reason: UploadRefusal;
  constructor(reason: UploadRefusal) {
    super(`The upload was refused: ${reason}`);
    this.name = 'UploadRefusedError';
    this.reason = reason;
  }
}

export type ReadRefusal = 'malformed' | 'forged' | 'expired';

/** Thrown for a read URL that isn't ours, was altered or has expired. */
export class ReadRefusedError extends Error {
  readonly reason: ReadRefusal;
  constructor(reason: ReadRefusal) {
    super(`The read was refused: ${reason}`);
    this.name = 'ReadRefusedError';
    this.reason = reason;
  }
}
