interface NewUpload {
  readonly key: string;
  readonly userId: string;
  readonly label: string;
  readonly policyExpiresAt: Date;
  /** Absent: nobody knows yet. */
  readonly sizeBytes?: number;
}

/** Moderation's judgment of an upload's bytes. */
export interface Judgment {
  readonly sha256: string;
  /** Indecency, 0 to 1. */
  readonly indecency: number;
}

interface FoundUpload {
  /** Null while it is unknown. */
  readonly sizeBytes: number | null;
  /** Null when it was not judged yet. */
  readonly judgment: Judgment | null;
}

export interface UploadStore {
  insert(upload: NewUpload): Promise<void>;
  isOwned(userId: string, key: string): Promise<boolean>;
  /** What is known of it; null when it is not an upload of this user. */
  find(userId: string, key: string): Promise<FoundUpload | null>;
  /** Null when it is not an upload of this user. */
  labelOf(userId: string, key: string): Promise<string | null>;
  /** Records its size; 0 when it never arrived. Until then it counts as the largest. */
  noteSize(key: string, sizeBytes: number): Promise<void>;
  /** The user's uploads whose size is unknown and whose permission ended before `at`. */
  listUnsized(userId: string, at: Date, limit: number): Promise<readonly string[]>;
  /** Null when it was not judged yet; undefined when the key is not an upload of this user. */
  judgment(userId: string, key: string): Promise<Judgment | null | undefined>;
  recordJudgment(userId: string, key: string, judgment: Judgment): Promise<void>;
  /**
   * Looks at some uploads that are due by `now` (the first time a day after they were made). Those that a request, record or run uses are
   * due again at `lookAgainAt`.
   * @returns those that nothing uses, at most `limit`; they stay due until they are deleted
   */
  lookForOrphans(now: Date, lookAgainAt: Date, limit: number): Promise<readonly string[]>;
  delete(keys: readonly string[]): Promise<void>;
}
