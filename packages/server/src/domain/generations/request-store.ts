import type { CreditState, GenerationRequest } from './model.ts';

interface IdempotentRequest {
  readonly fingerprint: Uint8Array;
  readonly taskIds: readonly string[];
}

interface NewIdempotencyKey {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: Uint8Array;
  readonly requestId: string;
  readonly expiresAt: Date;
}

export interface RequestStore {
  insert(request: GenerationRequest): Promise<void>;
  /** The request, locked until the transaction ends. */
  lock(requestId: string): Promise<GenerationRequest | null>;
  setCreditState(requestId: string, from: CreditState, to: CreditState): Promise<boolean>;
  countSince(userId: string, since: Date): Promise<number>;
  /**
   * Makes another user the owner of everything of this one that has ended: requests with their tasks, results and keys,
   * and the uploads that no running request needs. What the ledgers say stays.
   */
  moveEnded(fromUserId: string, toUserId: string): Promise<void>;
  findByIdempotencyKey(userId: string, key: string, now: Date): Promise<IdempotentRequest | null>;
  /** False when the key is taken; waits for a transaction that is about to take it. */
  takeIdempotencyKey(key: NewIdempotencyKey, now: Date): Promise<boolean>;
  deleteExpiredIdempotencyKeys(now: Date): Promise<number>;
}
