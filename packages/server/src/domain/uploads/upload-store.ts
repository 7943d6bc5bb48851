export interface NewUpload {
  readonly key: string;
  readonly userId: string;
  readonly label: string;
  readonly policyExpiresAt: Date;
}

/** What moderation made of an upload's bytes. */
export interface Judgment {
  readonly sha256: string;
  /** How much they look indecent, 0 to 1. */
  readonly indecency: number;
}

export interface UploadStore {
  insert(upload: NewUpload): Promise<void>;
  isOwned(userId: string, key: string): Promise<boolean>;
  /** Notes how large it is; 0 for one that never came. Until then it counts as the largest. */
  noteSize(key: string, sizeBytes: number): Promise<void>;
  /** Uploads of the user whose size is not known, and whose permission ended before `at`. */
  listUnsized(userId: string, at: Date, limit: number): Promise<readonly string[]>;
  /** Null when nobody has looked yet; undefined when the key is no upload of this user. */
  judgment(userId: string, key: string): Promise<Judgment | null | undefined>;
  recordJudgment(userId: string, key: string, judgment: Judgment): Promise<void>;
  /** Uploads older than `before` that no request ever used, and no record names. */
  listOrphans(before: Date, limit: number): Promise<readonly string[]>;
  delete(keys: readonly string[]): Promise<void>;
}
