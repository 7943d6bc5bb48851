export interface AttemptStore {
  /** Counts one more. @returns how many there are now in this window, this one included */
  add(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<number>;
  /** Counts one less. */
  takeBack(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<void>;
  /** Counts from nothing again. */
  forget(kind: string, subjectHash: Uint8Array): Promise<void>;
  /** Notes that something which works once was used: a captcha, a token of the marketplace. @returns false when it had been before */
  useOnce(what: string, expiresAt: Date): Promise<boolean>;
  deleteOld(countedBefore: Date, now: Date): Promise<number>;
}
