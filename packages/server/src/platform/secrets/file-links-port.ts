/** A file that the bearer of a link may take, and the user who pays for it. */
export interface FileGrant {
  readonly userId: string;
  readonly key: string;
  /** The picture that the file is paid by. */
  readonly payerKey: string;
  /** The name to save it under; null for that of the object. */
  readonly name: string | null;
  readonly expiresAt: Date;
}

/** Signed links to files that are paid for when they are taken, not when the link is shown. */
export interface FileLinks {
  /** @returns a token that is safe in a path */
  sign(grant: FileGrant): string;
  /** @returns null unless the token is ours and has not expired */
  read(token: string, now: Date): FileGrant | null;
}
