interface NewArchive {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  /** The records whose pictures the archive holds; null for all of the user's data. */
  readonly recordIds: readonly string[] | null;
  readonly expiresAt: Date;
}

export interface ArchiveStore {
  insert(archive: NewArchive): Promise<void>;
  /** Null when the link is unknown or expired, or its user is gone. */
  find(tokenHash: Uint8Array, now: Date): Promise<Pick<NewArchive, 'userId' | 'recordIds'> | null>;
  deleteExpired(before: Date): Promise<number>;
}
