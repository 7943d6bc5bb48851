export interface AttemptStore {
  /** Counts one attempt. @returns the count within this window, this one included */
  add(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<number>;
  /** Takes one attempt off the count. */
  takeBack(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<void>;
  /** Resets the count to zero. */
  forget(kind: string, subjectHash: Uint8Array): Promise<void>;
  /**
   * Records the use of something that works only once, such as a captcha or a marketplace token. @returns
   * false when it was used before
   */
  useOnce(what: string, expiresAt: Date): Promise<boolean>;
  deleteOld(countedBefore: Date, now: Date): Promise<number>;
}
