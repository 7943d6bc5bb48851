import type { ObjectBody, ObjectHead, ReadStreamOptions } from './object-store.ts';

/**
 * Replaces a bucket's HTTP interface if objects are stored in a local folder: one route receives presigned POST
 * uploads, another serves signed reads. Not used with S3, where the bucket does both.
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
   * Stores the whole stream under the key in the grant, or nothing. Reads the stream to its end, unless the upload is
   * refused or fails.
   * @throws UploadRefusedError for a length out of range, or if an object with other bytes has the key
   * @throws StorageFullError, StorageUnavailableError, or the stream's own error (a lost connection)
   */
  receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number; etag: string }>;

  /**
   * Checks a URL that `signedReadUrl` created.
   * @param key decoded part of the path after the prefix
   * @throws ReadRefusedError
   */
  verifyReadUrl(key: string, query: Readonly<Record<string, string | undefined>>): ReadGrant;

  /** Reads the metadata of the object behind a verified URL, for ETags, ranges and HEAD. Throws ObjectNotFoundError. */
  headRead(grant: ReadGrant): Promise<ObjectHead>;

  /** Opens the bytes of the object behind a verified URL. Throws ObjectNotFoundError. */
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
  /** Value of the Content-Disposition header: `inline`, or `attachment` with the file name from the URL. */
  contentDisposition: string;
  expiresAt: Date;
}

export type UploadRefusal =
  /** A field of the form is missing. */
  | 'malformed'
  /** The signature doesn't match the policy. */
  | 'forged'
  | 'expired'
  /** The key in the form differs from the key in the policy. */
  | 'wrong-key'
  | 'wrong-content-type'
  | 'too-small'
  | 'too-large'
  /**
   * An object with this key and other bytes exists, because an upload permission works once. Sending the same bytes
   * again (after a lost response) is accepted.
   */
  | 'already-used';

/** Error if the upload policy doesn't allow this upload. No bytes were stored. */
export class UploadRefusedError extends Error {
  readonly reason: UploadRefusal;
  constructor(reason: UploadRefusal) {
    super(`The upload was refused: ${reason}`);
    this.name = 'UploadRefusedError';
    this.reason = reason;
  }
}

export type ReadRefusal = 'malformed' | 'forged' | 'expired';

/** Error for a read URL that we didn't create, or that was altered or has expired. */
export class ReadRefusedError extends Error {
  readonly reason: ReadRefusal;
  constructor(reason: ReadRefusal) {
    super(`The read was refused: ${reason}`);
    this.name = 'ReadRefusedError';
    this.reason = reason;
  }
}
