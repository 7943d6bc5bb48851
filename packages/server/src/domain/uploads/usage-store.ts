/** How much users take up. What a user of an address takes up counts by the address that they came from as a guest. */
export interface UsageStore {
  /** Nobody else decides about this user, or deletes them, until the transaction ends. False for who was deleted. */
  lockUser(userId: string): Promise<boolean>;
  /** Bytes of everything that is stored of the user, or may be under permissions that were given. */
  bytesOf(userId: string): Promise<number>;
  /** One transaction at a time decides about the guests of this guest's address, until it ends. */
  lockAddressOf(guestId: string): Promise<void>;
  guestBytesOfAddress(guestId: string): Promise<number>;
  /** One transaction at a time gives away places in the queue, until it ends. */
  lockQueue(): Promise<void>;
  /** Tasks of all guests that wait. */
  pendingOfGuests(): Promise<number>;
  /** Tasks that wait of the guests of this guest's address. */
  pendingOfAddress(guestId: string): Promise<number>;
}
