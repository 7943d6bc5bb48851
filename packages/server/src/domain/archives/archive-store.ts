export interface NewArchive {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  /** The records whose pictures it holds; null: everything of the user's. */
  readonly recordIds: readonly string[] | null;
  readonly expiresAt: Date;
}

export interface ArchiveStore {
  insert(archive: NewArchive): Promise<void>;
  /** Null when the link is unknown or has expired, or its user is gone. */
  find(tokenHash: Uint8Array, now: Date): Promise<Pick<NewArchive, 'userId' | 'recordIds'> | null>;
  deleteExpired(before: Date): Promise<number>;
}
