/** Storage and queue usage. Usage by address goes by the address that users came from as guests. */
export interface UsageStore {
  /**
   * Locks the user's row until the transaction ends, also against deletion. Returns false when the user was
   * deleted.
   */
  lockUser(userId: string): Promise<boolean>;
  /** Bytes stored for the user, plus those that open upload permissions allow. */
  bytesOf(userId: string): Promise<number>;
  /** Serializes decisions about guests from this guest's address until the transaction ends. */
  lockAddressOf(guestId: string): Promise<void>;
  guestBytesOfAddress(guestId: string): Promise<number>;
  /** Serializes admission to the queue until the transaction ends. */
  lockQueue(): Promise<void>;
  /** Waiting tasks of all guests. */
  pendingOfGuests(): Promise<number>;
  /** Waiting tasks of guests from this guest's address. */
  pendingOfAddress(guestId: string): Promise<number>;
}
