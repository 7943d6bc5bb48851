import type { ObjectBody, ObjectHead, ReadStreamOptions } from './object-store.ts';

/**
 * What an HTTP route needs in order to stand in for a bucket when objects are kept in a local folder: it
 * receives the presigned POST and serves the signed reads. Absent (null in the composition) with S3, where
 * the bucket does both.
 *
 * The route for uploads reads the form's fields, calls `verifyUploadPolicy` when the part `file` begins, then
 * hands that part's stream to `receive`. The route for reads calls `verifyReadUrl`, then `openRead`.
 */
export interface LocalObjectGateway {
  /**
   * Checks signature, expiry, key and content type of a presigned POST, before any byte of the file is read.
   * @param fields the form's text fields in S3's spelling (`key`, `Content-Type`, `policy`, `signature`)
   * @throws UploadRefusedError
   */
  verifyUploadPolicy(fields: Readonly<Record<string, string>>): UploadGrant;

  /**
   * Stores the stream under the grant's key: all of it or nothing. The stream is read to its end, unless the
   * upload is refused or fails.
   * @throws UploadRefusedError for a length out of range, or when the key already holds other bytes
   * @throws StorageFullError, StorageUnavailableError, or the stream's own error (a lost connection)
   */
  receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number; etag: string }>;

  /**
   * Checks a URL made by `signedReadUrl`.
   * @param key the part of the path behind the prefix, decoded
   * @throws ReadRefusedError
   */
  verifyReadUrl(key: string, query: Readonly<Record<string, string | undefined>>): ReadGrant;

  /** What is behind a verified URL, without reading it: for validators, ranges and HEAD. Throws ObjectNotFoundError. */
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
  /** Value for the header of that name: `inline`, or `attachment` with the file name that the URL carries. */
  contentDisposition: string;
  expiresAt: Date;
}

export type UploadRefusal =
  /** A field is missing or the policy is not one of ours. */
  | 'malformed'
  /** The signature does not belong to the policy. */
  | 'forged'
  | 'expired'
  /** The form's key is not the policy's. */
  | 'wrong-key'
  | 'wrong-content-type'
  | 'too-small'
  | 'too-large'
  /** The key already holds other bytes: a target works once. Sending the same bytes again (a lost reply) is no refusal. */
  | 'already-used';

/** An upload that the policy does not allow. Nothing was stored. */
export class UploadRefusedError extends Error {
  readonly reason: UploadRefusal;
  constructor(reason: UploadRefusal) {
    super(`The upload was refused: ${reason}`);
    this.name = 'UploadRefusedError';
    this.reason = reason;
  }
}

export type ReadRefusal = 'malformed' | 'forged' | 'expired';

/** A read URL that was not made by us, was altered, or is too old. */
export class ReadRefusedError extends Error {
  readonly reason: ReadRefusal;
  constructor(reason: ReadRefusal) {
    super(`The read was refused: ${reason}`);
    this.name = 'ReadRefusedError';
    this.reason = reason;
  }
}
